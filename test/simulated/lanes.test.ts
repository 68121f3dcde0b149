/** In-order delivery: what finds no room is tried again when one of its ranks has had a turn, not again and again meanwhile. */
import { expect, test } from 'vitest';
import type { Space } from '../../runtime/memory/space.ts';
import { SUSPEND } from '../../runtime/simulated/coroutines.ts';
import { type Laned, Lanes } from '../../runtime/simulated/lanes.ts';
import { renewScheduler, scheduler } from '../../runtime/simulated/scheduler.ts';

test('attempts are made behind turns, at whole microseconds after the first', () => {
  renewScheduler();
  let hasRoom = false;
  const attempts: number[] = [];
  const sent: Laned = {
    ...{ target: 1, next: undefined, hasCome: false },
    act: () => {
      attempts.push(scheduler.queue.now);
      return hasRoom;
    },
  };
  function* source() {}
  /** Computes for 5.5 us, makes no room in its next turn, and some in the one behind that, 4 us later. */
  function* target() {
    scheduler.spend(5.5e6);
    scheduler.pass();
    yield SUSPEND;
    scheduler.spend(3e6);
    scheduler.pass();
    yield SUSPEND;
    hasRoom = true;
  }
  const lanes = new Lanes(0);
  lanes.join(sent);
  const ranks = [source(), target()] as unknown as Parameters<typeof scheduler.start>[1];
  scheduler.start({ SHIFT: 16 } as Space, ranks);
  scheduler.queue.add(100, 0, { happen: () => lanes.come(sent) });
  scheduler.queue.run();
  expect(attempts).toEqual([100, 7_000_100, 11_000_100]);
});
