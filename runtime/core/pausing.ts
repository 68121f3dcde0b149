/**
 * A turn of a loop in which a program waits for messages: polls while that pays, then sleeps (simulated/pausing.ts stands in its place).
 */
import type { Job } from './job.ts';
import { NAP, takeTurn } from './turn.ts';

/** Turns before it sleeps, where waits spin, and where they do not. */
const TURNS = 20_000;
const POLITE_TURNS = 8;

/** See Job.pause. After a message a thread does not sleep yet: more may follow. */
export function pause(job: Job, turn: number): number {
  if (job.poll()) return 0;
  takeTurn();
  const spins = job.spinning.pays(0) && !job.spinning.isCrowded;
  const sleeps = turn > (spins ? TURNS : POLITE_TURNS);
  if (sleeps) job.nap(NAP);
  if (sleeps || (turn & 63) === 63) job.lookForEnd();
  return turn + 1;
}
