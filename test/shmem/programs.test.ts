/**
 * OpenSHMEM programs that verify themselves: on smp, and on one of the other networks, which are dealt by the program's name as the
 * levels of optimization are; ALL_THREADS=1 runs them on all, at more numbers of PEs.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { levelOf } from '../support/levels.ts';
import { checkModule } from '../support/modules.ts';
import { compiled, inFolder } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';
import { dealt, shareOf, some } from '../support/share.ts';

const folder = fileURLToPath(new URL('programs', import.meta.url));

/** Networks, and the jobs on each. */
const ALL: Readonly<Record<string, readonly string[]>> = {
  smp: ['-n 1', '-n 2', '-n 3', '-n 7'],
  sfi: ['-n 3', '-n 4 --processes 2', '-n 7 --processes 3'],
  verbs: ['-n 1', '-n 3', '-n 4 --processes 2'],
  pami: ['-n 2', '-n 4 --processes 2', '-n 7'],
};

const FEW: Readonly<Record<string, readonly string[]>> = {
  verbs: ['-n 3'],
  sfi: ['-n 4 --processes 2'],
  pami: ['-n 3'],
};

function waysOf(name: string): Readonly<Record<string, readonly string[]>> {
  if (process.env.ALL_THREADS) return ALL;
  const [network, jobs] = Object.entries(FEW)[shareOf(`network of ${name}`, 3)]!;
  return { smp: ['-n 1', '-n 4'], [network]: jobs };
}

const names = readdirSync(folder)
  .filter((file) => file.endsWith('.c'))
  .sort();

describe.concurrent('OpenSHMEM', () => {
  for (const [number, name] of some(names).entries())
    for (const [network, jobs] of dealt(number, Object.entries(waysOf(name)))) {
      const flags = [`-network=${network}`, ...levelOf(`${name} ${network}`)];
      test(`${name} ${flags.join(' ')}`, { timeout: 240_000 }, () =>
        inFolder(async (scratch) => {
          const path = join(folder, name);
          const program = await compiled(scratch, [...flags, path]);
          checkModule(program, path);
          for (const job of jobs)
            expect(await runProgram(program, job.split(' ')), job).toEqual({ status: 0, stdout: '', stderr: '' });
        }),
      );
    }
});
