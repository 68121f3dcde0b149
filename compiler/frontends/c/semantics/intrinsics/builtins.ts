/**
 * The functions that exist without a declaration.
 *
 * Takes: a name. Gives: its FunctionSymbol. One idea: `__builtin_NAME` of a library function is that function
 * (`__builtin_memcpy` is bound to the symbol `memcpy`); what is left are the intrinsics below, whose calls lowering
 * spells out itself. An intrinsic's symbol has the intrinsic's name and is in none of the lists of Facts.
 *
 *     __builtin_expect, __builtin_assume_aligned   the first argument's value (the others are evaluated)
 *     __builtin_constant_p, __builtin_object_size  always a constant; arguments are not evaluated
 *     __builtin_inf*, __builtin_huge_val*          always a constant
 *     __builtin_nan*                               a constant when called with a literal
 *     __builtin_alloca                             memory until the function returns; also as `alloca`
 *     __builtin_trap                               ends the program as abort does
 *     __builtin_unreachable, __builtin_prefetch    nothing (arguments are evaluated)
 *     __sync_synchronize                           a fence
 *     __builtin_clz, ctz, popcount, parity, ffs, clrsb (none, l, ll); bswap16, 32, 64
 *     __builtin_isnan ... isunordered, signbit     tests; every floating argument comes in its own type
 *     __builtin_fpclassify(nan, inf, normal, subnormal, zero, x)   one of the first five
 *     __builtin_complex(re, im)                    the complex number of these parts, of the arguments' type
 *     __builtin_high_word, low_word, power_of_two  the halves of a double's bits; 2 to -1022 .. 1023 (the C library's)
 *     __builtin_equal_bytes, same_bytes            sixteen bytes compared at once (the C library's; lowering/intrinsics/byte-blocks.ts)
 *     __builtin_counterpart(address, thread)       the place at that offset in the thread's region (OpenSHMEM's library)
 *     __builtin_start_put(place, value)            a relaxed write through a pointer-to-shared, complete at the next fence (the same)
 *     __builtin_va_start(list, last), va_end(list), va_copy(to, from)   list, to: an lvalue without conversions;
 *                                                  last: not evaluated; from: a value
 *     __atomic_*, __sync_*                         atomic accesses (atomics.ts); fences
 *     __builtin_add_overflow, sub, mul; sadd ...   the result at the pointer, and whether it does not fit (overflow.ts)
 *     __builtin_frame_address(level)               the stack pointer at level 0, else the null pointer
 *     __builtin_return_address                     the null pointer
 *     __builtin_image_index, lcobound, ucobound, coshape, this_image   of a coarray, which is named and not evaluated
 */

import { missingName } from '../../../../diagnostics/suggestion.ts';
import type { Location } from '../../../../source/source.ts';
import type { Analysis } from '../analysis.ts';
import type { FunctionSymbol } from '../facts.ts';
import { compatible } from '../types/compatible.ts';
import { signature } from '../types/signature.ts';
import type { FunctionType, QualifiedType } from '../types/types.ts';
import { isAtomicFunction } from './atomics.ts';
import { isOverflowFunction } from './overflow.ts';

