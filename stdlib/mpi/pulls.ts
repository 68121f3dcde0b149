/**
 * The data of offers on their way to receives.
 *
 * Takes pulls, and how to fetch one: it is begun when that is tried first, and done when it gives true. One idea: there may be thousands, and a test
 * makes progress for all; so the first is tested, and of the others those of which the network tells that they have ended
 * (conduits/ended.ts). Where it tells nothing, as of data that go by messages, all are tested.
 */
import type { Movement } from '../../runtime/extended/movement.ts';
import type { Receive } from './operations.ts';
import type { Arrived } from './post.ts';

export interface Pull {
  readonly message: Arrived;
  readonly receive: Receive;
  /** Once it has begun. */
  handle: number | undefined;
}

export class Pulls {
  private fresh: Pull[] = [];
  /** Of which the network tells, by handle, in the order of their beginning. */
  private readonly told = new Map<number, Pull>();
  private others: Pull[] = [];
  /** So many of what the network tells have been looked at. */
  private seen = 0;

  constructor(
    private readonly movement: Movement,
    private readonly fetch: (pull: Pull) => boolean,
  ) {}

  get isEmpty(): boolean {
    return this.fresh.length + this.told.size + this.others.length === 0;
  }

  add(message: Arrived, receive: Receive): void {
    this.fresh.push({ message, receive, handle: undefined });
  }

  /** May add some, and poll. */
  advance(): void {
    for (const pull of this.fresh.splice(0)) if (!this.fetch(pull)) this.keep(pull);
    this.others = this.others.splice(0).filter((pull) => !this.fetch(pull));
    for (const pull of this.told.values()) {
      const isDone = this.finish(pull);
      this.lookAtEnded();
      if (!isDone) break; // all that could be read has been
    }
  }

  private keep(pull: Pull): void {
    if (pull.handle! > 0 && this.movement.ended !== undefined) this.told.set(pull.handle!, pull);
    else this.others.push(pull);
  }

  private lookAtEnded(): void {
    const ended = this.movement.ended!;
    const [handles, { count }] = [ended.behind(this.seen), ended];
    this.seen = count;
    for (const handle of handles ?? [...this.told.keys()]) {
      const pull = this.told.get(handle);
      if (pull !== undefined) this.finish(pull);
    }
  }

  private finish(pull: Pull): boolean {
    const isDone = this.fetch(pull);
    if (isDone) this.told.delete(pull.handle!);
    return isDone;
  }
}
