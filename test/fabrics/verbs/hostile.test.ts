/** A hostile adapter: all is done in the end, in the order that a queue pair promises. */
import { describe, expect, test } from 'vitest';
import * as verbs from '../../../runtime/fabrics/verbs/index.ts';
import { bringUp, completions, type End, makeEnd, makeRanks, post, receive } from './ranks.ts';

const COUNT = 12;

function connected(seed: string): [End, End] {
  const [a, b] = makeRanks(2, 'shm0', 'one memory', { PGAS_HOSTILE: seed }).map((rank) => makeEnd(rank)) as [End, End];
  bringUp(a, b);
  bringUp(b, a);
  return [a, b];
}

/** Numbers of all completions, as they come. */
function polled(queue: verbs.CompletionQueue): number[] {
  return Array.from({ length: 2000 }, () => completions(queue).map(([id]) => id)).flat();
}

const numbers = Array.from({ length: COUNT }, (_, i) => i + 1);

describe.each(['1', '2', '3', '4', '5'])('seed %s', (seed) => {
  test('sends of a connection arrive and complete in order; inline data are taken at the call', () => {
    const [a, b] = connected(seed);
    const { U8 } = a.rank.space;
    for (const id of numbers) receive(b, 64 * id, 64, id);
    for (const id of numbers) {
      U8[a.rank.at(0) >>> 0] = id;
      const flags = verbs.IBV_SEND_INLINE | verbs.IBV_SEND_SIGNALED;
      expect(post(a, b, { opcode: verbs.IBV_WR_SEND, from: 0, size: 1, id, flags })).toBe(0);
    }
    expect(polled(a.sent)).toEqual(numbers);
    expect(polled(b.received)).toEqual(numbers);
    expect(numbers.map((id) => b.rank.space.U8[b.rank.at(64 * id) >>> 0])).toEqual(numbers);
  });
});
