/**
 * <string.h>, the str* functions that copy, join, compare and measure. (C99 7.21, POSIX)
 * Results that C leaves open are glibc's: comparisons give the difference of the bytes.
 */
import type { LibraryFactory } from '../../runtime/abi.ts';
import { EINVAL, ERANGE, errorText } from './errno.ts';
import { find, hasZero, lengthOf, putText, Texts, textSize } from './memory.ts';
import { signalText } from './signal.ts';

export const stringLibrary: LibraryFactory = (env) => {
  const { U8, I32, copy, fill } = env;
  const texts = new Texts(env);

  const strlen = (text: number) => lengthOf(env, text);

  /** strlen, but at most `limit`. */
  function strnlen(text: number, limit: number): number {
    const start = text >>> 0;
    const at = find(env, 0, start, start + (limit >>> 0));
    return at < 0 ? limit : at - start;
  }

  function stpcpy(to: number, from: number): number {
    const length = strlen(from);
    copy(to, from, length + 1);
    return (to + length) | 0;
  }

  function stpncpy(to: number, from: number, size: number): number {
    const length = strnlen(from, size);
    copy(to, from, length);
    fill((to + length) | 0, 0, size - length);
    return (to + length) | 0;
  }

  function strcat(to: number, from: number): number {
    stpcpy(to + strlen(to), from);
    return to;
  }

  function strncat(to: number, from: number, limit: number): number {
    const end = to + strlen(to);
    const length = strnlen(from, limit);
    copy(end, from, length);
    U8[(end + length) >>> 0] = 0;
    return to;
  }

  /** Copies what fits with a zero; gives the length that was wanted. */
  function strlcpy(to: number, from: number, size: number): number {
    const length = strlen(from);
    if (size === 0) return length;
    const fits = Math.min(length, (size >>> 0) - 1);
    copy(to, from, fits);
    U8[(to + fits) >>> 0] = 0;
    return length;
  }

  function strlcat(to: number, from: number, size: number): number {
    const length = strnlen(to, size);
    return length + (length === size ? strlen(from) : strlcpy(to + length, from, size - length));
  }

  function strcmp(left: number, right: number): number {
    let a = left >>> 0;
    let b = right >>> 0;
    if (((a | b) & 3) === 0) {
      while (I32[a >>> 2] === I32[b >>> 2]) {
        if (a >= U8.length || hasZero(I32[a >>> 2]!)) return 0;
        a += 4;
        b += 4;
      }
    }
    while (U8[a] === U8[b] && U8[a]! > 0) [a, b] = [a + 1, b + 1];
    return U8[a]! - U8[b]!;
  }

  function strncmp(left: number, right: number, limit: number): number {
    let a = left >>> 0;
    let b = right >>> 0;
    for (const end = a + (limit >>> 0); a < end; a++, b++) {
      if (U8[a] !== U8[b] || U8[a] === 0) return U8[a]! - U8[b]!;
    }
    return 0;
  }

  const lower = (byte: number) => (byte >= 65 && byte <= 90 ? byte + 32 : byte);

  function strncasecmp(left: number, right: number, limit: number): number {
    let a = left >>> 0;
    let b = right >>> 0;
    for (const end = a + (limit >>> 0); a < end; a++, b++) {
      const difference = lower(U8[a]!) - lower(U8[b]!);
      if (difference !== 0 || U8[a] === 0) return difference;
    }
    return 0;
  }

  function strxfrm(to: number, from: number, size: number): number {
    const length = strlen(from);
    copy(to, from, Math.min(length + 1, size >>> 0));
    return length;
  }

  function strndup(text: number, limit: number): number {
    const length = strnlen(text, limit);
    const address = env.heap.allocate(length + 1);
    if (address === 0) return 0;
    copy(address, text, length);
    U8[(address + length) >>> 0] = 0;
    return address;
  }

  /** POSIX's form: fills the caller's buffer, gives an error number. */
  function strerror_r(number: number, buffer: number, size: number): number {
    const text = errorText(number);
    if (textSize(text) >= size >>> 0) return ERANGE;
    putText(env, buffer, text);
    return text.startsWith('Unknown error') ? EINVAL : 0;
  }

  return {
    strlen,
    strnlen,
    stpcpy,
    strcpy: (to: number, from: number) => {
      stpcpy(to, from);
      return to;
    },
    stpncpy,
    strncpy: (to: number, from: number, size: number) => {
      stpncpy(to, from, size);
      return to;
    },
    strcat,
    strncat,
    strlcpy,
    strlcat,
    strcmp,
    strcoll: strcmp,
    strncmp,
    strcasecmp: (left: number, right: number) => strncasecmp(left, right, -1),
    strncasecmp,
    strxfrm,
    strdup: (text: number) => strndup(text, strlen(text)),
    strndup,
    strerror: (number: number) => texts.address(errorText(number)),
    strerror_r,
    strsignal: (number: number) => texts.address(signalText(number)),
  };
};
