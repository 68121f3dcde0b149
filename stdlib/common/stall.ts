/**
 * Waits that no rank will end: all wait for each other, and none has gone on for a while.
 *
 * Who waits for a variable looks at it again and again, as no bell rings for a store, so what it waits for is not known to the runtime's search for
 * deadlocks. One idea: a rank that could go on does so long before this one has looked LOOKS times, and has itself looked meanwhile. Looks are counted, not
 * time, which goes on while the job is suspended. One of those that wait so looks for all, as each look reads words of all ranks; another takes its place
 * when it has not looked for a while. Over processes the coordinator looks in the same way (launch/watcher.ts).
 */
import { allWait } from '../../runtime/core/deadlock.ts';
import type { Job } from '../../runtime/core/job.ts';
import { rollCall } from '../../runtime/core/rollcall.ts';
import { ENDED, FOR_VALUE } from '../../runtime/core/states.ts';
import { viewsOf } from '../../runtime/core/views.ts';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { deadlock } from '../../runtime/errors.ts';
import { BLOCKING, EPOCH, RESUMED, STALL_LOOKED, STALL_LOOKER, STATE } from '../../runtime/memory/control.ts';
import { isOne, processWord, wordOf } from '../../runtime/memory/space.ts';
import { platform } from '../../runtime/platform/linked.ts';

/** Milliseconds between two looks, and looks in vain that are enough. */
const [PERIOD, LOOKS] = [100, 30];
/** Milliseconds without a look after which another rank looks. */
const ABSENT = 5 * PERIOD;

export class Stall {
  private next = 0;
  private looks = 0;
  /** How often they had gone on from waits together, and had looked at what they wait for, when the first of them last changed. */
  private resumed = 0;
  private looked: readonly number[] = [];
  private readonly job: Job;

  constructor({ runtime }: RuntimeEnvironment) {
    this.job = runtime.job;
  }

  /** Ends the job if all wait in vain; to be called whenever a condition has been looked at that does not hold. */
  look(): void {
    const now = platform.clock.milliseconds();
    const isFirst = this.next === 0;
    if (now < this.next) return;
    this.next = now + PERIOD;
    if (isFirst) return; // most waits are short ones
    if (!isOne(this.job.space) || !this.isLooker(now | 0)) return;
    const views = viewsOf(this.job.space);
    const resumed = this.words(RESUMED).reduce((sum, each) => sum + each, 0); // they grow alone
    if (!allWait(views) || resumed !== this.resumed) {
      this.resumed = resumed;
      this.looked = this.words(EPOCH);
      this.looks = 0;
    } else if (++this.looks > LOOKS && this.allHaveLooked()) this.job.fail(deadlock('this thread', rollCall(views)));
  }

  /** Whether this rank looks for all; `now` in milliseconds, of which 32 bits count. */
  private isLooker(now: number): boolean {
    const { space } = this.job;
    const [looker, looked] = [processWord(space, STALL_LOOKER), processWord(space, STALL_LOOKED)];
    const [seen, own] = [Atomics.load(space.I32, looker), space.MYTHREAD + 1];
    const isAbsent = seen === 0 || ((now - Atomics.load(space.I32, looked)) | 0) > ABSENT;
    const is = seen === own || (isAbsent && Atomics.compareExchange(space.I32, looker, seen, own) === seen);
    if (is) Atomics.store(space.I32, looked, now);
    return is;
  }

  /** Those that wait for a variable have. */
  private allHaveLooked(): boolean {
    const [kinds, states, epochs] = [BLOCKING, STATE, EPOCH].map((offset) => this.words(offset)) as [N, N, N];
    return epochs.every(
      (epoch, thread) => epoch !== this.looked[thread] || kinds[thread] !== FOR_VALUE || states[thread] === ENDED,
    );
  }

  /** A word of each thread. */
  private words(offset: number): readonly number[] {
    const { space } = this.job;
    return Array.from({ length: space.THREADS }, (_, thread) => space.I32[wordOf(space, thread, offset)]!);
  }
}

type N = readonly number[];
