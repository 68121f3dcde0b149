/**
 * Sinks of sprintf and its variants: memory of a given size, or a block that grows.
 * The idea: a sink takes pieces in order and never fails; bytes that do not fit are dropped.
 */
import type { LibraryEnvironment } from '../../../runtime/abi.ts';
import type { Sink } from './format-output.ts';

/** Memory from an address on with room for `size` bytes, the 0 at the end among them. */
export class MemorySink implements Sink {
  private at = 0;
  private last = 0;

  constructor(private readonly environment: LibraryEnvironment) {}

  begin(address: number, size: number): void {
    this.at = address >>> 0;
    this.last = this.at + size - 1;
  }

  write(bytes: Uint8Array, start: number, end: number): boolean {
    const stop = Math.min(end, start + this.last - this.at);
    const target = this.environment.U8;
    if (stop - start > 64) {
      target.set(bytes.subarray(start, stop), this.at);
      this.at += stop - start;
    } else for (; start < stop; start++) target[this.at++] = bytes[start]!;
    return true;
  }

  terminate(): void {
    if (this.at <= this.last) this.environment.U8[this.at] = 0;
  }
}

/** A block that grows with the text. */
export class TextSink implements Sink {
  private bytes = new Uint8Array(256);
  private length = 0;

  write(bytes: Uint8Array, start: number, end: number): boolean {
    const length = this.length + end - start;
    if (length > this.bytes.length) this.grow(length);
    this.bytes.set(bytes.subarray(start, end), this.length);
    this.length = length;
    return true;
  }

  private grow(length: number): void {
    const larger = new Uint8Array(Math.max(length, this.bytes.length * 2));
    larger.set(this.bytes);
    this.bytes = larger;
  }

  /** All of the text. */
  text(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}
