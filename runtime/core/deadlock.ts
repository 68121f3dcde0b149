/**
 * Exact deadlock detection; a roll-call explains the deadlock (rollcall.ts).
 *
 * A running thread can proceed, and so can one whose adapter has things to do yet; a thread at a barrier can if each thread that has not arrived can; a thread at a lock
 * can if its holder can; an ended thread cannot. The least fixed point of these rules is the set of threads that can
 * proceed. Words are read in their owner's region, never in copies in other processes. The snapshot is consistent if no
 * thread changed its state meanwhile (epochs); then a thread outside the fixed point never moves again, and the job
 * ends. (Wait-for graphs: Holt 1972, with barriers as AND-waits.)
 */
import { CONTROL } from '../abi.ts';
import { deadlock } from '../errors.ts';
import {
  ATTACHMENT,
  BLOCKING,
  BLOCKING_COUNT,
  BLOCKING_ON,
  BLOCKING_PLACE,
  BLOCKING_WHOM,
  CARRIED,
  COLLECTIVES,
  DEADLOCKED,
  EPOCH,
  LEAVERS,
  SLEEPS_FOR,
  STATE,
} from '../memory/control.ts';
import { hasCome } from '../memory/counts.ts';
import { processWord, type Space, wordOf } from '../memory/space.ts';
import { platform } from '../platform/linked.ts';
import { arrivalRange, arrivedPhase } from './arrival.ts';
import { boardRanges, missingMembers } from './boards.ts';
import { holderIn } from './holder.ts';
import type { Job } from './job.ts';
import { rollCall } from './rollcall.ts';
import { reachedStage, stageRanges } from './stages.ts';
import { hasEnded, hasFailed } from './standing.ts';
import {
  ASKING,
  AT_BARRIER,
  AT_BOARD,
  AT_STAGE,
  AT_START,
  AT_WAIT,
  BLOCKED,
  ENDED,
  FOR_COLLECTIVE,
  FOR_EVENT,
  FOR_EVENT_OR_END,
  FOR_IMAGE,
  FOR_IMAGE_LOCK,
  FOR_INPUT,
  FOR_LOCK,
  FOR_NETWORK,
  FOR_POST,
  FOR_SEMAPHORE,
  FOR_STAGE,
  FOR_TIME,
  LEAVING,
  RESTING,
} from './states.ts';
import { awaitedRange, awaitedValue, type Range, readOf, type Views, viewsOf } from './views.ts';

/** Ends the job with a roll-call if this thread is deadlocked. Across processes the coordinator checks. */
export function findDeadlock(job: Job): void {
  const { space } = job;
  const { MYTHREAD, THREADS, REACH } = space;
  const found = processWord(space, DEADLOCKED);
  if (REACH < THREADS || Atomics.load(space.I32, found) !== 0 || areLeaving(space)) return;
  const views = viewsOf(space);
  // The common case, and cheap: many threads check while one computes.
  if (canGoOn(views, missingIn(views), MYTHREAD, threadsAwake(views)) || !isStuck(views, MYTHREAD)) return;
  // The others of thousands wait meanwhile: each would look at all threads again and again.
  if (Atomics.exchange(space.I32, found, 1) !== 0) return;
  settle(job, views);
  job.fail(deadlock('this thread', rollCall(views)));
}

/** The job is about to end. */
const areLeaving = (space: Space): boolean => Atomics.load(space.I32, processWord(space, LEAVERS)) !== 0;

/** Whether any other thread can go on; of the threads of other memories it is not known. */
export function othersGoOn(space: Space): boolean {
  const { MYTHREAD, THREADS, FIRST, REACH } = space;
  if (REACH === THREADS) return threadsThatCanGoOn(viewsOf(space)).some((is, thread) => is && thread !== MYTHREAD);
  const here = Array.from({ length: REACH }, (_, index) => FIRST + index);
  return here.some((thread) => thread !== MYTHREAD && isAwake(space, thread));
}

/** It runs, or has been woken and will look whether it may proceed. */
function isAwake(space: Space, thread: number): boolean {
  const [state, declared] = [STATE, SLEEPS_FOR].map((offset) => Atomics.load(space.I32, wordOf(space, thread, offset)));
  return isRunning(state!) || (state === BLOCKED && declared === 0);
}

/** Threads that run, or have been woken and will look whether they may proceed. */
function threadsAwake(views: Views): boolean[] {
  const declared = read(views, SLEEPS_FOR);
  return read(views, STATE).map((state, thread) => isRunning(state) || (state === BLOCKED && declared[thread] === 0));
}

