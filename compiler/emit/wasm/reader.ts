/** Bytes of a WebAssembly module as they are read: the other side of bytes.ts. */
import { InternalError } from '../../diagnostics/diagnostic.ts';

/** A module's bytes are not what they should be. */
export function refuse(what: string): never {
  throw new InternalError(`the module cannot be printed: ${what}`);
}

export class Reader {
  at: number;

  constructor(
    private readonly bytes: Uint8Array,
    start = 0,
    private readonly end = bytes.length,
  ) {
    this.at = start;
  }

  get isAtEnd(): boolean {
    return this.at >= this.end;
  }

  byte(): number {
    if (this.isAtEnd) refuse(`it ends at ${this.at}`);
    return this.bytes[this.at++] as number;
  }

  /** Unsigned LEB128, below 2^32. */
  unsigned(): number {
    let value = 0;
    for (let weight = 1; ; weight *= 128) {
      const byte = this.byte();
      value += (byte & 127) * weight;
      if (byte < 128) return value;
    }
  }

  /** Signed LEB128. */
  signed(): bigint {
    let value = 0n;
    for (let shift = 0n; ; ) {
      const byte = this.byte();
      value |= BigInt(byte & 127) << shift;
      shift += 7n;
      if (byte < 128) return BigInt.asIntN(Number(shift), value);
    }
  }

  take(size: number): Uint8Array {
    this.at += size;
    return this.bytes.subarray(this.at - size, this.at);
  }

  text(): string {
    return new TextDecoder().decode(this.take(this.unsigned()));
  }

  /** What follows its size. */
  part(): Reader {
    const size = this.unsigned();
    const part = new Reader(this.bytes, this.at, this.at + size);
    this.at += size;
    return part;
  }

  many<T>(read: () => T): T[] {
    return Array.from({ length: this.unsigned() }, read);
  }
}
