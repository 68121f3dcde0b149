/**
 * Compare-and-swap loops for updates without a machine instruction, and floating-point values as their bits.
 */

/** Replaces a word by a function of it; returns the old one. */
export function update32(view: Int32Array, index: number, change: (old: number) => number): number {
  for (;;) {
    const old = Atomics.load(view, index);
    if (Atomics.compareExchange(view, index, old, change(old)) === old) return old;
  }
}

export function update64(view: BigInt64Array, index: number, change: (old: bigint) => bigint): bigint {
  for (;;) {
    const old = Atomics.load(view, index);
    if (Atomics.compareExchange(view, index, old, change(old)) === old) return old;
  }
}

const scratch = new DataView(new ArrayBuffer(8));

export function floatOf(bits: number): number {
  scratch.setInt32(0, bits);
  return scratch.getFloat32(0);
}
export function bitsOfFloat(value: number): number {
  scratch.setFloat32(0, value);
  return scratch.getInt32(0);
}
export function doubleOf(bits: bigint): number {
  scratch.setBigInt64(0, bits);
  return scratch.getFloat64(0);
}
export function bitsOfDouble(value: number): bigint {
  scratch.setFloat64(0, value);
  return scratch.getBigInt64(0);
}
