/** The trace file's size: --trace-limit and --trace-sample. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ChromeEvent, faults, readTrace, traced, trackOf } from './traced.ts';

const PROGRAM = `#include <upc.h>
shared int x[THREADS]; int main(void) {
  for (int i = 0; i < 3000; i++) x[(MYTHREAD + 1) % THREADS] = i;
  return 0;
}
`;
const puts = (events: readonly ChromeEvent[], thread: number) =>
  events.filter(({ ph, name, tid }) => ph === 'X' && name === 'put' && tid === trackOf(thread)).length;

test('a thread writes its share, and no more; what is lacking is said', () =>
  traced(PROGRAM, async (run, folder) => {
    const { status, stderr } = await run(['-n', '2', '--trace=t.json', '--trace-limit=200K']);
    expect(stderr).toMatch(
      /^pgasc: t\.json is as large as it may be \(204800 bytes\), and lacks what 2 of 2 threads did after \d+\.\d{3} s or later: --trace-limit=SIZE allows more, --trace-sample=N writes one operation of N, PGAS_TRACEMASK chooses kinds\n$/,
    );
    expect(status).toBe(0);
    const file = join(folder, 't.json');
    expect(statSync(file).size).toBeLessThan(210_000);
    const events = readTrace(file);
    expect(faults(events).filter((fault) => !fault.startsWith('no slice around'))).toEqual([]);
    expect(events.filter(({ name }) => name === 'trace limit reached')).toHaveLength(2);
    for (const thread of [0, 1]) expect(puts(events, thread)).toBeGreaterThan(100);
  }));

test('one operation of so many', () =>
  traced(PROGRAM, async (run, folder) => {
    expect(await run(['-n', '2', '--trace=t.json', '--trace-sample=10'])).toMatchObject({ status: 0, stderr: '' });
    const events = readTrace(join(folder, 't.json'));
    expect(faults(events)).toEqual([]);
    for (const thread of [0, 1]) expect(puts(events, thread)).toBe(300);
  }));

test('no such numbers', () =>
  traced(PROGRAM, async (run) => {
    expect((await run(['--trace=t', '--trace-sample=0'])).stderr).toBe(
      "pgasc: --trace-sample: '0' is not a number of operations (1, 2, ...), of which one is written\n",
    );
    expect((await run(['--trace=t', '--trace-limit=much'])).stderr).toBe(
      "pgasc: --trace-limit: 'much' is not a size (64M, 1G, 512K; without unit megabytes)\n",
    );
  }));
