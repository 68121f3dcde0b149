/** Ranks in threads of their own, all at one time. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runRanks } from '../../fabrics/sfi/workers.ts';
import { some } from '../../support/share.ts';
import { makeMemory } from './ranks.ts';

const source = fileURLToPath(new URL('crowd.rank.ts', import.meta.url));

interface Result {
  readonly sum: number;
  readonly puts: number;
  readonly gets: number;
  readonly moves: number;
}

for (const [ranks, count, firehoses] of some([
  [2, 100, 1],
  [3, 50, 2],
  [5, 20, 1],
] as const))
  test(`${ranks} ranks at one time, ${firehoses} firehoses of 4 KiB on each other`, async () => {
    const variables = {
      PGAS_FIREHOSE_BUCKET: '4K',
      PGAS_FIREHOSE_M: `${4 * firehoses * (ranks - 1)}K`,
      PGAS_FIREHOSE_MAXVICTIM_M: '4K',
      PGAS_VERBS_CREDITS: '2',
    };
    const results = (await runRanks(source, ranks, { memory: makeMemory(ranks), count, variables })) as Result[];
    for (const { sum, puts, gets, moves } of results) {
      expect({ sum, puts, gets }).toEqual({ sum: count * (ranks - 1), puts: 0, gets: 0 });
      expect(moves).toBeGreaterThan(count);
    }
  });
