/**
 * UTF-8, one byte or one code point at a time. (RFC 3629; C99 7.20.7, 7.24.6)
 * The idea: the state within a character is a value and the number of bytes still to come, so that decoding can
 * stop anywhere and resume in a later call.
 */
export interface Partial {
  readonly value: number;
  /** Bytes still to come; 0 between characters. */
  readonly missing: number;
  /** Least value that needs so many bytes: anything below is an overlong form. */
  readonly least: number;
}
export const INITIAL: Partial = { value: 0, missing: 0, least: 0 };

/** The state after one more byte; undefined where the byte cannot stand there. `missing` 0 means a character is complete. */
export function decodeByte(state: Partial, byte: number): Partial | undefined {
  if (state.missing === 0) return firstByte(byte);
  if ((byte & 0xc0) !== 0x80) return undefined;
  const next = { ...state, value: (state.value << 6) | (byte & 0x3f), missing: state.missing - 1 };
  return next.missing === 0 && !isCodePoint(next.value, next.least) ? undefined : next;
}

function firstByte(byte: number): Partial | undefined {
  if (byte < 0x80) return { value: byte, missing: 0, least: 0 };
  if (byte < 0xc2) return undefined;
  if (byte < 0xe0) return { value: byte & 0x1f, missing: 1, least: 0x80 };
  if (byte < 0xf0) return { value: byte & 0x0f, missing: 2, least: 0x800 };
  if (byte < 0xf5) return { value: byte & 0x07, missing: 3, least: 0x10000 };
  return undefined;
}

function isCodePoint(value: number, least: number): boolean {
  return value >= least && value <= 0x10ffff && (value < 0xd800 || value > 0xdfff);
}

/** The bytes of a code point, or undefined where it is none. */
export function encode(point: number): number[] | undefined {
  if (!isCodePoint(point, 0)) return undefined;
  if (point < 0x80) return [point];
  if (point < 0x800) return [0xc0 | (point >> 6), tail(point)];
  if (point < 0x10000) return [0xe0 | (point >> 12), tail(point >> 6), tail(point)];
  return [0xf0 | (point >> 18), tail(point >> 12), tail(point >> 6), tail(point)];
}

const tail = (bits: number) => 0x80 | (bits & 0x3f);
