/**
 * Marks the code behind a call of the runtime as unreachable, where loads and stores reach all memory.
 *
 * Takes: a call of __pgasc_unreached, which library functions in C make behind the runtime's (stdlib/shmem, stdlib/armci). Gives:
 * `unreachable` on smp, if nothing is checked or recorded, as the runtime there only refuses mistakes; else nothing. One idea: V8 keeps the locals of
 * a loop in registers if no call in it comes back.
 */
import type { FunctionContext } from './context.ts';

export const isUnreached = (symbol: string): boolean => symbol === '__pgasc_unreached';

export function emitUnreached({ code, module }: FunctionContext): void {
  if (!module.linked.debug && !module.options.calledAccess && !module.options.traced) code.op('unreachable');
}
