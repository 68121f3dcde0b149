/**
 * A compact notation for the types of library functions: `p(pPz)` is void *(void *, const void *, size_t).
 *
 * Letters: v void, b _Bool, c char, h unsigned short, i int, u unsigned int, l long, L unsigned long, q long long,
 * Q unsigned long long, z size_t, f float, d double, D long double, F/C float/double _Complex, p void *,
 * P const void *, s char *, S const char *, a va_list, I int *, E double *, x shared [] char *; `.` is the rest of a variadic function.
 */
import {
  BOOL,
  CHAR,
  complexOf,
  DOUBLE,
  FLOAT,
  INT,
  LONG,
  LONG_DOUBLE,
  LONG_LONG,
  pointerTo,
  SIZE,
  UNSIGNED_INT,
  UNSIGNED_LONG,
  UNSIGNED_LONG_LONG,
  UNSIGNED_SHORT,
  VOID,
} from './primitives.ts';
import type { CType, FunctionType } from './types.ts';

/** `va_list` is a pointer to the next variable argument. */
export const VA_LIST: CType = pointerTo({ type: CHAR });

const LETTERS: Record<string, CType> = {
  v: VOID,
  b: BOOL,
  c: CHAR,
  h: UNSIGNED_SHORT,
  i: INT,
  u: UNSIGNED_INT,
  l: LONG,
  L: UNSIGNED_LONG,
  q: LONG_LONG,
  Q: UNSIGNED_LONG_LONG,
  z: SIZE,
  f: FLOAT,
  d: DOUBLE,
  D: LONG_DOUBLE,
  F: complexOf(FLOAT),
  C: complexOf(DOUBLE),
  p: pointerTo({ type: VOID }),
  P: pointerTo({ type: VOID, const: true }),
  s: pointerTo({ type: CHAR }),
  S: pointerTo({ type: CHAR, const: true }),
  a: VA_LIST,
  I: pointerTo({ type: INT }),
  E: pointerTo({ type: DOUBLE }),
  x: pointerTo({ type: CHAR, shared: { block: 0 } }),
};

/** The function type that the notation spells. */
export function signature(text: string): FunctionType {
  const letters = text.slice(2, -1);
  const variadic = letters.endsWith('.');
  const parameters = [...letters.replace('.', '')].map((letter) => ({ type: LETTERS[letter] as CType }));
  return { kind: 'function', result: { type: LETTERS[text[0] as string] as CType }, parameters, variadic };
}
