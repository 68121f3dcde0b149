/**
 * The data of offers on their way to receives.
 *
 * Takes offers with their receives. Begins to fetch the data, and tells when they are here. One idea: there may be thousands, and a test makes progress for
 * all; so the first is tested, and of the others those of which the network tells that they have ended (conduits/endedoperations.ts). Where it
 * tells nothing, as of data that go by messages, all are tested.
 */
import { COMPLETE } from '../../runtime/conduits/conduit.ts';
import type { Movement } from '../../runtime/extended/movement.ts';
import type { Arrived } from './arrived.ts';
import type { Receive } from './operations.ts';

interface Pull {
  readonly message: Arrived;
  readonly receive: Receive;
  /** Once it has begun. */
  handle: number | undefined;
}

export class Pulls {
  private fresh: Pull[] = [];
  /** Of which the network tells, in the order of their beginning. */
  private readonly byHandle = new Map<number, Pull>();
  private untold: Pull[] = [];
  /** So many of what the network tells have been looked at. */
  private seen = 0;

  constructor(
    private readonly movement: Movement,
    /** Gives a handle; undefined if nothing is left to do. */
    private readonly begin: (message: Arrived, receive: Receive) => number | undefined,
    private readonly finished: (message: Arrived, receive: Receive) => void,
  ) {}

  get isEmpty(): boolean {
    return this.fresh.length + this.byHandle.size + this.untold.length === 0;
  }

  add(message: Arrived, receive: Receive): void {
    this.fresh.push({ message, receive, handle: undefined });
  }

  /** May poll, and so add some. */
  advance(): void {
    for (const pull of this.fresh.splice(0)) if (!this.isOver(pull)) this.keep(pull);
    this.untold = this.untold.splice(0).filter((pull) => !this.isOver(pull));
    for (const pull of this.byHandle.values()) {
      const isOver = this.look(pull);
      this.lookAtEnded();
      if (!isOver) break; // its test has taken all completions there are, so what else has ended has been told
    }
  }

  private keep(pull: Pull): void {
    if (pull.handle! > 0 && this.movement.ended !== undefined) this.byHandle.set(pull.handle!, pull);
    else this.untold.push(pull);
  }

  private lookAtEnded(): void {
    const ended = this.movement.ended!;
    if (ended.count === this.seen) return;
    const handles = ended.behind(this.seen) ?? [...this.byHandle.keys()];
    this.seen = ended.count;
    for (const handle of handles) {
      const pull = this.byHandle.get(handle);
      if (pull !== undefined) this.look(pull);
    }
  }

  private look(pull: Pull): boolean {
    const isOver = this.isOver(pull);
    if (isOver) this.byHandle.delete(pull.handle!);
    return isOver;
  }

  private isOver(pull: Pull): boolean {
    const { message, receive } = pull;
    pull.handle ??= this.begin(message, receive);
    if (pull.handle === undefined) return true;
    if (pull.handle !== COMPLETE && this.movement.test(pull.handle) === false) return false;
    this.finished(message, receive);
    return true;
  }
}
