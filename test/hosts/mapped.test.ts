/**
 * Processes of each host map each other's regions where a job has several hosts: what they reach by loads and stores, that nothing else of
 * that goes over the wire, random programs, and the loss of a process beside another that maps it. RANDOM_COUNT as in test/random.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linesOf } from '../random/batch.ts';
import { modelled, sharedProgram } from '../random/shared.ts';
import { levelOf } from '../support/levels.ts';
import { libfabricLacks } from '../support/libfabric.ts';
import { type Hosts, makeHosts, namespacesLack } from '../support/namespaces.ts';
import { compiled, inFolder, node, ROOT } from '../support/pgasc.ts';
import { dealt, long } from '../support/share.ts';

const lacks = libfabricLacks || namespacesLack;
/** Threads of each host, and processes in all; dealt among levels of optimization, unless ALL_THREADS=1. */
const SHAPES: readonly (readonly [sizes: readonly number[], processes: number])[] = [
  [[2, 2], 4],
  [[1, 3], 4],
  [[3, 3], 4],
  [[2, 3, 2], 5],
];
const SEEDS = Array.from({ length: Number(process.env.RANDOM_COUNT ?? 12) }, (_, k) => 1 + k);
/** Milliseconds, on a busy machine. */
const PATIENCE = 120_000;
/** Bytes moved between two processes of a host, and far fewer, which these may tell each other over the wire. */
const BYTES = 1_000_000;
const ROUNDS = 20;

let hosts: Hosts;
beforeAll(() => {
  if (lacks === '') hosts = makeHosts(3);
});
afterAll(() => hosts?.remove());

const job = (sizes: readonly number[], processes: number) => [
  ...['-n', `${sizes.reduce((sum, size) => sum + size)}`, '--processes', `${processes}`],
  ...['--hosts', sizes.map((size, i) => `${hosts.names[i]}:${size}`).join(','), '--rsh', hosts.rsh],
];

