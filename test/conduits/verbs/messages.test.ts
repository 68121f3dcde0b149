/** Active messages of the conduit: floods by all to all, replies, sizes, credits. */
import { expect, test } from 'vitest';
import { type Handler, makeRanks, pollAll, sendMessage } from './ranks.ts';

const REPLY = 1 << 20;

/** Replies to every request whose number is odd. */
const replyToOdd: Handler = (rank, from, what) => {
  if ((what & 1) === 1 && what < REPLY) sendMessage(rank, from, what | REPLY, 8, true);
};

for (const credits of ['1', '2', '12'])
  for (const count of [2, 3, 5])
    test(`${count} ranks flood each other with ${credits} credits`, () => {
      const ranks = makeRanks(count, { PGAS_VERBS_CREDITS: credits }, replyToOdd);
      for (let what = 0; what < 200; what++)
        for (const rank of ranks)
          for (let to = 0; to < count; to++) if (to !== rank.space.MYTHREAD) sendMessage(rank, to, what);
      pollAll(ranks);
      for (const { arrived } of ranks) {
        expect(arrived.filter((what) => what < REPLY).length).toBe(200 * (count - 1));
        expect(arrived.filter((what) => what >= REPLY).length).toBe(100 * (count - 1));
      }
    });

test('messages of all sizes arrive whole', () => {
  const seen: number[] = [];
  const ranks = makeRanks(2, {}, (rank, _from, what) => {
    seen.push(what);
    sendMessage(rank, 0, what, what, true);
  });
  const { largest } = ranks[0]!.conduit.messages;
  expect(largest).toBe(4096);
  for (const size of [8, 9, 71, 72, 73, 1000, largest]) sendMessage(ranks[0]!, 1, size, size);
  expect(() => sendMessage(ranks[0]!, 1, 1, largest + 1)).toThrow('a message of 4097 bytes, but a buffer holds 4096');
});

test('a request that comes while a handler waits to reply is put aside, not lost', () => {
  const order: string[] = [];
  const ranks = makeRanks(2, {}, (rank, from, what) => {
    order.push(`${rank.space.MYTHREAD}:${what}`);
    if (what !== 3 || rank.space.MYTHREAD !== 1) return;
    rank.conduit.messages.poll(true);
    sendMessage(rank, from, what | REPLY, 8, true);
  });
  sendMessage(ranks[0]!, 1, 3);
  sendMessage(ranks[0]!, 1, 4);
  sendMessage(ranks[0]!, 1, 6);
  pollAll(ranks);
  expect(order).toEqual(['1:3', '1:4', '1:6', `0:${3 | REPLY}`]);
});

test('connections are made on demand, one a peer', () => {
  const ranks = makeRanks(4);
  sendMessage(ranks[0]!, 3, 0);
  sendMessage(ranks[3]!, 0, 2);
  ranks[1]!.conduit.memory!.put(...ranks[3]!.of(0), ranks[1]!.at(0), 8);
  expect(ranks.map(({ conduit }) => conduit.events.connections)).toEqual([1, 1, 0, 2]);
});
