/** `pgasc run --simulate=MACHINE --sweep`: its points, what the parts add up to, files, misuse; --time and noise in a program's run. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inOneUnit, sweptBy } from '../../bin/sweep/values.ts';
import { compiled, inFolder, node, pgasc, ROOT } from '../support/pgasc.ts';
import { long } from '../support/share.ts';

/** Each rank works for as long; all send to all; the last works twice. */
const PROGRAM = `#include <stdio.h>
#include <upc.h>
enum { LONG = 32768 };
shared [LONG] char data[LONG * THREADS];
char here[LONG];
double sum;
static void work(void) {
  for (int i = 0; i < 20000; i++) sum += 0.5 * i;
}
int main(int argc, char **argv) {
  if (argc > 1) return 3;
  work();
  if (MYTHREAD == THREADS - 1) work();
  upc_barrier;
  for (int i = 1; i < THREADS; i++) upc_memget(here, &data[LONG * ((MYTHREAD + i) % THREADS)], LONG);
  upc_barrier;
  printf("not shown\\n");
  return 0;
}
`;

const inProgram = <T>(use: (path: string, folder: string) => Promise<T>): Promise<T> =>
  inFolder((folder) => {
    const path = join(folder, 'prog.upc');
    writeFileSync(path, PROGRAM);
    return use(path, folder);
  });

const run = (path: string, ...flags: readonly string[]) => pgasc(['run', '-O2', ...flags, path], { timeout: 100_000 });

describe('what is swept', () => {
  test.each([
    ['n=64..1024', ['64', '128', '256', '512', '1024']],
    ['n=3..20', ['3', '6', '12']],
    ['n=1,7,2', ['1', '7', '2']],
    ['latency=1us..5us', ['1us', '2us', '4us']],
    ['nic.rate=0.5..2GB/s', ['0.5GB/s', '1GB/s', '2GB/s']],
    ['routing=direct,indirect', ['direct', 'indirect']],
  ])('%s', (text, values) => expect(sweptBy(text).values).toEqual(values));

  test.each([
    ['64..128', 'what is to change, and to what?'],
    ['n=0..8', 'the first number must be above zero, and not above the second'],
    ['n=8..4', 'the first number must be above zero, and not above the second'],
    ['n=1,x', "'x' is no number of threads"],
    ['n=1,,2', 'a value is empty'],
    ['n=1..2..3', 'a range is of two numbers'],
    ['latency=1us..3', 'both numbers need one unit, not us and '],
  ])('%s is refused', (text, why) =>
    expect(() => sweptBy(text)).toThrow(`--sweep=${text}: ${why}: give NAME=FIRST..LAST`),
  );
});

test.each([
  [['1us', '500ns', '2us'], 'us', ['1', '0.5', '2']],
  [['0.5GB/s', '1GB/s'], 'GB/s', ['0.5', '1']],
  [['1000 us', '2s'], 'us', ['1000', '2000000']],
  [['64', '128'], '', ['64', '128']],
  [['direct', 'indirect'], '', ['direct', 'indirect']],
])('values %j in one unit', (values, unit, numbers) => expect(inOneUnit(values)).toEqual({ unit, numbers }));

