/**
 * <string.h>, of the str* functions that search and split those that are not in C (string-find.c). (C99 7.21.5, POSIX, GNU)
 * Loops end with `> 0`, which is also false behind the end of memory.
 * A set of characters is a table of 256 flags made per call; strtok's place is a variable of the thread.
 */
import type { LibraryFactory } from '../../runtime/abi.ts';
import { find, lengthOf } from './memory.ts';
import { compareVersions } from './string-version.ts';

export const stringSearchLibrary: LibraryFactory = (env) => {
  const { U8, I32 } = env;
  const set = new Uint8Array(256);
  let tokenRest = 0;

  /** Marks the characters of `text`, and those alone. */
  function markSet(text: number): void {
    set.fill(0);
    for (let at = text >>> 0; U8[at]! > 0; at++) set[U8[at]!] = 1;
  }

  /** Address of the first byte of `text` whose mark is `marked`, or of its end. */
  function skip(text: number, marked: 0 | 1): number {
    let at = text >>> 0;
    while (U8[at]! > 0 && set[U8[at]!] !== marked) at++;
    return at;
  }

  function strspn(text: number, accepted: number): number {
    markSet(accepted);
    return skip(text, 0) - (text >>> 0);
  }

  function strcspn(text: number, rejected: number): number {
    markSet(rejected);
    return skip(text, 1) - (text >>> 0);
  }

  function strpbrk(text: number, accepted: number): number {
    markSet(accepted);
    const at = skip(text, 1);
    return U8[at] === 0 ? 0 : at | 0;
  }

  function strrchr(text: number, character: number): number {
    const start = text >>> 0;
    for (let at = start + lengthOf(env, text); at >= start; at--) if (U8[at] === (character & 255)) return at | 0;
    return 0;
  }

  const same = (byte: number) => byte;
  const lower = (byte: number) => (byte >= 65 && byte <= 90 ? byte + 32 : byte);

  function startsWith(text: number, pattern: number, fold: (byte: number) => number): boolean {
    let at = text;
    for (let p = pattern >>> 0; U8[p]! > 0; p++, at++) if (fold(U8[at]!) !== fold(U8[p]!)) return false;
    return true;
  }

  function strstr(text: number, pattern: number): number {
    const first = U8[pattern >>> 0]!;
    if (first === 0) return text;
    const end = (text >>> 0) + lengthOf(env, text);
    for (let at = text >>> 0; (at = find(env, first, at, end)) >= 0; at++) {
      if (startsWith(at, pattern, same)) return at | 0;
    }
    return 0;
  }

  function strcasestr(text: number, pattern: number): number {
    for (let at = text >>> 0; ; at++) {
      if (startsWith(at, pattern, lower)) return at | 0;
      if (U8[at] === 0) return 0;
    }
  }

  /** Ends the token at the delimiter found; gives the address after it, or 0 at the end of the text. */
  function cut(at: number): number {
    if (U8[at] === 0) return 0;
    U8[at] = 0;
    return (at + 1) | 0;
  }

  /** The next token from `rest`, or 0, and what is left of the text. */
  function token(rest: number, delimiters: number): [token: number, rest: number] {
    markSet(delimiters);
    const start = skip(rest, 0);
    if (U8[start] === 0) return [0, start | 0];
    const end = skip(start, 1);
    return [start | 0, cut(end) || end | 0];
  }

  function strtok_r(text: number, delimiters: number, place: number): number {
    const [found, rest] = token(text || I32[place >>> 2]!, delimiters);
    I32[place >>> 2] = rest;
    return found;
  }

  function strtok(text: number, delimiters: number): number {
    if (text === 0 && tokenRest === 0) return 0;
    const [found, rest] = token(text || tokenRest, delimiters);
    tokenRest = rest;
    return found;
  }

  function strsep(place: number, delimiters: number): number {
    const start = I32[place >>> 2]!;
    if (start === 0) return 0;
    markSet(delimiters);
    I32[place >>> 2] = cut(skip(start, 1));
    return start;
  }

  function basename(path: number): number {
    const slash = strrchr(path, 47);
    return slash === 0 ? path : (slash + 1) | 0;
  }

  return {
    strspn,
    strcspn,
    strpbrk,
    strstr,
    strcasestr,
    strtok,
    strtok_r,
    strsep,
    basename,
    strverscmp: (left: number, right: number) => compareVersions(U8, left >>> 0, right >>> 0),
  };
};
