/**
 * The figure of an operation, out of equal windows: what most of them count. What the system, or V8, does in one makes it another one, and
 * does not move the figure; where fewer than SHARE agree there is none.
 */

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
  if (share < SHARE) throw new Error(`${name}: ${Math.round(100 * share)} % of ${windows.length} windows count the same: ${SHARE * 100} % must`);
  return windows.filter(({ count }) => count === mode);
}
