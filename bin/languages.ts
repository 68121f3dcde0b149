/**
 * The language of each source file, as -x and -std= choose it.
 *
 * One idea: -x says it for the files behind it; else a name that ends in .c is C where -std= names a standard of C, and
 * all others are UPC, which has C in it.
 */
import { extname } from 'node:path';
import type { Dialect, Standard } from '../compiler/frontends/c/lexer/dialect.ts';
import { UsageError } from './argv.ts';

const LANGUAGES: Readonly<Record<string, Dialect['language']>> = {
  ...{ c: 'c', 'c-header': 'c', 'cpp-output': 'c' },
  upc: 'upc',
};

/** gcc's names behind c and gnu, and those of ISO; later ones than C17 are taken as C17. */
const YEARS: Readonly<Record<string, Standard['year']>> = {
  ...{ '89': 1990, '90': 1990, '99': 1999, '9x': 1999, '11': 2011, '1x': 2011, '17': 2017, '18': 2017 },
  ...{ '2x': 2017, '23': 2017 },
  ...{ '9899:1990': 1990, '9899:199409': 1995, '9899:1999': 1999, '9899:199x': 1999 },
  ...{ '9899:2011': 2011, '9899:2017': 2017, '9899:2018': 2017 },
};

/** The standard of -std=NAME. */
export function standardOf(name: string): Standard {
  const [, kind, version] = /^(c|gnu|iso)(.*)$/.exec(name) ?? [];
  const year = YEARS[version ?? ''];
  if (year === undefined || (kind === 'iso') !== version?.startsWith('9899:'))
    throw new UsageError(`-std=${name}: the standards are c89, c99, c11, c17, and gnu89 to gnu17`);
  return { year, gnu: kind === 'gnu' };
}

/** The dialect of a file; `asked` is -x's word. */
export function dialectOf(path: string, asked: string | undefined, standard: Standard | undefined): Dialect {
  if (asked !== undefined && asked !== 'none') return { language: languageOf(asked), standard };
  return { language: standard !== undefined && extname(path) === '.c' ? 'c' : 'upc', standard };
}

function languageOf(asked: string): Dialect['language'] {
  const language = LANGUAGES[asked];
  if (language === undefined) throw new UsageError(`-x ${asked}: the languages are c, upc and none`);
  return language;
}
