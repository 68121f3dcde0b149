/** Sends that are cancelled, where who receives differs: on models of machines, while ranks compute, and where no message goes with its data. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compiled, inFolder, node } from '../support/pgasc.ts';
import { some } from '../support/share.ts';

const PROGRAM = fileURLToPath(new URL('programs/cancelledsends.c', import.meta.url));
const [THREAD, OFFERS] = [{ PGAS_MPI_PROGRESS: 'thread' }, { PGAS_MPI_EAGER: '0' }];

const WAYS = [
  { flags: ['-network=smp', '-g'], words: [], env: {} },
  { flags: ['-network=smp'], words: [], env: THREAD },
  { flags: ['-network=smp'], words: [], env: OFFERS },
  { flags: ['-network=sfi'], words: ['--processes', '2'], env: THREAD },
  { flags: ['-network=pami', '-simulate'], words: ['--simulate=bgq,ranks=1'], env: {} },
  { flags: ['-network=pami', '-simulate'], words: ['--simulate=bgq'], env: OFFERS },
  { flags: ['-network=verbs', '-simulate'], words: ['--simulate=ib-vapi-g5,ranks=1'], env: {} },
  { flags: ['-network=sfi', '-simulate'], words: ['--simulate=gm-xeon,ranks=1'], env: {} },
];

test.each(some(WAYS))('$flags $words $env', { timeout: 100_000 }, ({ flags, words, env }) =>
  inFolder(async (scratch) => {
    const program = await compiled(scratch, ['-O2', ...flags, PROGRAM]);
    const { status, stdout, stderr } = await node([program, '-n', '2', ...words], { env });
    expect([status, stdout], stderr).toEqual([0, '']);
  }),
);
