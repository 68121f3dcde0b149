/**
 * The threads of a memory, of one process or of several of a host, at a meeting of memories: the first of them goes there for all.
 *
 * Each arrives by its line. The first one sees that all have, takes to the others what they have given, and leaves the result
 * in words of the memory, where the others find it. So a step of the meeting is one letter from memory to memory.
 */
import { arrivalLine, NAMED, PHASE, slotOf, VALUE } from '../../core/arrival.ts';
import { rouse, wake } from '../../core/bell.ts';
import type { Job } from '../../core/job.ts';
import { MET, MET_AGREEMENT, MET_VALUE, SLEEPERS, WAKE } from '../../memory/control.ts';
import { hasCome } from '../../memory/counts.ts';
import { type Agreement, ANONYMOUS, NAMED as GIVEN, join } from './agreement.ts';

/** What threads have given. */
export interface Given {
  readonly agreement: Agreement;
  readonly value: number;
}

export class Group {
  /** Whether this thread goes to the meeting. */
  readonly leads: boolean;
  private readonly I32: Int32Array;
  /** Arrival lines of all. */
  private readonly lines: Int32Array;
  /** Number of them known to have arrived at a phase. */
  private seen = 0;
  private seenPhase = 0;

  /** The threads [first, end). */
  constructor(
    private readonly job: Job,
    private readonly first: number,
    end: number,
  ) {
    const { space } = job;
    this.leads = space.MYTHREAD === first;
    this.I32 = space.I32;
    this.lines = Int32Array.from({ length: end - first }, (_, i) => arrivalLine(space, first + i));
  }

  /** This thread has arrived: the first one, which may sleep, is woken by the last. */
  tell(phase: number): void {
    if (this.leads || Atomics.load(this.I32, SLEEPERS >>> 2) === 0 || !this.hasArrived(phase)) return;
    rouse(this.job.space, this.first); // whatever it waits for
  }

  /** Whether all have arrived; continues at the thread found missing the last time. */
  hasArrived(phase: number): boolean {
    if (this.seenPhase !== phase) [this.seen, this.seenPhase] = [0, phase];
    const { I32, lines } = this;
    let { seen } = this;
    while (seen < lines.length && hasCome(Atomics.load(I32, lines[seen]! + PHASE), phase)) seen++;
    this.seen = seen;
    return seen === lines.length;
  }

  /** What all have given; they have arrived. */
  given(phase: number): Given {
    let all: Given = { agreement: ANONYMOUS, value: 0 };
    for (const line of this.lines) {
      const slot = slotOf(line, phase);
      const [agreement, value] = [this.I32[slot + NAMED] as Agreement, this.I32[slot + VALUE]!];
      all = {
        agreement: join(all.agreement, all.value, agreement, value),
        value: agreement === GIVEN ? value : all.value,
      };
    }
    return all;
  }

  /** Of the first thread: all have met. No thread of the group comes to the next phase before it has read this. */
  leave(phase: number, { agreement, value }: Given): void {
    const { I32 } = this;
    if (this.lines.length === 1) return;
    I32[MET_AGREEMENT >>> 2] = agreement;
    I32[MET_VALUE >>> 2] = value;
    Atomics.store(I32, MET >>> 2, phase);
    if (Atomics.load(I32, SLEEPERS >>> 2) === 0) return;
    Atomics.add(I32, WAKE >>> 2, 1);
    wake(this.job.space, WAKE >>> 2);
  }

  /** The result that the first thread has left; undefined if it has not. */
  found(phase: number): Given | undefined {
    const { I32 } = this;
    if (Atomics.load(I32, MET >>> 2) !== phase) return undefined;
    return { agreement: I32[MET_AGREEMENT >>> 2] as Agreement, value: I32[MET_VALUE >>> 2]! };
  }
}
