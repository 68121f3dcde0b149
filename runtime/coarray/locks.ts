/**
 * Locks and critical: lock, unlock, the critical construct (Fortran 2018, 11.6.10 and 11.1.6).
 *
 * A lock names its holder, in the memory of any image; zero is free. A failed image's lock goes to the
 * next image that asks for it, which is told.
 */
import type { NativeFunction } from '../abi.ts';
import { heldBy, holderIn, WAITED_FOR } from '../core/holder.ts';
import { LOCK_BYTES, lockInLine, tryLock, unlock } from '../core/lock.ts';
import { hasFailed } from '../core/standing.ts';
import { FOR_IMAGE_LOCK } from '../core/states.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { counterpart, rankOf } from '../memory/space.ts';
import { heldAlready, heldByAnother, heldByFailed, heldByNobody, onFailedImage } from './errors.ts';
import { checkObject, isLost } from './object.ts';
import {
  FAILED_IMAGE,
  LOCKED,
  LOCKED_OTHER_IMAGE,
  report,
  SUCCESS,
  UNLOCKED,
  UNLOCKED_FAILED_IMAGE,
} from './status.ts';

/** Zero bytes are a free lock. */
const FREE = 0;

export function locks(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime, MYTHREAD } = environment;

  function lockImage(address: number, acquired: number, stat: number): void {
    checkObject(environment, 'lock', 'lock', address, LOCK_BYTES);
    if (!isLost(environment, 'lock', address, stat)) take('lock', address, acquired, stat);
  }

  function unlockImage(address: number, stat: number): void {
    checkObject(environment, 'unlock', 'lock', address, LOCK_BYTES);
    if (!isLost(environment, 'unlock', address, stat)) giveUp(address, stat);
  }

  /** With `acquired` it does not block; stores whether the lock was acquired; a failed holder gives `fromFailed`. */
  function take(name: string, address: number, acquired: number, stat: number, fromFailed = UNLOCKED_FAILED_IMAGE) {
    runtime.job.glance();
    if (holderIn(runtime.words32.load(address)) === MYTHREAD) {
      report(environment, stat, LOCKED, () => heldAlready(name, address));
      return;
    }
    let status = attempt(address, fromFailed);
    if (acquired !== 0) environment.I32[acquired >>> 2] = status === undefined ? 0 : 1;
    else if (status === undefined) status = waitFor(address, fromFailed);
    report(environment, stat, status ?? SUCCESS, () => failed(name, address));
  }

  /** The status if the lock was free, or its holder has failed; else undefined. */
  function attempt(address: number, fromFailed: number): number | undefined {
    if (tryLock(environment, runtime.words32, address, FREE)) return SUCCESS;
    return takeFromFailed(address) ? fromFailed : undefined;
  }

  /** Of the image that has the lock, or had it. */
  function failed(name: string, address: number): string {
    const owner = rankOf(environment, address);
    return hasFailed(environment, owner) ? onFailedImage(name, address, owner) : heldByFailed(name, address);
  }

  function waitFor(address: number, fromFailed: number): number {
    const owner = rankOf(environment, address);
    const before = lockInLine(runtime.job, runtime.words32, address, FREE, {
      kind: FOR_IMAGE_LOCK,
      isLost: () => hasFailed(environment, owner),
      mayTake: isOfFailed,
    });
    if (before === undefined) return FAILED_IMAGE;
    return isOfFailed(before) ? fromFailed : SUCCESS;
  }

  function isOfFailed(word: number): boolean {
    const holder = holderIn(word);
    return holder !== undefined && hasFailed(environment, holder);
  }

  /** Acquires the lock of a failed image; who is first in line for it stays so. */
  function takeFromFailed(address: number): boolean {
    const word = runtime.words32.load(address);
    const taken = heldBy(MYTHREAD, FREE) | (word & WAITED_FOR);
    return isOfFailed(word) && runtime.words32.compareExchange(address, word, taken) === word;
  }

  function giveUp(address: number, stat: number): void {
    const isGivenUp = unlock(runtime.job, runtime.words32, address, FREE);
    const holder = holderIn(runtime.words32.load(address));
    if (isGivenUp) report(environment, stat, SUCCESS, () => '');
    else if (holder === undefined) report(environment, stat, UNLOCKED, () => heldByNobody(address));
    else report(environment, stat, LOCKED_OTHER_IMAGE, () => heldByAnother(address, holder));
  }

  /** The construct's lock is its copy on the first thread. */
  function construct(address: number): number {
    return counterpart(environment, address, 0);
  }

  return {
    xmp_lock: lockImage,
    xmp_unlock: unlockImage,
    __coarray_lock_own: lockImage,
    __coarray_unlock_own: unlockImage,
    __coarray_critical_enter: (address: number, stat: number) =>
      take('critical', construct(address), 0, stat, FAILED_IMAGE),
    // The status was that of entry.
    __coarray_critical_exit: (address: number) => void unlock(runtime.job, runtime.words32, construct(address), FREE),
  };
}
