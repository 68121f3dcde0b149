/**
 * Programs on whole arrays and patches of Global Arrays that verify themselves: on each network, over processes, at several numbers of processes.
 *
 * Each file of matrices/ is a test for each row of WAYS, whose levels of optimization are dealt by the program's name.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { levelOf } from '../support/levels.ts';
import { checkModule } from '../support/modules.ts';
import { compiled, inFolder } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';
import { dealt, some } from '../support/share.ts';

const folder = fileURLToPath(new URL('matrices', import.meta.url));

/** Networks, the jobs on each, and the programs: all of them on one network. */
const WAYS: Readonly<Record<string, { readonly jobs: readonly string[]; readonly programs: RegExp }>> = {
  smp: { jobs: ['-n 1', '-n 7'], programs: /./ },
  sfi: { jobs: ['-n 4 --processes 2'], programs: /^(elementwise|products|equations)/ },
  verbs: { jobs: ['-n 3'], programs: /^(reductions|scans)/ },
  pami: { jobs: ['-n 2'], programs: /^(diagonals|products)/ },
};

const waysOf = (name: string) => Object.entries(WAYS).filter(([, { programs }]) => programs.test(name));

const names = readdirSync(folder)
  .filter((file) => file.endsWith('.c'))
  .sort();

describe.concurrent('Global Arrays: whole arrays and patches', () => {
  for (const [number, name] of some(names).entries())
    for (const [network, { jobs }] of dealt(number, waysOf(name))) {
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
