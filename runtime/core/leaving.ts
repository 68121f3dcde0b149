/**
 * A thread ends the job by a call of its program: gasnet_exit, upc_global_exit, shmem_global_exit.
 *
 * One idea: programs call it on all threads, one behind the other, and what a thread prints before it does is not to be lost. So the first waits until no
 * other can go on: each has called it too, has ended, or waits in vain; for a second at most. (GASNet's conduits wait likewise, by GASNET_EXITTIMEOUT.)
 */
import { LEAVERS, LEAVING_STATUS } from '../memory/control.ts';
import { processWord } from '../memory/space.ts';
import { platform } from '../platform/linked.ts';
import type { ActiveMessages } from './am/activemessages.ts';
import { othersGoOn } from './deadlock.ts';
import type { Job } from './job.ts';
import { LEAVING } from './states.ts';
import { mayWait } from './turn.ts';

/** Milliseconds. */
const PATIENCE = 1000;

/** The job's status is the first one that is not 0. Handlers do not wait. */
export function leave({ job, messages }: { job: Job; messages: ActiveMessages }, status: number): never {
  if (messages.isHandling || !mayWait()) return job.end(status);
  const { I32 } = job.space;
  const given = processWord(job.space, LEAVING_STATUS);
  Atomics.compareExchange(I32, given, 0, status);
  const isFirst = Atomics.add(I32, processWord(job.space, LEAVERS), 1) === 0;
  const until = platform.clock.milliseconds() + PATIENCE;
  const isOver = () => platform.clock.milliseconds() >= until;
  job.block({ kind: LEAVING, on: 0, until }, isFirst ? () => isOver() || !othersGoOn(job.space) : isOver);
  return job.end(Atomics.load(I32, given));
}
