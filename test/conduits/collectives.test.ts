/**
 * Collective functions with sizes, roots, counts and flags by chance (processes/collectives.upc), in jobs of every shape: on one memory, on
 * separate ones, mapped, over libfabric's tcp, and over hostile fabrics. ALL_THREADS=1 runs more calls, jobs and networks.
 */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { levelOf } from '../support/levels.ts';
import { libfabricLacks } from '../support/libfabric.ts';
import { networksOf } from '../support/networks.ts';
import { compiled, inFolder, ROOT } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';
import { dealt, isLong } from '../support/share.ts';

const all = Boolean(process.env.ALL_THREADS);
const CALLS = all ? '400' : '60';
/** Threads and processes. */
const ALONE = ['1', '2', '3', '4', '7'].map((threads) => [threads, '1'] as const);
const APART = [
  ['2', '2'],
  ['3', '2'],
  ['4', '2'],
  ['7', '3'],
] as const;
const SEEDS = all ? ['1', '2', '3', '4', '5', '6'] : ['1', '2'];

type Shape = readonly [threads: string, processes: string];
type Job = readonly [shape: Shape, env: Readonly<Record<string, string>>];
const jobs = (shapes: readonly Shape[], env: Readonly<Record<string, string>>) =>
  shapes.map((shape): Job => [shape, env]);

const runs = (network: string, cases: readonly Job[]) =>
  inFolder(async (scratch) => {
    const source = join(ROOT, 'test/conduits/processes/collectives.upc');
    const program = await compiled(scratch, [`-network=${network}`, ...levelOf(`collectives ${network}`), source]);
    for (const [[threads, processes], env] of dealt(`collectives ${network}`, cases)) {
      const several = processes === '1' ? [] : ['--processes', processes];
      const { status, stdout, stderr } = await runProgram(program, ['-n', threads, ...several, CALLS], { env });
      expect(status, `${threads} threads, ${processes} processes: ${stdout}${stderr}`).toBe(0);
    }
  });

describe('collective functions by chance', { timeout: 400_000 }, () => {
  test('smp', () => runs('smp', jobs(ALONE, {})));
  for (const network of networksOf('collectives')) {
    const shm = { PGAS_PROVIDER: 'shm' };
    test(`${network}`, () => runs(network, jobs([...ALONE, ...APART], shm)));
    test(`${network}, hostile`, () =>
      runs(
        network,
        SEEDS.flatMap((seed) => jobs(APART.slice(1, 3), { ...shm, PGAS_HOSTILE: seed })),
      ));
  }
  test.runIf(isLong && libfabricLacks === '')(`mapped, and over tcp${libfabricLacks}`, () =>
    runs('sfi', [...jobs(APART, {}), ...jobs(APART.slice(0, 2), { PGAS_PROVIDER: 'ofi:tcp' })]),
  );
});
