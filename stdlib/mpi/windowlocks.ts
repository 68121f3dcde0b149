/**
 * Passive target synchronization: locks of a rank's window, shared or exclusive, and flushes (MPI 3.1, 11.5.3 - 11.5.4).
 *
 * A lock is a word of its rank that whoever wants it changes by comparing and swapping 64 bits, which adapters do where any do, so the rank itself has
 * nothing to do then: the lower half names the holder of an exclusive one, above it holders of shared ones are counted, and WAITED_FOR is set while somebody sleeps for the word
 * (core/holder.ts). Who takes the last hold away wakes those. Readers do not queue behind a writer that waits.
 */
import { awaited } from '../../runtime/core/awaited.ts';
import { holderIn, WAITED_FOR } from '../../runtime/core/holder.ts';
import { FOR_VALUE } from '../../runtime/core/states.ts';
import { ANY, PROC_NULL } from './constants.ts';
import { checkAssertion, NOCHECK } from './epochs.ts';
import { ERR_LOCKTYPE, ERR_RMA_SYNC } from './errors.ts';
import { rankIn } from './operations.ts';
import type { Body, State } from './state.ts';
import type { Targets } from './targets.ts';
import { mistakeOf, type Window, type Windows, WORDS } from './windows.ts';

const [LOCK_EXCLUSIVE, LOCK_SHARED] = [1, 2];
/** One holder of a shared lock. */
const SHARER = 1 << 16;

export interface Lock {
  readonly isExclusive: boolean;
  /** The program vouches for it (MPI_MODE_NOCHECK): nothing has been taken. */
  readonly isUnchecked: boolean;
}

const holders = (word: number) => word & ~WAITED_FOR;

function isFree(word: number, { isExclusive }: Lock): boolean {
  return isExclusive ? holders(word) === 0 : holderIn(word) === undefined;
}

/** The word with one hold less; with none left nobody sleeps for it any more. */
function left(word: number, { isExclusive }: Lock): number {
  const rest = isExclusive ? 0 : holders(word) - SHARER;
  return rest === 0 ? 0 : rest | (word & WAITED_FOR);
}

export class WindowLocks {
  constructor(
    private readonly state: State,
    private readonly windows: Windows,
    private readonly targets: Targets,
  ) {}

  // ---------------------------------------------------------------- the word

  /** Replaces the word, which is probably `expected`, by a function of it; gives the old one. */
  private change(word: number, expected: number, to: (old: number) => number): number {
    const { words64 } = this.state.environment.runtime;
    for (let old = BigInt(expected); ; ) {
      const seen = words64.compareExchange(word, old, BigInt(to(Number(old))));
      if (seen === old) return Number(old);
      old = seen;
    }
  }

  private take(call: string, window: Window, rank: number, lock: Lock): void {
    const { words, proc } = window.members[rank]!;
    const { environment, together } = this.state;
    const { job, words32 } = environment.runtime;
    const own = lock.isExclusive ? environment.MYTHREAD + 1 : SHARER;
    const word = words + WORDS.lock;
    let [seen, marks] = [0, false];
    const attempt = () => {
      const waiting = marks ? WAITED_FOR : 0;
      seen = this.change(word, 0, (old) => (isFree(old, lock) ? old + own : old | waiting));
      return isFree(seen, lock);
    };
    if (attempt()) return;
    const text = `of ${rank}, ${window.name}`;
    const told = () => `in ${call} ${text}, which ${this.holderText(window, seen)}`;
    const wait = {
      ...{ kind: FOR_VALUE, word: awaited(environment, word).word!, isRemote: !words32.isHere(word), on: 0, told },
      whom: holderIn(seen) ?? (proc === environment.MYTHREAD ? ANY : proc),
      beforeSleep: () => {
        marks = true;
      },
    };
    job.block(wait, together.unlessStalled(together.unlessEnded(`${call} ${text}`, ANY, attempt)));
  }

  private holderText({ comm }: Window, word: number): string {
    const holder = holderIn(word);
    return holder === undefined ? `${holders(word) >>> 16} ranks share` : `${rankIn(comm, holder)} holds`;
  }

  private give(window: Window, rank: number, lock: Lock): void {
    const { runtime, MYTHREAD } = this.state.environment;
    const { job } = runtime;
    const word = window.members[rank]!.words + WORDS.lock;
    const old = this.change(word, lock.isExclusive ? MYTHREAD + 1 : SHARER, (value) => left(value, lock));
    if ((old & WAITED_FOR) !== 0 && left(old, lock) === 0) job.wake(word);
  }

  // ---------------------------------------------------------------- functions

