/**
 * <math.h>, what is not in C (math/*.c): every function in its three forms, f for float and l for long double, which is
 * double. (C99 7.12)
 * The idea: a table of functions on doubles; the float form rounds once more, and both report errors by the result:
 * a NaN from numbers is EDOM, an infinity from finite numbers ERANGE, and so is a zero where `VANISHING` says that
 * only underflow gives one. (Direct calls of some become operators, which leave errno alone.)
 */
import type { LibraryFactory, NativeFunction } from '../../../runtime/abi.ts';
import { EDOM, ERANGE, setErrno } from '../errno.ts';
import { j0, j1, y0, y1 } from './bessel.ts';
import { fma, fmaf } from './fma.ts';
import { tgamma } from './gamma.ts';
import { pointersLibrary } from './pointers.ts';
import { copysign, ilogb, logb, nextafter, nextafterf, scalbn } from './representation.ts';
import { fdim, fmax, fmin, rint, round, toLong } from './rounding.ts';

type Unary = (x: number) => number;
type Binary = (x: number, y: number) => number;

const significand: Unary = (x) => (x === 0 || !Number.isFinite(x) ? x : scalbn(x, -ilogb(x)));
/** 2^y has to be meant: a y that is no integer is an error. */
const scalb: Binary = (x, y) => {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  if (!Number.isFinite(y)) return y > 0 ? x * y : x / -y;
  return y === Math.trunc(y) ? scalbn(x, Math.max(-5000, Math.min(5000, y))) : Number.NaN;
};

/** Functions of one number that can fail. */
const UNARY: Readonly<Record<string, Unary>> = {
  ...{ j0, j1, logb, significand, sqrt: Math.sqrt, tgamma, y0, y1 },
};
const BINARY: Readonly<Record<string, Binary>> = {
  ...{ fdim, scalb },
};
/** Exact in float where the argument is a float, and without errors. */
const EXACT: Readonly<Record<string, NativeFunction>> = {
  ...{ fabs: Math.abs, ceil: Math.ceil, floor: Math.floor, trunc: Math.trunc, rint, nearbyint: rint, roundeven: rint },
  ...{ round, copysign, fmax, fmin, ilogb },
  lrint: (x: number) => toLong(rint(x)),
  llrint: (x: number) => toLong(rint(x)),
  lround: (x: number) => toLong(round(x)),
  llround: (x: number) => toLong(round(x)),
  finite: (x: number) => Number(Number.isFinite(x)),
  isnan: (x: number) => Number(Number.isNaN(x)),
  isinf: (x: number) => (Number.isFinite(x) || Number.isNaN(x) ? 0 : Math.sign(x)),
};
const VANISHING = new Set(['tgamma', 'scalbn', 'scalbln', 'ldexp']);

export const mathLibrary: LibraryFactory = (env) => {
  const library: Record<string, NativeFunction> = {};

  /** Looks at a result that is 0 or no finite number. */
  function report(result: number, vanishing: boolean, x: number, y: number): number {
    if (Number.isNaN(result)) {
      if (!Number.isNaN(x) && !Number.isNaN(y)) setErrno(env, EDOM);
    } else if (Number.isFinite(x) && Number.isFinite(y) && (result !== 0 || (vanishing && x !== 0))) {
      setErrno(env, ERANGE);
    }
    return result;
  }

  const isOrdinary = (result: number) => result - result === 0 && result !== 0;

  function defineUnary(name: string, f: Unary): void {
    const vanishing = VANISHING.has(name);
    library[name] = library[`${name}l`] = (x: number) => {
      const result = f(x);
      return isOrdinary(result) ? result : report(result, vanishing, x, 0);
    };
    library[`${name}f`] = (x: number) => {
      const result = Math.fround(f(x));
      return isOrdinary(result) ? result : report(result, vanishing, x, 0);
    };
  }

  /** The second argument may be an int. */
  function defineBinary(name: string, f: Binary): void {
    const vanishing = VANISHING.has(name);
    library[name] = library[`${name}l`] = (x: number, y: number) => {
      const result = f(x, y);
      return isOrdinary(result) ? result : report(result, vanishing, x, y);
    };
    library[`${name}f`] = (x: number, y: number) => {
      const result = Math.fround(f(x, y));
      return isOrdinary(result) ? result : report(result, vanishing, x, y);
    };
  }

  function defineSame(name: string, double: NativeFunction, float: NativeFunction): void {
    library[name] = library[`${name}l`] = double;
    library[`${name}f`] = float;
  }

  const next: Binary = (x, y) => {
    const result = nextafter(x, y);
    return isOrdinary(result) ? result : report(result, true, x, y);
  };
  const nextf: Binary = (x, y) => {
    const result = nextafterf(x, y);
    return isOrdinary(result) ? result : report(result, true, x, y);
  };
  const long = (n: bigint) => Number(n < -5000n ? -5000n : n > 5000n ? 5000n : n);

  for (const [name, f] of Object.entries(UNARY)) defineUnary(name, f);
  for (const [name, f] of Object.entries(BINARY)) defineBinary(name, f);
  for (const [name, f] of Object.entries(EXACT)) defineSame(name, f, f);
  defineBinary('ldexp', scalbn);
  defineBinary('scalbn', scalbn);
  for (const suffix of ['', 'l', 'f']) {
    const scale = library[`scalbn${suffix}`]!;
    library[`scalbln${suffix}`] = (x: number, n: bigint) => scale(x, long(n));
  }
  defineSame('nextafter', next, nextf);
  defineSame('nexttoward', next, nextf);
  defineSame('fma', fma, fmaf);
  return { ...library, ...pointersLibrary(env, report) };
};
