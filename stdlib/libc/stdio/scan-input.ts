/**
 * Takes bytes of a stream or of memory, gives them to a scan one at a time and takes one back.
 * The idea: a scan needs no more than that and a count, so both kinds of input look the same to it.
 */

/** Source of a scan: a stream, or memory. */
export interface ScanSource {
  /** The next byte, or -1 at the end. */
  getByte(): number;
  ungetByte(code: number): number;
}

/** The characters of a string, up to its 0. */
export class MemorySource implements ScanSource {
  private bytes: Uint8Array = new Uint8Array(0);
  private at = 0;

  begin(bytes: Uint8Array, address: number): void {
    this.bytes = bytes;
    this.at = address >>> 0;
  }

  getByte(): number {
    const code = this.bytes[this.at]!;
    if (code === 0 || code === undefined) return -1;
    this.at++;
    return code;
  }

  ungetByte(code: number): number {
    this.at--;
    return code;
  }
}

/** The input of one scan: a source, the number of bytes taken, and the width left of a field. */
export class ScanInput {
  /** Bytes taken and not given back. */
  count = 0;
  private source!: ScanSource;

  begin(source: ScanSource): void {
    this.source = source;
    this.count = 0;
  }

  next(): number {
    const code = this.source.getByte();
    if (code >= 0) this.count++;
    return code;
  }

  back(code: number): void {
    if (code < 0) return;
    this.source.ungetByte(code);
    this.count--;
  }

  /** Takes white space. */
  skipSpace(): void {
    let code = this.next();
    while (code === 0x20 || (code >= 0x09 && code <= 0x0d)) code = this.next();
    this.back(code);
  }
}

/** Bytes of a field, 0 at the end, for the functions that read numbers from memory. */
export class FieldText {
  bytes = new Uint8Array(64);
  length = 0;

  clear(): void {
    this.length = 0;
  }

  push(code: number): void {
    if (this.length + 1 === this.bytes.length) this.grow();
    this.bytes[this.length++] = code;
  }

  private grow(): void {
    const larger = new Uint8Array(this.bytes.length * 2);
    larger.set(this.bytes);
    this.bytes = larger;
  }

  /** The bytes, with a 0 after them. */
  text(): Uint8Array {
    this.bytes[this.length] = 0;
    return this.bytes;
  }
}
