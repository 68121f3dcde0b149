/**
 * MPI: floods of messages reach the rate of the machine, at all sizes; large registrations go slower where the adapter's table is small. GASNet: handlers' replies that find
 * no room are sent later.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { machineFor } from '../../runtime/machines/presets.ts';
import { compiled, inFolder, node, ROOT } from '../support/pgasc.ts';
import { dealt, some } from '../support/share.ts';
import { NETWORKS, simulated } from './simulated.ts';

/** MB/s by size of the messages. */
const flood = (asked: string): Promise<ReadonlyMap<number, number>> =>
  inFolder(async (folder) => {
    const { network } = machineFor(asked, () => undefined);
    const source = join(ROOT, 'test/simulated/programs/flood.c');
    const program = await compiled(folder, ['-simulate', `-network=${network}`, '-O2', source]);
    const words = [program, `--simulate=${asked}`, '-n', '2', '--per-node=1'];
    const { stdout, stderr, status } = await node(words, { timeout: 200_000 });
    expect(status, stderr).toBe(0);
    return new Map(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ').map(Number) as [number, number]),
    );
  });

test.each(some(['ib-vapi-opteron', 'bgq', 'elan4-itanium2']))('%s', async (asked) => {
  const { nic } = machineFor(asked, () => undefined);
  const rates = await flood(asked);
  for (const [bytes, rate] of rates) {
    // Eager or not, a message takes two or three of the adapter's gaps, and all is under way together.
    const least = (bytes / (3 * nic.gap * 1e-12 + bytes / nic.rate + 3e-6)) * 1e-6;
    expect([bytes, rate > 0.9 * least || bytes > nic.pinned]).toEqual([bytes, true]);
    if (bytes > nic.pinned) expect(rate).toBeLessThan(1.01e-6 * nic.thrashing);
  }
  expect(rates.get(2 ** 18)).toBeGreaterThan(0.9e-6 * nic.rate);
});

const CASES = ['', 'elan4-itanium2', 'gm-xeon', 'mvapich2x-qdr', 'bgq'].flatMap((machine) => {
  const networks = machine === '' ? NETWORKS : [machineFor(machine, () => undefined).network];
  return networks.map((network) => [machine || 'no machine', network] as const);
});

test.each(dealt('replies', CASES))('all flood all with requests that are replied to: %s, %s', (machine, network) =>
  simulated(
    join(ROOT, 'test/conduits/programs/flood.c'),
    ['-O2', '-DROUNDS=40', `-network=${network}`],
    async (run) => {
      const words = machine === 'no machine' ? [] : [`--simulate=${machine}`];
      for (const ranks of ['2', '5']) expect(await run(...words, '-n', ranks)).toMatchObject({ status: 0, stdout: '' });
    },
  ),
);
