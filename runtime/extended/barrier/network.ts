/**
 * Meeting through the network: dissemination, by messages or by puts (letters).
 *
 * The letters progress while this thread polls, in any wait. Arrival lines are only written here; completion does not
 * depend on them.
 */
import type { Job } from '../../core/job.ts';
import { AT_START } from '../../core/states.ts';
import { HERE, STARTED, TOGETHER, WAKE } from '../../memory/control.ts';
import type { Agreement } from './agreement.ts';
import { Dissemination, type Letters } from './dissemination.ts';
import { type Meeting, recordArrival } from './meeting.ts';
import { SharedMeeting } from './shared.ts';

export class NetworkMeeting implements Meeting {
  private readonly dissemination: Dissemination;

  /** Letters may be messages. */
  private readonly isOver = () => {
    this.job.poll();
    return this.dissemination.advance();
  };

  constructor(
    private readonly job: Job,
    letters: Letters,
  ) {
    this.dissemination = new Dissemination(job.space.MYTHREAD, job.space.THREADS, letters);
  }

  get phase(): number {
    return this.dissemination.phase;
  }

  get agreement(): Agreement {
    return this.dissemination.agreement;
  }

  get value(): number {
    return this.dissemination.value;
  }

  start(): void {
    const first = new SharedMeeting(this.job);
    first.start();
    this.dissemination.phase = first.phase;
    if (this.job.space.REACH < this.job.space.THREADS) this.meetProcesses();
  }

  /** The supervisor of each process is notified that its threads are here, and notifies them that those of all are. */
  private meetProcesses(): void {
    const { I32 } = this.job.space;
    const word = STARTED >>> 2;
    if (Atomics.compareExchange(I32, word, 0, HERE) === 0) this.job.tell();
    this.job.block({ kind: AT_START, on: this.phase, word }, () => Atomics.load(I32, word) === TOGETHER);
  }

  arrive(place: string, agreement: Agreement, value: number): void {
    recordArrival(this.job, (this.phase + 1) | 0, place, agreement, value);
    this.dissemination.begin(agreement, value);
  }

  test(): boolean {
    return this.dissemination.advance();
  }

  complete(kind: number, place: string): void {
    if (this.dissemination.advance()) return;
    this.job.block({ kind, on: this.phase, place, word: WAKE >>> 2 }, this.isOver);
  }
}
