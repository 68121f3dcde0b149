/**
 * <wchar.h>, strings of wide characters: 32-bit code points. (C99 7.24.4)
 * The idea: a wide string is a run of I32, so indices of words do what string.ts does with indices of bytes.
 */
import type { LibraryFactory } from '../../../runtime/abi.ts';

export const wideLibrary: LibraryFactory = (env) => {
  const { I32, copy } = env;
  const toAddress = (word: number) => (word << 2) | 0;

  function wcsnlen(text: number, limit: number): number {
    const start = text >>> 2;
    let at = start;
    for (const end = start + (limit >>> 0); at < end && I32[at] !== 0; ) at++;
    return at - start;
  }
  const wcslen = (text: number) => wcsnlen(text, -1);

  function wcscpy(to: number, from: number): number {
    copy(to, from, (wcslen(from) + 1) * 4);
    return to;
  }

  function wcsncpy(to: number, from: number, limit: number): number {
    const length = wcsnlen(from, limit);
    copy(to, from, length * 4);
    I32.fill(0, (to >>> 2) + length, (to >>> 2) + (limit >>> 0));
    return to;
  }

  function wcsncat(to: number, from: number, limit: number): number {
    const end = to + wcslen(to) * 4;
    const length = wcsnlen(from, limit);
    copy(end, from, length * 4);
    I32[(end >>> 2) + length] = 0;
    return to;
  }

  /** -1, 0 or 1; a zero ends the comparison where `text`. */
  function compare(left: number, right: number, limit: number, text: boolean): number {
    let a = left >>> 2;
    let b = right >>> 2;
    for (const end = a + (limit >>> 0); a < end; a++, b++) {
      if (I32[a] !== I32[b]) return I32[a]! < I32[b]! ? -1 : 1;
      if (text && I32[a] === 0) return 0;
    }
    return 0;
  }

  function wcschr(text: number, wide: number): number {
    let at = text >>> 2;
    while (I32[at] !== wide && I32[at] !== 0) at++;
    return I32[at] === wide ? toAddress(at) : 0;
  }

  function wcsrchr(text: number, wide: number): number {
    const start = text >>> 2;
    for (let at = start + wcslen(text); at >= start; at--) if (I32[at] === wide) return toAddress(at);
    return 0;
  }

  /** Index of the first word from `start` whose being in `set` is `wanted`, or of the end. */
  function skip(start: number, set: number, wanted: boolean): number {
    let at = start;
    while (I32[at] !== 0 && (wcschr(set, I32[at]!) !== 0) !== wanted) at++;
    return at;
  }

  function wcsstr(text: number, pattern: number): number {
    const length = wcslen(pattern);
    const last = (text >>> 2) + wcslen(text) - length;
    for (let at = text >>> 2; at <= last; at++) {
      if (compare(toAddress(at), pattern, length, false) === 0) return toAddress(at);
    }
    return 0;
  }

  function wcstok(text: number, delimiters: number, place: number): number {
    const rest = text === 0 ? I32[place >>> 2]! : text;
    const start = rest === 0 ? 0 : skip(rest >>> 2, delimiters, false);
    if (start === 0 || I32[start] === 0) {
      I32[place >>> 2] = 0;
      return 0;
    }
    const end = skip(start, delimiters, true);
    I32[place >>> 2] = I32[end] === 0 ? 0 : toAddress(end + 1);
    I32[end] = 0;
    return toAddress(start);
  }

  function wcsxfrm(to: number, from: number, limit: number): number {
    const length = wcslen(from);
    copy(to, from, Math.min(length + 1, limit >>> 0) * 4);
    return length;
  }

  function wcsdup(text: number): number {
    const address = env.heap.allocate((wcslen(text) + 1) * 4);
    return address === 0 ? 0 : wcscpy(address, text);
  }

  function wmemset(block: number, wide: number, count: number): number {
    I32.fill(wide, block >>> 2, (block >>> 2) + (count >>> 0));
    return block;
  }

  function wmemchr(block: number, wide: number, count: number): number {
    const end = (block >>> 2) + (count >>> 0);
    for (let at = block >>> 2; at < end; at++) if (I32[at] === wide) return toAddress(at);
    return 0;
  }

  function wmemcpy(to: number, from: number, count: number): number {
    copy(to, from, count << 2);
    return to;
  }

  return {
    wcslen,
    wcsnlen,
    wcscpy,
    wcsncpy,
    wcscat: (to: number, from: number) => wcsncat(to, from, -1),
    wcsncat,
    wcscmp: (left: number, right: number) => compare(left, right, -1, true),
    wcsncmp: (left: number, right: number, limit: number) => compare(left, right, limit, true),
    wcscoll: (left: number, right: number) => compare(left, right, -1, true),
    wcsxfrm,
    wcschr,
    wcsrchr,
    wcsspn: (text: number, set: number) => skip(text >>> 2, set, false) - (text >>> 2),
    wcscspn: (text: number, set: number) => skip(text >>> 2, set, true) - (text >>> 2),
    wcspbrk: (text: number, set: number) => {
      const at = skip(text >>> 2, set, true);
      return I32[at] === 0 ? 0 : toAddress(at);
    },
    wcsstr,
    wcstok,
    wcsdup,
    wmemcpy,
    wmemmove: wmemcpy,
    wmemset,
    wmemcmp: (left: number, right: number, count: number) => compare(left, right, count, false),
    wmemchr,
  };
};
