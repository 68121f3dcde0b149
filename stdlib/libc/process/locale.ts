/** <locale.h>: the "C" locale, which is also the one that "" and "POSIX" name. (C99 7.11) */
import type { LibraryFactory } from '../../../runtime/abi.ts';
import { Texts, textAt } from '../memory.ts';

const LC_ALL = 6;
const POINTERS = 10;
const CHARACTERS = 14;
const UNAVAILABLE = 127; // CHAR_MAX

export const localeLibrary: LibraryFactory = (env) => {
  const texts = new Texts(env);
  let conventions = 0;

  function setlocale(category: number, name: number): number {
    const known = name === 0 || ['', 'C', 'POSIX'].includes(textAt(env, name));
    return known && category >= 0 && category <= LC_ALL ? texts.address('C') : 0;
  }

  /** struct lconv: ten strings, of which only the decimal point is not empty, and fourteen chars. */
  function localeconv(): number {
    if (conventions !== 0) return conventions;
    conventions = env.heap.allocate(POINTERS * 4 + CHARACTERS);
    if (conventions === 0) return 0;
    const words = conventions >>> 2;
    env.I32[words] = texts.address('.');
    env.I32.fill(texts.address(''), words + 1, words + POINTERS);
    env.fill(conventions + POINTERS * 4, UNAVAILABLE, CHARACTERS);
    return conventions;
  }

  return { setlocale, localeconv };
};
