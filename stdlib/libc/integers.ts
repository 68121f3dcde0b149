/**
 * <stdlib.h> and <inttypes.h>, absolute values and divisions, and the greatest type from text. (C99 7.20.6, 7.8.2)
 * A quotient and remainder are a struct: written to the address that comes as a first argument.
 */
import type { LibraryFactory } from '../../runtime/abi.ts';
import { numberLibrary } from './scan-numbers.ts';

export const integersLibrary: LibraryFactory = (env) => {
  const { I32, I64 } = env;
  const labs = (value: bigint) => (value < 0n ? BigInt.asIntN(64, -value) : value);

  function div(result: number, dividend: number, divisor: number): void {
    if (divisor === 0) env.trapDivision();
    I32[result >>> 2] = dividend / divisor;
    I32[(result + 4) >>> 2] = dividend % divisor;
  }

  function ldiv(result: number, dividend: bigint, divisor: bigint): void {
    if (divisor === 0n) env.trapDivision();
    I64[result >>> 3] = dividend / divisor;
    I64[(result + 8) >>> 3] = dividend % divisor;
  }

  const { strtoll: strtoimax, strtoull: strtoumax } = numberLibrary(env);

  return {
    strtoimax: strtoimax!,
    strtoumax: strtoumax!,
    abs: (value: number) => (value < 0 ? -value | 0 : value),
    labs,
    llabs: labs,
    imaxabs: labs,
    div,
    ldiv,
    lldiv: ldiv,
    imaxdiv: ldiv,
  };
};
