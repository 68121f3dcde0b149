/** Loops of functions that are seldom called, as functions: what programs do, where they fail, and what stays where it is. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { compiled, inFolder, node } from '../support/pgasc.ts';
import { dealt, long } from '../support/share.ts';
import { programAfter } from './linked.ts';

const shapes = fileURLToPath(new URL('outline.upc', import.meta.url));
const OUTLINED = ['-O2', '-foutline'];
const WAYS = [
  [...OUTLINED, '--verify'],
  ['-O3', '-foutline'],
  [...OUTLINED, '-network=sfi'],
  [...OUTLINED, '-network=pami', '-trace'],
];

describe.concurrent('loops of all shapes, with jumps out of them', () => {
  for (const threads of dealt('shapes', [1, 3]))
    for (const flags of dealt(threads, WAYS))
      test(`on ${threads} threads, ${flags.join(' ')}`, () =>
        inFolder(async (folder) => {
          const run = async (words: readonly string[]) => {
            const { stdout, status } = await node([await compiled(folder, [...words, shapes]), '-n', String(threads)]);
            expect(status).toBe(0);
            return stdout.split('\n').sort();
          };
          expect(await run(flags)).toEqual(await run(['-O0']));
        }));

  long('take the same time on a machine', () =>
    inFolder(async (folder) => {
      const time = async (flag: string) => {
        const program = await compiled(folder, ['-simulate', '-network=pami', '-O2', flag, shapes]);
        const { stderr, status } = await node([program, '--simulate=bgq', '--time', '-n', '4']);
        expect(status).toBe(0);
        return stderr;
      };
      expect(await time('-foutline')).toBe(await time('-fno-outline'));
    }),
  );
});

const FAILING = `#include <stdlib.h>
static int part(int x, int n) { return x / (n - 3000); }
static int sum(int *p, int n) {
  int s = 0;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < 2 * n; i++) s += part(p[i % n], i);
  return s;
}
int main(int argc, char **argv) {
  int n = 2000 * argc, *p = malloc(n * sizeof *p);
  for (int i = 0; i < n; i++) p[i] = i;
  return sum(p, n);
}
`;

test('a failure in such a loop is in the function of the source', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'prog.c');
    writeFileSync(file, FAILING);
    const told = async (flags: readonly string[]) =>
      (await node([await compiled(folder, [...flags, file]), '-n', '1'])).stderr.replaceAll(`${folder}/`, '');
    const failure = 'pgasc: thread 0: division by zero at prog.c:2:33\n    at part (prog.c:2:33)';
    const callers = '\n    at sum (prog.c:6:46)\n    at main (prog.c:12:13)\n';
    expect(await told(['-O0'])).toBe(failure + callers);
    expect(await told(OUTLINED)).toBe(`${failure}, in the code of main\n`);
    expect(await told([...OUTLINED, '-fno-inline'])).toBe(failure + callers);
    expect(await told(['-g', ...OUTLINED])).toBe(failure + callers);
  }));

/** What decides is set in the loop, so it is not known before it; and a vector's sum outlasts a barrier. */
const TESTED = `#include <stdio.h>
#include <upc.h>
volatile int one = 1;
int a[4096];
int main(void) {
  int s = 0;
  for (int turn = 0; turn < 3; turn++) {
    int i = 0, d = 0;
    do { d = one; s += i & 3; i++; } while (i < 5000 / d);
    for (int j = 0; j < 4096; j++) a[j] = j & 7;
    for (int j = 0; j < 4096; j++) s += a[j];
    if (s < 0) return 1;
    upc_barrier;
  }
  if (MYTHREAD == 0) printf("%d\\n", s);
}
`;

test.each([
  [['-O2'], []],
  [['-O2', '-simulate', '-network=pami'], ['--simulate=bgq']],
])('a test behind the body, and a sum across a barrier %s', (flags, words) =>
  inFolder(async (folder) => {
    const file = join(folder, 'prog.upc');
    writeFileSync(file, TESTED);
    const ran = await node([await compiled(folder, [...flags, '-foutline', file]), '-n', '3', ...words]);
    expect(ran).toMatchObject({ status: 0, stdout: '65508\n' });
  }),
);

/** A module's functions take and give 1,000 values at most; a loop within a loop gives back what both are to give. */
test.each([300, 1100])('%s variables that all change', (count) =>
  inFolder(async (folder) => {
    const file = join(folder, 'prog.c');
    const each = (text: string) => Array.from({ length: count }, (_, k) => text.replaceAll('@', `v${k}`)).join(' ');
    writeFileSync(
      file,
      `#include <stdio.h>
int main(int argc, char **argv) {
  unsigned s = 1;
  ${each('unsigned @ = argc;')}
  for (int i = 0; i < 2 * argc; i++)
    for (int j = 0; j < 2 * argc; j++)
      for (int k = 0; k < 2 * argc; k++)
        for (int l = 0; l < 3000 * argc; l++) { ${each('@ += s ^ l; s += @;')} if (s == 12345) return 1; }
  ${each('s = s * 31 + @;')}
  printf("%u\\n", s);
}
`,
    );
    const ran = async (flags: readonly string[]) => node([await compiled(folder, ['-w', ...flags, file]), '-n', '1']);
    const plain = await ran(['-O2']);
    expect(plain.status).toBe(0);
    expect(await ran(OUTLINED)).toEqual(plain);
  }),
);

describe('which loops', () => {
  const WHILE = (label: string, body: string) =>
    `while ${label} (lt_s %i %n) {\n${body}\n} step {\nset %i (add %i 1)\n}`;
  const program = (body: string, more = '') => `function external *main(%n i32) -> i32 {
local %i i32
local %s i32
${body}
return %s
}
${more}`;
  const outlined = (body: string, more = '') =>
    programAfter('outline', program(body, more), {
      target: 'webassembly',
      passes: new Map([
        ['inline', false],
        ['outline', true],
      ]),
    }).lines;
  const SUM = WHILE('L', 'set %s (add (mul %s 3) (load i32 %i))');

  it('take what iterations want, and give what is wanted behind them', () => {
    const lines = outlined(SUM);
    expect(lines).toContain('function internal *"main/1"(%n i32 %i i32 %s i32 %left i32) -> i32 i32 i32 {');
    expect(lines).toContain('call %status %s %i = *"main/1" [%n %i %s %iterations] (i32 i32 i32 i32) -> i32 i32 i32');
  });

  it('of functions that are called in a loop stay', () => {
    const work = `function internal *work(%n i32) -> i32 {\nlocal %i i32\nlocal %s i32\n${SUM}\nreturn %s\n}`;
    const lines = outlined(WHILE('L', 'call %s = *work [%n] (i32) -> i32'), work);
    expect(lines.some((line) => line.includes('*"main/1"'))).toBe(true);
    expect(lines.some((line) => line.includes('*"work/1"'))).toBe(false);
  });
});
