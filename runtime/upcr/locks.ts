/**
 * Locks (UPC 1.3, 7.2.4). A lock is a block of the shared heap of the allocating thread; the kind in its word validates
 * it.
 */
import { FREE_LOCK, type NativeFunction } from '../abi.ts';
import { freeForm, holderIn } from '../core/holder.ts';
import { attempt, lockInLine, unlock } from '../core/lock.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { lockedAlready, notALock, notHolder } from '../errors.ts';
import { partsOf } from '../memory/space.ts';

/** A cache line, against false sharing. */
const SIZE = 64;

export function locks(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime, MYTHREAD } = environment;

  function allocate(name: string): number {
    const { I32 } = environment;
    const address = runtime.sharedHeap.allocateLocal(name, SIZE);
    I32[(address >>> 2) + 1] = 0;
    Atomics.store(I32, address >>> 2, FREE_LOCK);
    return address;
  }

  function checkAddress(name: string, address: number): void {
    if (address === 0 || (address & 3) !== 0) runtime.job.fail(notALock(name, address));
  }

  function checkValue(name: string, address: number, value: number): void {
    if (freeForm(value) !== FREE_LOCK) runtime.job.fail(notALock(name, address));
  }

  function release(name: string, address: number): void {
    if (address === 0) return;
    checkAddress(name, address);
    checkValue(name, address, runtime.words32.load(address));
    runtime.words32.store(address, 0);
    runtime.sharedHeap.free(name, address);
  }

  /** The word as it was: one access does both, as each may be a message. */
  function attemptAt(name: string, address: number): number {
    checkAddress(name, address);
    const value = attempt(environment, runtime.words32, address, FREE_LOCK);
    if (value !== FREE_LOCK) checkValue(name, address, value);
    return value;
  }

  function upc_lock(address: number): void {
    runtime.job.glance();
    const value = attemptAt('upc_lock', address);
    if (value === FREE_LOCK) return;
    if (holderIn(value) === MYTHREAD) runtime.job.fail(lockedAlready(address));
    lockInLine(runtime.job, runtime.words32, address, FREE_LOCK, {
      check: (word) => checkValue('upc_lock', address, word),
    });
  }

  function upc_lock_attempt(address: number): number {
    runtime.job.glance();
    return attemptAt('upc_lock_attempt', address) === FREE_LOCK ? 1 : 0;
  }

  function upc_unlock(address: number): void {
    checkAddress('upc_unlock', address);
    if (!unlock(runtime.job, runtime.words32, address, FREE_LOCK)) refuseUnlock(address);
  }

  function refuseUnlock(address: number): never {
    const value = runtime.words32.load(address);
    checkValue('upc_unlock', address, value);
    return runtime.job.fail(notHolder(address, holderIn(value)));
  }

  function upc_all_lock_alloc(): number {
    const name = 'upc_all_lock_alloc';
    runtime.barrier.beginCollective(name);
    return runtime.collectives.take({ name, arguments: [0, 0], begin: () => allocate(name) });
  }

  function upc_all_lock_free(address: number): void {
    const name = 'upc_all_lock_free';
    runtime.barrier.beginCollective(name);
    const finish = () => release(name, address);
    runtime.collectives.take({ name, arguments: partsOf(environment, address), begin: () => 0, finish });
  }

  return {
    upc_global_lock_alloc: () => allocate('upc_global_lock_alloc'),
    upc_all_lock_alloc,
    upc_lock_free: (address: number) => release('upc_lock_free', address),
    upc_all_lock_free,
    upc_lock,
    upc_lock_attempt,
    upc_unlock,
  };
}
