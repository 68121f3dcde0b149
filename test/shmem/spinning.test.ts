/** A PE that spins on its own memory without a call holds up no other one, on any network, whatever the back end and level. */
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { compiled, inFolder } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';

const PROGRAM = fileURLToPath(new URL('spinning.c', import.meta.url));
const WAYS: readonly (readonly [flags: readonly string[], job: string])[] = [
  [['-network=verbs', '-O2'], '-n 3'],
  [['-network=verbs', '-O0'], '-n 4 --processes 2'],
  [['-network=pami', '-O2'], '-n 3'],
  [['-network=sfi', '-g'], '-n 3 --processes 3'],
];

describe.concurrent('a PE that spins', () => {
  for (const [flags, job] of WAYS)
    test(`${flags.join(' ')} ${job}`, { timeout: 120_000 }, () =>
      inFolder(async (scratch) => {
        const program = await compiled(scratch, [...flags, PROGRAM]);
        expect(await runProgram(program, job.split(' '))).toEqual({ status: 0, stdout: '', stderr: '' });
      }),
    );
});
