/**
 * C strings of the runtime for a program: each is immutable and stays allocated for the rest of the run.
 */
import type { LibraryEnvironment } from '../abi.ts';

export class Texts {
  private readonly kept = new Map<string, number>();

  constructor(private readonly environment: LibraryEnvironment) {}

  /** The zero-terminated string at the address. */
  read(address: number): string {
    const { U8 } = this.environment;
    const start = address >>> 0;
    return new TextDecoder().decode(U8.slice(start, U8.indexOf(0, start)));
  }

  /** Address of the text, the same for equal texts; 0 when the heap is exhausted. */
  keep(text: string): number {
    return this.kept.get(text) ?? this.write(text);
  }

  private write(text: string): number {
    const { U8, heap } = this.environment;
    const bytes = new TextEncoder().encode(`${text}\0`);
    const address = heap.allocate(bytes.length);
    if (address === 0) return 0;
    U8.set(bytes, address >>> 0);
    this.kept.set(text, address);
    return address;
  }
}