/** Whether a thread can never proceed. */
function isStuck(views: Views, thread: number): boolean {
  const epochs = read(views, EPOCH);
  const alive = threadsThatCanGoOn(views);
  if (alive[thread]) return false;
  return !read(views, EPOCH).some((epoch, other) => epoch !== epochs[other] && !alive[other]);
}

/** Threads that have not ended and can never proceed; none if the snapshot is inconsistent. */
export function stuckThreads(views: Views): number[] {
  const states = read(views, STATE);
  if (states.some((state, thread) => state === BLOCKED && readOf(views, thread, BLOCKING) === LEAVING)) return [];
  return threadsThatCanGoOn(views).flatMap((is, thread) => (is || states[thread] === ENDED ? [] : thread));
}

/** What may end without any thread of the job, or is watched by who moves the bytes. */
const FOR_OTHERS = [AT_START, FOR_INPUT, FOR_TIME, FOR_NETWORK, LEAVING];

/** Whether every thread that has not ended waits for another one: how often each has gone on from a wait tells whether that lasts. */
export function allWait(views: Views): boolean {
  const states = read(views, STATE);
  const waits = (state: number, thread: number) =>
    state === ENDED ||
    ((state === BLOCKED || state === ASKING) && !FOR_OTHERS.includes(readOf(views, thread, BLOCKING)));
  return states.every(waits) && states.some((state) => state !== ENDED);
}

// ---------------------------------------------------------------- words to fetch, for the coordinator

/** The control words of a thread that are looked at. */
export function controlRanges(thread: number): Range[] {
  const state = { rank: thread, offset: CONTROL, size: ATTACHMENT - CONTROL };
  return [state, arrivalRange(thread), ...stageRanges(thread)];
}

/** What blocked threads wait for. */
export function waitedRanges(views: Views): Range[] {
  const threads = [...Array(views.threads).keys()];
  const words = threads.filter(
    (thread) => isBlocked(views, thread) && FOR_WORD.includes(readOf(views, thread, BLOCKING)),
  );
  const boards = [...boardsIn(views)].flatMap(([board, thread]) => boardRanges(views.threads, board, thread));
  return [...words.map((thread) => awaitedRange(views, thread)), ...boards];
}

const isBlocked = (views: Views, thread: number) => [BLOCKED, ASKING].includes(readOf(views, thread, STATE));

/** The boards at which threads wait, each with one of them. */
function boardsIn(views: Views): Map<number, number> {
  const boards = new Map<number, number>();
  for (let thread = views.threads; thread-- > 0; )
    if (isBlocked(views, thread) && readOf(views, thread, BLOCKING) === AT_BOARD)
      boards.set(readOf(views, thread, BLOCKING_ON), thread);
  return boards;
}

/** Who has not come to where threads wait: looked at once for each place, as thousands may wait at one. */
interface Missing {
  /** Of all threads, for a kind of wait and the number that it waits for. */
  of(kind: number, on: number): readonly number[];
  /** Of the members at a board for a phase, for a thread that waits there. */
  atBoard(board: number, thread: number, phase: number): readonly number[];
}

function missingIn(views: Views): Missing {
  const boards = boardsIn(views);
  const known = new Map<string, readonly number[]>();
  const once = (key: string, look: () => readonly number[]) => {
    const missing = known.get(key) ?? look();
    known.set(key, missing);
    return missing;
  };
  return {
    of: (kind, on) => once(`${kind} ${on}`, () => threadsMissing(views, kind, on)),
    atBoard: (board, thread, phase) =>
      once(`board ${board} ${phase}`, () => missingMembers(views, board, boards.get(board) ?? thread, phase)),
  };
}

function threadsMissing(views: Views, kind: number, on: number): number[] {
  const threads = Array.from({ length: views.threads }, (_, thread) => thread);
  return threads.filter((thread) => !hasCome(reached(views, kind, thread), on));
}

/** What a thread has come to, of what others wait for in that way. */
function reached(views: Views, kind: number, thread: number): number {
  if (kind === FOR_COLLECTIVE) return readOf(views, thread, COLLECTIVES);
  return kind === AT_STAGE ? reachedStage(views.at(thread), thread) : arrivedPhase(views.at(thread), thread);
}

/** Waits for a word: offset BLOCKING_ON of the region of BLOCKING_RANK. */
const FOR_WORD = [FOR_LOCK, FOR_SEMAPHORE, FOR_EVENT, FOR_EVENT_OR_END, FOR_IMAGE, FOR_POST, FOR_IMAGE_LOCK];

