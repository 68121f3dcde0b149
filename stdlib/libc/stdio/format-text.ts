/**
 * Takes character and string arguments and their directive, puts them out for c s lc ls (C99 7.19.6.1p8).
 * The idea: bytes are copied from memory as they lie there; wide characters become UTF-8.
 */

import { encode } from '../strings/utf8.ts';
import { type Directive, NONE } from './format-directive.ts';
import type { FormatOutput } from './format-output.ts';

const SPACE = 0x20;

/** s of the string at `address`, in bytes or, `wide`, in 4-byte characters; false where a character has no code. */
export function formatString(
  output: FormatOutput,
  directive: Directive,
  memory: { U8: Uint8Array; I32: Int32Array },
  address: number,
  wide: boolean,
): boolean {
  if (address === 0) return formatNull(output, directive);
  if (!wide) {
    formatBytes(output, directive, memory.U8, address >>> 0);
    return true;
  }
  const text = encodeWide(memory.I32, address >>> 2, directive.precision);
  if (text === undefined) return false;
  putBytes(output, directive, text);
  return true;
}

function formatBytes(output: FormatOutput, directive: Directive, bytes: Uint8Array, start: number): void {
  const { precision, width, left } = directive;
  const limit = precision === NONE ? bytes.length : start + precision;
  let end = start;
  while (end < limit && bytes[end] !== 0) end++;
  if (!left) output.fill(SPACE, width - (end - start));
  output.copy(bytes, start, end);
  if (left) output.fill(SPACE, width - (end - start));
}

/** glibc shows a null pointer where the precision leaves room for all of it. */
function formatNull(output: FormatOutput, directive: Directive): boolean {
  formatAscii(output, directive, directive.precision === NONE || directive.precision >= 6 ? '(null)' : '');
  return true;
}

/** c, or, `wide`, lc; false where the wide character has no code. */
export function formatCharacter(output: FormatOutput, directive: Directive, code: number, wide: boolean): boolean {
  const bytes = wide ? encode(code) : [code & 0xff];
  if (bytes === undefined) return false;
  putBytes(output, directive, Uint8Array.from(bytes));
  return true;
}

function putBytes(output: FormatOutput, directive: Directive, bytes: Uint8Array): void {
  if (!directive.left) output.fill(SPACE, directive.width - bytes.length);
  output.copy(bytes, 0, bytes.length);
  if (directive.left) output.fill(SPACE, directive.width - bytes.length);
}

/** Text in a field of the directive's width. */
export function formatAscii(output: FormatOutput, directive: Directive, text: string): void {
  if (!directive.left) output.fill(SPACE, directive.width - text.length);
  output.ascii(text);
  if (directive.left) output.fill(SPACE, directive.width - text.length);
}

/** The wide characters from `index` on whose UTF-8 has at most `limit` bytes; undefined where one is none. */
function encodeWide(words: Int32Array, index: number, limit: number): Uint8Array | undefined {
  const bytes: number[] = [];
  for (; words[index] !== 0 && bytes.length !== limit; index++) {
    const encoded = encode(words[index]!);
    if (encoded === undefined) return undefined;
    if (limit !== NONE && bytes.length + encoded.length > limit) break;
    bytes.push(...encoded);
  }
  return Uint8Array.from(bytes);
}
