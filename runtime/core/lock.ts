/**
 * Lock that names its holder: a word at any shared address, and behind it the word of its queue; `free` is the lock's free form, with which the queue's is 0.
 *
 * A thread that finds the lock held joins the queue. The first thread of the queue sets WAITED_FOR, which reserves the lock for it: the holder cannot take it again at once, so
 * each thread gets it in the end. A thread that comes while the first of the queue is still being woken may take the lock before it, so a contended lock does not wait for the
 * system to wake a thread at each hand-over. (A queue in front of a word: Kashyap, Calciu et al., "Scalable and Practical Locking with Shuffling", 2019.)
 */
import type { Space } from '../memory/space.ts';
import { awaited, bellNumber } from './awaited.ts';
import { heldBy, holderIn, WAITED_FOR } from './holder.ts';
import type { Job } from './job.ts';
import { leaveLine, standInLine } from './queue.ts';
import { someHasFailed } from './standing.ts';
import { FOR_LOCK, type Wait } from './states.ts';
import type { Words } from './words.ts';

/** Bytes of a lock, and its alignment. */
export const LOCK_BYTES = 8;
/** Offset of the queue. */
const QUEUE = 4;

/** What differs between kinds of locks while one waits. */
export interface Manner extends Partial<Pick<Wait, 'kind' | 'told'>> {
  /** A reason to wait no more, without the lock. */
  readonly isLost?: () => boolean;
  /** Whether it may be taken although the word says that a thread holds it. */
  readonly mayTake?: (word: number) => boolean;
  /** Ends the job if the word is no lock any more. */
  readonly check?: (word: number) => void;
}

/** Acquires the lock, blocking while another thread holds it. The caller must not hold it. `call`: of a library, for the roll-call. */
export function lock(job: Job, words: Words, address: number, free: number, call?: string): void {
  if (tryLock(job.space, words, address, free)) return;
  lockInLine(job, words, address, free, call === undefined ? {} : { told: () => `at ${call}` });
}

/**
 * The same behind an attempt that failed; gives the word as it was then, undefined if the lock is lost: its queue is so too. Behind the ticket of a thread that has failed nobody
 * comes first in line: so once some thread has failed, each takes a lock as soon as it finds it free, in no order.
 */
export function lockInLine(
  job: Job,
  words: Words,
  address: number,
  free: number,
  manner: Manner = {},
): number | undefined {
  const { isLost, mayTake, check, ...told } = manner;
  const { space } = job;
  const wait = { kind: FOR_LOCK, ...told, ...awaited(space, address), isRemote: !words.isHere(address) };
  const [due, held] = [free | WAITED_FOR, heldBy(space.MYTHREAD, free)];
  let word: number | undefined;
  const take = (seen: number) => {
    check?.(seen);
    const isMine = seen === due || mayTake?.(seen) === true || (seen === free && someHasFailed(space));
    if (isMine && words.compareExchange(address, seen, held) === seen && !isLost?.()) word = seen;
    return word !== undefined;
  };
  const isOver = () => isLost?.() === true || take(words.load(address));
  const until = (isFirst: () => boolean) => () => isFirst() || (someHasFailed(space) && isOver());
  const ticket = standInLine(job, words, address + QUEUE, wait, until);
  if (word !== undefined || isLost?.() === true) return word;
  if (!take(words.add(address, WAITED_FOR) | WAITED_FOR)) job.block(wait, isOver);
  if (word !== undefined) leaveLine(job, words, address + QUEUE, ticket);
  return word;
}

/** Acquires the lock if it is free and nobody is first in line. */
export function tryLock(space: Space, words: Words, address: number, free: number): boolean {
  return attempt(space, words, address, free) === free;
}

/** The same; gives the word as it was, `free` if it has the lock now. Who is first in line may have failed. */
export function attempt(space: Space, words: Words, address: number, free: number): number {
  const held = heldBy(space.MYTHREAD, free);
  const word = words.compareExchange(address, free, held);
  const due = free | WAITED_FOR;
  if (word !== due || !someHasFailed(space)) return word;
  return words.compareExchange(address, due, held) === due ? free : due;
}

/** Releases the lock; false if the caller does not hold it. */
export function unlock(job: Job, words: Words, address: number, free: number): boolean {
  const { MYTHREAD } = job.space;
  const held = heldBy(MYTHREAD, free);
  const word = words.compareExchange(address, held, free);
  if (word === held) return true;
  if (holderIn(word) !== MYTHREAD) return false;
  words.store(address, free | WAITED_FOR);
  job.wakeNumbered(bellNumber(job.space, address));
  return true;
}
