/**
 * <string.h>, of the str* functions that copy, join, compare and measure those that are not in C (string-*.c). (C99 7.21,
 * POSIX)
 * Results that C leaves open are glibc's: comparisons give the difference of the bytes.
 */
import type { LibraryFactory } from '../../runtime/abi.ts';
import { EINVAL, ERANGE, errorText } from './errno.ts';
import { find, lengthOf, putText, Texts, textSize } from './memory.ts';
import { signalText } from './signal.ts';

export const stringLibrary: LibraryFactory = (env) => {
  const { U8, copy } = env;
  const texts = new Texts(env);

  const strlen = (text: number) => lengthOf(env, text);

  /** strlen, but at most `limit`. */
  function strnlen(text: number, limit: number): number {
    const start = text >>> 0;
    const at = find(env, 0, start, start + (limit >>> 0));
    return at < 0 ? limit : at - start;
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
    __pgasc_string_length: strlen,
    strlcpy,
    strlcat,
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
