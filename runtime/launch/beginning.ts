/**
 * Before main: the supervisor of each process is told that the threads of it are here, and tells them that main may begin.
 *
 * It may when the threads of all processes are here, and, where PGAS_FREEZE=1 freezes the job, when the coordinator has got SIGCONT:
 * debuggers attach meanwhile, and find the program loaded by all threads.
 */
import type { Job } from '../core/job.ts';
import { AT_START } from '../core/states.ts';
import { HERE, STARTED, TOGETHER } from '../memory/control.ts';
import { processWord } from '../memory/space.ts';
import { platform } from '../platform/linked.ts';
import type { Variables } from '../platform/platform.ts';

/** Lets main of a frozen job begin. */
export const RELEASE = 'SIGCONT';

/** Whether the job waits for debuggers. */
export const isFrozen = (variables: Variables = platform.variables()) => variables.PGAS_FREEZE === '1';

/** For a thread, when those of its process have met: returns when main may begin. */
export function awaitBeginning(job: Job): void {
  const { I32 } = job.space;
  const word = processWord(job.space, STARTED);
  if (Atomics.compareExchange(I32, word, 0, HERE) === 0) job.tell();
  job.block({ kind: AT_START, on: 0, word }, () => Atomics.load(I32, word) === TOGETHER);
}
