/**
 * Programs that verify themselves, as simulated jobs: they do what they do in real ones, no call was missed that waits, and another seed
 * changes nothing. Each is dealt to a network and a back end.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectations, judge } from '../execution/expectations.ts';
import { ROOT } from '../support/pgasc.ts';
import { isLong, shareOf } from '../support/share.ts';
import { simulated } from './simulated.ts';

const FOLDERS = ['test/execution/programs', 'test/shmem/programs', 'test/mpi/programs', 'samples/coarray'];
/** Of so many programs one is tried. */
const SHARE = 40;
const NETWORKS = ['sfi', 'verbs', 'pami'];
const LEVELS = ['-O0', '-O2'];

/** Programs that say of themselves that they communicate; what asks for smp or for one memory cannot be simulated. */
const programs = FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(ROOT, folder, name)))
  .filter((path) => /\.(upc|c)$/.test(path) && !/\/c-[^/]*$/.test(path))
  .filter((path) => isLong || shareOf(path.slice(ROOT.length), SHARE) === 0);

describe.concurrent('simulated', () => {
  for (const path of programs) {
    const name = path.slice(ROOT.length);
    const expected = expectations(path);
    if (expected.sharesMemory) continue;
    const flags = [
      ...expected.flags,
      LEVELS[shareOf(`${name} level`, LEVELS.length)]!,
      `-network=${NETWORKS[shareOf(`${name} network`, NETWORKS.length)]}`,
    ];
    const threads = expected.threads.includes('3') ? '3' : expected.threads.at(-1)!;
    test(`${name} ${flags.join(' ')}`, () =>
      simulated(path, flags, async (run) => {
        for (const words of [[], ['--schedule=1']]) {
          const outcome = await run('-n', threads, ...words, ...expected.arguments);
          expect(outcome.stderr).not.toContain('does not wait');
          judge(outcome, expected);
        }
      }));
  }
});
