/** Code points to UTF-8. What is no character (a lone surrogate) becomes U+FFFD, as text decoders have it. */

/** Appends the bytes of a code point. */
export function appendUtf8(bytes: number[], code: number): void {
  if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd;
  if (code < 0x80) bytes.push(code);
  else if (code < 0x800) bytes.push(0xc0 | (code >> 6), trailing(code, 0));
  else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), trailing(code, 6), trailing(code, 0));
  else bytes.push(0xf0 | (code >> 18), trailing(code, 12), trailing(code, 6), trailing(code, 0));
}

function trailing(code: number, shift: number): number {
  return 0x80 | ((code >> shift) & 0x3f);
}
