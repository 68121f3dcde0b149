/** Bytes of a WebAssembly module as they are written: numbers in LEB128, vectors with their length before them. */

/** A buffer that grows. */
export class Bytes {
  #buffer = new Uint8Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** What has been written; a view, good until more is written. */
  get written(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  byte(value: number) {
    if (this.#length === this.#buffer.length) this.#grow(1);
    this.#buffer[this.#length++] = value;
  }

  bytes(values: ArrayLike<number>) {
    this.#grow(values.length);
    this.#buffer.set(values, this.#length);
    this.#length += values.length;
  }

  /** Unsigned LEB128, of a number below 2^32. */
  unsigned(value: number) {
    let rest = value;
    while (rest >= 128) {
      this.byte((rest % 128) | 128);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  /** Signed LEB128 of an i32. */
  signed(value: number) {
    let rest = value | 0;
    for (;;) {
      const low = rest & 127;
      rest >>= 7;
      if (rest === (low & 64 ? -1 : 0)) return this.byte(low);
      this.byte(low | 128);
    }
  }

  /** Signed LEB128 of an i64. */
  signed64(value: bigint) {
    let rest = BigInt.asIntN(64, value);
    for (;;) {
      const low = Number(rest & 127n);
      rest >>= 7n;
      if (rest === (low & 64 ? -1n : 0n)) return this.byte(low);
      this.byte(low | 128);
    }
  }

  f32(value: number) {
    this.bytes(new Uint8Array(new Float32Array([value]).buffer));
  }

  f64(value: number) {
    this.bytes(new Uint8Array(new Float64Array([value]).buffer));
  }

  text(text: string) {
    const encoded = new TextEncoder().encode(text);
    this.unsigned(encoded.length);
    this.bytes(encoded);
  }

  #grow(by: number) {
    if (this.#length + by <= this.#buffer.length) return;
    const larger = new Uint8Array(Math.max(2 * this.#buffer.length, this.#length + by));
    larger.set(this.written);
    this.#buffer = larger;
  }
}
