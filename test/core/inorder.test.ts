import { expect, test } from 'vitest';
import { InOrder } from '../../runtime/core/am/inorder.ts';

test('messages of a rank that come in any order are seen in the order of their numbers', () => {
  const order = new InOrder();
  const seen: string[] = [];
  const arrive = (rank: number, number: number) => order.arrived(rank, number, () => seen.push(`${rank}:${number}`));
  arrive(1, 2);
  arrive(1, 1);
  arrive(0, 0);
  expect(seen).toEqual(['0:0']);
  arrive(1, 0);
  arrive(1, 3);
  expect(seen).toEqual(['0:0', '1:0', '1:1', '1:2', '1:3']);
});