describe.skipIf(lacks !== '')(`mapped regions on several hosts${lacks}`, { timeout: 4 * PATIENCE }, () => {
  for (const [index, flags] of dealt('mapped', [...[['-O2'], ['-O0'], ['-g']].entries()]))
    long(`loads and stores reach the threads of a host, the network the others, ${flags}`, () =>
      inFolder(async (scratch) => {
        const source = join(ROOT, 'test/conduits/processes/mapped.upc');
        const program = await compiled(scratch, ['-network=sfi', ...flags, source]);
        const shapes = SHAPES.filter((_, shape) => process.env.ALL_THREADS || shape % 3 === index);
        for (const [sizes, processes] of shapes) {
          const { status, stdout, stderr } = await node([program, ...job(sizes, processes), ...sizes.map(String)]);
          expect([status, stderr], `${sizes}: ${stdout.slice(0, 1000)}`).toEqual([0, '']);
        }
      }),
    );

  long('PGAS_VERBOSE tells what is mapped', () =>
    inFolder(async (scratch) => {
      const source = join(scratch, 'a.upc');
      writeFileSync(source, 'int main(void) { return 0; }');
      const program = await compiled(scratch, ['-network=sfi', source]);
      const told = async (sizes: readonly number[], processes: number) =>
        (await node([program, ...job(sizes, processes)], { env: { PGAS_VERBOSE: '1' } })).stderr.split('\n')[0];
      expect(await told([2, 2], 4)).toMatch(/^pgasc: sfi, 4 threads, .*, mapped by the processes of each host$/);
      expect(await told([2, 2], 2)).toMatch(/^pgasc: sfi, 4 threads, regions of \d+ MiB$/);
    }),
  );

  test('what threads of a host do with each other does not go over the wire', () =>
    inFolder(async (scratch) => {
      const source = join(scratch, 'a.upc');
      writeFileSync(
        source,
        `#include <upc.h>
         #include <upc_atomic.h>
         shared [${BYTES}] char data[THREADS][${BYTES}];
         shared long counter[THREADS];
         char own[${BYTES}];
         int main(void) {
           int next = MYTHREAD ^ 1;
           upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD, 0);
           long one = 1, bad = 0;
           for (int i = 0; i < ${BYTES}; i++) own[i] = i + MYTHREAD;
           for (int i = 0; i < ${ROUNDS}; i++) upc_memput(data[next], own, ${BYTES});
           for (int i = 0; i < ${ROUNDS * 1000}; i++) upc_atomic_strict(domain, NULL, UPC_ADD, &counter[next], &one, NULL);
           upc_barrier;
           for (int i = 0; i < ${BYTES}; i++) bad += data[MYTHREAD][i] != (char)(i + next) || data[next][i] != own[i];
           return bad != 0 || counter[MYTHREAD] != ${ROUNDS * 1000};
         }`,
      );
      const program = await compiled(scratch, ['-network=sfi', '-O2', source]);
      const before = [hosts.sent(), hosts.sentWithin()] as const;
      expect(await node([program, ...job([2, 2], 4)])).toMatchObject({ status: 0, stderr: '' });
      expect(hosts.sent() - before[0]).toBeLessThan(BYTES);
      expect(hosts.sentWithin() - before[1]).toBeLessThan(BYTES);
    }));

  long('nor do messages between them, however long, and their replies', () =>
    inFolder(async (scratch) => {
      const source = join(scratch, 'a.c');
      writeFileSync(
        source,
        `#include <gasnet.h>
         #include <stdlib.h>
         static int replies, longs;
         static char data[8192];
         static void echo(gasnet_token_t token, void *at, size_t size) { gasnet_AMReplyMedium0(token, 201, at, size); }
         static void count(gasnet_token_t token, void *at, size_t size) { replies++; longs += size == sizeof data; }
         int main(int argc, char **argv) {
           gasnet_handlerentry_t table[] = {{200, echo}, {201, count}};
           gasnet_init(&argc, &argv);
           gasnet_attach(table, 2, 0, 0);
           int rounds = ${BYTES} / sizeof data;
           for (int i = 0; i < rounds; i++) {
             gasnet_AMRequestMedium0(gasnet_mynode() ^ 1, 200, data, sizeof data);
             for (int k = 0; k < 8; k++) gasnet_AMRequestMedium0(gasnet_mynode() ^ 1, 200, data, sizeof data / 8);
             for (int k = 0; k < 8; k++) gasnet_AMRequestMedium0(gasnet_mynode() ^ 1, 200, data, 8);
           }
           GASNET_BLOCKUNTIL(replies == 17 * rounds);
           gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
           gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
           gasnet_exit(longs != rounds);
         }`,
      );
      const program = await compiled(scratch, ['-network=sfi', '-O2', source]);
      const before = [hosts.sent(), hosts.sentWithin()] as const;
      expect(await node([program, ...job([2, 2], 4)])).toMatchObject({ status: 0, stderr: '' });
      expect(hosts.sent() - before[0]).toBeLessThan(BYTES);
      expect(hosts.sentWithin() - before[1]).toBeLessThan(BYTES);
    }),
  );

  for (const [sizes, processes] of process.env.ALL_THREADS ? SHAPES : SHAPES.slice(2))
    long(`random programs, ${sizes.join(' and ')} threads, ${processes} processes`, () =>
      inFolder(async (scratch) => {
        const source = join(scratch, 'shared.upc');
        writeFileSync(source, sharedProgram(SEEDS, false));
        const program = await compiled(scratch, ['-network=sfi', '-w', ...levelOf(`random mapped ${sizes}`), source]);
        const { status, stdout, stderr } = await node([program, ...job(sizes, processes)], { timeout: PATIENCE });
        expect([status, stderr]).toEqual([0, '']);
        const threads = sizes.reduce((sum, size) => sum + size);
        expect(linesOf(stdout)).toEqual(modelled(SEEDS, false, threads));
      }),
    );
});