  private lock(call: string, type: number, rank: number, assertion: number, window: Window): void {
    const { epoch } = window;
    if (type !== LOCK_EXCLUSIVE && type !== LOCK_SHARED) {
      const rule = 'it is MPI_LOCK_EXCLUSIVE or MPI_LOCK_SHARED';
      this.state.refuse(call, 'lock_type', type, rule, ERR_LOCKTYPE);
    }
    this.targets.rank(call, 'rank', window, rank);
    checkAssertion(this.state, call, assertion, NOCHECK, 'MPI_MODE_NOCHECK');
    if (epoch.kind !== 'lock') epoch.requireClosed(call, window);
    if (epoch.locks.has(rank))
      throw mistakeOf(ERR_RMA_SYNC, call, window, `rank ${rank} is locked already: MPI_Win_unlock comes first`);
    const lock = { isExclusive: type === LOCK_EXCLUSIVE, isUnchecked: (assertion & NOCHECK) !== 0 };
    if (rank !== PROC_NULL && !lock.isUnchecked) this.take(call, window, rank, lock);
    epoch.locks.set(rank, lock);
    if (epoch.kind !== 'lock') epoch.open('lock');
  }

  private unlock(call: string, rank: number, window: Window): void {
    const { epoch, underWay } = window;
    this.targets.rank(call, 'rank', window, rank);
    const lock = epoch.kind === 'lock' ? epoch.locks.get(rank) : undefined;
    if (lock === undefined)
      throw mistakeOf(ERR_RMA_SYNC, call, window, `rank ${rank} is not locked: MPI_Win_lock comes first`);
    if (rank !== PROC_NULL) underWay.wait(rank);
    window.conflicts.end(rank);
    if (rank !== PROC_NULL && !lock.isUnchecked) this.give(window, rank, lock);
    epoch.locks.delete(rank);
    if (epoch.locks.size === 0) epoch.close();
  }

  /** A shared lock of each rank. */
  private lockAll(call: string, assertion: number, window: Window): void {
    const { epoch, members } = window;
    checkAssertion(this.state, call, assertion, NOCHECK, 'MPI_MODE_NOCHECK');
    epoch.requireClosed(call, window);
    const lock = { isExclusive: false, isUnchecked: (assertion & NOCHECK) !== 0 };
    for (const rank of members.keys()) {
      if (!lock.isUnchecked) this.take(call, window, rank, lock);
      epoch.locks.set(rank, lock);
    }
    epoch.open('lock all');
  }

  private unlockAll(call: string, window: Window): void {
    const { epoch, underWay } = window;
    epoch.require('lock all', call, window);
    underWay.wait();
    window.conflicts.end();
    for (const [rank, lock] of epoch.locks) if (!lock.isUnchecked) this.give(window, rank, lock);
    epoch.locks.clear();
    epoch.close();
  }

  /** What is done there is done here too: one wait serves both forms. */
  private readonly flush: Body = (call, rank, handle) => {
    const window = this.windows.at(call, handle!);
    this.targets.rank(call, 'rank', window, rank!);
    window.epoch.requireLock(call, window, rank!);
    if (rank !== PROC_NULL) window.underWay.wait(rank!);
    window.conflicts.end(rank!);
  };

  private readonly flushAll: Body = (call, handle) => {
    const window = this.windows.at(call, handle!);
    window.epoch.requireLock(call, window);
    window.underWay.wait();
    window.conflicts.end();
  };

  readonly bodies: Record<string, Body> = {
    MPI_Win_lock: (call, type, rank, assertion, handle) =>
      this.lock(call, type!, rank!, assertion!, this.windows.at(call, handle!)),
    MPI_Win_unlock: (call, rank, handle) => this.unlock(call, rank!, this.windows.at(call, handle!)),
    MPI_Win_lock_all: (call, assertion, handle) => this.lockAll(call, assertion!, this.windows.at(call, handle!)),
    MPI_Win_unlock_all: (call, handle) => this.unlockAll(call, this.windows.at(call, handle!)),
    MPI_Win_flush: this.flush,
    MPI_Win_flush_local: this.flush,
    MPI_Win_flush_all: this.flushAll,
    MPI_Win_flush_local_all: this.flushAll,
    // Windows are of one memory (MPI_WIN_UNIFIED): what others have put is there; the order of accesses is the machine's.
    MPI_Win_sync: (call, handle) => {
      this.windows.at(call, handle!);
      const { job, words32 } = this.state.environment.runtime;
      words32.load(this.windows.at(call, handle!).members[0]!.words);
      job.glance();
    },
  };
}
