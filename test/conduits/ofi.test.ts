/**
 * The sfi network over the real libfabric (PGAS_PROVIDER=ofi), between processes. What the machine lacks for it, koffi or libfabric, is said
 * in the names of the tests that are skipped. ALL_THREADS=1 runs more programs.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { levelOf } from '../support/levels.ts';
import { libfabricLacks } from '../support/libfabric.ts';
import { compiled, inFolder, node, type Outcome, ROOT } from '../support/pgasc.ts';
import { dealt, long } from '../support/share.ts';

const EXECUTION = 'test/execution/programs';
const CONDUITS = 'test/conduits/programs';
/** One-sided access and handles; messages of all sizes; atomic operations one by one and gathered, locks; images. */
const PROGRAMS: readonly (readonly [provider: string, program: string])[] = [
  ['tcp', `${EXECUTION}/upc-memory.upc`],
  ['tcp', `${CONDUITS}/flood.c`],
  ['tcp', `${EXECUTION}/upc-atomics-begun.upc`],
  ['tcp', `${EXECUTION}/upc-atomics-values.upc`],
  ['shm', `${CONDUITS}/large.c`],
  ['shm', `${EXECUTION}/coarray-sections.upc`],
];
const MORE = ['tcp', 'shm', 'sockets'].flatMap((provider) =>
  [
    ...['upc-atomics', 'upc-atomics-begun', 'upc-vis-strided', 'upc-work-stealing', 'image-teams'].map(
      (name) => `${EXECUTION}/${name}.upc`,
    ),
    ...['am', 'coll', 'hsl', 'segments', 'sync', 'vis'].map((name) => `${CONDUITS}/${name}.c`),
  ].map((program) => [provider, program] as const),
);

/** Atomic domains of libfabric's provider, beside others; all types and operations. */
const FAR = '-DHINT=UPC_ATOMIC_HINT_FAVOR_FAR';
const BY_ADAPTER: readonly (readonly [provider: string, program: string])[] = [
  ['tcp', 'upc-atomics-far'],
  ['tcp', 'upc-atomics-begun'],
  ['shm', 'upc-atomics-far'],
  ['shm', 'upc-atomics'],
];
const MORE_BY_ADAPTER: typeof BY_ADAPTER = [
  ['tcp', 'upc-atomics'],
  ['shm', 'upc-atomics-begun'],
  ['sockets', 'upc-atomics-far'],
  ['sockets', 'upc-atomics-begun'],
  ['sockets', 'upc-atomics'],
];

const ofEachProvider = (programs: typeof PROGRAMS): typeof PROGRAMS =>
  ['tcp', 'shm'].flatMap((provider) =>
    dealt(
      provider,
      programs.filter(([its]) => its === provider),
    ),
  );

async function run(
  scratch: string,
  provider: string,
  program: string,
  words: readonly string[],
  more: readonly string[] = [],
): Promise<Outcome> {
  const flags = /^\/\/ flags: (.*)$/m.exec(readFileSync(join(ROOT, program), 'utf8'))?.[1]?.split(' ') ?? [];
  const output = await compiled(scratch, ['-network=sfi', ...levelOf(program), ...flags, ...more, join(ROOT, program)]);
  const env = { PGAS_PROVIDER: `ofi:${provider}`, CONDUIT_TEST: 'a value', PGAS_VERBOSE: '1' };
  return node([output, ...words], { env, timeout: 120_000 });
}

