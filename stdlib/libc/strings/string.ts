/**
 * <string.h>, of the str* functions those that are not in C (string-*.c): texts that the library owns, and what happens
 * where no string is given. (C99 7.21.6.2, POSIX)
 */
import type { LibraryFactory } from '../../../runtime/abi.ts';
import { EINVAL, ERANGE, errorText } from '../errno.ts';
import { lengthOf, putText, Texts, textSize } from '../memory.ts';
import { signalText } from '../process/signal.ts';

export const stringLibrary: LibraryFactory = (env) => {
  const texts = new Texts(env);

  /** POSIX's form: fills the caller's buffer, gives an error number. */
  function strerror_r(number: number, buffer: number, size: number): number {
    const text = errorText(number);
    if (textSize(text) >= size >>> 0) return ERANGE;
    putText(env, buffer, text);
    return text.startsWith('Unknown error') ? EINVAL : 0;
  }

  return {
    __pgasc_string_length: (text: number) => lengthOf(env, text),
    strerror: (number: number) => texts.address(errorText(number)),
    strerror_r,
    strsignal: (number: number) => texts.address(signalText(number)),
  };
};
