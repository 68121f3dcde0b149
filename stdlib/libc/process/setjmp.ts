/**
 * <setjmp.h>. (C99 7.13)
 * A function that calls setjmp takes a number at its start, its activation; setjmp, which lowering spells out, leaves
 * the activation and its own place in the buffer; longjmp throws both up to the function's landing.
 */
import type { LibraryFactory } from '../../../runtime/abi.ts';

export const setjmpLibrary: LibraryFactory = (env) => {
  let activations = 0;
  return {
    __pgasc_activation: () => (activations = (activations + 1) | 0),
    longjmp: (buffer: number, value: number) =>
      env.jump(env.I32[buffer >>> 2]!, env.I32[(buffer + 4) >>> 2]!, value === 0 ? 1 : value),
  };
};
