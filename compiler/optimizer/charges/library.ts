/**
 * What calls of C's library are charged: a model of what they do, as their own code is never counted.
 *
 * Takes: a function's name, the arguments and result of a call. Gives: amounts, once and by a size that the call tells: the product of some
 * arguments, or its result. Functions that are not here cost as much as any call: input and output, and what communicates, is for the machine's
 * model. What they call back (qsort's comparison) is the program's and charged there. Strings of unknown length count as SHORT bytes.
 */

import { binary, constF64, convert, local } from '../../ir/builders.ts';
import type { Amounts, Call, Expression } from '../../ir/ir.ts';
import { readsVolatile } from './segments.ts';

export interface LibraryCost {
  readonly once?: Amounts;
  /** By each of so many: of which the numbers of arguments are given, or the result. */
  readonly each?: Amounts;
  readonly of?: readonly number[] | 'result';
}

const SHORT = 16;
const flops = (count: number): LibraryCost => ({ once: { flops: count } });
const integers = (count: number): LibraryCost => ({ once: { integers: count } });
const bytes = (each: Amounts, ...of: readonly number[]): LibraryCost => ({ each, of });
const string = (...kinds: readonly ('loaded' | 'stored')[]): LibraryCost => ({
  once: { integers: SHORT, ...Object.fromEntries(kinds.map((kind) => [kind, SHORT])) },
});
const all = (names: string, cost: LibraryCost): [string, LibraryCost][] => names.split(' ').map((name) => [name, cost]);

const COPY: Amounts = { loaded: 1, stored: 1 };

/** Of functions on double; those on float and long double, with f or l behind the name, cost the same. */
const MATHEMATICS: ReadonlyMap<string, LibraryCost> = new Map([
  ...all('fabs copysign fmax fmin fdim nextafter nan', flops(1)),
  ...all('ceil floor trunc round rint nearbyint lround llround lrint llrint sqrt fma', flops(1)),
  ...all('frexp ldexp scalbn scalbln modf logb ilogb', flops(4)),
  ...all('fmod remainder remquo hypot cbrt', flops(10)),
  ...all('exp exp2 expm1 log log2 log10 log1p sin cos tan', flops(20)),
  ...all('asin acos atan atan2 sinh cosh tanh asinh acosh atanh', flops(30)),
  ...all('pow sincos erf erfc tgamma lgamma j0 j1 jn y0 y1 yn', flops(40)),
  ...all('cabs carg csqrt', flops(30)),
  ...all('cexp clog csin ccos ctan csinh ccosh ctanh casin cacos catan casinh cacosh catanh', flops(80)),
  ...all('cpow', flops(160)),
]);

const FUNCTIONS: ReadonlyMap<string, LibraryCost> = new Map([
  ...all('memcpy memmove mempcpy', bytes(COPY, 2)),
  ...all('bcopy', bytes(COPY, 2)),
  ...all('memset', bytes({ stored: 1 }, 2)),
  ...all('bzero', bytes({ stored: 1 }, 1)),
  ...all('memcmp bcmp', bytes({ loaded: 2 }, 2)),
  ...all('memchr memrchr', bytes({ loaded: 1 }, 2)),
  ...all('strncpy strncat', bytes(COPY, 2)),
  ...all('strncmp strncasecmp', bytes({ loaded: 2 }, 2)),
  ...all('strlen strnlen strspn strcspn', { each: { loaded: 1 }, of: 'result' as const }),
  ...all('strcmp strcoll strcasecmp strchr strrchr strstr strpbrk strtok strtok_r index rindex', string('loaded')),
  ...all('strcpy stpcpy strcat strdup', string('loaded', 'stored')),
  ...all('atoi atol atoll strtol strtoll strtoul strtoull', string('loaded')),
  ...all('atof strtod strtof strtold', { once: { flops: SHORT, loaded: SHORT } }),
  ...all('malloc free realloc memalign aligned_alloc posix_memalign', integers(50)),
  ...all('calloc', { once: { integers: 50 }, each: { stored: 1 }, of: [0, 1] }),
  ...all('rand random srand srandom rand_r lrand48 mrand48 nrand48 jrand48 srand48', integers(10)),
  ...all('drand48 erand48', { once: { integers: 10, flops: 1 } }),
  ...all('abs labs llabs', integers(1)),
  ...all('div ldiv lldiv', integers(2)),
  ...all(
    'isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit',
    integers(2),
  ),
  ...all('tolower toupper', integers(2)),
  // log2 of a usual number, for each element; what is compared is charged by who compares.
  ...all('qsort', bytes({ integers: 32, loaded: 32, stored: 32 }, 1)),
  ...all('bsearch', integers(32)),
]);

/** Those that have a row. */
export const CHARGED_FUNCTIONS: readonly string[] = [...FUNCTIONS.keys(), ...MATHEMATICS.keys()];

/** undefined of functions that are not the library's, or cost nothing but the call. */
export function libraryCost(name: string): LibraryCost | undefined {
  return FUNCTIONS.get(name) ?? MATHEMATICS.get(name) ?? MATHEMATICS.get(name.replace(/[fl]$/, ''));
}

/** What a call is charged by, as an f64; undefined where reading it once more would be another access. */
export function sizeOf({ of }: LibraryCost, call: Call): Expression | undefined {
  if (of === 'result') {
    const [name] = call.results;
    return name === undefined ? undefined : asNumber(local(name, call.signature.results[0] ?? 'i32'));
  }
  const sizes = (of ?? []).flatMap((index) => call.arguments[index] ?? []);
  if (sizes.length === 0 || sizes.some(readsVolatile)) return undefined;
  return sizes.map(asNumber).reduce((a, b) => binary('mul', a, b), constF64(1));
}

/** Sizes have no sign. */
const asNumber = (size: Expression): Expression => convert('f64', size, false);
