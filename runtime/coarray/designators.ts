/**
 * Run-time errors of compiled coarray designators: the emitted code has checked, these end the job.
 */
import type { NativeFunction } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badCodimension, badCosubscript, badLength, badShape, ZERO_STEP } from './errors.ts';

export function designators({ runtime }: RuntimeEnvironment): Record<string, NativeFunction> {
  return {
    __coarray_cosubscript_fault: (index: number, extent: number) => runtime.job.fail(badCosubscript(index, extent)),
    __coarray_codimension_fault: (index: number, corank: number) => runtime.job.fail(badCodimension(index, corank)),
    __coarray_length_fault: (length: number) => runtime.job.fail(badLength(length)),
    __coarray_step_fault: () => runtime.job.fail(ZERO_STEP),
    __coarray_shape_fault: (dimension: number, left: number, right: number) =>
      runtime.job.fail(badShape(dimension, left, right)),
  };
}
