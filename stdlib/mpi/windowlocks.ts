/**
 * Passive target synchronization: locks of a rank's window, shared or exclusive, and flushes (MPI 3.1, 11.5.3 - 11.5.4).
 *
 * A lock is a word of its rank that whoever wants it changes by atomic operations of 64 bits, which adapters do where any do, so the rank itself has nothing to do then
 * (lockword.ts). Who wants an exclusive one that is not free stands in line (core/queue.ts); who wants a shared one is counted, and gets it with all that are counted
 * when an exclusive hold ends: so nobody waits for ever. A shared lock is shared with whoever comes, also while somebody waits for an exclusive one: ranks that share it may wait
 * for each other.
 */
import { awaited } from '../../runtime/core/awaited.ts';
import { leaveLine, type QueueWords, standInLine } from '../../runtime/core/queue.ts';
import { FOR_VALUE, type Wait } from '../../runtime/core/states.ts';
import { ANY, PROC_NULL } from './constants.ts';
import { checkAssertion, NOCHECK } from './epochs.ts';
import { ERR_LOCKTYPE, ERR_RMA_SYNC } from './errors.ts';
import {
  DUE,
  heldBy,
  holderOf,
  isFree,
  isIdle,
  isShareable,
  isWaitedFor,
  phaseOf,
  READER,
  released,
  SHARER,
  shared,
  sharersOf,
  unshared,
} from './lockword.ts';
import { rankIn } from './operations.ts';
import type { Body, State } from './state.ts';
import type { Targets } from './targets.ts';
import { mistakeOf, type Window, type Windows, WORDS } from './windows.ts';

const [LOCK_EXCLUSIVE, LOCK_SHARED] = [1, 2];
export interface Lock {
  readonly isExclusive: boolean;
  /** The program vouches for it (MPI_MODE_NOCHECK): nothing has been taken. */
  readonly isUnchecked: boolean;
}

/** A lock that is wanted: its word and queue as addresses, and the wait for it. */
interface Wanted {
  /** For messages: the call, the rank, the window. */
  readonly text: string;
  /** What the word was at the last look. */
  seen: number;
  readonly word: number;
  readonly queue: number;
  readonly wait: Wait;
  /** The condition, which ends the job when it can never hold. */
  until(holds: () => boolean): () => boolean;
}

const low = (word: bigint): number => Number(BigInt.asIntN(32, word));

function holderText({ comm }: Window, word: number): string {
  const holder = holderOf(word);
  if (isFree(word)) return 'goes to who is first in line';
  return holder === undefined ? `${sharersOf(word)} ranks share` : `${rankIn(comm, holder)} holds`;
}

export class WindowLocks {
  constructor(
    private readonly state: State,
    private readonly windows: Windows,
    private readonly targets: Targets,
  ) {}

  // ---------------------------------------------------------------- the word

  /** Replaces the word, which is probably `expected`, by a function of it while that is another number; gives the old one. */
  private change(word: number, expected: number, to: (old: number) => number): number {
    const { words64 } = this.state.environment.runtime;
    for (let old = expected; ; ) {
      const seen = Number(words64.compareExchange(word, BigInt(old), BigInt(to(old))));
      if (seen === old || to(seen) === seen) return seen;
      old = seen;
    }
  }

  /** Of 64 bits, as the adapters' atomic operations are; the upper half takes the carry. */
  private readonly queueWords: QueueWords = {
    add: (queue, value) => low(this.state.environment.runtime.words64.add(queue, BigInt(value))),
    load: (queue) => low(this.state.environment.runtime.words64.add(queue, 0n)),
  };

  private add(word: number, value: number): number {
    return Number(this.state.environment.runtime.words64.add(word, BigInt(value)));
  }

  private take(call: string, window: Window, rank: number, { isExclusive }: Lock): void {
    const word = window.members.at(rank).words + WORDS.lock;
    const own = heldBy(this.state.environment.MYTHREAD);
    const seen = this.change(word, 0, (old) => (isExclusive ? (isIdle(old) ? old + own : old) : shared(old)));
    if (isExclusive ? isIdle(seen) : isShareable(seen)) return;
    const wanted = this.wanted(call, window, rank, seen);
    if (isExclusive) this.takeInLine(wanted, own);
    else this.takeWithReaders(wanted);
  }

  private wanted(call: string, window: Window, rank: number, seen: number): Wanted {
    const { words, proc } = window.members.at(rank);
    const { environment, together } = this.state;
    const word = words + WORDS.lock;
    const name = `${call} of ${rank}, ${window.name}`;
    const text = `in ${name}`;
    const told = () => `${text}, which ${holderText(window, wanted.seen)}`;
    const isRemote = !environment.runtime.words32.isHere(word);
    const whom = holderOf(seen) ?? (proc === environment.MYTHREAD ? ANY : proc);
    const wait = { kind: FOR_VALUE, word: awaited(environment, word).word!, isRemote, on: 0, told, whom };
    const until = (holds: () => boolean) => together.unlessStalled(together.unlessEnded(name, ANY, holds));
    const wanted = { seen, text, word, queue: words + WORDS.queue, wait, until };
    return wanted;
  }

  private takeInLine(wanted: Wanted, own: number): void {
    const { word, queue, wait, until } = wanted;
    const { job } = this.state.environment.runtime;
    const told = () => `${wanted.text}, behind others that wait for it`;
    const ticket = standInLine(job, this.queueWords, queue, { ...wait, told }, until);
    wanted.seen = this.add(word, DUE) + DUE;
    const take = () => {
      wanted.seen = this.change(word, wanted.seen, (old) => (isFree(old) ? old - DUE + own : old));
      return isFree(wanted.seen);
    };
    if (!take()) job.block(wait, until(take));
    leaveLine(job, this.queueWords, queue, ticket);
  }

  /** Counted, it is let in with all that wait so when an exclusive hold ends; unless the lock can be shared before. */
  private takeWithReaders(wanted: Wanted): void {
    const { word, wait, until } = wanted;
    wanted.seen = this.add(word, READER) + READER;
    const phase = phaseOf(wanted.seen);
    const isIn = (old: number) => phaseOf(old) !== phase;
    const shareable = (old: number) => !isIn(old) && isShareable(old);
    const take = () => {
      wanted.seen = this.change(word, wanted.seen, (old) => (shareable(old) ? old - READER + SHARER : old));
      return isIn(wanted.seen) || isShareable(wanted.seen);
    };
    if (!take()) this.state.environment.runtime.job.block(wait, until(take));
  }

  private give(window: Window, rank: number, { isExclusive }: Lock): void {
    const { runtime, MYTHREAD } = this.state.environment;
    const word = window.members.at(rank).words + WORDS.lock;
    const old = this.change(word, isExclusive ? heldBy(MYTHREAD) : SHARER, isExclusive ? released : unshared);
    const isOver = isExclusive || sharersOf(old) === 1;
    if (isOver && isWaitedFor(old)) runtime.job.wake(word);
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
    for (let rank = 0; rank < members.length; rank++) {
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
      words32.load(this.windows.at(call, handle!).members.at(0).words);
      job.glance();
    },
  };
}
