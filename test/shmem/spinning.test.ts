/** A PE that spins on its own memory without a call holds up no other one, on any network, whatever the back end and level. */
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { compiled, inFolder } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';
import { some } from '../support/share.ts';

const sourceOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const WAYS: readonly (readonly [name: string, flags: readonly string[], job: string])[] = [
  ['spinning.c', ['-network=verbs', '-O2'], '-n 3'],
  ['spinning.c', ['-network=verbs', '-O0'], '-n 4 --processes 2'],
  ['spinning.c', ['-network=pami', '-O2'], '-n 3'],
  ['spinning.c', ['-network=sfi', '-g'], '-n 3 --processes 3'],
  ['beside-mpi.c', ['-network=verbs', '-O2'], '-n 3'],
];

describe.concurrent('a PE that spins', () => {
  for (const [name, flags, job] of some(WAYS))
    test(`${name} ${flags.join(' ')} ${job}`, { timeout: 120_000 }, () =>
      inFolder(async (scratch) => {
        const program = await compiled(scratch, [...flags, sourceOf(name)]);
        expect(await runProgram(program, job.split(' '))).toEqual({ status: 0, stdout: '', stderr: '' });
      }),
    );
});
