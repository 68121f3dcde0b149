/**
 * The representation "external32": big-endian, with sizes of its own (MPI 3.1, 13.5.2).
 *
 * Takes packed data with the sequence of their basic elements; gives the same in the other representation. Integers that are shorter there are cut, as the
 * standard wants it.
 */
import type { Sequence } from './datatype.ts';
import { fromQuadruple, toQuadruple } from './quadruple.ts';

/** Bytes there of a number that only long double has so many of. */
const LONG_DOUBLE = 16;

/** Bytes there of a sequence. */
export function externalBytes(sequence: Sequence): number {
  if (sequence.of === undefined) return sequence.external ?? sequence.bytes;
  return sequence.of.reduce((sum, { count, sequence: inner }) => sum + count * externalBytes(inner), 0);
}

/** The sequence as it is there. */
export function externalSequence(sequence: Sequence): Sequence {
  const of = sequence.of?.map(({ count, sequence: inner }) => ({ count, sequence: externalSequence(inner) }));
  return { ...sequence, bytes: externalBytes(sequence), ...(of && { of }) };
}

/** Converts `count` sequences at an index of the bytes into those at another one; `isOut`: to external32. */
export function convert(
  U8: Uint8Array,
  sequence: Sequence,
  count: number,
  native: number,
  external: number,
  isOut: boolean,
): void {
  let [here, there] = [native >>> 0, external >>> 0];
  const view = new DataView(U8.buffer, U8.byteOffset);
  const long = () => {
    if (isOut) {
      const bits = toQuadruple(view.getBigUint64(here, true));
      view.setBigUint64(there, bits >> 64n);
      view.setBigUint64(there + 8, bits & 0xffff_ffff_ffff_ffffn);
    } else
      view.setBigUint64(here, fromQuadruple((view.getBigUint64(there) << 64n) | view.getBigUint64(there + 8)), true);
  };
  const number = (bytes: number, size: number, isSigned: boolean) => {
    const both = Math.min(bytes, size);
    if (size === LONG_DOUBLE) long();
    else if (isOut) {
      U8.fill(0, there, there + size);
      for (let i = 0; i < both; i++) U8[there + size - 1 - i] = U8[here + i]!;
    } else {
      const isNegative = isSigned && (U8[there]! & 0x80) !== 0;
      U8.fill(isNegative ? 0xff : 0, here, here + bytes);
      for (let i = 0; i < both; i++) U8[here + i] = U8[there + size - 1 - i]!;
    }
    here += bytes;
    there += size;
  };
  const element = ({ bytes, external: size = bytes, isSigned = false, numbers = 1 }: Sequence) => {
    for (let i = 0; i < numbers; i++) number(bytes / numbers, size / numbers, isSigned);
  };
  const all = (part: Sequence, times: number): void => {
    for (let i = 0; i < times; i++) {
      if (part.of === undefined) element(part);
      else for (const { count: inner, sequence: of } of part.of) all(of, inner);
    }
  };
  all(sequence, count);
}
