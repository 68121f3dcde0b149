/**
 * Predefined macros (C99 6.10.8, UPC 1.3, predefined macro names) and those of the command line.
 *
 * One idea: both are text in the manner of a header, so they are scanned, defined and pointed at like any other
 * macro. No version of gcc is claimed: __GNUC__ stays undefined. `long` has 64 bits, pointers 32.
 */

import type { CompilerOptions } from '../../../options.ts';
import { positionOf, type SourceFile, sourceFile, spelledAt } from '../../../source/source.ts';
import type { Standard } from '../lexer/dialect.ts';
import { PPToken } from '../lexer/preprocessing-token.ts';
import { quote } from './spelling.ts';
import type { State } from './state.ts';

export const PREDEFINED_FILE = '<built-in>';
export const COMMAND_LINE_FILE = '<command-line>';

/** Largest block size; a phase must fit 32 bits with room for sums. */
export const MAX_BLOCK_SIZE = 1073741823;

/** Macros that a program may neither define nor undefine. */
export const UPC_MACROS: ReadonlySet<string> = new Set([
  '__UPC__',
  '__UPC_VERSION__',
  '__UPC_STATIC_THREADS__',
  '__UPC_DYNAMIC_THREADS__',
  'UPC_MAX_BLOCK_SIZE',
]);

const LANGUAGE = `
__STDC__ 1
__STDC_HOSTED__ 1
__STDC_IEC_559__ 1
__STDC_IEC_559_COMPLEX__ 1
__PGASC__ 1
__unix__ 1
__unix 1
__linux__ 1
__linux 1
__ATOMIC_RELAXED 0
__ATOMIC_CONSUME 1
__ATOMIC_ACQUIRE 2
__ATOMIC_RELEASE 3
__ATOMIC_ACQ_REL 4
__ATOMIC_SEQ_CST 5
__ORDER_LITTLE_ENDIAN__ 1234
__ORDER_BIG_ENDIAN__ 4321
__ORDER_PDP_ENDIAN__ 3412
__BYTE_ORDER__ __ORDER_LITTLE_ENDIAN__
__FLOAT_WORD_ORDER__ __ORDER_LITTLE_ENDIAN__`;

const UPC = `
__UPC__ 1
__UPC_VERSION__ 201311L
__UPC_COLLECTIVE__ 1
__UPC_TICK__ 1
__UPC_NB__ 1
__UPC_ATOMIC__ 1
__UPC_PUPC__ 1
__UPC_CASTABLE__ 1
__UPC_IO__ 1
UPC_MAX_BLOCK_SIZE ${MAX_BLOCK_SIZE}`;

/** __STDC_VERSION__ of each standard; the first had none. */
const VERSIONS: Readonly<Record<Standard['year'], string>> = {
  1990: '',
  1995: '\n__STDC_VERSION__ 199409L',
  1999: '\n__STDC_VERSION__ 199901L',
  2011: '\n__STDC_VERSION__ 201112L',
  2017: '\n__STDC_VERSION__ 201710L',
};
const DEFAULT: Standard = { year: 1999, gnu: true };

