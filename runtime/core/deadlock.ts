/**
 * Does anything still go on? Exact deadlock detection; a roll-call explains it (rollcall.ts).
 *
 * The idea: a running thread can go on; a thread at a barrier can if each thread that has not arrived can; a thread at
 * a lock can if its holder can; an ended thread cannot. The least fixed point of these rules are the threads that can go on.
 * The snapshot is good if no thread changed its state while it was taken (epochs); then a thread outside the fixed
 * point will never move again, and the job ends. (Wait-for graphs: Holt 1972, with barriers as AND-waits.)
 */
import { deadlock } from '../errors.ts';
import {
  BLOCKING,
  BLOCKING_COUNT,
  BLOCKING_ON,
  BLOCKING_PLACE,
  BLOCKING_WHOM,
  COLLECTIVES,
  EPOCH,
  STATE,
} from '../memory/control.ts';
import { wordOf } from '../memory/space.ts';
import { platform } from '../platform/linked.ts';
import { arrivedPhase } from './arrival.ts';
import { nap } from './bell.ts';
import { teamCanGoOn } from './boards.ts';
import { holderOf } from './holder.ts';
import type { Job } from './job.ts';
import { rollCall } from './rollcall.ts';
import { reachedStage } from './stages.ts';
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
  FOR_LOCK,
  FOR_POST,
  FOR_SEMAPHORE,
  FOR_STAGE,
  RESTING,
} from './states.ts';

/** Ends the job with a roll-call if this thread can never go on. */
export function findDeadlock(job: Job): void {
  const { MYTHREAD } = job.space;
  // The usual case, and cheap: many threads look while one computes.
  if (canGoOn(job, MYTHREAD, read(job, STATE).map(isRunning))) return;
  const epochs = read(job, EPOCH);
  const alive = threadsThatCanGoOn(job);
  if (alive[MYTHREAD]) return;
  if (read(job, EPOCH).some((epoch, thread) => epoch !== epochs[thread] && !alive[thread])) return;
  settle(job);
  job.fail(deadlock(rollCall(job.space)));
}

/** Milliseconds: so long in any case, and as long as a waiting thread has not told its place. */
const MOMENT = 20;
const LONGEST_MOMENT = 200;

/** Gives the other threads a moment to reach the point where they wait too, only so that the roll-call tells it; serves them meanwhile. */
function settle(job: Job): void {
  const start = platform.clock.milliseconds();
  for (let time = 0; time < MOMENT || (time < LONGEST_MOMENT && lacksPlace(job)); ) {
    nap(job.space, 1);
    job.progress();
    time = platform.clock.milliseconds() - start;
  }
}

function lacksPlace(job: Job): boolean {
  return read(job, STATE).some((state, thread) => {
    const waits = state === BLOCKED || state === ASKING;
    return waits && readOf(job, thread, BLOCKING_PLACE) === 0;
  });
}

const isRunning = (state: number) => state !== BLOCKED && state !== ENDED && state !== RESTING;

function threadsThatCanGoOn(job: Job): boolean[] {
  const states = read(job, STATE);
  const alive = states.map(isRunning);
  for (let grew = true; grew; ) {
    grew = false;
    for (let thread = 0; thread < states.length; thread++)
      if (states[thread] === BLOCKED && !alive[thread] && canGoOn(job, thread, alive)) alive[thread] = grew = true;
  }
  return alive;
}

function canGoOn(job: Job, thread: number, alive: readonly boolean[]): boolean {
  const { space } = job;
  const on = readOf(job, thread, BLOCKING_ON);
  switch (readOf(job, thread, BLOCKING)) {
    case AT_BARRIER:
    case AT_WAIT:
    case AT_START:
      return alive.every((is, other) => is || arrivedPhase(space, other) - on >= 0);
    case FOR_COLLECTIVE:
      return alive.every((is, other) => is || readOf(job, other, COLLECTIVES) - on >= 0);
    case AT_STAGE:
      return alive.every((is, other) => is || reachedStage(space, other) - on >= 0);
    case FOR_STAGE: {
      const whom = readOf(job, thread, BLOCKING_WHOM);
      return alive[whom] === true || reachedStage(space, whom) - on >= 0;
    }
    case FOR_LOCK: {
      const holder = holderOf(space, on);
      return holder === undefined || alive[holder] !== false;
    }
    case FOR_SEMAPHORE:
    case FOR_EVENT:
      return isCounted(job, thread) || alive.includes(true);
    case FOR_EVENT_OR_END:
      return isCounted(job, thread) || alive.includes(true) || isLast(job, thread);
    case AT_BOARD:
      return teamCanGoOn(space, on, thread, readOf(job, thread, BLOCKING_COUNT), alive);
    case FOR_IMAGE: {
      const reached = ((Atomics.load(space.I32, on >>> 2) - readOf(job, thread, BLOCKING_COUNT)) | 0) >= 0;
      return reached || isHeardOf(job, thread, alive);
    }
    case FOR_POST:
      return Atomics.load(space.I32, on >>> 2) !== 0 || isHeardOf(job, thread, alive);
    case FOR_IMAGE_LOCK: {
      const holder = holderOf(space, on);
      return holder === undefined || alive[holder] !== false || hasFailed(space, holder);
    }
    default:
      return true;
  }
}

function isCounted(job: Job, thread: number): boolean {
  const value = Atomics.load(job.space.I32, readOf(job, thread, BLOCKING_ON) >>> 2);
  return value >= readOf(job, thread, BLOCKING_COUNT);
}

/** All threads but this one have ended. */
function isLast(job: Job, thread: number): boolean {
  return read(job, STATE).every((state, other) => state === ENDED || other === thread);
}

/** The image that `thread` waits for, or any other, can still do something, or is known to have ended. */
function isHeardOf(job: Job, thread: number, alive: readonly boolean[]): boolean {
  const whom = readOf(job, thread, BLOCKING_WHOM);
  return whom < 0 ? alive.includes(true) : alive[whom] === true || hasEnded(job.space, whom);
}

function read(job: Job, offset: number): number[] {
  return Array.from({ length: job.space.THREADS }, (_, thread) => readOf(job, thread, offset));
}

function readOf(job: Job, thread: number, offset: number): number {
  return Atomics.load(job.space.I32, wordOf(job.space, thread, offset));
}
