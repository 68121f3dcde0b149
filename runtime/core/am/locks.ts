/**
 * Handler-safe locks: mutual exclusion between a program's main line and its handlers (GASNet 1.8, gasnet_hsl_t).
 *
 * A node has one thread, whose handlers run only when it polls, which is forbidden while it holds a lock. So a thread
 * that finds a lock held holds it itself: waiting would be a deadlock, and ends the job.
 */
import type { Job } from '../job.ts';
import { destroyedLocked, lockedAlready, notALock, notLocked } from './errors.ts';
import type { Rules } from './rules.ts';

/** The word of a lock: GASNET_HSL_INITIALIZER of gasnet.h. */
const UNLOCKED = 0x48534c30;
const LOCKED = 0x48534c31;
const DESTROYED = 0;

export class HandlerSafeLocks {
  private readonly I32: Int32Array;

  constructor(
    private readonly job: Job,
    private readonly rules: Rules | undefined,
  ) {
    this.I32 = job.space.I32;
  }

  init(lock: number): void {
    if (lock === 0 || (lock & 3) !== 0) this.job.fail(notALock('gasnet_hsl_init', lock));
    this.I32[lock >>> 2] = UNLOCKED;
  }

  destroy(lock: number): void {
    if (this.isLocked('gasnet_hsl_destroy', lock)) this.job.fail(destroyedLocked(lock));
    this.I32[lock >>> 2] = DESTROYED;
  }

  lock(lock: number): void {
    if (this.isLocked('gasnet_hsl_lock', lock)) this.job.fail(lockedAlready('gasnet_hsl_lock', lock));
    this.take(lock);
  }

  /** Whether it was acquired. */
  tryLock(lock: number): boolean {
    this.rules?.locking('gasnet_hsl_trylock', lock);
    if (this.isLocked('gasnet_hsl_trylock', lock)) return false;
    this.take(lock);
    return true;
  }

  unlock(lock: number): void {
    if (!this.isLocked('gasnet_hsl_unlock', lock)) this.job.fail(notLocked('gasnet_hsl_unlock', lock));
    this.rules?.unlocking('gasnet_hsl_unlock', lock);
    this.I32[lock >>> 2] = UNLOCKED;
    this.job.heldOff--;
  }

  private take(lock: number): void {
    this.I32[lock >>> 2] = LOCKED;
    this.job.heldOff++;
    this.rules?.locked(lock);
  }

  private isLocked(operation: string, lock: number): boolean {
    const word = this.I32[lock >>> 2]!;
    if ((word !== UNLOCKED && word !== LOCKED) || (lock & 3) !== 0) this.job.fail(notALock(operation, lock));
    return word === LOCKED;
  }
}
