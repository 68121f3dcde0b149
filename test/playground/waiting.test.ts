/** What waits to be shown: in order, and of what is dropped the lines are counted. */
import { expect, test } from 'vitest';
import { Waiting } from '../../bin/playground/page/waiting.ts';

const printed = (text: string) => ({ descriptor: 1, bytes: new TextEncoder().encode(text), runs: [] });

test('the oldest goes first, whole', () => {
  const waiting = new Waiting();
  for (const text of ['a\nb\n', 'c\n', '\n\n\nd', 'e\n']) waiting.add(printed(text));
  expect(waiting.size).toBe(12);
  expect(waiting.dropTo(12)).toBe(0);
  expect(waiting.dropTo(7)).toBe(3);
  expect(new TextDecoder().decode(waiting.take()?.bytes)).toBe('\n\n\nd');
  expect([waiting.size, waiting.isEmpty]).toEqual([2, false]);
  expect(waiting.dropTo(0)).toBe(1);
  expect([waiting.take(), waiting.isEmpty, waiting.size]).toEqual([undefined, true, 0]);
});
