/**
 * The conversion functions of <stdlib.h> from text to floating numbers: strtod and its like (C99 7.20.1).
 * The idea: the text is read by decimal-parse.ts; here it becomes C's type, end pointer and errno.
 */
import type { LibraryEnvironment, NativeFunction } from '../../../runtime/abi.ts';
import { ERANGE, setErrno } from '../errno.ts';
import { type FloatingText, readFloating } from './decimal-parse.ts';

/** atof strtod strtof strtold. */
export function numberLibrary(environment: LibraryEnvironment): Record<string, NativeFunction> {
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

  const strtod = (text: number, end: number): number => toFloating(text, end, false);

  return {
    strtod,
    strtold: strtod,
    strtof: (text: number, end: number): number => toFloating(text, end, true),
    atof: (text: number): number => strtod(text, 0),
  };
}