const SIZES = `
__CHAR_BIT__ 8
__BIGGEST_ALIGNMENT__ 16
__SIZEOF_SHORT__ 2
__SIZEOF_INT__ 4
__SIZEOF_LONG__ 8
__SIZEOF_LONG_LONG__ 8
__SIZEOF_POINTER__ 4
__SIZEOF_SIZE_T__ 4
__SIZEOF_PTRDIFF_T__ 4
__SIZEOF_WCHAR_T__ 4
__SIZEOF_WINT_T__ 4
__SIZEOF_FLOAT__ 4
__SIZEOF_DOUBLE__ 8
__SIZEOF_LONG_DOUBLE__ 8
__SCHAR_MAX__ 0x7f
__SHRT_MAX__ 0x7fff
__INT_MAX__ 0x7fffffff
__LONG_MAX__ 0x7fffffffffffffffL
__LONG_LONG_MAX__ 0x7fffffffffffffffLL
__SIZE_MAX__ 0xffffffffU
__PTRDIFF_MAX__ 0x7fffffff
__INTPTR_MAX__ 0x7fffffff
__UINTPTR_MAX__ 0xffffffffU
__INTMAX_MAX__ 0x7fffffffffffffffL
__UINTMAX_MAX__ 0xffffffffffffffffUL
__WCHAR_MAX__ 0x7fffffff
__WCHAR_MIN__ (-__WCHAR_MAX__ - 1)
__WINT_MAX__ 0xffffffffU
__WINT_MIN__ 0U
__INT8_MAX__ 0x7f
__INT16_MAX__ 0x7fff
__INT32_MAX__ 0x7fffffff
__INT64_MAX__ 0x7fffffffffffffffL
__UINT8_MAX__ 0xff
__UINT16_MAX__ 0xffff
__UINT32_MAX__ 0xffffffffU
__UINT64_MAX__ 0xffffffffffffffffUL
__SCHAR_WIDTH__ 8
__SHRT_WIDTH__ 16
__INT_WIDTH__ 32
__LONG_WIDTH__ 64
__LONG_LONG_WIDTH__ 64
__SIZE_WIDTH__ 32
__PTRDIFF_WIDTH__ 32`;

const TYPES = `
__SIZE_TYPE__ unsigned int
__PTRDIFF_TYPE__ int
__INTPTR_TYPE__ int
__UINTPTR_TYPE__ unsigned int
__WCHAR_TYPE__ int
__WINT_TYPE__ unsigned int
__INTMAX_TYPE__ long int
__UINTMAX_TYPE__ long unsigned int
__INT8_TYPE__ signed char
__INT16_TYPE__ short int
__INT32_TYPE__ int
__INT64_TYPE__ long int
__UINT8_TYPE__ unsigned char
__UINT16_TYPE__ short unsigned int
__UINT32_TYPE__ unsigned int
__UINT64_TYPE__ long unsigned int
__INT_LEAST8_TYPE__ signed char
__INT_LEAST16_TYPE__ short int
__INT_LEAST32_TYPE__ int
__INT_LEAST64_TYPE__ long int
__UINT_LEAST8_TYPE__ unsigned char
__UINT_LEAST16_TYPE__ short unsigned int
__UINT_LEAST32_TYPE__ unsigned int
__UINT_LEAST64_TYPE__ long unsigned int
__INT_FAST8_TYPE__ signed char
__INT_FAST16_TYPE__ long int
__INT_FAST32_TYPE__ long int
__INT_FAST64_TYPE__ long int
__UINT_FAST8_TYPE__ unsigned char
__UINT_FAST16_TYPE__ long unsigned int
__UINT_FAST32_TYPE__ long unsigned int
__UINT_FAST64_TYPE__ long unsigned int
__INTMAX_C(c) c ## L
__UINTMAX_C(c) c ## UL
__INT8_C(c) c
__INT16_C(c) c
__INT32_C(c) c
__INT64_C(c) c ## L
__UINT8_C(c) c
__UINT16_C(c) c
__UINT32_C(c) c ## U
__UINT64_C(c) c ## UL`;

const DOUBLE = {
  digits: [53, 15, 17, -1021, 1024, -307, 308],
  values: [
    '1.79769313486231570814527423731704357e+308',
    '2.22507385850720138309023271733240406e-308',
    '2.22044604925031308084726333618164062e-16',
    '4.94065645841246544176568792868221372e-324',
  ],
} as const;

/** Properties of the floating types; long double is double. */
const FLOATING = [
  {
    prefix: 'FLT',
    suffix: 'F',
    digits: [24, 6, 9, -125, 128, -37, 38],
    values: [
      '3.40282346638528859811704183484516925e+38',
      '1.17549435082228750796873653722224568e-38',
      '1.19209289550781250000000000000000000e-7',
      '1.40129846432481707092372958328991613e-45',
    ],
  },
  { prefix: 'DBL', suffix: '', ...DOUBLE },
  { prefix: 'LDBL', suffix: 'L', ...DOUBLE },
] as const;

