/** In-order delivery: what finds no room is tried again when there may be some, not again and again meanwhile. */
import { expect, test } from 'vitest';
import type { Space } from '../../runtime/memory/space.ts';
import { SUSPEND } from '../../runtime/simulated/coroutines.ts';
import { type Laned, Lanes } from '../../runtime/simulated/lanes.ts';
import { renewScheduler, scheduler } from '../../runtime/simulated/scheduler.ts';

const SPACE = { SHIFT: 16, HOME: 0, I32: new Int32Array(8192) } as Space;

test('attempts are made behind what a rank does in the runtime, at whole microseconds after the first', () => {
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
  scheduler.start(SPACE, ranks);
  scheduler.queue.add(100, 0, { happen: () => lanes.come(sent) });
  scheduler.queue.run();
  expect(attempts).toEqual([100, 10_000_100, 11_000_100]);
});

test('of messages for one room, attempts are made behind turns in which its rank has read', () => {
  renewScheduler();
  let position = 0;
  let taken = 0;
  const attempts: [sender: number, now: number][] = [];
  /** As each sender sees it; there is room for a message where one has been read. */
  const makeSent = (sender: number): Laned => ({
    ...{ target: 3, next: undefined, hasCome: false },
    room: {
      place: 64,
      get position() {
        return position;
      },
    },
    act: () => {
      attempts.push([sender, scheduler.queue.now]);
      if (taken === position) return false;
      taken++;
      return true;
    },
  });
  function* idle() {}
  /** 100 turns that read nothing, then two that read one message each. */
  function* target() {
    for (let turn = 0; turn < 102; turn++) {
      scheduler.spend(1e6);
      scheduler.pass();
      yield SUSPEND;
      if (turn >= 100) position++;
    }
  }
  const senders = [0, 1, 2].map((rank) => ({ lanes: new Lanes(rank), sent: makeSent(rank) }));
  for (const { lanes, sent } of senders) lanes.join(sent);
  const ranks = [idle(), idle(), idle(), target()] as unknown as Parameters<typeof scheduler.start>[1];
  scheduler.start(SPACE, ranks);
  for (const [rank, { lanes, sent }] of senders.entries())
    scheduler.queue.add(100, rank, { happen: () => lanes.come(sent) });
  scheduler.queue.run();
  expect(attempts.slice(0, 3)).toEqual([0, 1, 2].map((sender) => [sender, 100]));
  expect(attempts.slice(3).map(([sender]) => sender)).toEqual([0, 1, 2, 1, 2]);
  expect(attempts[3]![1]).toBeGreaterThan(100e6);
});
