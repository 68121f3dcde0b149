/** The order in which a state's processes are tried: the usual choice is the one that has run last. */

/** Steps of one process after which another has its turn. */
const LONG = 100;

/** The usual choice first, the others by number. */
export function inOrder(processes: readonly number[], last: number | undefined, steps: number): number[] {
  const sorted = [...processes].sort((a, b) => a - b);
  if (last === undefined || (steps < LONG && !sorted.includes(last))) return sorted;
  const first = steps < LONG ? last : (sorted.find((each) => each > last) ?? sorted[0]!);
  return [first, ...sorted.filter((each) => each !== first)];
}
