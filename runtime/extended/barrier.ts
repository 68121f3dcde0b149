/**
 * The split-phase barrier: upc_notify, upc_wait, upc_barrier, with values that must match (UPC 1.3, 6.6.1).
 *
 * Each thread writes the number of the phase it has notified into a line of its own; a waiting thread looks at the
 * lines of all. So notify is one store, nobody has to forward anything while a thread computes between notify and wait, and
 * the critical path is one transfer of a line between cores. Threads that sleep are woken once, by the last that arrives.
 */
import { arrivalLine, NAMED, PHASE, PLACE, slotOf, VALUE } from '../core/arrival.ts';
import { wake } from '../core/bell.ts';
import { AT_BARRIER, AT_START, AT_WAIT, type Job } from '../core/job.ts';
import { placeText } from '../core/places.ts';
import { sleepUntil, spinsBeforeSleep } from '../core/sleep.ts';
import {
  barrierMismatch,
  collectiveBetween,
  type GivenValue,
  notifiedAtEnd,
  notifyTwice,
  waitWithoutNotify,
} from '../errors.ts';
import { SLEEPERS, WAKE } from '../memory/control.ts';

export class Barrier {
  private phase = 0;
  private notified = false;
  private readonly I32: Int32Array;
  private readonly own: number;
  /** Arrival lines of the other threads, beginning with the next one. */
  private readonly others: Int32Array;
  private readonly spins: number;

  constructor(private readonly job: Job) {
    const { space } = job;
    const { MYTHREAD, THREADS } = space;
    this.I32 = space.I32;
    this.own = arrivalLine(space, MYTHREAD);
    this.others = Int32Array.from({ length: THREADS - 1 }, (_, i) => arrivalLine(space, (MYTHREAD + 1 + i) % THREADS));
    this.spins = spinsBeforeSleep(job);
  }

  notify(place: string, value?: number): void {
    if (this.notified) this.job.fail(notifyTwice('upc_notify', place, this.ownPlace()));
    this.arrive(place, value);
    this.notified = true;
  }

  wait(place: string, value?: number): void {
    if (!this.notified) this.job.fail(waitWithoutNotify(place));
    this.complete(AT_WAIT, place, value);
    this.notified = false;
  }

  barrier(place: string, value?: number): void {
    if (this.notified) this.job.fail(notifyTwice('upc_barrier', place, this.ownPlace()));
    this.arrive(place, value);
    this.complete(AT_BARRIER, place, undefined);
  }

  /** The barrier before main. */
  start(): void {
    this.arrive('', undefined);
    this.complete(AT_START, '', undefined);
  }

  /** main has returned: the barrier that ends the program may not come between notify and wait. */
  end(): void {
    if (this.notified) this.job.fail(notifiedAtEnd(this.ownPlace()));
  }

  /** Collective calls are not allowed between notify and wait. */
  refuseBetween(name: string): void {
    if (this.notified) this.job.fail(collectiveBetween(name, this.ownPlace()));
  }

  private arrive(place: string, value: number | undefined): void {
    const { I32, own } = this;
    const phase = (this.phase = (this.phase + 1) | 0);
    const slot = slotOf(own, phase);
    I32[slot + PLACE] = this.job.places.intern(place);
    I32[slot + NAMED] = value === undefined ? 0 : 1;
    I32[slot + VALUE] = value ?? 0;
    Atomics.store(I32, own + PHASE, phase);
    if (Atomics.load(I32, SLEEPERS >>> 2) !== 0 && this.allArrived()) {
      Atomics.add(I32, WAKE >>> 2, 1);
      wake(this.job.space, WAKE >>> 2);
    }
  }

  private complete(kind: number, place: string, waitValue: number | undefined): void {
    const { I32, others, phase } = this;
    let spins = this.spins;
    let named = 0;
    for (let i = 0; i < others.length; i++) {
      const line = others[i]!;
      while (((Atomics.load(I32, line + PHASE) - phase) | 0) < 0) {
        if (--spins < 0) this.sleep(kind, place);
        else if ((spins & 255) === 0) this.job.poll();
      }
      named |= I32[slotOf(line, phase) + NAMED]!;
    }
    if ((named | I32[slotOf(this.own, phase) + NAMED]!) !== 0) this.matchValues(place, waitValue);
  }

  private sleep(kind: number, place: string): void {
    const { I32, job } = this;
    Atomics.add(I32, SLEEPERS >>> 2, 1);
    sleepUntil(job, { kind, on: this.phase, place: job.places.intern(place) }, WAKE >>> 2, () => this.allArrived());
    Atomics.sub(I32, SLEEPERS >>> 2, 1);
  }

  private allArrived(): boolean {
    const { I32, others, phase } = this;
    for (let i = 0; i < others.length; i++) if (((Atomics.load(I32, others[i]! + PHASE) - phase) | 0) < 0) return false;
    return true;
  }

  /** The values given at notify must be equal, and that of wait equal to them; without a value at any notify, wait's is free. */
  private matchValues(place: string, waitValue: number | undefined): void {
    const { job, phase } = this;
    const { space } = job;
    let first: GivenValue | undefined;
    for (let thread = 0; thread < space.THREADS; thread++) {
      const slot = slotOf(arrivalLine(space, thread), phase);
      if (this.I32[slot + NAMED] === 0) continue;
      const value = this.I32[slot + VALUE]!;
      const given = { thread, value, place: placeText(space, thread, this.I32[slot + PLACE]!) };
      first ??= given;
      if (first.value !== value) job.fail(barrierMismatch(first, given));
    }
    if (waitValue !== undefined && first !== undefined && waitValue !== first.value)
      job.fail(barrierMismatch(first, { thread: space.MYTHREAD, value: waitValue, place, inWait: true }));
  }

  private ownPlace(): string {
    return placeText(this.job.space, this.job.space.MYTHREAD, this.I32[slotOf(this.own, this.phase) + PLACE]!);
  }
}
