/**
 * The figure of an operation, out of the trace of steps.c and the equal windows in it: what most of them count. What the system, or V8, does
 * in one makes it another one, and does not move the figure; where fewer than SHARE agree there is none.
 */
import { FEW } from './operations.js';

/** Words of the trace; addresses are larger. */
const [WINDOW, POSTED, ENDED, TOO_LONG, BEGUN] = [1, 2, 3, 4, 5];
export const SHARE = 0.9;

/** { mode, share }: the most frequent of the values, and of which part of them it is. */
export function modeOf(values) {
  const times = new Map();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  const [mode, most] = [...times].reduce((best, one) => (one[1] > best[1] ? one : best), [undefined, 0]);
  return { mode, share: values.length === 0 ? 0 : most / values.length };
}

/** Windows of the most frequent count; throws if they are too few. Takes { count, ... } of each. */
export function agreeing(name, windows) {
  const { mode, share } = modeOf(windows.map(({ count }) => count));
  const same = windows.filter(({ count }) => count === mode);
  if (share >= SHARE) return same;
  throw new Error(`${name}: ${same.length} of ${windows.length} windows count the same; ${SHARE * 100} % must`);
}

/** Windows of an operation: { count, before, after }, `count` for comparison, lists of addresses. */
export function windowsOf(trace, number) {
  const windows = [];
  for (let at = 0; at < trace.length; at++)
    if (Number(trace[at]) === WINDOW && Number(trace[++at]) === number) windows.push(windowAt(trace, at + 1));
  return windows;
}

function windowAt(trace, start) {
  const window = { before: [], after: [] };
  let into = window.before;
  for (let at = start; at < trace.length && Number(trace[at]) !== WINDOW; at++) {
    const word = Number(trace[at]);
    if (word === BEGUN) into = window.before;
    else if (word === POSTED) into = window.after;
    else if (word === TOO_LONG) return { ...window, count: 'too long' };
    else if (word !== ENDED) into.push(word);
  }
  return { ...window, count: `${window.before.length} + ${window.after.length}` };
}

/**
 * Of one of the windows, for they are alike: instructions by place. What is not of compiled code belongs to the compiled code that called it;
 * `outside`: how much that is, V8's own functions, Atomics' for one.
 */
export function figures([{ before, after }], placeOf) {
  let caller = { name: '' };
  let outside = 0;
  const summed = (addresses) => {
    const sums = new Map();
    for (const address of addresses) {
      const place = placeOf(address);
      if (place === undefined) outside++;
      caller = place ?? caller;
      const key = JSON.stringify(caller); // places are many objects
      sums.set(key, (sums.get(key) ?? 0) + 1 / FEW);
    }
    return [...sums].map(([key, instructions]) => [JSON.parse(key), instructions]);
  };
  return { before: summed(before), after: summed(after), outside: outside / FEW };
}
