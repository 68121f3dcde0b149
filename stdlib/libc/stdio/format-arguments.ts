/**
 * Takes the address of a call's variable arguments, gives them one after the other or by number.
 * The idea: every argument has a slot of 8 bytes, so argument n is found without knowing the types before it.
 */
import type { LibraryEnvironment } from '../../../runtime/abi.ts';

export class FormatArguments {
  private first = 0;
  private next = 0;
  private chosen = 0;

  constructor(private readonly environment: LibraryEnvironment) {}

  begin(address: number): void {
    this.first = this.next = address >>> 0;
    this.chosen = 0;
  }

  /** Argument `position` (from 1) is the next that is taken. */
  choose(position: number): void {
    this.chosen = this.first + (position - 1) * 8;
  }

  /** Address of the slot of the next argument. */
  slot(): number {
    const address = this.chosen;
    if (address !== 0) {
      this.chosen = 0;
      return address;
    }
    this.next += 8;
    return this.next - 8;
  }

  int(): number {
    return this.environment.I32[this.slot() >>> 2]!;
  }

  intAt(position: number): number {
    return this.environment.I32[(this.first + (position - 1) * 8) >>> 2]!;
  }

  long(): bigint {
    return this.environment.I64[this.slot() >>> 3]!;
  }
}
