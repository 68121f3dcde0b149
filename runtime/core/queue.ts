/**
 * Queue of threads at a word that one has at a time: by tickets (Mellor-Crummey, Scott 1991, 2.2), so whoever joins it comes first in the order of joining.
 *
 * Takes: the address of a word of 32 bits, 0 while nobody has joined yet. Its upper half is the next ticket, its lower one the ticket that is first in line; both count in
 * a ring. One idea: each who waits sleeps for a number of its ticket, so who passes the place on wakes one thread alone.
 */
import { ticketNumber } from './awaited.ts';
import type { Job } from './job.ts';
import type { Wait } from './states.ts';
import type { Words } from './words.ts';

/** Of 32 bits. */
export type QueueWords = Pick<Words, 'add' | 'load'>;

const TICKET = 0x10000;
const LAST = TICKET - 1;

const first = (queue: number): number => queue & LAST;
const next = (queue: number): number => queue >>> 16;
const behind = (ticket: number): number => (ticket + 1) & LAST;

/** Joins the queue and waits until this thread is first in line; gives its ticket. `until`: the condition with what else may end the wait. */
export function standInLine(job: Job, words: QueueWords, queue: number, wait: Wait, until = unchanged): number {
  const joined = words.add(queue, TICKET);
  const ticket = next(joined);
  const isFirst = () => first(words.load(queue)) === ticket;
  if (first(joined) !== ticket) job.block({ ...wait, word: ticketNumber(job.space, queue, ticket) }, until(isFirst));
  return ticket;
}

type Until = (holds: () => boolean) => () => boolean;
const unchanged: Until = (holds) => holds;

/** Who is first in line leaves it; the one behind, if there is one, is first now. */
export function leaveLine(job: Job, words: QueueWords, queue: number, ticket: number): void {
  const before = words.add(queue, ticket === LAST ? -LAST : 1);
  if (next(before) !== behind(ticket)) job.wakeNumbered(ticketNumber(job.space, queue, behind(ticket)));
}
