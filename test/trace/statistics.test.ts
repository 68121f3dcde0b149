/** --stats, --trace and --matrix: exact counts of what programs do, at several numbers of threads. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pgasc } from '../support/pgasc.ts';
import { dealt, testSome } from '../support/share.ts';
import { counts, faults, memoryTrackOf, readMatrix, readTrace, reportRows, traced, trackOf } from './traced.ts';

/** Gets at line 9, puts at line 12, a bulk get at line 13, copies at line 14. */
const PROGRAM = `#include <upc.h>
struct big { int a[10]; }; int sum;
shared int x[THREADS]; shared [] char block[4096]; shared struct big s[THREADS];
int main(void) {
  volatile int n = 10, last = THREADS - 1; char buffer[100];
  struct big mine = {{1}};
  upc_barrier;
  if (MYTHREAD == last)
    for (int i = 0; i < n; i++) sum += x[i % THREADS];
  upc_barrier;
  if (MYTHREAD == 0)
    for (int i = 0; i < 7; i++) x[last] = i;
  upc_memget(buffer, block, 100);
  s[(MYTHREAD + 1) % THREADS] = mine;
  upc_notify;
  upc_wait;
  return 0;
}
`;

const range = (count: number) => Array.from({ length: count }, (_, i) => i);

/** Communication matrix of the program. */
function expectedMatrix(threads: number): { messages: number[][]; bytes: number[][] } {
  const messages = range(threads).map(() => range(threads).map(() => 0));
  const bytes = range(threads).map(() => range(threads).map(() => 0));
  const add = (from: number, to: number, count: number, size: number) => {
    messages[from]![to]! += count;
    bytes[from]![to]! += count * size;
  };
  for (const i of range(10)) add(threads - 1, i % threads, 1, 4);
  add(0, threads - 1, 7, 4);
  for (const thread of range(threads)) {
    add(thread, 0, 1, 100);
    add(thread, (thread + 1) % threads, 1, 40);
  }
  return { messages, bytes };
}

describe.concurrent('gets, puts and barriers', () => {
  test.each(dealt('counts', [1, 2, 3, 4, 7]))('are counted by line on %i threads', (threads) =>
    traced(PROGRAM, async (run, folder) => {
      const files = ['--stats=stats', '--trace=trace.json', '--matrix=m.csv', '--matrix=m.svg'];
      const { status, stderr } = await run(['-n', String(threads), ...files]);
      expect([status, stderr]).toEqual([0, '']);
      const report = readFileSync(join(folder, 'stats'), 'utf8');
      const local = range(10).filter((i) => i % threads === threads - 1).length;
      const some = (line: string, count: number) => (count > 0 ? [`${line} ${count}`] : []);
      expect(new Set(counts(report, 'GET'))).toEqual(
        new Set([
          ...some('prog.upc:9 get GLOBAL', 10 - local),
          ...some('prog.upc:9 get LOCAL', local),
          ...some('prog.upc:13 upc_memget GLOBAL', threads - 1),
          'prog.upc:13 upc_memget LOCAL 1',
        ]),
      );
      const type = threads > 1 ? 'GLOBAL' : 'LOCAL';
      expect(counts(report, 'PUT')).toEqual([`prog.upc:14 copy to ${type} ${threads}`, `prog.upc:12 put ${type} 7`]);
      expect(new Set(counts(report, 'BARRIER'))).toEqual(
        new Set([
          `prog.upc:7 upc_barrier - ${threads}`,
          `prog.upc:10 upc_barrier - ${threads}`,
          `prog.upc:15 upc_notify - ${threads}`,
          `prog.upc:16 notify to wait - ${threads}`,
          `prog.upc:16 upc_wait - ${threads}`,
        ]),
      );
      expect(readMatrix(join(folder, 'm.csv'))).toEqual(expectedMatrix(threads));
      expect(readFileSync(join(folder, 'm.svg'), 'utf8')).toMatch(/^<svg .*<\/svg>\n$/s);

      const events = readTrace(join(folder, 'trace.json'));
      expect(faults(events)).toEqual([]);
      const slices = (name: string) => events.filter((event) => event.ph === 'X' && event.name === name);
      expect(slices('get').map(({ tid, args }) => [tid, args!.thread, args!.bytes])).toEqual(
        range(10).map((i) => [trackOf(threads - 1), i % threads, 4]),
      );
      expect(slices('upc_barrier')).toHaveLength(2 * threads);
      const remote = expectedMatrix(threads).messages.flatMap((row, i) => row.filter((_, j) => i !== j));
      expect(events.filter(({ ph }) => ph === 's')).toHaveLength(remote.reduce((sum, count) => sum + count, 0));
      if (threads > 1)
        expect(slices('put from 0').filter(({ tid }) => tid === memoryTrackOf(threads - 1))).not.toEqual([]);
      expect(events.at(-1)).toMatchObject({ name: 'job ended', args: { status: 0 } });
    }),
  );

  testSome('are sorted by their sum, with the least, the largest and the average size', () =>
    traced(PROGRAM, async (run) => {
      const { stderr } = await run(['-n', '3', '--stats']);
      expect(stderr).toMatch(/^communication of prog.upc: 3 threads, network smp, \d+\.\d{3} s, status 0\n/);
      const [bulk, local, gets] = reportRows(stderr, 'GET');
      expect(bulk).toMatchObject({ operation: 'upc_memget', figures: ['100 B', '100 B', '100 B', '200 B'] });
      expect(local).toMatchObject({ type: 'LOCAL', figures: ['100 B', '100 B', '100 B', '100 B'] });
      expect(gets).toMatchObject({ operation: 'get', figures: ['4 B', '4 B', '4 B', '28 B'] });
    }),
  );

  testSome('of one thread are reported alone where the name has a %', () =>
    traced(PROGRAM, async (run, folder) => {
      await run(['-n', '3'], { env: { PGAS_STATSFILE: 'stats.%' } });
      const second = readFileSync(join(folder, 'stats.1'), 'utf8');
      expect(second).toMatch(/^communication of prog.upc: thread 1 of 3,/);
      expect(counts(second, 'GET')).toEqual(['prog.upc:13 upc_memget GLOBAL 1']);
      expect(counts(readFileSync(join(folder, 'stats.2'), 'utf8'), 'GET')).toContain('prog.upc:9 get GLOBAL 7');
    }),
  );
});

