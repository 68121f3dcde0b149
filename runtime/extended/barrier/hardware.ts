/**
 * Meeting by the hardware of a simulated machine: each thread tells it that it has arrived, with its value, and it tells all when the last one has.
 *
 * The values are joined as they come; the arrival lines are written too, for messages and deadlock detection.
 */

import type { Gatherings, RankGroup } from '../../conduits/conduit.ts';
import type { Job } from '../../core/job.ts';
import { WAKE } from '../../memory/control.ts';
import { type Agreement, ANONYMOUS, join } from './agreement.ts';
import { type Meeting, recordArrival } from './meeting.ts';
import { SharedMeeting } from './shared.ts';

interface Said {
  readonly agreement: Agreement;
  readonly value: number;
}

/** No team's. */
export const EVERYBODY: RankGroup = { id: -1, ranks: undefined };
export const BARRIER = { kind: 'barrier', bytes: 0 } as const;

export class HardwareMeeting implements Meeting {
  phase = 0;
  agreement: Agreement = ANONYMOUS;
  value = 0;
  private isDone = true;

  private readonly isOver = () => {
    this.job.poll();
    return this.test();
  };

  /** `rouse`: this thread has something to see; `completed`: it has. */
  constructor(
    private readonly job: Job,
    private readonly hardware: Gatherings,
    private readonly rouse: () => void,
    private readonly completed: () => void,
  ) {}

  start(): void {
    const first = new SharedMeeting(this.job);
    first.start();
    this.phase = first.phase;
  }

  arrive(place: string, agreement: Agreement, value: number): void {
    this.phase = (this.phase + 1) | 0;
    this.isDone = false;
    recordArrival(this.job, this.phase, place, agreement, value);
    this.hardware.take<Said>(EVERYBODY, this.phase, {
      kind: BARRIER.kind,
      bytes: BARRIER.bytes,
      me: this.job.space.MYTHREAD,
      signature: 0,
      given: { agreement, value },
      combine: joined,
      done: (said) => this.end(said),
    });
  }

  private end({ agreement, value }: Said): void {
    [this.agreement, this.value, this.isDone] = [agreement, value, true];
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
  const value = one.agreement === ANONYMOUS ? other.value : one.value;
  return { agreement: join(one.agreement, one.value, other.agreement, other.value), value };
}
