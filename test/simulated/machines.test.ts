/**
 * Programs in a machine's time: --simulate=MACHINE, on the network that each machine names.
 *
 * Figures of Vishnu and others (ARMCI on Blue Gene/Q): a get of 16 bytes from the adjacent node takes 2.89 us. The preset's parameters were chosen by it: what is
 * tested is that the whole way of a program, through every layer, takes what the model says.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { getSpan, messageSpan, putComplete, putOneWay } from '../../runtime/machines/analytic.ts';
import type { Machine } from '../../runtime/machines/machine.ts';
import { Paths } from '../../runtime/machines/paths.ts';
import { machineFor, PRESET_NAMES } from '../../runtime/machines/presets.ts';
import { MICROSECOND } from '../../runtime/machines/time.ts';
import { compiled, inFolder, node, pgasc, ROOT } from '../support/pgasc.ts';
import { dealt, isLong, isWhole, some } from '../support/share.ts';
import { communicationOf, PROGRAMS, resultOf } from './likeness.ts';

const LATENCY = `#include <stdio.h>
#include <time.h>
#include <upc.h>
enum { MOST = 4096, COUNT = 10 };
shared [MOST] char all[MOST * THREADS];
char here[MOST];
double sum, numbers[1000];
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}
static void tell(const char *name, double begin, int count) {
  if (MYTHREAD == 0) printf("%s %.3f\\n", name, (now() - begin) / count);
}
int main(void) {
  shared [MOST] char *there = &all[MOST * (THREADS - 1)];
  upc_barrier;
  if (MYTHREAD == 0) {
    for (int bytes = 16; bytes <= MOST; bytes *= 256) {
      for (int i = 0; i < 2; i++) {
        upc_memget(here, there, bytes);
        upc_memput(there, here, bytes);
        upc_fence;
      }
      double begin = now();
      for (int i = 0; i < COUNT; i++) upc_memget(here, there, bytes);
      tell("get", begin, COUNT);
      begin = now();
      for (int i = 0; i < COUNT; i++) upc_memput(there, here, bytes);
      tell("put", begin, COUNT);
    }
    double begin = now();
    for (int i = 0; i < 1000; i++) sum += 1.5 * numbers[i];
    tell("work", begin, 1);
  }
  upc_barrier;
  double begin = now();
  for (int i = 0; i < COUNT; i++) upc_barrier;
  tell("barrier", begin, COUNT);
  return sum != 0;
}
`;

const ANSWERS = `#include <gasnet.h>
#include <stdio.h>
#include <upc.h>
#include <upc_tick.h>
enum { COUNT = 10 };
static volatile int answers;
static void ask(gasnet_token_t token) { gasnet_AMReplyShort0(token, 201); }
static void answer(gasnet_token_t token) { answers++; }
int main(int argc, char **argv) {
  gasnet_handlerentry_t handlers[] = {{200, (void (*)())ask}, {201, (void (*)())answer}};
  gasnet_init(&argc, &argv);
  gasnet_attach(handlers, 2, 0, 0);
  upc_barrier;
  if (MYTHREAD == 0) {
    upc_tick_t begin = upc_ticks_now();
    for (int i = 0; i < COUNT; i++) {
      gasnet_AMRequestShort0(THREADS - 1, 200);
      GASNET_BLOCKUNTIL(answers > i);
    }
    printf("answer %.3f\\n", upc_ticks_to_ns(upc_ticks_now() - begin) * 1e-3 / COUNT);
  }
  upc_barrier;
}
`;

const LEVELS = ['-O0', '-O2', '-O3'];

const preset = (name: string): Machine => machineFor(name, () => undefined);

/** Without what is told of results that are beyond what is known of a machine. */
const withoutLimits = (stderr: string): string =>
  stderr.replace(/^pgasc: [a-z0-9-]+: .*: (known|times are not known) .*\n/gm, '');

/** Lines that a text, or the file with that path, prints at each level. */
const linesOf = (source: string, words: readonly string[], levels = LEVELS, network = 'pami'): Promise<string[][]> =>
  inFolder(async (folder) => {
    const path = source.includes('\n') ? join(folder, 'prog.upc') : source;
    if (path !== source) writeFileSync(path, source);
    const lines: string[][] = [];
    for (const level of levels) {
      const program = await compiled(folder, ['-w', '-simulate', `-network=${network}`, level, path]);
      const { stdout, stderr, status } = await node([program, ...words]);
      expect(withoutLimits(stderr)).toBe('');
      expect(status).toBe(0);
      lines.push(stdout.trimEnd().split('\n'));
    }
    return lines;
  });

const figuresOf = (lines: readonly string[], name: string): number[] =>
  lines.filter((line) => line.startsWith(`${name} `)).map((line) => Number(line.slice(name.length)));

test('a program takes the same time at all levels, in both back ends, each time', async () => {
  const [first, ...others] = await linesOf(LATENCY, ['--simulate=bgq', '-n', '17'], [...LEVELS, '-O2']);
  for (const other of others) expect(other).toEqual(first);
});

test('transfers take what the machine says', async () => {
  const [lines] = await linesOf(LATENCY, ['--simulate=bgq', '-n', '17'], ['-O2']);
  const [small, large] = figuresOf(lines!, 'get') as [number, number];
  expect(Math.abs(small / 2.89 - 1)).toBeLessThan(0.02);
  // At the link's rate, and without what small ones take as they are not aligned.
  expect(large - small).toBeCloseTo(4080 / 1775 - 0.15, 1);
  const [slower] = await linesOf(LATENCY, ['--simulate=bgq,latency=5us', '-n', '17'], ['-O2']);
  expect(figuresOf(slower!, 'get')[0]! - small).toBeCloseTo(2 * (5 - 0.926), 2);
});