describe.skipIf(libfabricLacks !== '')(`libfabric${libfabricLacks}`, () => {
  for (const [provider, program] of process.env.ALL_THREADS
    ? [...PROGRAMS, ...MORE]
    : dealt('provider', ofEachProvider(PROGRAMS)))
    test(`${program} over ${provider}`, { timeout: 400_000 }, () =>
      inFolder(async (scratch) => {
        const before = leftBehind();
        const { status, stdout, stderr } = await run(scratch, provider, program, ['-n', '4', '--processes', '2']);
        expect(status, stdout + stderr).toBe(0);
        if (provider === 'shm') expect(leftBehind().filter((name) => !before.includes(name))).toEqual([]);
      }),
    );

  for (const [provider, name] of process.env.ALL_THREADS
    ? [...BY_ADAPTER, ...MORE_BY_ADAPTER]
    : dealt('adapter', BY_ADAPTER))
    long(`${name} by the provider ${provider} alone`, { timeout: 400_000 }, () =>
      inFolder(async (scratch) => {
        const words = ['-n', '4', '--processes', '2'];
        const { status, stdout, stderr } = await run(scratch, provider, `${EXECUTION}/${name}.upc`, words, [FAR]);
        expect(status, stdout + stderr).toBe(0);
        expect(stderr).toMatch(/^pgasc: libfabric: \d+ MiB of each thread are registered$/m);
        expect(stderr).toMatch(/^pgasc: atomic domain of UPC_INT64, .*: by the network's adapter$/m);
      }),
    );

  long('all of a region is registered with a provider that does not pin it', { timeout: 100_000 }, () =>
    inFolder(async (scratch) => {
      const words = ['-n', '4', '--processes', '2', '--shared-heap=16M', '--stack=1M'];
      const { status, stdout, stderr } = await run(scratch, 'tcp', `${EXECUTION}/image-private-operands.upc`, words);
      expect(status, stdout + stderr).toBe(0);
      const registered = Number(/^pgasc: libfabric: (\d+) MiB of each thread are registered$/m.exec(stderr)?.[1]);
      expect(registered).toBe(2048);
      expect(stderr).toContain('regions of 2048 MiB');
    }),
  );

  for (const provider of dealt('progress', ['tcp', 'shm']))
    long(`operations on a thread that computes are done meanwhile, over ${provider}`, { timeout: 100_000 }, () =>
      inFolder(async (scratch) => {
        const words = ['-n', '2', '--processes', '2', '20', '2'];
        const { stdout, stderr } = await run(scratch, provider, 'test/bench/ofi/progress.upc', words);
        expect(stdout, stderr).toMatch(/^computed yes$/m);
      }),
    );

  long(
    'threads that wait for letters look so often that no two looks of the coordinator see the same: a deadlock is told',
    () =>
      inFolder(async (scratch) => {
        const stuck = `${EXECUTION}/upc-collectives-stuck.upc`;
        const { status, stderr } = await run(scratch, 'tcp', stuck, ['-n', '4', '--processes', '2'], ['-w']);
        expect(stderr).toMatch(/^pgasc: deadlock: threads can never go on$/m);
        expect(stderr).toMatch(/^ {4}thread 0 waits in upc_all_scatter .*\n {4}thread 1 waits at upc_barrier /m);
        expect(status).toBe(1);
      }),
  );

  test('a provider that libfabric does not have ends the job', () =>
    inFolder(async (scratch) => {
      const { status, stderr } = await run(scratch, 'nothing', `${CONDUITS}/hello.c`, ['-n', '2', '--processes', '2']);
      expect(stderr).toContain("PGAS_PROVIDER=ofi:nothing: libfabric offers no provider 'nothing'");
      expect(status).not.toBe(0);
    }));

  test('FI_PROVIDER that leaves none is named', () =>
    inFolder(async (scratch) => {
      process.env.FI_PROVIDER = 'nothing';
      const outcome = run(scratch, 'tcp', `${CONDUITS}/hello.c`, ['-n', '2', '--processes', '2']);
      const { status, stderr } = await outcome.finally(() => delete process.env.FI_PROVIDER);
      expect(stderr).toContain('here, of those that FI_PROVIDER=nothing leaves; pgasc network lists those there are');
      expect(status).not.toBe(0);
    }));
});

test('without koffi the job ends and says what to install', () =>
  inFolder(async (scratch) => {
    const output = await compiled(scratch, ['-network=sfi', join(ROOT, CONDUITS, 'hello.c')]);
    const alone = join(scratch, 'alone.js');
    writeFileSync(alone, readFileSync(output, 'utf8').replace(/^pgasc\.lookFor\(.*$/m, ''));
    const env = { PGAS_PROVIDER: 'ofi' };
    const { status, stderr } = await node([alone, '-n', '2', '--processes', '2'], { env });
    expect(stderr).toContain('npm install koffi');
    expect(status).not.toBe(0);
  }));

/** Files of libfabric's provider shm whose process is gone. */
function leftBehind(): string[] {
  const ofProcess = (name: string) => /^(\d+):\d+:\d+$/.exec(name)?.[1];
  return readdirSync('/dev/shm').filter((name) => ofProcess(name) && !existsSync(`/proc/${ofProcess(name)}`));
}