const INTRINSICS = table(`
  __builtin_expect l(ll)  __builtin_expect_with_probability l(lld)  __builtin_assume_aligned p(Pz.)
  __builtin_constant_p i(.)  __builtin_object_size z(Pi)
  __builtin_inf d()  __builtin_inff f()  __builtin_infl D()
  __builtin_huge_val d()  __builtin_huge_valf f()  __builtin_huge_vall D()
  __builtin_nan d(S)  __builtin_nanf f(S)  __builtin_nanl D(S)
  __builtin_alloca p(z)  alloca p(z)  __builtin_trap v()  __builtin_unreachable v()
  __builtin_prefetch v(P.)  __sync_synchronize v()
  __builtin_clz i(u)  __builtin_clzl i(L)  __builtin_clzll i(Q)
  __builtin_ctz i(u)  __builtin_ctzl i(L)  __builtin_ctzll i(Q)
  __builtin_popcount i(u)  __builtin_popcountl i(L)  __builtin_popcountll i(Q)
  __builtin_parity i(u)  __builtin_parityl i(L)  __builtin_parityll i(Q)
  __builtin_ffs i(i)  __builtin_ffsl i(l)  __builtin_ffsll i(q)
  __builtin_clrsb i(i)  __builtin_clrsbl i(l)  __builtin_clrsbll i(q)
  __builtin_bswap16 h(h)  __builtin_bswap32 u(u)  __builtin_bswap64 L(L)
  __builtin_isnan i(.)  __builtin_isinf i(.)  __builtin_isinf_sign i(.)  __builtin_isfinite i(.)
  __builtin_isnormal i(.)  __builtin_signbit i(.)  __builtin_fpclassify i(iiiii.)
  __builtin_isgreater i(.)  __builtin_isgreaterequal i(.)  __builtin_isless i(.)  __builtin_islessequal i(.)
  __builtin_islessgreater i(.)  __builtin_isunordered i(.)
  __builtin_complex C(dd)
  __builtin_high_word i(d)  __builtin_low_word i(d)  __builtin_power_of_two d(i)
  __builtin_equal_bytes u(Pi)  __builtin_same_bytes u(PP)  __builtin_counterpart x(Pi)
  __builtin_start_put v(.)
  __builtin_va_start v(a.)  __builtin_va_end v(a)  __builtin_va_copy v(aa)
  __builtin_image_index i(.)  __builtin_this_image i(.)
  __builtin_lcobound i(.)  __builtin_ucobound i(.)  __builtin_coshape i(.)
  __atomic_thread_fence v(i)  __atomic_signal_fence v(i)
  __atomic_is_lock_free b(zP)  __atomic_always_lock_free b(zP)
  __builtin_frame_address p(u)  __builtin_return_address p(u)
`);

const LIBRARY = table(`
  memcpy p(pPz)  memmove p(pPz)  memset p(piz)  memcmp i(PPz)  memchr p(Piz)  bcmp i(PPz)  bzero v(pz)  bcopy v(PPz)
  strlen z(S)  strcpy s(sS)  strncpy s(sSz)  strcat s(sS)  strncat s(sSz)  strcmp i(SS)  strncmp i(SSz)
  strchr s(Si)  strrchr s(Si)  strstr s(SS)  strspn z(SS)  strcspn z(SS)  strpbrk s(SS)  strdup s(S)  strndup s(Sz)
  strcasecmp i(SS)  strncasecmp i(SSz)  stpcpy s(sS)  index s(Si)  rindex s(Si)  mempcpy p(pPz)
  malloc p(z)  calloc p(zz)  realloc p(pz)  free v(p)  abort v()  exit v(i)  _exit v(i)  _Exit v(i)
  abs i(i)  labs l(l)  llabs q(q)
  printf i(S.)  puts i(S)  putchar i(i)  sprintf i(sS.)  snprintf i(szS.)  scanf i(S.)  sscanf i(SS.)
  fprintf i(pS.)  fscanf i(pS.)  vfprintf i(pSa)  vfscanf i(pSa)  open i(Si.)  fcntl i(ii.)
  vprintf i(Sa)  vsprintf i(sSa)  vsnprintf i(szSa)  vscanf i(Sa)  vsscanf i(SSa)
  isalnum i(i)  isalpha i(i)  isblank i(i)  iscntrl i(i)  isdigit i(i)  isgraph i(i)  islower i(i)  isprint i(i)
  ispunct i(i)  isspace i(i)  isupper i(i)  isxdigit i(i)  tolower i(i)  toupper i(i)
  cabs d(C)  carg d(C)  creal d(C)  cimag d(C)  cabsf f(F)  cargf f(F)  crealf f(F)  cimagf f(F)
  conj C(C)  cexp C(C)  clog C(C)  csqrt C(C)  csin C(C)  ccos C(C)  cpow C(CC)  conjf F(F)  cexpf F(F)  csqrtf F(F)
  ${floating('d(d)', 'sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 expm1 log log2 log10 log1p')}
  ${floating('d(d)', 'sqrt cbrt fabs floor ceil trunc round rint nearbyint erf erfc lgamma tgamma logb')}
  ${floating('d(dd)', 'pow atan2 fmod hypot fmax fmin fdim copysign remainder nextafter')}
  ${floating('d(ddd)', 'fma')}
  ${floating('d(di)', 'ldexp scalbn')}  ${floating('d(dl)', 'scalbln')}  ${floating('d(dI)', 'frexp')}
  ${floating('l(d)', 'lrint lround')}  ${floating('q(d)', 'llrint llround')}  ${floating('i(d)', 'ilogb')}
  modf d(dE)
`);