describe('a get and a put take what the closed forms say, through all layers', () => {
  const machines = PRESET_NAMES.map(preset);
  for (const machine of some(machines, isWhole))
    test(machine.name, async () => {
      const ranks = machine.node.ranks + 1;
      const [lines] = await linesOf(
        LATENCY,
        [`--simulate=${machine.name}`, '-n', `${ranks}`],
        ['-O2'],
        machine.network,
      );
      const paths = new Paths(machine, 2);
      for (const [k, bytes] of [16, 4096].entries()) {
        const [get, put] = [figuresOf(lines!, 'get')[k]!, figuresOf(lines!, 'put')[k]!];
        expect(get / (getSpan(paths, 0, 1, bytes) * 1e-6)).toBeCloseTo(1, 1);
        expect(put / (putComplete(paths, 0, 1, bytes) * 1e-6)).toBeCloseTo(1, 1);
      }
    });
});

const PING_PONG = `#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  enum { TIMES = 20 };
  int me;
  double it = 1, start;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  for (int i = -1; i < TIMES; i++) {
    if (i == 0) start = MPI_Wtime();
    if (me == 0) MPI_Send(&it, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(&it, 1, MPI_DOUBLE, 1 - me, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (me == 1) MPI_Send(&it, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  }
  if (me == 0) printf("way %.9f\\n", (MPI_Wtime() - start) / (2 * TIMES));
  MPI_Finalize();
  return 0;
}
`;

test("a message of a program takes what the machine's library does, a handler, and up to 0.3 us for its header", async () => {
  for (const name of ['mvapich2x-qdr', 'ib-vapi-opteron', 'elan3-alpha', 'gm-xeon']) {
    const machine = preset(name);
    const { network, nic } = machine;
    const words = [`--simulate=${name}`, '-n', '2', '--per-node=1'];
    const [lines] = await linesOf(PING_PONG, words, ['-O2'], network);
    const served = nic.messages === 'nic' ? 0 : nic.service;
    const more =
      figuresOf(lines!, 'way')[0]! * 1e6 - (messageSpan(new Paths(machine, 2), 0, 1, 8) + served) / MICROSECOND;
    expect([name, more > 0 && more < 0.3]).toEqual([name, true]);
  }
});

test('who waits for a message sleeps at once, and goes on when it is served', async () => {
  const [lines] = await linesOf(ANSWERS, ['--simulate=bgq', '-n', '17'], ['-O2']);
  const machine = preset('bgq');
  const oneWay = putOneWay(new Paths(machine, 2), 0, 1, 32) + machine.nic.service;
  expect(figuresOf(lines!, 'answer')[0]! / (2 * oneWay * 1e-6)).toBeCloseTo(1, 1);
});

test('work takes what it is charged', async () => {
  const [lines] = await linesOf(LATENCY, ['--simulate=bgq', '-n', '2'], ['-O2']);
  const [faster] = await linesOf(LATENCY, ['--simulate=bgq,node.flops=900Mflop/s,node.cpi=1', '-n', '2'], ['-O2']);
  expect(figuresOf(lines!, 'work')[0]! / figuresOf(faster!, 'work')[0]!).toBeCloseTo(2, 1);
});

describe('a machine changes nothing but time', () => {
  const WAYS = PRESET_NAMES.flatMap((machine) => ['-O0', '-O2'].map((level) => [machine, level] as const));
  const RANKS = isLong ? ['1', '2', '3', '4', '7', '16', '64'] : ['3'];
  for (const { path, byOrder } of dealt('time', some(some(PROGRAMS, isWhole))))
    for (const [machine, level] of dealt(path, WAYS, isWhole))
      for (const ranks of dealt(`${path} ${machine}`, RANKS, isWhole))
        test(`${path} ${machine} ${level} ${ranks}`, { timeout: 480_000 }, () =>
          inFolder(async (folder) => {
            const network = `-network=${preset(machine).network}`;
            const program = await compiled(folder, ['-simulate', '-trace', '-w', network, level, join(ROOT, path)]);
            const run = (...words: string[]) => node([program, ...words, '-n', ranks, '--stats'], { timeout: 200_000 });
            const found = await run(`--simulate=${machine},collectives=software`);
            expect(resultOf(found)).toEqual(resultOf(await run('--simulate')));
            if (byOrder) return;
            // Collective functions go from node to node, so messages are those of the same nodes.
            const instant = await run(`--simulate=${machine},collectives=software,transfers=instant`);
            expect(communicationOf(found)).toEqual(communicationOf(instant));
          }),
        );
});

test("run compiles for the machine's network, and refuses what there is not", async () => {
  const hello = `${ROOT}samples/tutorial/01-hello.upc`;
  expect(await pgasc(['run', '--simulate=bgq', hello, '-n', '3'])).toMatchObject({ status: 0, stderr: '' });
  const unknown = await pgasc(['run', '--simulate=bgp', hello, '-n', '3']);
  expect(unknown).toMatchObject({
    status: 2,
    stderr: 'pgasc: --simulate: bgp: there is no such machine; did you mean bgq?\n',
  });
  const hostile = await pgasc(['run', '--simulate=bgq', hello, '-n', '3'], { env: { PGAS_HOSTILE: '1' } });
  expect(hostile.status).toBe(2);
  expect(hostile.stderr).toMatch(/^pgasc: PGAS_HOSTILE: a machine keeps the order/);
});
