/**
 * Text of files that need not be UTF-8: Latin-1 comments and strings are common in old programs.
 *
 * One idea: a byte that is no part of UTF-8 becomes a lone surrogate, U+DC80 to U+DCFF, which no valid text holds;
 * literals give it back as the byte that it was.
 */
import { isUtf8 } from 'node:buffer';

export function textOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = characterAt(bytes, at);
    if (length > 0) parts.push(bytes.toString('utf8', at, at + length));
    else parts.push(String.fromCharCode(0xdc00 + (bytes[at] as number)));
    at += Math.max(length, 1);
  }
  return parts.join('');
}

/** Bytes of the character at an offset; 0 where there is none. */
function characterAt(bytes: Buffer, at: number): number {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length++)
    if (isUtf8(bytes.subarray(at, at + length))) return length;
  return 0;
}

/** The bytes that `textOf` made the text of. */
export function bytesOf(text: string): Buffer {
  const parts = text.split(/((?<![\ud800-\udbff])[\udc80-\udcff])/);
  return Buffer.concat(
    parts.map((part, index) => (index % 2 ? Buffer.from([part.charCodeAt(0) & 0xff]) : Buffer.from(part))),
  );
}
