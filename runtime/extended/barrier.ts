/**
 * The split-phase barrier: upc_notify, upc_wait, upc_barrier, with values that must match (UPC 1.3, 6.6.1).
 *
 * The meeting (extended/barrier/) synchronizes the threads; here are UPC's rules and its messages.
 */
import { NAMED as AGREEMENT, arrivalLine, PLACE, slotOf, VALUE } from '../core/arrival.ts';
import type { Job } from '../core/job.ts';
import { placeText } from '../core/places.ts';
import { AT_BARRIER, AT_WAIT } from '../core/states.ts';
import {
  barrierMismatch,
  collectiveBetween,
  type GivenValue,
  notifiedAtEnd,
  notifyTwice,
  waitWithoutNotify,
} from '../errors.ts';
import { ANONYMOUS, NAMED } from './barrier/agreement.ts';
import type { Meeting } from './barrier/meeting.ts';

export class Barrier {
  private notified = false;

  constructor(
    private readonly job: Job,
    private readonly meeting: Meeting,
  ) {}

  notify(place: string, value?: number): void {
    if (this.notified) this.job.fail(notifyTwice('upc_notify', place, this.ownPlace()));
    this.arrive(place, value);
    this.notified = true;
  }

  wait(place: string, value?: number): void {
    if (!this.notified) this.job.fail(waitWithoutNotify(place));
    this.meeting.complete(AT_WAIT, place);
    if (this.meeting.agreement !== ANONYMOUS) this.matchValues(place, value);
    this.notified = false;
  }

  barrier(place: string, value?: number): void {
    if (this.notified) this.job.fail(notifyTwice('upc_barrier', place, this.ownPlace()));
    this.arrive(place, value);
    this.meeting.complete(AT_BARRIER, place);
    if (this.meeting.agreement !== ANONYMOUS) this.matchValues(place, undefined);
  }

  /** The barrier before main. */
  start(): void {
    this.meeting.start();
  }

  /** main has returned: an error between notify and wait. */
  end(): void {
    if (this.notified) this.job.fail(notifiedAtEnd(this.ownPlace()));
  }

  /** Collective calls are not allowed between notify and wait. */
  refuseBetween(name: string): void {
    if (this.notified) this.job.fail(collectiveBetween(name, this.ownPlace()));
  }

  private arrive(place: string, value: number | undefined): void {
    if (value === undefined) this.meeting.arrive(place, ANONYMOUS, 0);
    else this.meeting.arrive(place, NAMED, value);
  }

  /** The values at notify must be equal, and that of wait equal to them; without a value at any notify, wait's is free. */
  private matchValues(place: string, waitValue: number | undefined): void {
    const { job } = this;
    const { space } = job;
    let first: GivenValue | undefined;
    for (let thread = 0; thread < space.THREADS; thread++) {
      const slot = slotOf(arrivalLine(space, thread), this.meeting.phase);
      if (space.I32[slot + AGREEMENT] === ANONYMOUS) continue;
      const value = space.I32[slot + VALUE]!;
      const given = { thread, value, place: placeText(space, thread, space.I32[slot + PLACE]!) };
      first ??= given;
      if (first.value !== value) job.fail(barrierMismatch(first, given));
    }
    if (waitValue !== undefined && first !== undefined && waitValue !== first.value)
      job.fail(barrierMismatch(first, { thread: space.MYTHREAD, value: waitValue, place, inWait: true }));
  }

  private ownPlace(): string {
    const { space } = this.job;
    const slot = slotOf(arrivalLine(space, space.MYTHREAD), this.meeting.phase);
    return placeText(space, space.MYTHREAD, space.I32[slot + PLACE]!);
  }
}
