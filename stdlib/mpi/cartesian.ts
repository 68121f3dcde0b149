/**
 * Grids of ranks (MPI 3.1, 7.5): coordinates in the order of C, the last one the fastest.
 *
 * Takes extents and periods. Gives ranks and coordinates, and extents that are as close to each other as they can be.
 */
export interface Grid {
  readonly extents: readonly number[];
  readonly periods: readonly boolean[];
}

export const sizeOf = ({ extents }: Pick<Grid, 'extents'>): number => extents.reduce((all, one) => all * one, 1);

export function coordinatesOf({ extents }: Grid, rank: number): number[] {
  const coordinates: number[] = [];
  let rest = rank;
  for (let d = extents.length - 1; d >= 0; d--) {
    coordinates[d] = rest % extents[d]!;
    rest = Math.floor(rest / extents[d]!);
  }
  return coordinates;
}

/** The rank at coordinates, which go round where the grid is periodic; undefined outside. */
export function rankAt({ extents, periods }: Grid, coordinates: readonly number[]): number | undefined {
  let rank = 0;
  for (const [d, extent] of extents.entries()) {
    let at = coordinates[d]!;
    if (periods[d]) at = ((at % extent) + extent) % extent;
    if (at < 0 || at >= extent) return undefined;
    rank = rank * extent + at;
  }
  return rank;
}

/**
 * Extents whose product is `nodes`, with those above 0 as they are; undefined where that cannot be. The free ones are as close to each other
 * as possible, and fall: prime factors from the largest on go to the smallest extent.
 */
export function balanced(nodes: number, extents: readonly number[]): number[] | undefined {
  const fixed = extents.reduce((all, one) => all * (one || 1), 1);
  const free = extents.filter((extent) => extent === 0).length;
  if (nodes % fixed !== 0 || (free === 0 && fixed !== nodes)) return undefined;
  const made = closest(nodes / fixed, free);
  let next = 0;
  return extents.map((extent) => (extent === 0 ? made[next++]! : extent));
}

/** `count` factors of n, falling, with the least difference between the first and the last. */
function closest(n: number, count: number): number[] {
  let best: number[] | undefined;
  const search = (rest: number, left: number, most: number, chosen: number[]): void => {
    if (left === 1) {
      if (rest > most) return;
      const all = [...chosen, rest];
      if (best === undefined || all[0]! - rest < best[0]! - best.at(-1)!) best = all;
      return;
    }
    // The largest one left is at least the root; divisors from there on.
    for (let factor = Math.ceil(rest ** (1 / left) - 1e-9); factor <= Math.min(rest, most); factor++)
      if (rest % factor === 0) search(rest / factor, left - 1, factor, [...chosen, factor]);
  };
  if (count > 0) search(n, count, n, []);
  return best ?? [];
}
