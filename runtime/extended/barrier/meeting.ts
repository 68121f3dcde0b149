/**
 * The meeting of all threads: the barrier below UPC's statements (extended/barrier.ts) and GASNet's calls.
 *
 * Each thread arrives, with a value or anonymously, and may compute until it completes the meeting. Its value and its
 * place in the program also lie in its arrival line (core/arrival.ts), for messages and deadlock detection.
 */

import { arrivalLine, NAMED, PHASE, PLACE, slotOf, VALUE } from '../../core/arrival.ts';
import type { Job } from '../../core/job.ts';
import type { Agreement } from './agreement.ts';

export interface Meeting {
  /** Arrivals commute: nobody sees one before the last, as the hardware of a simulated machine has it. */
  readonly commutes?: true;
  /** Number of the current or last meeting of this thread. */
  readonly phase: number;
  /** Result of the meeting, once it is complete; with NAMED, `value` is the value. */
  readonly agreement: Agreement;
  readonly value: number;
  /** The first meeting, before main: the job implements it, as no messages may be sent before it. */
  start(): void;
  /** Arrives at the next meeting; the last one is complete. `place`: of the call, for messages. */
  arrive(place: string, agreement: Agreement, value: number): void;
  /** The thread has arrived without this object: the module's own code wrote its line (stdlib/common/meeting.h). */
  joined?(): void;
  /** Whether all have arrived, as far as this thread knows now. */
  test(): boolean;
  /** Waits until all have arrived; `kind` is the kind of wait (core/states.ts), `told` as there. */
  complete(kind: number, place: string, told?: () => string): void;
}

/** Writes the thread's contribution to a phase into its arrival line, then the phase. */
export function recordArrival(job: Job, phase: number, place: string, agreement: Agreement, value: number): void {
  const { I32, MYTHREAD } = job.space;
  const line = arrivalLine(job.space, MYTHREAD);
  const slot = slotOf(line, phase);
  I32[slot + PLACE] = job.places.intern(place);
  I32[slot + NAMED] = agreement;
  I32[slot + VALUE] = value;
  Atomics.store(I32, line + PHASE, phase);
}
