/** Programs made for simulated jobs: waits in all the ways in which a call can stand, and loops that spin on each kind of flag. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../support/pgasc.ts';
import { dealt, isWhole, some } from '../support/share.ts';
import { LEVELS, NETWORKS, simulated } from './simulated.ts';

const FOLDER = join(ROOT, 'test/simulated/programs');

/** What each prints: at the end, or behind each kind. */
const PROGRAMS = [
  { name: 'suspended.upc', ranks: 4, lines: 1 },
  { name: 'spins.upc', ranks: isWhole ? 64 : 8, lines: 15 },
  { name: 'spins-shmem.c', ranks: isWhole ? 64 : 8, lines: 9 },
  { name: 'spins-mpi.c', ranks: isWhole ? 64 : 8, lines: 8 },
];

const WAYS = LEVELS.flatMap((level) => NETWORKS.map((network) => [level, `-network=${network}`]));

describe.concurrent('simulated', () => {
  for (const { name, ranks, lines } of some(PROGRAMS))
    for (const flags of dealt(name, WAYS, isWhole))
      test(`${name} ${flags.join(' ')}`, { timeout: 480_000 }, () =>
        simulated(join(FOLDER, name), ['-w', ...flags], async (run) => {
          const { status, stdout, stderr } = await run('-n', String(ranks));
          expect(stderr).toBe('');
          expect(stdout.trimEnd().split('\n'), stdout).toHaveLength(lines);
          expect(status).toBe(0);
        }),
      );
});
