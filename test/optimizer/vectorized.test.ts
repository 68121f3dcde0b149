/** Loops as people write them in C and UPC: what --report says of them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inFolder, pgasc } from '../support/pgasc.ts';
import { some } from '../support/share.ts';

const DONE = 'vectorized: 2 iterations at once, 4 vectors a turn';

/** Of the version of a upc_forall for when it is inside of another one. */
const INSIDE = "not vectorized: the place in 'b' does not move by the same amount each time";

/** A loop of a function, and what is said of it; other loops of the program are on other lines. */
const CASES: readonly [name: string, source: string, ...said: string[]][] = [
  [
    'static arrays',
    'double a[99], b[99], c[99]; void f(int n, double s) {\nfor (int i = 0; i < n; i++) a[i] = b[i] + s * c[i]; }',
    DONE,
  ],
  [
    'counters of 64 bits',
    'double a[99], b[99]; void f(int n, double s) {\nfor (long i = 0; i < n; i++) a[i] = s * b[i]; }',
    DONE,
  ],
  [
    'counters without sign',
    'double a[99], b[99]; void f(unsigned n, double s) {\nfor (unsigned i = 0; i < n; i++) a[i] = s * b[i]; }',
    DONE,
  ],
  [
    'allocated arrays',
    '#include <stdlib.h>\nvoid f(int n, double s) { double *a = malloc(n * 8), *b = malloc(n * 8);\nfor (int i = 0; i < n; i++) a[i] = s * b[i]; }',
    `${DONE}, where pointers do not overlap`,
  ],
  [
    'rows',
    'double m[9][99], v[99]; void f(int n, int k) {\nfor (int j = 1; j < n; j++) v[j] = m[k][j - 1] + m[k + 1][j]; }',
    DONE,
  ],
  [
    'bumped pointers',
    'void f(double *p, double *q, int n) {\nwhile (n-- > 0) *p++ = 2 * *q++; }',
    `${DONE}, where pointers do not overlap`,
  ],
  ['a pointer to the end', 'void f(double *p, double *end) {\nfor (; p != end; p++) *p *= 2; }', DONE],
  [
    'cyclic',
    '#include <upc.h>\nshared double a[99 * THREADS], b[99 * THREADS]; void f(int n, double s) {\nupc_forall (int i = 0; i < n; i++; &a[i]) a[i] = s * b[i]; }',
    DONE,
    INSIDE,
  ],
  [
    'blocks',
    '#include <upc.h>\nshared [20] double a[99 * THREADS], b[99 * THREADS]; void f(int n, double s) {\nupc_forall (int i = 0; i < n; i++; &a[i]) a[i] = s * b[i]; }',
    DONE,
    INSIDE,
  ],
  [
    'one block',
    '#include <upc.h>\nshared [*] double a[99 * THREADS], b[99 * THREADS]; void f(int n, double s) {\nupc_forall (int i = 0; i < n; i++; &a[i]) a[i] = s * b[i]; }',
    DONE,
    "not vectorized: it writes a pointer's target in some iterations only",
  ],
  [
    'a sum',
    'double f(double *p, int n) { double t = 0;\nfor (int i = 0; i < n; i++) t += p[i];\nreturn t; }',
    'not vectorized: a sum of floating-point numbers has its order, unless -ffast-math is given',
  ],
  [
    'structures',
    'struct s { double x, y, z; } v[99]; void f(int n) {\nfor (int i = 0; i < n; i++) v[i].x = 0; }',
    "not vectorized: elements of 'v' are 24 bytes apart",
  ],
];

async function said(source: string, flags: readonly string[]): Promise<string[]> {
  return inFolder(async (folder) => {
    const path = join(folder, 'loop.upc');
    writeFileSync(path, `${source}\nvoid (*volatile use)() = (void (*)())f; int main(void) { return use == 0; }\n`);
    const line = source.split('\n').findIndex((text) => /^(?:for|while|upc_forall)\b/.test(text)) + 1;
    const { stderr, stdout, status } = await pgasc([
      '-w',
      '-O2',
      '--report',
      ...flags,
      path,
      '-o',
      join(folder, 'out.js'),
    ]);
    expect(status, stderr).toBe(0);
    const lines = `${stdout}${stderr}`
      .split('\n')
      .filter((text) => text.includes(`loop.upc:${line}:`) && text.includes('vectorized'));
    return lines.map((text) => text.replace(/^.*?loop.upc:\d+:\d+: /, ''));
  });
}

describe.concurrent('loops in C and UPC', () => {
  for (const [name, source, ...expected] of some(CASES))
    test(name, { timeout: 120_000 }, async () => {
      expect(await said(source, [])).toEqual(expected);
    });
  for (const [name, source, ...expected] of some(CASES.filter(([, text]) => text.includes('THREADS'))))
    test(`${name}, three threads`, { timeout: 120_000 }, async () => {
      expect(await said(source, ['-T=3'])).toEqual(expected);
    });
  test('nothing is said, and done, without the pass', { timeout: 120_000 }, async () => {
    const [, source] = CASES[0]!;
    for (const flag of ['-fno-vectorize', '-fno-tree-vectorize', '-mno-simd128', '-target=ts'])
      expect(await said(source, [flag]), flag).toEqual([]);
  });
});
