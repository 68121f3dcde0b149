/**
 * Programs that know of a conduit what gasnet.h says, on every conduit: in the manner of GASNet's own tests.
 *
 * Each file of programs/ is a test. Its first lines may say, in comments, `// flags: -g` and `// status: 7`, as those of
 * test/execution. The template of new conduits carries nothing between threads, and runs with one.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { levelOf } from '../support/levels.ts';
import { NETWORKS, severalProcesses } from '../support/networks.ts';
import { compiled, inFolder, node } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';
import { dealt, shareOf, some } from '../support/share.ts';

const folder = fileURLToPath(new URL('programs', import.meta.url));
const MORE_THREADS = ['am.c', 'barrier.c', 'coll.c', 'core3.c', 'flood.c', 'hsl.c', 'meeting.c', 'upc.upc'];

function threadsFor(name: string, network: string): readonly string[] {
  if (network === 'template') return ['1'];
  const counts = MORE_THREADS.includes(name) ? ['1', '2', '3', '4', '7'] : ['1', '2', '3'];
  return process.env.ALL_THREADS ? counts : counts.filter((_, index) => index % 2 === shareOf(name, 2));
}

async function check(program: string, job: readonly string[], status: number, variables: Record<string, string>) {
  const env = { CONDUIT_TEST: 'a value', ...variables };
  const outcome = await runProgram(program, job, { env, timeout: 120_000 });
  expect(outcome.status, `${job.join(' ')}: ${outcome.stdout}${outcome.stderr}`).toBe(status);
}

/** Command lines: in one process, and with some numbers of threads in several. */
function jobsOf(name: string, network: string): string[][] {
  const counts = threadsFor(name, network);
  return [...counts.map((threads) => ['-n', threads]), ...severalProcesses(name, network, counts)];
}

function runs(
  name: string,
  network: string,
  variables: Record<string, string> = {},
  jobs = jobsOf(name, network),
): () => Promise<void> {
  const path = join(folder, name);
  const text = readFileSync(path, 'utf8');
  const flags = /^\/\/ flags: (.*)$/m.exec(text)?.[1]?.split(' ') ?? [];
  const level = levelOf(`${name} ${network} ${Object.keys(variables)}`);
  const status = Number(/^\/\/ status: (\d+)$/m.exec(text)?.[1] ?? 0);
  return () =>
    inFolder(async (scratch) => {
      const program = await compiled(scratch, [`-network=${network}`, ...level, ...flags, path]);
      for (const job of jobs) await check(program, job, status, variables);
    });
}

const programs = readdirSync(folder)
  .filter((file) => /\.(c|upc)$/.test(file))
  .sort();

/** The networks, and one-sided access made of messages. */
const CONDUITS: readonly (readonly [title: string, network: string, variables?: Record<string, string>])[] = [
  ...['smp', ...NETWORKS, 'template'].map((network) => [`conduit ${network}`, network] as const),
  ['one-sided access made of messages', 'smp', { PGAS_EXTENDED: 'reference' }],
];

describe.concurrent('conduits', () => {
  for (const [number, name] of some(programs).entries())
    for (const [title, network, variables] of dealt(number, CONDUITS))
      test(`${title}: ${name}`, { timeout: 400_000 }, runs(name, network, variables));
});

/** Some with many kinds of accesses. */
const REACHING = ['upc.upc', 'values.c', 'vis.c', 'atomics.c', 'barrier.c'];

describe.concurrent('ranks of the process by loads and stores', () => {
  for (const [number, name] of some(REACHING).entries())
    for (const network of dealt(number, NETWORKS))
      test(`${network}: ${name}`, { timeout: 400_000 }, runs(name, network, { PGAS_REACH: 'process' }, [['-n', '3']]));
});

test('PGAS_REACH is process, for one process, or not set', () =>
  inFolder(async (scratch) => {
    const program = await compiled(scratch, ['-network=pami', join(folder, 'hello.c')]);
    const said = async (reach: string, ...job: string[]) =>
      (await node([program, ...job], { env: { ...process.env, PGAS_REACH: reach } })).stderr;
    expect(await said('host', '-n', '1')).toBe('pgasc: thread 0: PGAS_REACH=host: it must be process, or not be set\n');
    expect(await said('process', '-n', '2', '--processes', '2')).toContain(
      "PGAS_REACH=process: the other processes' memory is not reached; use one process, or mapped ones (sfi)",
    );
  }));

test('the template refuses more than one thread', () =>
  inFolder(async (scratch) => {
    const program = await compiled(scratch, ['-network=template', join(folder, 'hello.c')]);
    const outcome = await node([program, '-n', '2']);
    expect(outcome.stderr).toContain(
      'the template conduit carries nothing between threads, and there are 2: run with -n 1, or link with another network',
    );
    expect(outcome.status).not.toBe(0);
  }));

test('PGAS_EXTENDED is reference or not set', () =>
  inFolder(async (scratch) => {
    const program = await compiled(scratch, ['-network=sfi', join(folder, 'hello.c')]);
    const outcome = await node([program, '-n', '2'], { env: { ...process.env, PGAS_EXTENDED: 'refrence' } });
    expect(outcome.status).toBe(2);
    expect(outcome.stderr).toContain('PGAS_EXTENDED=refrence: it must be reference, or not be set');
  }));
