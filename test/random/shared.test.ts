/**
 * Random UPC programs compute what a sequential model computes, on all networks, in one process, in several and simulated, with THREADS
 * chosen at run time and fixed. RANDOM_COUNT=1000 runs that many (else 50), each at all numbers of threads everywhere; RANDOM_SEED=7
 * starts there.
 */
import { describe, expect, test } from 'vitest';
import { levelOf, levels } from '../support/levels.ts';
import { NETWORKS, SEPARATE } from '../support/networks.ts';
import { dealt, some } from '../support/share.ts';
import { batches, failures, titleOf } from './batch.ts';
import { modelled, sharedProgram } from './shared.ts';

const THREADS = ['1', '2', '3', '4', '7'];
const isMany = process.env.RANDOM_COUNT !== undefined;

interface Kind {
  readonly flags: readonly string[];
  /** Flags of each job. */
  readonly jobs: readonly (readonly string[])[];
  /** THREADS is fixed. */
  readonly fixed: boolean;
}

const onThreads = (counts: readonly string[]) => counts.map((count) => ['-n', count]);

/** Jobs whose threads share no memory, or not all of them. */
const inProcesses = (network: string): string[][] => {
  const some = [['-n', '4', '--processes', '2']];
  if (isMany && SEPARATE.includes(network))
    return [['-n', '2', '--processes', '2'], ...some, ['-n', '7', '--processes', '3']];
  return network === SEPARATE[0] ? some : [];
};

/** All threads in turns: in the usual order, in another, and in the time of a machine. */
const inTurns = (network: string): string[][] => [
  ['-n', '3', '--simulate'],
  ['-n', '7', '--simulate', '--schedule=7'],
  ...(network === 'pami' ? [['-n', '4', '--simulate=bgq,node.ranks=2']] : []),
];

/** Levels on smp, networks, simulated jobs of both back ends, and numbers of threads that the compiler is told, each on another network. */
const KINDS: readonly Kind[] = [
  ...levels('random', THREADS).map(({ flags, threads }) => ({ flags, jobs: onThreads(threads), fixed: false })),
  ...NETWORKS.map((network) => ({
    flags: [`-network=${network}`, ...levelOf(`random ${network}`)],
    jobs: [...onThreads(isMany ? THREADS : ['3']), ...inProcesses(network)],
    fixed: false,
  })),
  ...NETWORKS.flatMap((network) =>
    ['-O0', '-O2'].map((level) => ({
      flags: ['-simulate', `-network=${network}`, level],
      jobs: inTurns(network),
      fixed: false,
    })),
  ),
  ...THREADS.map((count, k) => {
    const network = ['smp', ...NETWORKS][k % (NETWORKS.length + 1)];
    return {
      flags: [`-T=${count}`, `-network=${network}`, ...levelOf(`random ${count}`)],
      jobs: onThreads([count]),
      fixed: true,
    };
  }),
];

const kinds = some(KINDS);

describe('random programs in UPC compute what the model computes', () => {
  for (const batch of batches)
    for (const kind of kinds) {
      const { flags, jobs, fixed } = kind;
      const seeds = some(batch).filter((seed) => dealt(`seed ${seed}`, kinds).includes(kind));
      if (seeds.length === 0) continue;
      test(`${titleOf(seeds)} ${flags.join(' ')}`, { timeout: 1_200_000 }, async () => {
        const program = (few: readonly number[]) => sharedProgram(few, fixed);
        const runs = jobs.map((job) => ({ job, expected: modelled(seeds, fixed, Number(job[1])) }));
        const wrong = await failures(seeds, { source: 'shared.upc', flags, program, runs });
        expect(wrong.join('\n')).toBe('');
      });
    }
});
