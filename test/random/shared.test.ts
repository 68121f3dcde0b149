/**
 * Random UPC programs compute what a sequential model computes, on all networks, with THREADS chosen at run time and fixed.
 * RANDOM=1000 runs that many (else 50), each at all numbers of threads everywhere; RANDOM_SEED=7 starts there.
 */
import { describe, expect, test } from 'vitest';
import { levelOf, levels } from '../support/levels.ts';
import { NETWORKS } from '../support/networks.ts';
import { batches, failures, titleOf } from './batch.ts';
import { modelled, sharedProgram } from './shared.ts';

const THREADS = ['1', '2', '3', '4', '7'];
const isLong = process.env.RANDOM !== undefined;

interface Kind {
  readonly flags: readonly string[];
  readonly threads: readonly string[];
  /** THREADS is fixed. */
  readonly fixed: boolean;
}

/** Levels on smp, networks, and numbers of threads that the compiler is told, each on another network. */
const KINDS: readonly Kind[] = [
  ...levels(THREADS).map((level) => ({ ...level, fixed: false })),
  ...NETWORKS.map((network) => ({
    flags: [`-network=${network}`, ...levelOf(`random ${network}`)],
    threads: isLong ? THREADS : ['3'],
    fixed: false,
  })),
  ...THREADS.map((count, k) => {
    const network = ['smp', ...NETWORKS][k % (NETWORKS.length + 1)];
    return {
      flags: [`-T=${count}`, `-network=${network}`, ...levelOf(`random ${count}`)],
      threads: [count],
      fixed: true,
    };
  }),
];

describe('random programs in UPC compute what the model computes', () => {
  for (const seeds of batches)
    for (const { flags, threads, fixed } of KINDS)
      test(`${titleOf(seeds)} ${flags.join(' ')}`, { timeout: 1_200_000 }, async () => {
        const program = (some: readonly number[]) => sharedProgram(some, fixed);
        const runs = threads.map((count) => ({ threads: count, expected: modelled(seeds, fixed, Number(count)) }));
        const wrong = await failures(seeds, { source: 'shared.upc', flags, program, runs });
        expect(wrong.join('\n')).toBe('');
      });
});
