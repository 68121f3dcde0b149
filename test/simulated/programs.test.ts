/**
 * Programs that verify themselves, as simulated jobs: they do what they do in real ones, no call was missed that waits, and another seed
 * changes nothing. Each is dealt to a network and a back end.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectations, judge } from '../execution/expectations.ts';
import { ROOT } from '../support/pgasc.ts';
import { isWhole, shareOf, some } from '../support/share.ts';
import { LEVELS, NETWORKS, simulated } from './simulated.ts';

const FOLDERS = [
  ...['execution', 'conduits', 'shmem', 'mpi', 'armci', 'ga'].map((folder) => `test/${folder}/programs`),
  ...['kernels', 'coarray', 'shmem', 'mpi', 'ga'].map((folder) => `samples/${folder}`),
];
/** Of so many programs one is tried. */
const SHARE = 30;

/** Programs that communicate; those of C alone in `execution` do not. */
const programs = FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`))
  .filter((name) => (name.startsWith('test/execution/') ? /\.upc$/ : /\.(upc|c)$/).test(name))
  .filter((_, index) => isWhole || index % SHARE === 0);

describe.concurrent('simulated', () => {
  for (const name of some(programs)) {
    const expected = expectations(join(ROOT, name));
    if (expected.sharesMemory) continue; // it asks for one memory without a network
    const flags = [
      ...expected.flags,
      LEVELS[shareOf(`${name} level`, LEVELS.length)]!,
      `-network=${NETWORKS[shareOf(`${name} network`, NETWORKS.length)]}`,
    ];
    const threads = name.endsWith('.c') || expected.threads.includes('3') ? '3' : expected.threads.at(-1)!;
    test(`${name} ${flags.join(' ')}`, { timeout: 240_000 }, () =>
      simulated(join(ROOT, name), flags, async (run) => {
        for (const words of [[], ['--schedule=1']]) {
          const outcome = await run('-n', threads, ...words, ...expected.arguments);
          expect(outcome.stderr).not.toContain('does not wait');
          judge(outcome, expected);
        }
      }),
    );
  }
});
