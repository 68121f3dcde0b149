/** The statistics of `npm run bench:instructions`: from a trace of steps to the figure of an operation. */
import { describe, expect, test } from 'vitest';
import { agreeing, figures, modeOf, windowsOf } from './instructions/windows.js';

const [WINDOW, POSTED, ENDED, TOO_LONG, BEGUN] = [1, 2, 3, 4, 5];
/** A window of two operations of so many instructions to the post and behind it, from these addresses on. */
function windowOf(number: number, before: number, after: number): number[] {
  const from = (address: number, count: number) => Array.from({ length: count }, (_, i) => address + i);
  const operation = [BEGUN, ...from(1000, before), POSTED, ...from(2000, after), ENDED];
  return [WINDOW, number, ...operation, ...operation] as number[];
}
const trace = (...windows: number[][]) => BigUint64Array.from(windows.flat(), BigInt);

describe('windows', () => {
  test('the mode is the most frequent value', () => {
    expect(modeOf([3, 1, 3, 2])).toEqual({ mode: 3, share: 0.5 });
    expect(modeOf([])).toEqual({ mode: undefined, share: 0 });
  });

  test('nine in ten agree, or there is no figure', () => {
    const windows = (odd: number) => Array.from({ length: 200 }, (_, i) => ({ count: i < odd ? `${i}` : 'same' }));
    expect(agreeing('put', windows(20))).toHaveLength(180);
    expect(() => agreeing('put', windows(21))).toThrow('put: 179 of 200 windows count the same; 90 % must');
  });

  test('a trace has the windows of each operation, parted at the post', () => {
    const windows = windowsOf(trace(windowOf(1, 3, 2), windowOf(0, 5, 0), windowOf(1, 4, 2)), 1);
    expect(windows.map(({ count }) => count)).toEqual(['6 + 4', '8 + 4']);
    expect(windows[0]!.after).toEqual([2000, 2001, 2000, 2001]);
  });

  test('instructions outside of operations do not count, and an endless window is none like others', () => {
    const outside = [WINDOW, 0, BEGUN, 1000, ENDED, BEGUN, 1001, ENDED] as number[];
    const tooLong = [WINDOW, 0, BEGUN, 1000, 1001, TOO_LONG] as number[];
    expect(windowsOf(trace(outside, tooLong), 0).map(({ count }) => count)).toEqual(['2 + 0', 'too long']);
  });

  test("what is of no compiled code is its caller's, and a figure is one operation's", () => {
    const name = (address: number) => (address < 1002 ? { name: 'put' } : undefined);
    const { before, after, outside } = figures(windowsOf(trace(windowOf(0, 4, 1)), 0), name);
    expect(before).toEqual([[{ name: 'put' }, 4]]);
    expect(after).toEqual([[{ name: 'put' }, 1]]);
    expect(outside).toBe(3);
  });
});
