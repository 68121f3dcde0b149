/** Calls from the library into the program: a function pointer is an index of the table. */
import type { Environment, NativeFunction } from '../../runtime/abi.ts';

/** The function behind a pointer; a pointer to none ends the job as a call from the program would. */
export function callback(env: Pick<Environment, 'table' | 'trapCall'>, index: number): NativeFunction {
  return env.table[index] ?? env.trapCall(index);
}
