/**
 * Code points to UTF-8. A byte of the source that is no part of UTF-8 was read as U+DC80 to U+DCFF and is itself again;
 * other lone surrogates become U+FFFD, as text decoders have it.
 */

/** A byte of a file that is not UTF-8. */
export function isRawByte(code: number): boolean {
  return code >= 0xdc80 && code <= 0xdcff;
}

/** Appends the bytes of a code point. */
export function appendUtf8(bytes: number[], code: number): void {
  if (isRawByte(code)) {
    bytes.push(code & 0xff);
    return;
  }
  if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd;
  if (code < 0x80) bytes.push(code);
  else if (code < 0x800) bytes.push(0xc0 | (code >> 6), trailing(code, 0));
  else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), trailing(code, 6), trailing(code, 0));
  else bytes.push(0xf0 | (code >> 18), trailing(code, 12), trailing(code, 6), trailing(code, 0));
}

function trailing(code: number, shift: number): number {
  return 0x80 | ((code >> shift) & 0x3f);
}
