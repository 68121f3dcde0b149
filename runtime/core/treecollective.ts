/**
 * Collective calls across processes: over a tree of the ranks (tree.ts), by messages.
 *
 * A rank that enters a call joins its parent's, and gets the result from it; rank 0 computes it: an offset in its region, or 0. A rank whose subtree
 * has entered reports that to its parent; when all have entered, rank 0 may run the epilogue, and completion is
 * broadcast down the tree. Each rank communicates with its parent and its children, in a logarithmic number of steps.
 */
import { COLLECTIVES } from '../memory/control.ts';
import { followingNumber } from '../memory/counts.ts';
import { addressOf, offsetOf, wordOf } from '../memory/space.ts';
import { type Caller, type Calls, JOIN, SUBTREE_HAS_COME } from './am/calls.ts';
import type { Words } from './am/services.ts';
import { type CollectiveCall, type CollectiveCalls, mismatchOf, nameIndex } from './collective.ts';
import { everyThread } from './everybody.ts';
import type { Job } from './job.ts';
import { FOR_COLLECTIVE } from './states.ts';
import { DEGREE, type Levels, placeIn } from './tree.ts';

const [AGREES, DIFFERS] = [0, 1];

/** An outstanding call on this rank; children may enter before it does. */
class Underway {
  call: CollectiveCall | undefined;
  /** Offset in rank 0's region. */
  result: number | undefined;
  /** The completion of the subtree has been reported to the parent. */
  hasTold = false;
  isOver = false;
  /** Children waiting for the result, with their calls. */
  readonly joining: { readonly caller: Caller; readonly words: Words }[] = [];
  /** Children with complete subtrees, waiting for completion of all. */
  readonly complete: Caller[] = [];
}

export class TreeCollectives implements CollectiveCalls {
  private count = 0;
  private readonly underway = new Map<number, Underway>();
  private readonly parent: number;
  private readonly children: number;

  constructor(
    private readonly job: Job,
    private readonly calls: Calls,
    levels: Levels,
  ) {
    const { MYTHREAD, THREADS } = job.space;
    const { parent = 0, children } = placeIn(everyThread(THREADS), MYTHREAD, 0, DEGREE, levels);
    this.parent = parent;
    this.children = children.length;
    calls.serve(JOIN, ([number = 0, ...words], caller) => this.join(number, words, caller));
    calls.serve(SUBTREE_HAS_COME, ([number = 0], caller) => {
      const underway = this.at(number);
      underway.complete.push(caller);
      calls.later(() => this.goOn(number, underway));
      return undefined;
    });
  }

  take(call: CollectiveCall): number {
    return this.resultOf(this.come(call));
  }

  takeTogether(call: CollectiveCall): number {
    const underway = this.come(call);
    this.job.block({ kind: FOR_COLLECTIVE, on: this.count }, () => underway.isOver);
    return this.resultOf(underway);
  }

  private come(call: CollectiveCall): Underway {
    const { space } = this.job;
    this.count = followingNumber(this.count);
    const number = this.count;
    const underway = this.at(number);
    underway.call = call;
    Atomics.store(space.I32, wordOf(space, space.MYTHREAD, COLLECTIVES), number);
    if (space.MYTHREAD === 0) underway.result = offsetOf(space, call.begin());
    else this.ask(number, underway, call);
    this.job.block({ kind: FOR_COLLECTIVE, on: number }, () => underway.result !== undefined);
    for (const { caller, words } of underway.joining) this.calls.answer(caller, answerTo(words, underway, this.job));
    this.goOn(number, underway);
    return underway;
  }

  /** What rank 0's call has given, as an address. */
  private resultOf({ result }: Underway): number {
    return result === 0 ? 0 : addressOf(this.job.space, 0, result!);
  }

  /** Requests the result from the parent. */
  private ask(number: number, underway: Underway, call: CollectiveCall): void {
    const { job } = this;
    this.calls.start(this.parent, JOIN, [number, nameIndex(call), ...call.arguments], ([how, ...words]) => {
      if (how === DIFFERS) this.calls.later(() => job.fail(mismatchOf(job.space, call, words)));
      else underway.result = words[0];
    });
  }

  /** A child enters. */
  private join(number: number, words: Words, caller: Caller): Words | undefined {
    const underway = this.at(number);
    if (underway.result !== undefined) return answerTo(words, underway, this.job);
    underway.joining.push({ caller, words });
    return undefined;
  }

  /** Reports to the parent once the subtree of this rank has entered; on rank 0 that is all ranks. */
  private goOn(number: number, underway: Underway): void {
    if (underway.result === undefined || underway.complete.length < this.children || underway.hasTold) return;
    underway.hasTold = true;
    if (this.job.space.MYTHREAD === 0) {
      underway.call!.finish?.();
      this.close(number, underway);
    } else
      this.calls.start(this.parent, SUBTREE_HAS_COME, [number], () =>
        this.calls.later(() => this.close(number, underway)),
      );
  }

  private close(number: number, underway: Underway): void {
    for (const caller of underway.complete) this.calls.answer(caller, []);
    underway.isOver = true;
    this.underway.delete(number);
  }

  private at(number: number): Underway {
    const underway = this.underway.get(number) ?? new Underway();
    this.underway.set(number, underway);
    return underway;
  }
}

/** The result, or the difference between this rank's call and the child's. */
function answerTo([name, ...given]: Words, { call, result }: Underway, { space }: Job): Words {
  const mine = call!;
  const agrees = name === nameIndex(mine) && mine.arguments.every((argument, i) => argument === given[i]);
  return agrees ? [AGREES, result!] : [DIFFERS, nameIndex(mine), ...mine.arguments, space.MYTHREAD];
}
