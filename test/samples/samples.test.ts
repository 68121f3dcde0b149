/**
 * Every sample, run as its own comment says, must verify itself: at 1, 2, 3, 4 and 7 threads, FT at powers of two; and on
 * all networks.
 */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fewer, NETWORKS } from '../support/networks.ts';
import { compiled, inFolder, node, ROOT } from '../support/pgasc.ts';

const samples = join(ROOT, 'samples');
const sources = (folder: string) =>
  readdirSync(join(samples, folder))
    .filter((name) => name.endsWith('.upc'))
    .map((name) => join(samples, folder, name));

async function validates(program: string, threads: number | string, words: string[] = []): Promise<void> {
  const outcome = await node([program, '-n', String(threads), ...words]);
  expect(outcome.stdout + outcome.stderr).toMatch(/Solution validates|Verification +=.* SUCCESSFUL/);
  expect(outcome.status).toBe(0);
}

describe.concurrent('samples', () => {
  for (const path of [...sources('tutorial'), ...sources('kernels'), ...sources('coarray')]) {
    test(basename(path), () =>
      inFolder(async (folder) => {
        const program = await compiled(folder, [path]);
        for (const threads of [1, 2, 3, 4, 7]) await validates(program, threads);
      }),
    );
    for (const network of NETWORKS) {
      test(`${basename(path)} on ${network}`, () =>
        inFolder(async (folder) => {
          const program = await compiled(folder, [`-network=${network}`, path]);
          for (const threads of fewer(['1', '2', '3', '4', '7'])) await validates(program, threads);
        }));
    }
  }

  for (const method of ['EXCHANGE', 'SLABS', 'PENCILS']) {
    for (const kind of ['S', 'W']) {
      test(`NAS FT class ${kind}, ${method}`, () =>
        inFolder(async (folder) => {
          const program = await compiled(folder, [
            `-DCLASS=${kind}`,
            `-DMETHOD=${method}`,
            join(samples, 'applications/ft/ft.upc'),
          ]);
          for (const threads of [1, 2, 4]) await validates(program, threads);
        }));
    }
  }

  for (const network of NETWORKS) {
    test(`NAS FT class S, PENCILS, and SCF of one water on ${network}`, () =>
      inFolder(async (folder) => {
        const ft = ['-DCLASS=S', '-DMETHOD=PENCILS', join(samples, 'applications/ft/ft.upc')];
        await validates(await compiled(folder, [`-network=${network}`, ...ft]), 4);
        const scf = join(samples, 'applications/scf/scf.upc');
        await validates(await compiled(folder, [`-network=${network}`, scf]), 3);
      }));
  }

  test('SCF of one water at 1 to 8 threads, of two at 2', () =>
    inFolder(async (folder) => {
      const program = await compiled(folder, [join(samples, 'applications/scf/scf.upc')]);
      for (const threads of [1, 2, 3, 4, 5, 6, 7, 8]) await validates(program, threads);
      await validates(program, 2, ['2']);
    }));
});
