/** Masks, and the text of PGAS_TRACEFILE: what a program and its environment choose to record. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { counts, faults, readMatrix, readTrace, traced } from './traced.ts';

/** A lock of each thread: that of upc_all_lock_alloc is on the thread that came first. One thread reads its own element at line 6 and the other's at 7, and locks at 8; then it does so with the masks of lines 9 to 11. */
const PROGRAM = `#include <upc.h>
shared int x[THREADS]; int sum; volatile int me, other; upc_lock_t *lock;
int main(void) {
  upc_all_lock_alloc(); lock = upc_global_lock_alloc(); me = MYTHREAD; other = THREADS - 1 - MYTHREAD;
  if (MYTHREAD == 0) for (int i = 0; i < 2; i++) {
    sum += x[me];
    sum += x[other];
    upc_lock(lock); x[other] = 1; upc_unlock(lock);
    if (i == 0) bupc_stats_setmask("GB");
    if (i == 0) bupc_trace_setmask("GL");
    if (i == 0) bupc_trace_settracelocal(0);
  }
  upc_barrier;
  return bupc_trace_gettracelocal() != (MYTHREAD != 0);
}
`;

const LINE = /^0> \[\d+\.\d{9}\] (\(\w\)) (.*?) \d+\.\d{3} us(?: at .*?(prog.upc:\d+))?$/;

/** Lines of thread 0 without their times. */
function linesOf(file: string): string[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.flatMap((line) => {
    const [, kind, text, place] = LINE.exec(line) ?? [];
    return kind === undefined ? [] : [`${kind} ${text} ${place}`];
  });
}

describe.concurrent('masks', () => {
  test('that the program sets take effect in statistics and traces', () =>
    traced(PROGRAM, async (run, folder) => {
      const flags = ['-n', '2', '--stats=s', '--trace=t.json', '--matrix=m.csv'];
      const { status, stderr } = await run(flags, { env: { PGAS_TRACEFILE: 'trace.%' } });
      expect([status, stderr]).toEqual([0, '']);
      const report = readFileSync(join(folder, 's'), 'utf8');
      expect(counts(report, 'GET').sort()).toEqual(['prog.upc:6 get LOCAL 2', 'prog.upc:7 get GLOBAL 2']);
      expect(counts(report, 'PUT')).toEqual(['prog.upc:8 put GLOBAL 1']);
      expect(counts(report, 'LOCK').sort()).toEqual(['prog.upc:8 upc_lock LOCAL 1', 'prog.upc:8 upc_unlock LOCAL 1']);
      expect(readMatrix(join(folder, 'm.csv')).bytes).toEqual([
        [8, 12],
        [0, 0],
      ]);
      const lock = (kind: string) => `(L) upc_${kind} local prog.upc:8`;
      const [get, put] = ['(G) get thread 1 4 bytes prog.upc:7', '(P) put thread 1 4 bytes prog.upc:8'];
      expect(linesOf(join(folder, 'trace.0'))).toEqual([
        '(W) upc_all_lock_alloc prog.upc:4',
        ...['(G) get local 4 bytes prog.upc:6', get, lock('lock'), put, lock('unlock')],
        get,
      ]);
      const events = readTrace(join(folder, 't.json'));
      expect(faults(events)).toEqual([]);
      expect(events.filter(({ ph, tid }) => ph === 'X' && tid === 2).map(({ name }) => name)).toEqual([
        'upc_all_lock_alloc',
        'get',
        'get',
        'upc_lock',
        'put',
        'upc_unlock',
        'get',
      ]);
    }));

  test('of the environment take effect from the start', () =>
    traced(PROGRAM, async (run, folder) => {
      const env = { PGAS_TRACEFILE: 'trace', PGAS_TRACEMASK: 'W', PGAS_STATSMASK: 'W', PGAS_TRACELOCAL: '0' };
      const { status } = await run(['-n', '2'], { env: { ...env, PGAS_STATSFILE: 's' } });
      expect(status).toBe(1); // thread 1's bupc_trace_gettracelocal() is 0
      expect(linesOf(join(folder, 'trace'))[0]).toBe('(W) upc_all_lock_alloc prog.upc:4');
      const report = readFileSync(join(folder, 's'), 'utf8');
      expect(counts(report, 'COLLECTIVE')).toEqual(['prog.upc:4 upc_all_lock_alloc - 2']);
      expect(counts(report, 'PUT')).toEqual([]);
    }));
});