describe('a sweep', () => {
  test('of threads: the parts add up to the time; files', () =>
    inProgram(async (path, folder) => {
      const files = [join(folder, 'a.csv'), join(folder, 'a.svg')];
      const { stdout, stderr, status } = await run(
        path,
        '--simulate=bgq,node.ranks=1',
        '--sweep=n=1..4',
        ...files.map((file) => `--sweep-to=${file}`),
      );
      expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
      const [title, head, ...rows] = stdout.trimEnd().split('\n');
      expect(title).toBe('prog.upc on bgq,node.ranks=1');
      expect(head!.trim().split(/\s+/)).toEqual([
        'n',
        'time',
        'speedup',
        'efficiency',
        'compute',
        'wait',
        'network',
        'contention',
        'noise',
      ]);
      expect(rows.map((row) => row.trim().split(' ')[0])).toEqual(['1', '2', '4']);
      const [csvHead, ...points] = readFileSync(files[0]!, 'utf8').trimEnd().split('\n');
      expect(csvHead).toBe('n,time (s),speedup,efficiency,compute (s),wait (s),network (s),contention (s),noise (s)');
      for (const point of points) {
        expect(point).toMatch(/^\d+,\d+\.\d{12},\d+\.\d{6},\d+\.\d{6}(,-?\d+\.\d{12}){5}$/);
        const [, time, , , ...parts] = point.split(',').map(Number);
        expect(parts.reduce((sum, each) => sum + each)).toBeCloseTo(time!, 9);
      }
      const [, , , , compute, wait, network] = points[2]!.split(',').map(Number);
      expect(wait! / compute!).toBeGreaterThan(0.5); // three of four wait for one
      expect(network).toBeGreaterThan(3 * 1.8e-5);
      expect(readFileSync(files[1]!, 'utf8')).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    }));

  test('what makes the network`s library slower is noise, and not less waiting', () =>
    inProgram(async (path, folder) => {
      const file = join(folder, 'slow.csv');
      await run(path, '--simulate=bgq,node.ranks=1', '--sweep=slow=0,1', `--sweep-to=${file}`, '-n', '3');
      for (const point of readFileSync(file, 'utf8').trimEnd().split('\n').slice(1))
        for (const part of point.split(',').slice(2).map(Number)) expect(part, point).toBeGreaterThanOrEqual(0);
    }));

  long('of a parameter: a faster network takes less', () =>
    inProgram(async (path) => {
      const { stdout, status } = await run(
        path,
        '--simulate=bgq,node.ranks=1',
        '--sweep=nic.rate=0.5..1GB/s',
        '-n',
        '3',
      );
      const times = stdout
        .split('\n')
        .slice(2, 4)
        .map((row) => Number(row.trim().split(/\s+/)[1]));
      expect(status).toBe(0);
      expect(times[0]).toBeGreaterThan(times[1]!);
    }),
  );

  long('a run that fails ends it, with its words and status', () =>
    inProgram(async (path) => {
      const failed = await pgasc(['run', '--simulate=bgq', '--sweep=n=2,3', path, 'fail']);
      expect(failed.status).toBe(3);
      expect(failed.stderr).toBe('pgasc: --sweep: with n=2 on bgq the program ended with status 3\n');
    }),
  );

  test('numbers of threads behind the source are refused too', () =>
    inProgram(async (path) => {
      const { status, stderr } = await pgasc(['run', '--simulate=bgq', '--sweep=n=1..2', path, '-n', '3']);
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: 'pgasc: --sweep=n=1..2: it says the numbers of threads; leave out -n\n',
      });
    }));

  test('a compiled program runs once', async () => {
    const { status, stderr } = await pgasc(['run', join(ROOT, 'samples/tutorial/01-hello.upc'), '--', '--sweep=n=2,3']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' }); // of the program
    await inFolder(async (folder) => {
      const program = await compiled(folder, [join(ROOT, 'samples/tutorial/01-hello.upc')]);
      expect(await node([program, '-n', '2', '--sweep', 'n=2,3'])).toMatchObject({
        status: 2,
        stderr:
          'pgasc: --sweep=n=2,3: a program runs once; sweeps are of pgasc run: --simulate=MACHINE --sweep=NAME=VALUES [--sweep-to=FILE]\n',
      });
    });
  });

  test.each([
    [['--sweep=n=1..2'], '--sweep=n=1..2: name the machine that is swept, as in --simulate=bgq'],
    [['--simulate=bgq', '--sweep=n=1..2', '-n', '3'], '--sweep=n=1..2: it says the numbers of threads; leave out -n'],
    [
      ['--simulate=bgq', '--sweep=n=1..2', '--sweep', 'n=4..8'],
      '--sweep=n=4..8: --sweep=n=1..2 is there already; run the program for one, then for the other',
    ],
    [
      ['--simulate=bgq', '--sweep=n=1..2', '--time=a.json'],
      '--sweep=n=1..2: it tells itself where the time goes; leave out --time=a.json',
    ],
    [
      ['--simulate=bgq', '--sweep=latenc=1us,2us', '-n2'],
      '--sweep=latenc=1us,2us: latenc=1us: bgq has no such parameter; did you mean latency?',
    ],
    [
      ['--simulate=bgq', '--sweep=latency=1us,2', '-n2'],
      '--sweep=latency=1us,2: latency=2: nic.latency: 2 has no unit: give one of ps, ns, us, ms, s',
    ],
    [
      ['--simulate=bgq,latency=3us', '--sweep=latency=1us,2us', '-n2'],
      '--sweep=latency=1us,2us: latency=1us: nic.latency is 3 us already; give it once',
    ],
    [
      ['--simulate=bgq,transfers=alone', '--sweep=n=1..2'],
      '--sweep=n=1..2: it compares runs with all kinds of transfers; leave out transfers=',
    ],
    [['--simulate=bgq', '--sweep-to=a.csv'], '--sweep-to=a.csv: give --sweep too'],
    [
      ['--simulate=bgq', '--sweep=n=1..2', '--sweep-to=nowhere/a.csv'],
      '--sweep-to=nowhere/a.csv: there is no folder nowhere; make it first',
    ],
    [['--simulate=bgq', '--sweep=n=1..2', '--sweep-to=a.png'], '--sweep-to=a.png: the name must end in .csv or .svg'],
  ])('%j is refused', (flags, text) =>
    inProgram(async (path) =>
      expect(await run(path, ...flags)).toEqual({ stdout: '', stderr: `pgasc: ${text}\n`, status: 2 }),
    ),
  );
});