const DIGIT_NAMES = ['MANT_DIG', 'DIG', 'DECIMAL_DIG', 'MIN_EXP', 'MAX_EXP', 'MIN_10_EXP', 'MAX_10_EXP'];
const VALUE_NAMES = ['MAX', 'MIN', 'EPSILON', 'DENORM_MIN'];

/** The predefined macros as a file of definitions. */
export function predefinedFile(options: CompilerOptions): SourceFile {
  const { language = 'upc', standard = DEFAULT } = options.dialect ?? {};
  const environment = options.threads === undefined ? '__UPC_DYNAMIC_THREADS__ 1' : '__UPC_STATIC_THREADS__ 1';
  const upc = language === 'upc' ? `${UPC}\n${environment}` : '';
  const strict = standard.gnu ? '' : '\n__STRICT_ANSI__ 1';
  const optimizing = options.optimize > 0 ? '\n__OPTIMIZE__ 1' : '';
  const simulated = options.charged ? '\nPGAS_SIM 1' : '';
  const all = `${LANGUAGE}${VERSIONS[standard.year]}${strict}${upc}${optimizing}${simulated}${SIZES}${TYPES}${floatingMacros()}`;
  return sourceFile(PREDEFINED_FILE, all.trim().replace(/^/gm, '#define '), true);
}

/** -D and -U as a file of directives. */
export function commandLineFile(options: CompilerOptions): SourceFile {
  const lines = options.macros.map(({ name, text }) =>
    text === undefined ? `#undef ${name}` : `#define ${name} ${text.replace(/[\r\n]+/g, ' ')}`,
  );
  return sourceFile(COMMAND_LINE_FILE, lines.join('\n'));
}

function floatingMacros(): string {
  const lines = ['', '__FLT_RADIX__ 2', '__FLT_EVAL_METHOD__ 0', '__DECIMAL_DIG__ 17'];
  for (const { prefix, suffix, digits, values } of FLOATING) {
    digits.forEach((digit, k) => {
      lines.push(`__${prefix}_${DIGIT_NAMES[k]}__ ${digit < 0 ? `(${digit})` : digit}`);
    });
    values.forEach((value, k) => {
      lines.push(`__${prefix}_${VALUE_NAMES[k]}__ ${value}${suffix}`);
    });
    for (const name of ['DENORM', 'INFINITY', 'QUIET_NAN']) lines.push(`__${prefix}_HAS_${name}__ 1`);
  }
  return lines.join('\n');
}

/** Defines the macros whose text depends on where or when they are used. */
export function defineBuiltins(state: State, file: SourceFile): void {
  const [date, time] = dateAndTime(state.options.now);
  const text = (value: string) => (use: PPToken) => use.replaced('string', quote(value));
  const number = (value: (use: PPToken) => number) => (use: PPToken) => use.replaced('number', String(value(use)));
  const builtins: Record<string, (use: PPToken) => PPToken> = {
    __FILE__: (use) => use.replaced('string', quote(positionOf(spelledAt(use)).name)),
    __FILE_NAME__: (use) => use.replaced('string', quote(baseName(positionOf(spelledAt(use)).name))),
    __BASE_FILE__: text(state.main.name),
    __LINE__: number((use) => positionOf(spelledAt(use)).line),
    __DATE__: text(date),
    __TIME__: text(time),
    __COUNTER__: number(() => state.counter++),
    __INCLUDE_LEVEL__: number(() => state.readers.length - 1),
  };
  for (const [name, builtin] of Object.entries(builtins)) {
    const location = new PPToken('identifier', name, file, 0, 0, true, false);
    const fixed = { parameters: undefined, variadic: false, body: [], uses: [], disabled: false };
    state.macros.set(name, { name, location, builtin, ...fixed });
  }
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** "Mmm dd yyyy" and "hh:mm:ss" (6.10.8). */
function dateAndTime(now: Date): [string, string] {
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${MONTHS[now.getMonth()]} ${String(now.getDate()).padStart(2)} ${now.getFullYear()}`;
  return [date, `${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`];
}