/** Names with and without the suffixes f and l, in the notation of a table. */
function floating(type: string, names: string): string {
  const forType = (letter: string) => type.replaceAll('d', letter);
  return names
    .split(' ')
    .map((name) => `${name} ${type}  ${name}f ${forType('f')}  ${name}l ${forType('D')}`)
    .join('  ');
}

function table(text: string): ReadonlyMap<string, string> {
  const words = text.trim().split(/\s+/);
  const rows = new Map<string, string>();
  for (let at = 0; at + 1 < words.length; at += 2) rows.set(words[at] as string, words[at + 1] as string);
  return rows;
}

const NEVER_RETURNS = /^(__builtin_trap|__builtin_unreachable|abort|exit|_exit|_Exit)$/;

/** True for the symbol of an intrinsic: a function that lowering spells out itself. */
export function isIntrinsic({ name, definition, implicit }: FunctionSymbol): boolean {
  return (INTRINSICS.has(name) || isTyped(name)) && !definition && !implicit;
}

/** Functions whose types are those of their arguments. */
const isTyped = (name: string): boolean => isAtomicFunction(name) || isOverflowFunction(name);

/** The function that `__builtin_NAME`, `alloca` or `__sync_synchronize` stands for; undefined for other names. */
export function builtinFunction(a: Analysis, name: string, location: Location): FunctionSymbol | undefined {
  const intrinsic = isTyped(name) ? 'v(.)' : INTRINSICS.get(name);
  if (intrinsic) return intrinsicSymbol(a, name, intrinsic, location);
  if (!name.startsWith('__builtin_')) return undefined;
  const library = name.slice('__builtin_'.length);
  const type = LIBRARY.get(library);
  return type === undefined ? undefined : librarySymbol(a, library, signature(type), location, false);
}

function intrinsicSymbol(a: Analysis, name: string, type: string, location: Location): FunctionSymbol {
  const known = a.intrinsics.get(name);
  if (known) return known;
  const symbol = functionSymbol(name, signature(type), location, false);
  a.intrinsics.set(name, symbol);
  return symbol;
}

function functionSymbol(name: string, type: FunctionType, location: Location, implicit: boolean): FunctionSymbol {
  return {
    kind: 'function',
    name,
    type: { type },
    linkage: 'external',
    inline: false,
    noreturn: NEVER_RETURNS.test(name),
    implicit,
    location,
  };
}

/** The program's own declaration of a library function, or a new one. */
function librarySymbol(
  a: Analysis,
  name: string,
  type: FunctionType,
  location: Location,
  implicit: boolean,
): FunctionSymbol {
  const known = a.linked.get(name);
  if (known?.kind === 'function') return known;
  const symbol = functionSymbol(name, type, location, implicit);
  if (!known) a.linked.set(name, symbol);
  a.functionSymbols.push(symbol);
  return symbol;
}

/** The type of the library function that is declared without a prototype, with the same result. */
export function libraryPrototype({ name, type }: FunctionSymbol): QualifiedType | undefined {
  const library = LIBRARY.get(name);
  if (library === undefined || type.type.kind !== 'function' || type.type.parameters) return undefined;
  const known = signature(library);
  return compatible(known.result, type.type.result) ? { type: known } : undefined;
}

/** C90's declaration by first use: a warning, and `int name()`, or the type known for a library function. */
export function implicitFunction(a: Analysis, name: string, location: Location): FunctionSymbol {
  const known = a.linked.get(name);
  const library = LIBRARY.get(name);
  if (known?.kind !== 'function' || known.implicit) {
    const candidates = library === undefined ? [...a.scope.visibleNames(), 'return'] : [];
    const { hint, fixes } = missingName(name, candidates, location, a.options.headerOf, true);
    const text = `implicit declaration of function '${name}'${hint}`;
    a.warning('SEM3005', 'implicit-function-declaration', text, location, [], fixes);
  }
  const type = library === undefined ? signature('i()') : signature(library);
  const withoutPrototype: FunctionType = { kind: 'function', result: type.result, variadic: false };
  const symbol = librarySymbol(a, name, library === undefined ? withoutPrototype : type, location, true);
  a.scope.file.ordinary.set(name, symbol);
  return symbol;
}