describe.concurrent('pgasc run', () => {
  testSome('takes the flags before the file and instruments the program', () =>
    traced(PROGRAM, async (_, folder) => {
      const words = ['run', '--stats=s', '--trace', 't.json', '--matrix=m.csv', 'prog.upc', '-n', '2'];
      const { status, stderr } = await pgasc(words, { cwd: folder });
      expect([status, stderr]).toEqual([0, '']);
      expect(counts(readFileSync(join(folder, 's'), 'utf8'), 'PUT')).toContain('prog.upc:12 put GLOBAL 7');
      expect(faults(readTrace(join(folder, 't.json')))).toEqual([]);
      expect(readMatrix(join(folder, 'm.csv'))).toEqual(expectedMatrix(2));
    }),
  );

  testSome('is what --stats is for', async () => {
    const { status, stderr } = await pgasc(['--stats', 'x.upc']);
    expect(status).toBe(2);
    expect(stderr).toBe(
      'pgasc: --stats is for pgasc run, and for the compiled program: compile it with -trace, then node out.js --stats\n',
    );
  });
});

describe.concurrent('what cannot be recorded is told', () => {
  test.each(['-trace', '--stats', '--trace', '--matrix'])('of a session: %s', async (flag) => {
    const { status, stderr } = await pgasc(['repl', flag, ...(/^--[tm]/.test(flag) ? ['file'] : []), '-e', '1']);
    expect([status, stderr]).toEqual([2, `pgasc: ${flag}: a session records no communication; use pgasc run\n`]);
  });

  testSome('of a program compiled without -trace', () =>
    traced(
      PROGRAM,
      async (run) => {
        const { status, stderr } = await run(['--stats']);
        expect(status).toBe(2);
        expect(stderr).toBe(
          'pgasc: --stats: prog.upc was compiled without -trace, so it records nothing; ' +
            'compile it with pgasc -trace, or use pgasc run --stats, the flag before the source\n',
        );
        const warned = await run(['-n', '2'], { env: { PGAS_STATSFILE: 'x' } });
        expect(warned.status).toBe(0);
        expect(warned.stderr).toMatch(/^pgasc: PGAS_STATSFILE: prog.upc was compiled without -trace/);
      },
      [],
    ),
  );

  testSome('where files cannot be written or have no known kind', () =>
    traced(PROGRAM, async (run) => {
      const one = await run(['--trace=nowhere/t.json']);
      expect([one.status, one.stderr]).toEqual([
        2,
        'pgasc: cannot write nowhere/t.json: there is no such folder; make it first\n',
      ]);
      const two = await run(['--matrix=m.png']);
      expect([two.status, two.stderr]).toEqual([2, 'pgasc: --matrix=m.png: the name must end in .csv or .svg\n']);
    }),
  );

  testSome('nothing, if nothing is asked for', () =>
    traced(PROGRAM, async (run) => {
      expect(await run(['-n', '3'])).toEqual({ status: 0, stdout: '', stderr: '' });
    }),
  );
});
