/** The word of a window's lock at its bounds. */
import { expect, test } from 'vitest';
import {
  DUE,
  heldBy,
  holderOf,
  isFree,
  isIdle,
  isShareable,
  phaseOf,
  READER,
  released,
  shared,
  sharersOf,
  unshared,
} from '../../stdlib/mpi/lockword.ts';

test('as many ranks as there can be share it, and wait to', () => {
  const most = 2 ** 16 - 1;
  let word = heldBy(0) + DUE;
  for (let i = 0; i < most; i++) word += READER;
  expect([holderOf(word), isFree(word), isShareable(word)]).toEqual([0, false, false]);
  const after = released(word);
  expect([holderOf(after), sharersOf(after), phaseOf(after)]).toEqual([undefined, most, 1 - phaseOf(word)]);
  expect(shared(released(heldBy(most - 1)))).toBe(shared(0));
  let rest = after;
  for (let i = 0; i < most; i++) rest = unshared(rest);
  expect([isFree(rest), isShareable(rest)]).toEqual([true, false]); // who is first in line has it next
  expect([isIdle(rest), isIdle(rest - DUE), isIdle(0)]).toEqual([false, true, true]); // in either phase
});
