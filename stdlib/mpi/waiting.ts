/** Waits for operations: polls, then the runtime, which tells what each rank waits for if all do. */
import { FOR_VALUE } from '../../runtime/core/states.ts';
import { takeTurn } from '../../runtime/core/turn.ts';
import type { Communicators } from './communicators.ts';
import { type Operation, rankIn } from './operations.ts';
import type { Post } from './post.ts';
import type { State } from './state.ts';
import type { Statuses } from './statuses.ts';

/** Polls before a wait is told the runtime, where cores are free: most messages come within. */
const POLLS = 200;

/** A transfer that a wait outlasts by spinning has so many bytes at most. */
const LONG = 2 ** 21;

/** Messages that a roll-call shows of those that nobody receives. */
const SHOWN = 3;
const LOOKED_AT = 100;

/** What a roll-call says of a wait. */
export type Awaited = Pick<Operation, 'whom' | 'text' | 'comm'> & Partial<Pick<Operation, 'most'>>;

export class Waiting {
  constructor(
    private readonly state: State,
    private readonly communicators: Communicators,
    private readonly post: Post,
    private readonly statuses: Statuses,
  ) {}

  for(call: string, operation: Operation): void {
    this.until(call, operation, () => operation.isDone);
  }

  until(call: string, awaited: Awaited, holds: () => boolean): void {
    if (!holds() && !this.comesSoon(holds)) this.block(call, awaited, holds);
  }

  /** Lets messages come in; whether it holds then. A program may ask in a loop: in a simulated job each time takes a turn. */
  glance(holds: () => boolean): boolean {
    if (holds()) return true;
    takeTurn();
    this.state.environment.runtime.job.poll();
    return holds();
  }

  private comesSoon(holds: () => boolean): boolean {
    const { job } = this.state.environment.runtime;
    if (job.spinning.isCrowded) return false;
    for (let i = 0; i < POLLS; i++) {
      job.poll();
      if (holds()) return true;
    }
    return false;
  }

  private block(call: string, { whom, text, comm, most = 0 }: Awaited, holds: () => boolean): void {
    const { environment, together } = this.state;
    const condition = together.unlessEnded(`${call} ${text}`, whom, holds);
    const told = () => `in ${call} ${text}${this.unmatched(comm)}`;
    environment.runtime.job.block(
      { kind: FOR_VALUE, on: 0, whom, told, bytes: Math.min(most, LONG) },
      together.unlessStalled(condition),
    );
  }

  /** What lies here, which nobody receives. */
  private unmatched(comm: Operation['comm']): string {
    const there = this.post.unmatched(comm.team.number, LOOKED_AT);
    // By rank: which came first differs from run to run.
    const few = there
      .sort((one, other) => one.from - other.from)
      .slice(0, SHOWN)
      .map(({ from, tag, bytes }) => `${bytes} bytes from ${rankIn(comm, from)}, tag ${tag}`);
    return few.length === 0 ? '' : `; unmatched: ${few.join('; ')}${there.length > few.length ? ' ...' : ''};`;
  }

  /** Gives the data and the status of what is done; what was wrong with it is a mistake then. */
  finish(call: string, operation: Operation, status: number): void {
    try {
      operation.settle();
    } finally {
      this.statuses.give(call, status, operation.outcome);
    }
    const mistake = operation.mistakeFor(call, (...whose) => this.communicators.ask(...whose));
    if (mistake !== undefined) throw mistake;
  }
}
