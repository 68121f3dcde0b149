/**
 * ARMCI programs that verify themselves: on each network, over processes, at several numbers of processes.
 *
 * Each file of programs/ is a test for each row of WAYS, whose levels of optimization are dealt by the program's name.
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

const folder = fileURLToPath(new URL('programs', import.meta.url));

/** Networks, and the jobs on each. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  smp: ['-n 1', '-n 7'],
  sfi: ['-n 4 --processes 2'],
  verbs: ['-n 3'],
  pami: ['-n 2'],
};

const names = readdirSync(folder)
  .filter((file) => file.endsWith('.c'))
  .sort();

describe.concurrent('ARMCI', () => {
  for (const [number, name] of some(names).entries())
    for (const [network, jobs] of dealt(number, Object.entries(WAYS))) {
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

  /** By those who ask, instead of the targets. */
  for (const protocol of dealt('protocol', ['source', 'pipelined']))
    for (const [network, [job]] of dealt(protocol, Object.entries(WAYS)))
      test(`accumulates driven by the source, ${protocol} ${network}`, { timeout: 240_000 }, () =>
        inFolder(async (scratch) => {
          const program = await compiled(scratch, [`-network=${network}`, '-O2', join(folder, 'accumulate.c')]);
          const env = { PGAS_ARMCI_ACCUMULATE: protocol };
          const outcome = await runProgram(program, job!.split(' '), { env });
          expect(outcome).toEqual({ status: 0, stdout: '', stderr: '' });
        }),
      );
});
