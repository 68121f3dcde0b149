/**
 * What emitted code and libraries call of the runtime besides accesses: barriers, traps, waits for the world outside.
 */

import { type Environment, SECOND_RESULT } from './abi.ts';
import { commutesWhile } from './core/commuting.ts';
import type { Job } from './core/job.ts';
import { FOR_INPUT, FOR_TIME } from './core/states.ts';
import { badCall, DIVISION_BY_ZERO, damageFound, stackOverflow, UNREACHABLE } from './errors.ts';
import type { Barrier } from './extended/barrier.ts';
import { fillGuards, nullPageTest, overwrittenGuards } from './memory/guards.ts';
import type { Layout } from './memory/layout.ts';
import { platform } from './platform/linked.ts';

/** Barriers also look whether page 0 was written. */
export function synchronization(
  job: Job,
  layout: Layout,
  barrier: Barrier,
  fence: () => void,
): Pick<Environment, 'notify' | 'wait' | 'barrier' | 'poll'> {
  const checkNullPage = nullPageCheck(job, layout);
  const functions: ReturnType<typeof synchronization> = {
    poll: () => job.attend(),
    notify: (place, value) => barrier.notify(place, value),
    // What was written since the notify comes before what is read behind the wait.
    wait: (place, value) => {
      fence();
      barrier.wait(place, value);
      checkNullPage();
    },
    barrier: (place, value) => {
      barrier.barrier(place, value);
      checkNullPage();
    },
  };
  commutesWhile(barrier.commutes, functions.notify, functions.barrier);
  return functions;
}

/** Ends the job if page 0 was written. */
function nullPageCheck(job: Job, layout: Layout): () => void {
  const { space } = job;
  const isWhole = nullPageTest(space);
  return () => {
    if (isWhole()) return;
    const found = overwrittenGuards(space, layout, space.MYTHREAD);
    fillGuards(space, layout, space.MYTHREAD); // told here, and not once more when the job ends
    if (found.length > 0) job.fail(damageFound(found));
  };
}

type Traps = Pick<Environment, 'trapDivision' | 'trapStack' | 'trapCall' | 'trapUnreachable'>;

export function traps(job: Job, layout: Layout): Traps {
  return {
    trapDivision: () => job.fail(DIVISION_BY_ZERO),
    trapStack: () => job.fail(stackOverflow(layout.stackTop - layout.stackLimit)),
    trapCall: (index) => job.fail(badCall(index)),
    trapUnreachable: () => job.fail(UNREACHABLE),
  };
}

/** Leaves the second result of a function where its caller finds it. */
export function secondResult(job: Job): (value: number) => void {
  const { I32, BASE } = job.space;
  const word = (BASE + SECOND_RESULT) >>> 2;
  return (value) => {
    I32[word] = value;
  };
}

/** A thread that waits for input says so to roll-calls. */
export function awaiting<T>(job: Job, descriptor: number, read: () => T): T {
  job.blocked({ kind: FOR_INPUT, on: descriptor });
  try {
    return read();
  } finally {
    job.running();
  }
}

/** Sleeps, and serves what arrives meanwhile. */
export function sleep(job: Job, milliseconds: number): void {
  const until = platform.clock.milliseconds() + milliseconds;
  job.poll();
  job.block({ kind: FOR_TIME, on: 0, until }, () => platform.clock.milliseconds() >= until);
}
