/** --report: what the optimizer did, by function and pass. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inFolder, pgasc } from '../support/pgasc.ts';

const PROGRAM = `struct pair { double re, im; };
static struct pair times(struct pair a, struct pair b) {
  struct pair r = { a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
  return r;
}
static int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
int main(int argc, char **argv) {
  struct pair z = { argc, 1 }, w = times(z, z);
  int digits[8];
  for (int i = 0; i < 8; i++) digits[i] = i * argc;
  return w.im + fact(argc) - digits[argc] == 2 ? 0 : 1;
}
`;

const reported = (flags: readonly string[]): Promise<string> =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, 'a.c'), PROGRAM);
    const { status, stderr } = await pgasc(['a.c', '--report', ...flags], { cwd: folder });
    expect(status, stderr).toBe(0);
    return stderr;
  });

describe.concurrent('--report', () => {
  test('tells by function and pass what was done and what was missed', async () => {
    expect(await reported(['-O2', '-target=ts'])).toBe(`fact:
  inline: 1 missed
    a.c:6:53: 'fact' not inlined: it is recursive
main:
  inline: 1 done, 1 missed
    a.c:8:41: 'times' inlined, of size 20
    a.c:11:21: 'fact' not inlined: it is recursive
  sroa: 3 done, 1 missed
    a.c:7:5: 'temporary' kept in 2 locals
    a.c:7:5: 'temporary_2' kept in 2 locals
    a.c:7:5: 'temporary_3' kept in 2 locals
    a.c:7:5: 'digits' stays in memory: its address is used, an index is not constant, or it is volatile
`);
  });

  test('says where there was nothing to tell', async () => {
    expect(await reported(['-O0'])).toBe(
      'report: the optimizer had nothing to tell; -O2 has it look at the whole program\n',
    );
  });

  test('-ftime-report lists phases in their order, and the whole', async () => {
    const report = await reported(['-O2', '-ftime-report', '-target=ts']);
    const rows = [...report.matchAll(/^([a-zA-Z]+(?: \w+)?) +\d+\.\d\d \( *\d+%\) +\d+\.\d\d \( *\d+%\)$/gm)];
    const names = rows.map(([, name]) => name);
    expect(names[0], report).toBe('starting');
    expect(names.slice(-2), report).toEqual(['all others', 'TOTAL']);
    expect(report).toMatch(/^garbage collection: \d+\.\d\d s of it, \d+ times; at most \d+ MB of memory$/m);
  });

  test('leaves --remarks to communication', () =>
    inFolder(async (folder) => {
      writeFileSync(join(folder, 'a.c'), PROGRAM);
      const { stderr } = await pgasc(['a.c', '--remarks', '-O2'], { cwd: folder });
      expect(stderr).toBe('');
    }));
});
