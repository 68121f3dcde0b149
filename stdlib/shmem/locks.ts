/**
 * Locks (OpenSHMEM 1.5, 9.12): shmem_set_lock, shmem_test_lock, shmem_clear_lock.
 *
 * Of a symmetric lock the word of one PE names the holder; zero is free. The runtime's locks are the same, with its search for deadlocks.
 */
import type { NativeFunction } from '../../runtime/abi.ts';
import { holderIn } from '../../runtime/core/holder.ts';
import { lockInLine, tryLock, unlock } from '../../runtime/core/lock.ts';
import { inHex } from '../../runtime/errors.ts';
import { counterpart, offsetOf } from '../../runtime/memory/space.ts';
import type { State } from './state.ts';

export function locks(state: State): Record<string, NativeFunction> {
  const { environment } = state;
  const { runtime, MYTHREAD, THREADS } = environment;

  /** Of the PE that the lock's place chooses, so that not all are of one. */
  function wordOf(name: string, address: number): number {
    state.initialized(name);
    state.symmetric(name, 'lock', address, 8);
    if (address % 8 !== 0) state.refuse(name, 'lock', inHex(address), 'a lock is aligned to its 8 bytes');
    const pe = (offsetOf(environment, address) >>> 3) % THREADS;
    return counterpart(environment, address, pe);
  }

  function shmem_set_lock(address: number): void {
    const word = wordOf('shmem_set_lock', address);
    runtime.job.glance();
    if (tryLock(environment, runtime.words32, word, 0)) return;
    if (holderIn(runtime.words32.load(word)) === MYTHREAD)
      state.refuse('shmem_set_lock', 'lock', inHex(address), 'this PE holds it already');
    lockInLine(runtime.job, runtime.words32, word, 0, { told: () => 'at shmem_set_lock' });
  }

  /** What was written under the lock is done before it is given up. */
  function __shmem_clear_lock(address: number): void {
    const word = wordOf('shmem_clear_lock', address);
    if (!unlock(runtime.job, runtime.words32, word, 0))
      state.refuse('shmem_clear_lock', 'lock', inHex(address), 'this PE does not hold it');
  }

  /** 0 if this PE has it now. */
  function shmem_test_lock(address: number): number {
    const word = wordOf('shmem_test_lock', address);
    runtime.job.glance();
    return tryLock(environment, runtime.words32, word, 0) ? 0 : 1;
  }

  return { shmem_set_lock, __shmem_clear_lock, shmem_test_lock };
}