describe('--time', () => {
  const timeOf = async (path: string, folder: string, asked: string) => {
    const file = join(folder, 'time.json');
    const { status } = await run(path, `--simulate=${asked}`, `--time=${file}`, '-n4');
    expect(status).toBe(0);
    return JSON.parse(readFileSync(file, 'utf8'));
  };

  test('lines on standard error', () =>
    inProgram(async (path) => {
      const { stderr } = await run(path, '--simulate=bgq', '--time', '-n4');
      expect(stderr).toMatch(
        /^pgasc: bgq, 4 ranks: [\d.]+ us; on average of the ranks [\d.]+ % own code, [\d.]+ % the network's library, [\d.]+ % waiting\npgasc: critical path: [\d.]+ % work of \d of the ranks, [\d.]+ % messages, most for who waited at \S*prog.upc:15 .*\n$/,
      );
    }));

  long('noise and stragglers make a program slower, the same for the same seed', () =>
    inProgram(async (path, folder) => {
      const quiet = await timeOf(path, folder, 'bgq');
      expect(quiet.noise).toBe(0);
      expect(quiet.own + quiet.library + quiet.noise + quiet.waiting).toBeCloseTo(quiet.total, 9);
      const noisy = await timeOf(path, folder, 'bgq,noise.period=50us,noise.span=5us');
      expect(noisy.total).toBeGreaterThan(quiet.total * 1.05);
      expect(noisy.own).toBe(quiet.own);
      expect(await timeOf(path, folder, 'bgq,noise.period=50us,noise.span=5us')).toEqual(noisy);
      const other = await timeOf(path, folder, 'bgq,noise.period=50us,noise.span=5us,noise.seed=9');
      expect(other.total).not.toBe(noisy.total);
      expect((await timeOf(path, folder, 'bgq,slow=1,slowdown=3')).total).toBeGreaterThan(2.5 * quiet.total);
    }),
  );

  test('without a machine it is refused', () =>
    inProgram(async (path) =>
      expect((await run(path, '--simulate', '--time', '-n2')).stderr).toBe(
        "pgasc: --time tells where a machine's time went: name one, as in --simulate=bgq\n",
      ),
    ));
});
