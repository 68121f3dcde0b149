/**
 * The split-phase barrier: upc_notify, upc_wait, upc_barrier, with values that must match (UPC 1.3, 6.6.1).
 *
 * The meeting (extended/barrier/) synchronizes the threads; here are UPC's rules and its messages.
 */
import { NAMED as AGREEMENT, arrivalLine, NOTIFIED, PLACE, slotOf, VALUE } from '../core/arrival.ts';
import type { Job } from '../core/job.ts';
import { placeText } from '../core/places.ts';
import { AT_BARRIER, AT_WAIT } from '../core/states.ts';
import {
  barrierMismatch,
  barrierMismatchElsewhere,
  collectiveBetween,
  type GivenValue,
  notifiedAtEnd,
  notifyTwice,
  waitWithoutNotify,
} from '../errors.ts';
import { ANONYMOUS, MISMATCH, NAMED } from './barrier/agreement.ts';
import type { Meeting } from './barrier/meeting.ts';

export class Barrier {
  /** Index in I32 of the word that says whether the thread is between notify and wait. */
  private readonly notifiedWord: number;

  constructor(
    private readonly job: Job,
    private readonly meeting: Meeting,
    /** Waits for what this thread has begun. */
    private readonly endBegun: () => void,
  ) {
    this.notifiedWord = arrivalLine(job.space, job.space.MYTHREAD) + NOTIFIED;
    this.notified = false;
  }

  /** See Meeting. */
  readonly commutes = () => this.meeting.commutes === true;

  private get notified(): boolean {
    return this.job.space.I32[this.notifiedWord] !== 0;
  }

  private set notified(is: boolean) {
    this.job.space.I32[this.notifiedWord] = is ? 1 : 0;
  }

  notify(place: string, value?: number): void {
    if (this.notified) this.job.fail(notifyTwice('upc_notify', place, this.ownPlace()));
    this.endBegun();
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
    this.endBegun();
    this.arrive(place, value);
    this.meeting.complete(AT_BARRIER, place);
    if (this.meeting.agreement !== ANONYMOUS) this.matchValues(place, undefined);
  }

  /** A library's barrier, in a call whose name `call` gives. `hasArrived`: by the module's own code (stdlib/common/meeting.h). */
  meet(call: () => string, hasArrived = false): void {
    if (this.notified) this.job.fail(notifyTwice(call(), '', this.ownPlace()));
    if (hasArrived) this.meeting.joined?.();
    else {
      this.endBegun();
      this.arrive('', undefined);
    }
    this.meeting.complete(AT_BARRIER, '', () => `at ${call()}`);
    if (this.meeting.agreement !== ANONYMOUS) this.matchValues('', undefined);
  }

  /** The same for calls that must be one, known by a number: `differs` is given who gave another, as far as that is a thread of this process. */
  agree(call: string, number: number, differs: (thread?: number, number?: number) => never): void {
    if (this.notified) this.job.fail(notifyTwice(call, '', this.ownPlace()));
    this.endBegun();
    this.arrive('', number);
    this.meeting.complete(AT_BARRIER, '', () => `at ${call}`);
    if (this.meeting.agreement !== MISMATCH) return;
    const other = this.givenHere().find(({ value }) => value !== number);
    if (other !== undefined) differs(other.thread, other.value);
    differs();
  }

  /** The barrier before main. */
  start(): void {
    this.meeting.start();
  }

  /** main has returned: an error between notify and wait. */
  end(): void {
    this.endBegun();
    if (this.notified) this.job.fail(notifiedAtEnd(this.ownPlace()));
  }

  /** A collective call: not allowed between notify and wait. */
  beginCollective(name: string): void {
    this.endBegun();
    if (this.notified) this.job.fail(collectiveBetween(name, this.ownPlace()));
  }

  /** Behind `endBegun`, which stands beside each call: where the meeting does not wait, this needs no generator in a simulated job. */
  private arrive(place: string, value: number | undefined): void {
    if (value === undefined) this.meeting.arrive(place, ANONYMOUS, 0);
    else this.meeting.arrive(place, NAMED, value);
  }

  /**
   * The values at notify must be equal, and that of wait equal to them; without a value at any notify, wait's is free. The meeting has compared
   * them: arrival lines are searched after a mismatch alone, as each thread reads the lines of all.
   */
  private matchValues(place: string, waitValue: number | undefined): void {
    const { agreement, value } = this.meeting;
    if (agreement === MISMATCH) this.tellMismatch(value);
    if (waitValue === undefined || waitValue === value) return;
    const own = { thread: this.job.space.MYTHREAD, value: waitValue, place, inWait: true };
    const [first] = this.givenHere();
    this.job.fail(first === undefined ? barrierMismatchElsewhere(own, value) : barrierMismatch(first, own));
  }

  /** `value`: one that was given. */
  private tellMismatch(value: number): never {
    const [first, ...others] = this.givenHere();
    const other = others.find((each) => each.value !== first!.value);
    if (other !== undefined) this.job.fail(barrierMismatch(first!, other));
    this.job.fail(barrierMismatchElsewhere(first ?? this.given(this.job.space.MYTHREAD), value));
  }

  /** What the threads of this memory have given. */
  private givenHere(): GivenValue[] {
    const { space } = this.job;
    const threads = Array.from({ length: space.REGIONS }, (_, i) => space.ORIGIN + i);
    const isNamed = (thread: number) =>
      space.I32[slotOf(arrivalLine(space, thread), this.meeting.phase) + AGREEMENT] !== ANONYMOUS;
    return threads.filter(isNamed).map((thread) => this.given(thread));
  }

  private given(thread: number): GivenValue {
    const { space } = this.job;
    const slot = slotOf(arrivalLine(space, thread), this.meeting.phase);
    return { thread, value: space.I32[slot + VALUE]!, place: placeText(space, thread, space.I32[slot + PLACE]!) };
  }

  private ownPlace(): string {
    const { space } = this.job;
    const slot = slotOf(arrivalLine(space, space.MYTHREAD), this.meeting.phase);
    return placeText(space, space.MYTHREAD, space.I32[slot + PLACE]!);
  }
}
