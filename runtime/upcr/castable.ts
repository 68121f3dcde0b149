/**
 * Castability (UPC 1.3 optional library upc_castable.h): all threads share one memory, so everything shared is castable.
 */
import type { NativeFunction } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badThread } from '../errors.ts';
import { rangeFault } from '../memory/check.ts';

/** UPC_CASTABLE_ALL */
const ALL = 15;

export function castable(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime } = environment;

  /** The address, whatever the thread; null for null and for what is no memory of the job. */
  function upc_cast(address: number, _phase: number): number {
    return rangeFault(environment, address, 1) === undefined ? address : 0;
  }

  /** Writes upc_thread_info_t { guaranteedCastable, probablyCastable }, the result, to the first argument. */
  function upc_thread_info(result: number, thread: number): void {
    const { I32, THREADS } = environment;
    if (thread >>> 0 >= THREADS) runtime.job.fail(badThread('upc_thread_info', thread >>> 0, THREADS));
    I32[result >>> 2] = ALL;
    I32[(result + 4) >>> 2] = ALL;
  }

  return { upc_cast, upc_thread_info };
}
