/**
 * Waits that no rank will end: all wait for each other, and none has gone on for a while.
 *
 * Who waits for a variable looks at it again and again, as no bell rings for a store, so what it waits for is not known to the runtime's search for
 * deadlocks. One idea: a rank that could go on does so long before PATIENCE is over. Over processes the coordinator looks in the same way (launch/watcher.ts).
 */
import { allWait } from '../../runtime/core/deadlock.ts';
import { rollCall } from '../../runtime/core/rollcall.ts';
import { viewsOf } from '../../runtime/core/views.ts';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { deadlock } from '../../runtime/errors.ts';
import { RESUMED } from '../../runtime/memory/control.ts';
import { isOne, wordOf } from '../../runtime/memory/space.ts';

/** Milliseconds between two looks, and without which a rank that could go on has not been. */
const [PERIOD, PATIENCE] = [100, 3000];

export class Stall {
  private next = 0;
  private since = 0;
  /** How often all had gone on from waits, when that last changed. */
  private resumed = '';

  constructor(private readonly environment: RuntimeEnvironment) {}

  /** Ends the job if all wait in vain; to be called whenever a condition has been looked at that does not hold. */
  look(): void {
    const now = Date.now();
    if (now < this.next) return;
    this.next = now + PERIOD;
    if (!isOne(this.environment)) return;
    const views = viewsOf(this.environment);
    const resumed = this.counts();
    if (!allWait(views) || resumed !== this.resumed) {
      this.resumed = resumed;
      this.since = now;
    } else if (now - this.since > PATIENCE) this.environment.runtime.job.fail(deadlock('this thread', rollCall(views)));
  }

  private counts(): string {
    const { THREADS, I32 } = this.environment;
    return Array.from({ length: THREADS }, (_, thread) => I32[wordOf(this.environment, thread, RESUMED)]).join();
  }
}
