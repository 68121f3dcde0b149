/**
 * Meeting of the threads whose regions one memory has: a waiting thread reads the arrival lines of all.
 *
 * So arriving is one store, no thread has to forward anything while it computes between notify and wait, and the
 * critical path is one transfer of a line between cores. Sleeping threads are woken once, by the last to arrive, and told that all
 * are there: if each of many threads read the lines of all again, the time would grow with the square of their number.
 */
import { arrivalLine, NAMED, GLANCES as OWN_GLANCES, PHASE, slotOf, VALUE } from '../../core/arrival.ts';
import { wake } from '../../core/bell.ts';
import type { Job } from '../../core/job.ts';
import { linesBy } from '../../core/lines.ts';
import { AT_START, type Wait } from '../../core/states.ts';
import { MET, SLEEPERS, WAKE } from '../../memory/control.ts';
import { type Agreement, ANONYMOUS, NAMED as GIVEN, join } from './agreement.ts';
import { type Meeting, recordArrival } from './meeting.ts';

const arrivalLines = linesBy(arrivalLine);

/** Spins for some microseconds before a wait begins: most barriers complete by then, where each thread has a core. */
const GLANCES = 1000;

export class SharedMeeting implements Meeting {
  agreement: Agreement = ANONYMOUS;
  value = 0;
  private readonly I32: Int32Array;
  private readonly own: number;
  private readonly glances: number;
  /** Arrival lines of the memory's other threads, beginning with the next one. */
  private readonly others: Int32Array;
  /** Number of them known to have arrived. */
  private seen = 0;

  // Created once: a barrier takes less time than creating them.
  private readonly isOver = () => this.isTold() || this.allArrived();
  private readonly wait = {
    ...{ kind: AT_START, on: 0, place: '', word: WAKE >>> 2, isRemote: false },
    told: undefined as (() => string) | undefined,
  };

  constructor(private readonly job: Job) {
    const { space } = job;
    this.I32 = space.I32;
    this.own = arrivalLine(space, space.MYTHREAD);
    this.glances = job.spinning.isCrowded ? 0 : GLANCES;
    this.others = arrivalLines(space).others;
  }

  /** In the line, where the module's own code counts it too. */
  get phase(): number {
    return this.I32[this.own + PHASE]!;
  }

  start(): void {
    this.arrive('', ANONYMOUS, 0);
    this.complete(AT_START, '');
  }

  arrive(place: string, agreement: Agreement, value: number): void {
    recordArrival(this.job, (this.phase + 1) | 0, place, agreement, value);
    this.joined();
  }

  /** Wakes those who sleep, if this thread is the last. */
  joined(): void {
    const { I32 } = this;
    this.seen = 0;
    if (Atomics.load(I32, SLEEPERS >>> 2) !== 0 && this.allArrived()) {
      if (this.given() === ANONYMOUS) Atomics.store(I32, MET >>> 2, this.phase);
      Atomics.add(I32, WAKE >>> 2, 1);
      wake(this.job.space, WAKE >>> 2);
    }
  }

  test(): boolean {
    if (!this.allArrived()) return false;
    this.agree();
    return true;
  }

  complete(kind: number, place: string, told?: () => string): void {
    const { I32, others, phase } = this;
    let glances = this.job.spinning.pays(kind) ? this.glances : 0;
    I32[this.own + OWN_GLANCES] = glances;
    let given = I32[slotOf(this.own, phase) + NAMED]!;
    for (let i = 0; i < others.length; i++) {
      const line = others[i]!;
      while (((Atomics.load(I32, line + PHASE) - phase) | 0) < 0)
        if (--glances < 0 && this.isOverAfterWait(kind, place, told)) return;
      given |= I32[slotOf(line, phase) + NAMED]!;
    }
    if (given === ANONYMOUS) this.agreement = ANONYMOUS;
    else this.agree();
  }

  /** Waits until all have arrived: whether that is known of all, and there are no values. */
  private isOverAfterWait(kind: number, place: string, told?: () => string): boolean {
    this.job.block(this.waitFor(kind, place, told), this.isOver);
    if (!this.isTold()) return false;
    this.agreement = ANONYMOUS;
    return true;
  }

  /** All have met without values: the phase after this one does not end before this thread has arrived there. */
  private isTold(): boolean {
    return Atomics.load(this.I32, MET >>> 2) === this.phase;
  }

  /** ANONYMOUS if no thread has given a value; all have arrived. */
  private given(): number {
    const { I32, others, phase } = this;
    let given = I32[slotOf(this.own, phase) + NAMED]!;
    for (const line of others) given |= I32[slotOf(line, phase) + NAMED]!;
    return given;
  }

  private waitFor(kind: number, place: string, told?: () => string): Wait {
    const { wait } = this;
    wait.kind = kind;
    wait.on = this.phase;
    wait.place = place;
    wait.told = told;
    return wait;
  }

  /** Continues at the thread found missing the last time. */
  private allArrived(): boolean {
    const { I32, others, phase } = this;
    let { seen } = this;
    while (seen < others.length && ((Atomics.load(I32, others[seen]! + PHASE) - phase) | 0) >= 0) seen++;
    this.seen = seen;
    return seen === others.length;
  }

  /** Joins the contributions of all lines. */
  private agree(): void {
    const { I32, phase, own, others } = this;
    const slot = slotOf(own, phase);
    this.agreement = I32[slot + NAMED] as Agreement;
    this.value = I32[slot + VALUE]!;
    for (const line of others) {
      const other = slotOf(line, phase);
      const [agreement, value] = [I32[other + NAMED] as Agreement, I32[other + VALUE]!];
      const joined = join(this.agreement, this.value, agreement, value);
      if (agreement === GIVEN) this.value = value;
      this.agreement = joined;
    }
  }
}
