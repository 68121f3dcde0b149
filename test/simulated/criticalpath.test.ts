/** The critical path of a job on a machine: without a gap from the beginning to the end, by the rank that all wait for. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inFolder, pgasc, ROOT } from '../support/pgasc.ts';
import { dealt } from '../support/share.ts';

/** In each round another thread works ten times as long; then its neighbour fetches from it. */
const PROGRAM = `#include <upc.h>
enum { LONG = 4096 };
shared [LONG] char data[LONG * THREADS];
char here[LONG];
double sum;
int main(void) {
  for (int round = 0; round < THREADS; round++) {
    int count = round == MYTHREAD ? 20000 : 2000;
    for (int i = 0; i < count; i++) sum += 0.5 * i;
    upc_barrier;
    upc_memget(here, &data[LONG * ((MYTHREAD + 1) % THREADS)], LONG);
  }
  return 0;
}
`;

interface Slice {
  readonly name: string;
  readonly cat: string;
  readonly ts: number;
  readonly dur: number;
  readonly args: { readonly place?: string };
}

test.each(dealt('path', ['-O0', '-O2']))('is whole, and names who was waited for (%s)', (level) =>
  inFolder(async (folder) => {
    const [path, trace] = [join(folder, 'prog.upc'), join(folder, 'trace.json')];
    writeFileSync(path, PROGRAM);
    const flags = [level, '--simulate=bgq,node.ranks=1', '--time', `--trace=${trace}`, '-n4'];
    const { stderr, status } = await pgasc(['run', ...flags, path], { timeout: 100_000 });
    expect(status).toBe(0);
    const [, whole, work, ranks, way] =
      /, 4 ranks: ([\d.]+) us;.*\npgasc: critical path: ([\d.]+) % work of (\d) of the ranks, ([\d.]+) % messages, most for who waited at \S*prog.upc:\d+/.exec(
        stderr,
      ) ?? [];
    expect(Number(work) + Number(way)).toBeCloseTo(100, 0);
    expect(ranks).toBe('4');
    const events = JSON.parse(readFileSync(trace, 'utf8')) as (Slice & { tid: number; ph: string })[];
    const parts = events.filter(({ tid, ph }) => tid === 1 && ph === 'X').sort((a, b) => a.ts - b.ts);
    let end = 0;
    for (const { ts, dur } of parts) {
      expect(Math.abs(ts - end)).toBeLessThan(0.005); // times are rounded to nanoseconds
      end = ts + dur;
    }
    expect(end).toBeCloseTo(Number(whole), 0);
    const longest = parts
      .filter(({ cat }) => cat === 'work')
      .sort((a, b) => b.dur - a.dur)
      .slice(0, 4);
    expect(longest.map(({ name }) => name).sort()).toEqual(['thread 0', 'thread 1', 'thread 2', 'thread 3']);
  }),
);

test('to be told of it changes no time', async () => {
  const run = (...flags: string[]) =>
    pgasc(['run', '-O2', '--simulate=mvapich2x-qdr', '-n16', ...flags, `${ROOT}samples/kernels/transpose.upc`], {
      timeout: 100_000,
    });
  const [plain, told] = [await run(), await run('--time')];
  expect(plain.stdout).toMatch(/MB\/s/);
  expect(told.stdout).toBe(plain.stdout);
});

test('a file that cannot be written is told before the job starts', async () => {
  const flags = ['--simulate=bgq', '--time=/no/such/folder/x', '-n2'];
  const { status, stdout, stderr } = await pgasc(['run', ...flags, `${ROOT}samples/tutorial/01-hello.upc`]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toBe('pgasc: cannot write /no/such/folder/x: there is no such folder; make it first\n');
});
