/** Nothing is lost, and the trace is whole, however a job ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compiled, inFolder } from '../support/pgasc.ts';
import { some, testSome } from '../support/share.ts';
import { counts, faults, readTrace, traced } from './traced.ts';

/** Every thread puts 5 times to the next one at line 5; then END happens. */
const program = (end: string) => `#include <upc.h>
#include <stdlib.h>
#include <stdio.h>
shared int x[THREADS]; upc_lock_t *lock; volatile int zero; int main(void) {
  for (int i = 0; i < 5; i++) x[(MYTHREAD + 1) % THREADS] = i;
  upc_barrier;
  ${end}
  return 0;
}
`;

const ENDS: readonly (readonly [name: string, end: string, status: number])[] = [
  ['a failure', 'if (MYTHREAD == 1) return 1 / zero; upc_barrier;', 1],
  ['a deadlock', 'if (MYTHREAD == 1) upc_barrier;', 1],
  ['upc_global_exit while others compute', 'if (MYTHREAD == 1) upc_global_exit(3); for (;;) zero++;', 3],
  ['exit of all threads', 'exit(4);', 4],
  ['abort', 'if (MYTHREAD == 2) abort(); for (;;) zero++;', 134],
];

describe.concurrent('a job that ends by', () => {
  test.each(some(ENDS))('%s', (_, end, expected) =>
    traced(program(end), async (run, folder) => {
      const { status } = await run(['-n', '3', '--stats=s', '--trace=t.json', '--matrix=m.csv']);
      expect(status).toBe(expected);
      const report = readFileSync(join(folder, 's'), 'utf8');
      expect(report).toContain(`, status ${expected}\n`);
      expect(counts(report, 'PUT')).toEqual(['prog.upc:5 put GLOBAL 15']);
      expect(counts(report, 'BARRIER').join()).toMatch(/prog.upc:6 upc_barrier - [123]/);
      const events = readTrace(join(folder, 't.json'));
      expect(faults(events)).toEqual([]);
      expect(events.filter(({ ph, name }) => ph === 'X' && name === 'put')).toHaveLength(15);
      expect(events.at(-1)).toMatchObject({ args: { status: expected } });
    }),
  );

  testSome('a signal', () =>
    inFolder(async (folder) => {
      writeFileSync(join(folder, 'prog.upc'), program('puts("ready"); fflush(stdout); for (;;) zero++;'));
      const path = await compiled(folder, ['-trace', join(folder, 'prog.upc')]);
      const child = spawn(process.execPath, [path, '-n', '3', '--stats=s', '--trace=t.json'], { cwd: folder });
      let ready = 0;
      child.stdout.on('data', (text) => {
        ready += String(text).split('ready').length - 1;
        if (ready === 3) child.kill('SIGINT');
      });
      const [status, signal] = await once(child, 'close');
      expect(signal ?? status).toBeOneOf(['SIGINT', 130]); // by the signal, where threads take long to stop
      expect(counts(readFileSync(join(folder, 's'), 'utf8'), 'PUT')).toEqual(['prog.upc:5 put GLOBAL 15']);
      expect(faults(readTrace(join(folder, 't.json')))).toEqual([]);
    }),
  );
});

describe.concurrent('a long trace', () => {
  const LONG = `#include <upc.h>
shared int x[THREADS];
int main(void) {
  for (int i = 0; i < 20000; i++) x[(MYTHREAD + 1) % THREADS] = i;
  upc_barrier;
  return 0;
}
`;
  testSome('is written while the program runs, and whole', () =>
    traced(LONG, async (run, folder) => {
      const { status } = await run(['-n', '3', '--trace=t.json']);
      expect(status).toBe(0);
      const events = readTrace(join(folder, 't.json'));
      const puts = events.filter(({ ph, name }) => ph === 'X' && name === 'put');
      expect(puts).toHaveLength(60000);
      expect(new Set(events.filter(({ ph }) => ph === 's').map(({ id }) => id)).size).toBe(60000);
      expect(events.filter(({ ph }) => ph === 'f')).toHaveLength(60000);
    }),
  );

  testSome('that is killed without warning can be read up to where it was written', () =>
    inFolder(async (folder) => {
      writeFileSync(join(folder, 'prog.upc'), LONG.replace('20000', '2000000000'));
      const path = await compiled(folder, ['-trace', join(folder, 'prog.upc')]);
      const child = spawn(process.execPath, [path, '-n', '2', '--trace=t.json'], { cwd: folder });
      const file = join(folder, 't.json');
      while (!existsSync(file) || readFileSync(file).length < 1e6) await new Promise((done) => setTimeout(done, 50));
      child.kill('SIGKILL');
      await once(child, 'close');
      const text = readFileSync(file, 'utf8');
      const whole = text.slice(0, text.lastIndexOf(',\n'));
      expect(JSON.parse(`${whole}]`).length).toBeGreaterThan(1000);
    }),
  );
});
