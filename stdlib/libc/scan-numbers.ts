/**
 * The conversion functions of <stdlib.h> from text to numbers: atoi, strtol, strtod and their like (C99 7.20.1).
 * The idea: the text is read by scan-integer.ts and decimal-parse.ts; here it becomes C's type, end pointer and errno.
 */
import type { LibraryEnvironment, NativeFunction } from '../../runtime/abi.ts';
import { type FloatingText, readFloating } from './decimal-parse.ts';
import { EINVAL, ERANGE, setErrno } from './errno.ts';
import { type IntegerText, readInteger, toSigned, toUnsigned } from './scan-integer.ts';

/** atof atoi atol atoll strtod strtof strtold strtol strtoul strtoll strtoull. */
export function numberLibrary(environment: LibraryEnvironment): Record<string, NativeFunction> {
  const integer: IntegerText = { magnitude: 0, negative: false, end: 0 };
  const floating: FloatingText = { value: 0, end: 0, range: false };

  const storeEnd = (endPointer: number, end: number): void => {
    if (endPointer !== 0) environment.I32[endPointer >>> 2] = end;
  };

  const toFloating = (text: number, endPointer: number, single: boolean): number => {
    readFloating(environment.U8, text >>> 0, single, floating);
    storeEnd(endPointer, floating.end);
    if (floating.range) setErrno(environment, ERANGE);
    return floating.value;
  };

  const toInteger = (
    text: number,
    endPointer: number,
    base: number,
    convert: (text: IntegerText) => { value: bigint; range: boolean },
  ): bigint => {
    if (base < 0 || base === 1 || base > 36) {
      setErrno(environment, EINVAL);
      return 0n;
    }
    readInteger(environment.U8, text >>> 0, base, integer);
    storeEnd(endPointer, integer.end);
    const { value, range } = convert(integer);
    if (range) setErrno(environment, ERANGE);
    return value;
  };

  const strtod = (text: number, end: number): number => toFloating(text, end, false);
  const strtol = (text: number, end: number, base: number): bigint => toInteger(text, end, base, toSigned);
  const strtoul = (text: number, end: number, base: number): bigint => toInteger(text, end, base, toUnsigned);
  const atol = (text: number): bigint => strtol(text, 0, 10);

  return {
    strtod,
    strtold: strtod,
    strtof: (text: number, end: number): number => toFloating(text, end, true),
    atof: (text: number): number => strtod(text, 0),
    strtol,
    strtoll: strtol,
    strtoul,
    strtoull: strtoul,
    atol,
    atoll: atol,
    atoi: (text: number): number => Number(BigInt.asIntN(32, atol(text))),
  };
}
