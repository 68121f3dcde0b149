/** The trace that PGAS_TRACEFILE asks for, as a program's own events fill it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { compiled, inFolder, node, type Outcome } from '../support/pgasc.ts';
import { testSome } from '../support/share.ts';

const PROGRAM = `
#include <upc.h>
#include <pupc.h>
#include <string.h>
#include <stdio.h>
int main(void) {
  unsigned step = pupc_create_event("STEP", "%d of %.1f %s");
  unsigned plain = pupc_create_event("PLAIN", NULL);
  printf("%u%u%d", step, plain, pupc_control(1));
  pupc_event_start(step, MYTHREAD, 2.5, "two\\nlines");
  pupc_event_atomic(plain);
  pupc_event_end(step, 100 + MYTHREAD, -1.0, "é");
  printf("%d", pupc_control(0));
  pupc_event_atomic(plain);
  printf("%d", pupc_control(1));
  bupc_trace_printf(("A[%i] is %f", 3, 0.5));
  upc_barrier;
  char all[64];
  strcpy(all, bupc_trace_getmask());
  bupc_trace_setmask("GPX");
  pupc_event_atomic(plain);
  printf(" %s %s", all, bupc_trace_getmask());
  bupc_trace_setmask("");
  bupc_stats_setmask("hb?B");
  printf(" %zu%s", strlen(bupc_trace_getmask()), bupc_stats_getmask());
  bupc_trace_setmask(all);
  bupc_trace_settracelocal(0);
  pupc_event_end(77);
  printf("%d\\n", bupc_trace_gettracelocal());
  return 0;
}
`;

const shared = mkdtempSync(join(tmpdir(), 'pgasc-test-'));
let program = '';
beforeAll(async () => {
  writeFileSync(join(shared, 'traced.upc'), PROGRAM);
  program = await compiled(shared, [join(shared, 'traced.upc')]);
});
afterAll(() => rmSync(shared, { recursive: true, force: true }));

/** Runs the program twice in a folder of its own; `check` gets the outcome and the lines of the files there. */
async function traced(
  env: Record<string, string>,
  check: (outcome: Outcome, files: Record<string, string[]>) => void,
): Promise<void> {
  await inFolder(async (folder) => {
    for (const _ of ['first', 'again']) {
      const outcome = await node([program, '-n', '3'], { cwd: folder, env });
      const lines = (name: string) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
      check(outcome, Object.fromEntries(readdirSync(folder).map((name) => [name, lines(name)])));
    }
  });
}

const ALL = 'GPSWXBLAICDNHU';
const TIME = /^(\d)> \[(\d+\.\d{9})\] \(H\) /;
const textsOf = (lines: readonly string[]) => lines.map((line) => line.replace(TIME, ''));

const expectedOf = (thread: number) => [
  `STEP start: ${thread} of 2.5 two\\nlines`,
  'PLAIN atomic',
  `STEP end: ${100 + thread} of -1.0 é`,
  'A[3] is 0.500000',
  'event 77, which was not created, end',
];

describe.concurrent('PGAS_TRACEFILE', () => {
  testSome('with % in its name gives a file of each thread', () =>
    traced({ PGAS_TRACEFILE: 'trace.%.txt' }, ({ status, stdout }, files) => {
      expect(status).toBe(0);
      expect(stdout).toBe(`12110 ${ALL} GPX 0BH0\n`.repeat(3));
      expect(Object.keys(files)).toEqual(['trace.0.txt', 'trace.1.txt', 'trace.2.txt']);
      for (const thread of [0, 1, 2]) {
        const lines = files[`trace.${thread}.txt`]!;
        expect(textsOf(lines)).toEqual(expectedOf(thread));
        const times = lines.map((line) => TIME.exec(line)!);
        expect(times.every(([, number]) => Number(number) === thread)).toBe(true);
        const seconds = times.map(([, , time]) => Number(time));
        expect(seconds).toEqual([...seconds].sort((a, b) => a - b));
      }
    }),
  );

  testSome('without % gives one file, begun anew', () =>
    traced({ PGAS_TRACEFILE: 'trace.txt' }, (_, files) => {
      expect(Object.keys(files)).toEqual(['trace.txt']);
      for (const thread of [0, 1, 2]) {
        const own = files['trace.txt']!.filter((line) => line.startsWith(`${thread}>`));
        expect(textsOf(own)).toEqual(expectedOf(thread));
      }
    }),
  );

  testSome('PGAS_TRACEMASK chooses kinds of lines', () =>
    traced({ PGAS_TRACEFILE: 'trace.%', PGAS_TRACEMASK: 'bgP', PGAS_STATSMASK: '' }, ({ stdout }, files) => {
      expect(stdout).toBe('12110 GPB GPX 0BH0\n'.repeat(3));
      expect(files['trace.1']).toEqual(['']);
    }),
  );

  testSome('absent gives no trace and no events', () =>
    traced({}, ({ status, stdout }, files) => {
      expect([status, stdout, files]).toEqual([0, `00000 ${ALL} GPX 0BH0\n`.repeat(3), {}]);
    }),
  );

  testSome('that cannot be written is told', () =>
    traced({ PGAS_TRACEFILE: 'nowhere/%' }, ({ status, stderr }) => {
      expect(status).toBe(1);
      expect(stderr).toMatch(/^pgasc: thread \d: PGAS_TRACEFILE: cannot write nowhere\/\d: ENOENT/);
    }),
  );
});
