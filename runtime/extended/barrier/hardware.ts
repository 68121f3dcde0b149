/**
 * Meeting by the hardware of a simulated machine: each thread tells it that it has arrived, with its value, and it tells all when the last one has.
 *
 * The values are joined as they come; the arrival lines are written too, for messages and deadlock detection.
 */

import type { Gatherings, RankGroup, Taking } from '../../conduits/conduit.ts';
import type { Job } from '../../core/job.ts';
import { WAKE } from '../../memory/control.ts';
import { type Agreement, ANONYMOUS, join } from './agreement.ts';
import { type Meeting, recordArrival } from './meeting.ts';
import { SharedMeeting } from './shared.ts';

interface Said {
  agreement: Agreement;
  value: number;
}

/** No team's. */
export const EVERYBODY: RankGroup = { id: -1, ranks: undefined };
export const BARRIER = { kind: 'barrier', bytes: 0 } as const;

/** It is the thread's part of each of its meetings: one is over before the next begins. */
export class HardwareMeeting implements Meeting, Taking<Said> {
  readonly commutes = true;
  readonly kind = BARRIER.kind;
  readonly bytes = BARRIER.bytes;
  readonly signature = 0;
  readonly combine = joined;
  readonly me: number;
  readonly given: Said = { agreement: ANONYMOUS, value: 0 };
  phase = 0;
  agreement: Agreement = ANONYMOUS;
  value = 0;
  private isDone = true;
  private readonly isOver = () => this.isDone;

  /** `rouse`: this thread has something to see; `completed`: it has. */
  constructor(
    private readonly job: Job,
    private readonly hardware: Gatherings,
    private readonly rouse: () => void,
    private readonly completed: () => void,
  ) {
    this.me = job.space.MYTHREAD;
  }

  start(): void {
    const first = new SharedMeeting(this.job);
    first.start();
    this.phase = first.phase;
  }

  arrive(place: string, agreement: Agreement, value: number): void {
    this.phase = (this.phase + 1) | 0;
    this.isDone = false;
    recordArrival(this.job, this.phase, place, agreement, value);
    this.given.agreement = agreement;
    this.given.value = value;
    this.hardware.take(EVERYBODY, this.phase, this);
  }

  done({ agreement, value }: Said): void {
    this.agreement = agreement;
    this.value = value;
    this.isDone = true;
    this.rouse();
  }

  test(): boolean {
    return this.isDone;
  }

  complete(kind: number, place: string, told?: () => string): void {
    if (!this.test()) this.job.block({ kind, on: this.phase, place, told, word: WAKE >>> 2 }, this.isOver);
    this.completed();
  }
}

function joined(one: Said, other: Said): Said {
  if (other.agreement === ANONYMOUS) return one;
  const value = one.agreement === ANONYMOUS ? other.value : one.value;
  return { agreement: join(one.agreement, one.value, other.agreement, other.value), value };
}