/** Milliseconds: minimum delay, prolonged while a waiting thread's place is unknown. */
const MOMENT = 20;
const LONGEST_MOMENT = 200;

/** Delays the roll-call a moment so that the other threads reach their waits too; serves messages meanwhile. */
function settle(job: Job, views: Views): void {
  const start = platform.clock.milliseconds();
  for (let time = 0; time < MOMENT || (time < LONGEST_MOMENT && lacksPlace(views)); ) {
    job.nap(1);
    job.progress();
    time = platform.clock.milliseconds() - start;
  }
}

function lacksPlace(views: Views): boolean {
  return read(views, STATE).some((state, thread) => {
    const waits = state === BLOCKED || state === ASKING;
    return waits && readOf(views, thread, BLOCKING_PLACE) === 0;
  });
}

const isRunning = (state: number) => state !== BLOCKED && state !== ENDED && state !== RESTING;

function threadsThatCanGoOn(views: Views): boolean[] {
  const states = read(views, STATE);
  const carried = read(views, CARRIED);
  const missing = missingIn(views);
  const alive = states.map((state, thread) => isRunning(state) || carried[thread] !== 0);
  for (let grew = true; grew; ) {
    grew = false;
    for (let thread = 0; thread < states.length; thread++)
      if (states[thread] === BLOCKED && !alive[thread] && canGoOn(views, missing, thread, alive))
        alive[thread] = grew = true;
  }
  return alive;
}

function canGoOn(views: Views, missing: Missing, thread: number, alive: readonly boolean[]): boolean {
  const [kind, on] = [readOf(views, thread, BLOCKING), readOf(views, thread, BLOCKING_ON)];
  switch (kind) {
    case AT_BARRIER:
    case AT_WAIT:
    case AT_START:
    case FOR_COLLECTIVE:
    case AT_STAGE:
      return missing.of(kind, on).every((other) => alive[other]);
    case FOR_STAGE: {
      const whom = readOf(views, thread, BLOCKING_WHOM);
      return alive[whom] === true || hasCome(reachedStage(views.at(whom), whom), on);
    }
    case FOR_LOCK: {
      const holder = holderIn(awaitedValue(views, thread));
      return holder === undefined || alive[holder] !== false;
    }
    case FOR_SEMAPHORE:
    case FOR_EVENT:
      return isCounted(views, thread) || alive.includes(true);
    case FOR_EVENT_OR_END:
      return isCounted(views, thread) || alive.includes(true) || isLast(views, thread);
    case AT_BOARD:
      return areHeardOf(views, missing.atBoard(on, thread, readOf(views, thread, BLOCKING_COUNT)), alive);
    case FOR_IMAGE: {
      const reached = hasCome(awaitedValue(views, thread), readOf(views, thread, BLOCKING_COUNT));
      return reached || isHeardOf(views, thread, alive);
    }
    case FOR_POST:
      return awaitedValue(views, thread) !== 0 || isHeardOf(views, thread, alive);
    case FOR_IMAGE_LOCK: {
      const holder = holderIn(awaitedValue(views, thread));
      return holder === undefined || alive[holder] !== false || hasFailed(views.at(holder), holder);
    }
    case LEAVING:
      return false;
    default:
      return true;
  }
}

/** All of the missing can still proceed, or one has ended: then nobody waits for the others. */
function areHeardOf(views: Views, missing: readonly number[], alive: readonly boolean[]): boolean {
  return missing.some((member) => hasEnded(views.at(member), member)) || missing.every((member) => alive[member]);
}

function isCounted(views: Views, thread: number): boolean {
  return awaitedValue(views, thread) >= readOf(views, thread, BLOCKING_COUNT);
}

/** All threads but this one have ended. */
function isLast(views: Views, thread: number): boolean {
  return read(views, STATE).every((state, other) => state === ENDED || other === thread);
}

/** The image that `thread` waits for, or any other, can still proceed, or is known to have ended. */
function isHeardOf(views: Views, thread: number, alive: readonly boolean[]): boolean {
  const whom = readOf(views, thread, BLOCKING_WHOM);
  return whom < 0 ? alive.includes(true) : alive[whom] === true || hasEnded(views.at(whom), whom);
}

function read(views: Views, offset: number): number[] {
  return Array.from({ length: views.threads }, (_, thread) => readOf(views, thread, offset));
}
