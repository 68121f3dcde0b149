/**
 * What compiled designators find wrong when the program runs: the caller has compared, these end the job.
 */
import type { NativeFunction } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badCosubscript } from '../errors.ts';

export function designators({ runtime }: RuntimeEnvironment): Record<string, NativeFunction> {
  return {
    __coarray_cosubscript_fault: (index: number, extent: number) => runtime.job.fail(badCosubscript(index, extent)),
  };
}
