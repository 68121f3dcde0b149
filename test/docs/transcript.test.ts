/** How what a command writes is compared with its page: as a set of lines, "..." standing for what varies. */
import { expect, test } from 'vitest';
import { differenceOf } from './transcript.ts';

const SAME = { missing: [], unexpected: [] };

test('threads write in any order', () => {
  expect(differenceOf(['a', 'b', 'a'], 'b\na\na\n')).toEqual(SAME);
});

test('a line that is missing, one too many, one too often are told', () => {
  expect(differenceOf(['a', 'b'], 'a\nc\n')).toEqual({ missing: ['b'], unexpected: ['c'] });
  expect(differenceOf(['a'], 'a\na\n')).toEqual({ missing: [], unexpected: ['a'] });
  expect(differenceOf(['a', 'a'], 'a\n')).toEqual({ missing: ['a'], unexpected: [] });
  expect(differenceOf([], 'a\n')).toEqual({ missing: [], unexpected: ['a'] });
});

test('"..." stands for any text in a line, and for any lines', () => {
  expect(differenceOf(['at 0x...: freed'], 'at 0x37bf4fd4: freed\n')).toEqual(SAME);
  expect(differenceOf(['at 0x...: freed'], 'at 0x37bf4fd4: free\n').missing).toEqual(['at 0x...: freed']);
  expect(differenceOf(['thread ... waits', 'thread 1 waits'], 'thread 1 waits\nthread 2 waits\n')).toEqual(SAME);
  expect(differenceOf(['...', 'b'], 'a\nb\nc\n')).toEqual(SAME);
  expect(differenceOf(['...', 'd'], 'a\nb\nc\n').missing).toEqual(['d']);
});

test('columns may move, words may not', () => {
  expect(differenceOf(['  get   4000'], '  get  4000\n')).toEqual(SAME);
  expect(differenceOf(['a.b'], 'axb\n').missing).toEqual(['a.b']);
});
