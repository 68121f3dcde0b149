/**
 * Programs that verify themselves, on two hosts: those of test/execution, the conduits' own, samples and kernels.
 *
 * `npm test` runs a few; `npm run test:hosts` (HOSTS=1) all, each with two, four and seven threads in two and three processes; the kernels
 * with four. The conduits' own also run where a host has three times as many threads as the other.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectations, judge } from '../execution/expectations.ts';
import { levelOf } from '../support/levels.ts';
import { libfabricLacks } from '../support/libfabric.ts';
import { type Hosts, makeHosts, namespacesLack } from '../support/namespaces.ts';
import { compiled, inFolder, node, ROOT } from '../support/pgasc.ts';
import { dealt } from '../support/share.ts';

const lacks = libfabricLacks || namespacesLack;
const all = process.env.HOSTS === '1';
/** Threads and processes. */
const SHAPES = [
  ['4', '2'],
  ['2', '2'],
  ['7', '3'],
] as const;
/** The same, where a host has more of them than the other. */
const UNEVEN = [
  ['4', '3', [':1', ':3']],
  ['4', '4', [':1', ':3']],
] as const;
/** With split-phase accesses, images, gathered atomic operations, collective functions. */
const FEW = ['upc-split.upc', 'image-stress.upc', 'upc-atomics-begun.upc', 'upc-collectives-reduce.upc'];
/** Milliseconds, on a busy machine. */
const PATIENCE = 240_000;

/** Kernels, with flags and arguments: what must be in the output of those that do not tell by their status. */
const KERNELS: readonly (readonly [
  source: string,
  flags: readonly string[],
  words: readonly string[],
  says: RegExp,
])[] = [
  ['samples/applications/ft/ft.upc', ['-DCLASS=A'], [], /SUCCESSFUL/],
  ['samples/applications/ft/ft.upc', ['-DCLASS=B', '-DMETHOD=SLABS'], [], /SUCCESSFUL/],
  ['samples/applications/scf/scf.upc', [], [], /Solution validates/],
  ['samples/kernels/gups.upc', [], ['18'], /Solution validates/],
  ['samples/kernels/stencil.upc', [], [], /Solution validates/],
  ['samples/kernels/transpose.upc', [], [], /Solution validates/],
  ['samples/coarray/ft.upc', [], [], /Solution validates|SUCCESSFUL/],
  ['samples/coarray/queue.upc', [], [], /Solution validates/],
  ['test/execution/programs/upc-work-stealing.upc', [], [], /^/],
];

let hosts: Hosts;
beforeAll(() => {
  if (lacks === '') hosts = makeHosts();
});
afterAll(() => hosts?.remove());

/** `slots`: of each host; as many as it has cores if it is empty. */
const job = (threads: string, processes: string, slots: readonly string[] = ['', '']) => [
  ...['-n', threads, '--processes', processes],
  ...['--hosts', hosts.names.map((name, i) => name + slots[i]).join(','), '--rsh', hosts.rsh],
];

describe.skipIf(lacks !== '')(`programs on two hosts${lacks}`, { timeout: 4 * PATIENCE }, () => {
  const folder = join(ROOT, 'test/execution/programs');
  for (const name of all ? readdirSync(folder).filter((file) => file.endsWith('.upc')) : dealt('hosts', FEW)) {
    const path = join(folder, name);
    const expected = expectations(path);
    const shapes = SHAPES.filter(([threads]) => expected.threads.includes(threads)).slice(0, all ? SHAPES.length : 1);
    if (expected.networks.length === 0 || expected.sharesMemory || shapes.length === 0) continue;
    test(name, () =>
      inFolder(async (scratch) => {
        const flags = levelOf(`${name} hosts`);
        if (flags.some((flag) => expected.without.includes(flag))) return;
        const program = await compiled(scratch, ['-network=sfi', ...flags, path, ...expected.flags]);
        for (const [threads, processes] of shapes)
          judge(
            await node([program, ...job(threads, processes), ...expected.arguments], { timeout: PATIENCE }),
            expected,
          );
      }),
    );
  }

  const conduits = join(ROOT, 'test/conduits/programs');
  for (const name of all ? readdirSync(conduits).filter((file) => /\.(c|upc)$/.test(file)) : [])
    test(`conduits' ${name}`, () =>
      inFolder(async (scratch) => {
        const text = readFileSync(join(conduits, name), 'utf8');
        const flags = /^\/\/ flags: (.*)$/m.exec(text)?.[1]?.split(' ') ?? [];
        const program = await compiled(scratch, [
          '-network=sfi',
          ...levelOf(`${name} hosts`),
          ...flags,
          join(conduits, name),
        ]);
        const env = { CONDUIT_TEST: 'a value' };
        for (const [threads, processes, slots] of [...SHAPES.slice(0, 2), ...UNEVEN]) {
          const { status, stdout, stderr } = await node([program, ...job(threads, processes, slots)], {
            env,
            timeout: PATIENCE,
          });
          expect(status, stdout + stderr).toBe(Number(/^\/\/ status: (\d+)$/m.exec(text)?.[1] ?? 0));
        }
      }));

  for (const [source, flags, words, says] of all ? KERNELS : [])
    test([source, ...flags].join(' '), () =>
      inFolder(async (scratch) => {
        const program = await compiled(scratch, ['-network=sfi', '-O2', ...flags, join(ROOT, source)]);
        const { status, stdout, stderr } = await node([program, ...job('4', '4'), ...words], { timeout: PATIENCE });
        expect(status, stdout + stderr).toBe(0);
        expect(stdout).toMatch(says);
      }),
    );
});
