/** The commands of a session. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inFolder, pgasc } from '../support/pgasc.ts';
import { testSome } from '../support/share.ts';
import { results, session } from './session.ts';

testSome(':type compiles and does not run', async () => {
  const lines = [
    'int x = 1, a[3]; shared [2] double *p',
    ':type x++ * 1.5',
    ':type a',
    ':type p',
    ':type (void)x',
    'x',
  ];
  expect(await results(2, ...lines)).toEqual(['double', 'int[3]', 'shared [2] double *', 'void', '= 1']);
});

testSome(':layout draws where elements lie', async () => {
  const lines = [
    'shared [2] int a[10]; shared [3] char m[2][4]; shared int s; shared [] int i[4]; int x:[2][*]; double own[2]',
    ...['a', 'm', 's', 'i', 'x', 'own'].map((name) => `:layout ${name}`),
  ];
  expect(await results(3, ...lines)).toEqual([
    'shared [2] int a[10]: 10 elements in blocks of 2',
    'thread 0 | a[0] a[1] | a[6] a[7]',
    'thread 1 | a[2] a[3] | a[8] a[9]',
    'thread 2 | a[4] a[5]',
    'shared [3] char m[2][4]: 8 elements in blocks of 3',
    'thread 0 | m[0][0] m[0][1] m[0][2]',
    'thread 1 | m[0][3] m[1][0] m[1][1]',
    'thread 2 | m[1][2] m[1][3]',
    'shared int s: one object, on thread 0, 4 bytes',
    'shared [] int i[4]: all 4 elements on thread 0, 16 bytes',
    'int x:[2][*]: each image has its own, 4 bytes',
    'image 0 | x:[0][0]',
    'image 1 | x:[1][0]',
    'image 2 | x:[0][1]',
    'double own[2]: not shared, each thread has its own, 16 bytes',
  ]);
});

testSome(':layout agrees with upc_threadof for odd blocks and dimensions', async () => {
  const lines = [
    '#include <upc.h>',
    'shared [5] int a[3][7]',
    ':layout a',
    'for (int i = 0; i < 21; i++) a[i / 7][i % 7] = upc_threadof(&a[i / 7][i % 7])',
    'a',
  ];
  const shown = await results(4, ...lines);
  const owners = JSON.parse(
    (shown.at(-1) as string).replace('= ', '').replaceAll('{', '[').replaceAll('}', ']'),
  ) as number[][];
  for (const [thread, row] of shown.slice(1, 5).entries())
    for (const [, i, j] of row.matchAll(/a\[(\d)\]\[(\d)\]/g)) expect(owners[Number(i)]?.[Number(j)]).toBe(thread);
});

testSome(':ir and :ts show an input or the last one', async () => {
  const { stdout } = await session(2, 'int x = 3', ':ir', ':ir x * 2', ':ts x * 2');
  expect(stdout).toContain('store i32 &x 3');
  expect(stdout).toContain('import &x type "int"');
  expect(stdout).toMatch(/export const program: ProgramImage = \{/);
});

testSome(':threads starts with others and enters the declarations again', async () => {
  const lines = [
    'int square(int n) { return n * n; }',
    'shared int a[5]',
    'int x = 2',
    'x = 3;',
    ':threads 5',
    ':threads',
    'square(MYTHREAD) + x',
  ];
  const { stdout, stderr, status } = await session(2, ...lines);
  expect(stdout).toBe('5\n[0] 2  [1] 3  [2] 6  [3] 11  [4] 18\n');
  expect(stderr).toContain('THREADS is 5; declarations were entered again');
  expect(status).toBe(0);
});

testSome(':threads refuses what cannot be, and keeps everything', async () => {
  const { stdout, stderr, status } = await session(2, 'int x = 2', ':threads none', ':threads 100000', 'x');
  expect(stdout).toBe('= 2\n');
  expect(stderr).toContain(':threads none: not a number of threads (1, 2, ...)');
  expect(status).toBe(1);
});

testSome(':reset forgets', async () => {
  const { stdout, stderr } = await session(2, 'int x = 2', '#define N 3', ':reset', 'x', 'int N = 4', 'N');
  expect(stdout).toBe('= 4\n');
  expect(stderr).toContain("'x' undeclared");
});

testSome(':save writes what :load and the command line take', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'saved.upc');
    const lines = [
      'int a[] = { 1, 2, 3 }',
      'int sum(void) { return a[0] + a[1]; }',
      'a[0] = 5 // five',
      ':list',
      `:save ${file}`,
    ];
    expect(await results(2, ...lines)).toEqual(['= 5', ...lines.slice(0, 3)]);
    expect(readFileSync(file, 'utf8')).toContain('int a[] = { 1, 2, 3 };\n');
    expect(await results(3, `:load ${file}`, 'sum()')).toEqual(['= 7']);
    const { stdout } = await pgasc(['repl', '-n', '2', file, '-e', 'sum()']);
    expect(stdout).toBe('= 7\n');
  }),
);

testSome(':load takes a program; its errors name its lines', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'program.upc');
    writeFileSync(
      file,
      '#include <stdio.h>\nstatic int count;\nint main(void)\n{\n  count++;\n  printf("main\\n");\n  return 3;\n}\n',
    );
    expect(await results(1, `:load ${file}`, 'main()', 'count')).toEqual(['main', '= 3', '= 1']);
    writeFileSync(file, 'int good;\nint bad = ;\n');
    const { stderr, status } = await session(1, `:load ${file}`, 'good');
    expect(stderr).toContain('program.upc:2:11: error');
    expect(stderr).toContain("'good' undeclared");
    expect(status).toBe(1);
  }),
);

testSome('an unknown command is told with the nearest', async () => {
  const { stderr, status } = await session(1, ':lod x', ':t', ':load', ':zzzz', ':load /nowhere');
  expect(stderr.split('\n').slice(0, -1)).toEqual([
    'there is no command :lod; did you mean :load?',
    ':t may be :type, :ts, :threads',
    ':load needs FILE',
    'there is no command :zzzz; ":help" lists them',
    'cannot read /nowhere: no such file',
  ]);
  expect(status).toBe(1);
});

testSome(':quit ends a script', async () => {
  expect(await session(1, '1', ':quit', '2')).toEqual({ status: 0, stdout: '= 1\n', stderr: '' });
});
