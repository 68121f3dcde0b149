/**
 * Dialects: C or UPC, by one of C's standards, as -x and -std= choose them.
 *
 * One idea: a dialect takes words away from the keywords; all else that a standard brought is there in each.
 */
import { advice, type Note } from '../../../diagnostics/diagnostic.ts';
import { type Token, UPC_WORDS } from './token.ts';

export interface Dialect {
  /** In C, UPC's words are names, but for those in the compiler's own headers. */
  readonly language: 'c' | 'upc';
  /** Undefined where -std= says nothing. */
  readonly standard?: Standard;
}

/** A standard of C; `gnu`: with GNU's words beside it, `asm` and `typeof`. */
export interface Standard {
  readonly year: 1990 | 1995 | 1999 | 2011 | 2017;
  readonly gnu: boolean;
}

/** Keywords that are names in a dialect: UPC's words in C, GNU's and C99's in the standards that have not got them. */
export function namesIn({ language, standard }: Dialect): ReadonlySet<string> {
  const early = standard !== undefined && standard.year < 1999;
  return new Set([
    ...(language === 'c' ? UPC_WORDS : []),
    ...(standard?.gnu === false ? ['asm', 'typeof'] : []),
    ...(early ? ['restrict'] : []),
    ...(early && !standard.gnu ? ['inline'] : []),
  ]);
}

/** Headers of libraries whose programs run on all threads, in C too. */
const PARALLEL = /(^|\/)(b?upc(_\w+)?|pupc|coarray|xmp|gasnet(_\w+)?)\.h$/;

/**
 * Is this C that knows of no threads beside its own? It was said to be C, or is a `.c` file without a word of UPC; `files` are
 * all that it includes.
 */
export function isSerial(
  name: string,
  files: readonly string[],
  tokens: readonly Pick<Token, 'kind' | 'text'>[],
  dialect: Dialect | undefined,
): boolean {
  if (files.some((each) => PARALLEL.test(each))) return false;
  if (dialect?.language === 'c') return true;
  return name.endsWith('.c') && !tokens.some(({ kind, text }) => kind === 'keyword' && OF_UPC.has(text));
}

const OF_UPC: ReadonlySet<string> = new Set(UPC_WORDS);

/** Words of C++ that are names in C. */
const CPLUSPLUS: ReadonlySet<string> = new Set(
  'class namespace template typename using new delete nullptr public private virtual operator std cout cin endl throw catch'.split(
    ' ',
  ),
);
export const IS_CPLUSPLUS = 'pgasc compiles C and UPC';

/** Advice for a word of another language: UPC's in C, a keyword in UPC that was meant as a name, C++'s. */
export function dialectNotes(words: readonly { kind: string; text: string }[]): Note[] {
  const word = words.find(({ kind, text }) => UPC_WORDS.includes(text) && !(kind === 'keyword' && /^upc_/.test(text)));
  const foreign = words.find(({ text }) => CPLUSPLUS.has(text));
  if (!word) return foreign ? advice(`'${foreign.text}' is C++; ${IS_CPLUSPLUS}`) : [];
  return word.kind === 'keyword'
    ? advice(`'${word.text}' is a keyword in UPC and cannot be used as a name; a program in C is compiled with -x c`)
    : advice(
        `'${word.text}' is a word of UPC, and this file is compiled as C; a program in UPC is compiled with -x upc`,
      );
}
