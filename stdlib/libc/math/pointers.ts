/**
 * Functions of <math.h> with a second result, which goes to where a pointer says, or with an integer argument.
 * (C99 7.12.6.4, 7.12.6.12, 7.12.8.3, 7.12.10.3; POSIX)
 */
import type { LibraryEnvironment, NativeFunction } from '../../../runtime/abi.ts';
import { jn, yn } from './bessel.ts';
import { lgamma } from './gamma.ts';
import { copysign, exponentOf, scalbn } from './representation.ts';
import { divide } from './rounding.ts';

type Report = (result: number, vanishing: boolean, x: number, y: number) => number;

export function pointersLibrary(env: LibraryEnvironment, report: Report): Record<string, NativeFunction> {
  const { I32, F32, F64 } = env;
  const same = (x: number) => x;
  let signgam = 0;

  function signLocation(): number {
    signgam ||= env.heap.allocate(4);
    return signgam;
  }

  /** x = m 2^e, 1/2 <= |m| < 1. */
  function frexp(x: number, exponent: number): number {
    const finite = x !== 0 && Number.isFinite(x);
    const e = finite ? exponentOf(x) + 1 : 0;
    I32[exponent >>> 2] = e;
    return finite ? scalbn(x, -e) : x;
  }

  /** The fraction; the whole part goes to the pointer. Both have x's sign. */
  function fraction(x: number, whole: number): number {
    return copysign(Math.abs(x) === Number.POSITIVE_INFINITY ? 0 : x - whole, x);
  }
  function modf(x: number, place: number): number {
    F64[place >>> 3] = Math.trunc(x);
    return fraction(x, Math.trunc(x));
  }
  function modff(x: number, place: number): number {
    F32[place >>> 2] = Math.trunc(x);
    return fraction(x, Math.trunc(x));
  }

  function remquo(x: number, y: number, place: number): number {
    const { remainder, quotient } = divide(x, y);
    I32[place >>> 2] = quotient;
    return Number.isNaN(remainder) ? report(remainder, false, x, y) : remainder;
  }

  function lgamma_r(x: number, sign: number, round: (x: number) => number): number {
    const result = lgamma(x);
    I32[sign >>> 2] = result.sign;
    const value = round(result.value);
    return Number.isFinite(value) ? value : report(value, false, x, 0);
  }
  const lgammaFor = (round: (x: number) => number) => (x: number) => lgamma_r(x, signLocation(), round);
  const lgammaRFor = (round: (x: number) => number) => (x: number, sign: number) => lgamma_r(x, sign, round);

  function ofOrder(f: (n: number, x: number) => number, round: (x: number) => number): NativeFunction {
    return (n: number, x: number) => {
      const value = round(f(n, x));
      return Number.isFinite(value) ? value : report(value, false, x, n);
    };
  }

  const nan = () => Number.NaN;
  const [double, float] = [lgammaFor(same), lgammaFor(Math.fround)];
  return {
    ...{ frexp, frexpf: frexp, frexpl: frexp, modf, modff, modfl: modf, remquo, remquof: remquo, remquol: remquo },
    ...{ lgamma: double, lgammaf: float, lgammal: double, gamma: double, gammaf: float, gammal: double },
    ...{ lgamma_r: lgammaRFor(same), lgammaf_r: lgammaRFor(Math.fround), lgammal_r: lgammaRFor(same) },
    ...{ jn: ofOrder(jn, same), jnf: ofOrder(jn, Math.fround), jnl: ofOrder(jn, same) },
    ...{ yn: ofOrder(yn, same), ynf: ofOrder(yn, Math.fround), ynl: ofOrder(yn, same) },
    ...{ nan, nanf: nan, nanl: nan, __signgam: signLocation },
  };
}
