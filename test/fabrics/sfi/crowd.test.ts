/** Ranks in threads of their own, on one memory. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { some } from '../../support/share.ts';
import { runRanks } from './workers.ts';

const rank = join(import.meta.dirname, 'crowd.rank.ts');

test.each(some([2, 1, 3, 7]))(
  '%i ranks add to the same elements, and flood each other, and nothing is lost',
  async (ranks) => {
    const count = 300;
    const results = (await runRanks(rank, ranks, { count })) as { sums: number[]; sum: number }[];
    const total = count * ranks;
    const all = (ranks * (ranks + 1)) / 2;
    results.forEach(({ sums, sum }, me) => {
      expect(sums).toEqual([total & 255, total & 65535, ...new Array(8).fill(total)]);
      expect(sum).toBe(count * 1001 * (all - (me + 1)));
    });
  },
  60_000,
);
