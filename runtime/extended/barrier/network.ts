/**
 * Meeting through the network: dissemination, by messages or by puts (letters), between groups of threads.
 *
 * A group are the threads whose regions a memory has, of a process or of the processes of a host; or each thread where all are in one
 * process and the network is between them. The letters progress while the first thread of the group polls, in any wait.
 */
import type { Job } from '../../core/job.ts';
import { WAKE } from '../../memory/control.ts';
import { isOne } from '../../memory/space.ts';
import { type Agreement, ANONYMOUS } from './agreement.ts';
import { Dissemination, type Letters } from './dissemination.ts';
import { Group } from './group.ts';
import { type Meeting, recordArrival } from './meeting.ts';
import { SharedMeeting } from './shared.ts';

export class NetworkMeeting implements Meeting {
  phase = 0;
  agreement: Agreement = ANONYMOUS;
  value = 0;
  private readonly group: Group;
  private readonly dissemination: Dissemination;
  /** This phase: all of the group have arrived; it is over. */
  private hasBegun = true;
  private isDone = true;

  /** Letters may be messages. */
  private readonly isOver = () => {
    this.job.poll();
    return this.test();
  };

  /** `origins`: the first thread of each memory. */
  constructor(
    private readonly job: Job,
    letters: Letters,
    origins: readonly number[],
  ) {
    const { space } = job;
    const { MYTHREAD, THREADS } = space;
    if (isOne(space)) {
      this.group = new Group(job, MYTHREAD, MYTHREAD + 1);
      this.dissemination = new Dissemination(MYTHREAD, THREADS, letters);
    } else {
      const own = origins.findLastIndex((first) => first <= MYTHREAD);
      this.group = new Group(job, origins[own]!, origins[own + 1] ?? THREADS);
      this.dissemination = new Dissemination(own, origins.length, toFirsts(letters, origins));
    }
  }

  start(): void {
    const first = new SharedMeeting(this.job);
    first.start();
    this.phase = this.dissemination.phase = first.phase;
  }

  arrive(place: string, agreement: Agreement, value: number): void {
    this.phase = (this.phase + 1) | 0;
    this.hasBegun = this.isDone = false;
    recordArrival(this.job, this.phase, place, agreement, value);
    this.group.tell(this.phase);
    this.test();
  }

  test(): boolean {
    if (!this.isDone) this.isDone = this.group.leads ? this.lead() : this.follow();
    return this.isDone;
  }

  /** Goes on for the group: true if all have met. */
  private lead(): boolean {
    const { group, dissemination, phase } = this;
    if (!this.hasBegun) {
      if (!group.hasArrived(phase)) return false;
      this.hasBegun = true;
      const { agreement, value } = group.given(phase);
      dissemination.begin(agreement, value);
    }
    if (!dissemination.advance()) return false;
    [this.agreement, this.value] = [dissemination.agreement, dissemination.value];
    group.leave(phase, this);
    return true;
  }

  private follow(): boolean {
    const found = this.group.found(this.phase);
    if (found === undefined) return false;
    [this.agreement, this.value] = [found.agreement, found.value];
    return true;
  }

  complete(kind: number, place: string, told?: () => string): void {
    if (this.test()) return;
    this.job.block({ kind, on: this.phase, place, told, word: WAKE >>> 2 }, this.isOver);
  }
}

/** Letters from group to group are those to its first thread. */
function toFirsts(letters: Letters, firsts: readonly number[]): Letters {
  return {
    send: (group, step, phase, agreement, value) => letters.send(firsts[group]!, step, phase, agreement, value),
    hasCome: (step, phase) => letters.hasCome(step, phase),
    agreement: (step, phase) => letters.agreement(step, phase),
    value: (step, phase) => letters.value(step, phase),
  };
}
