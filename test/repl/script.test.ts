/** Sessions without a terminal: what inputs give, and what is left after one that fails. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { inFolder, pgasc } from '../support/pgasc.ts';
import { dealt, long, testSome } from '../support/share.ts';
import { results, session } from './session.ts';

describe('values', () => {
  testSome('are shown once where threads agree, else by groups', async () => {
    expect(await results(1, '1 + 2', 'MYTHREAD')).toEqual(['= 3', '= 0']);
    expect(await results(4, 'MYTHREAD', 'MYTHREAD / 2', 'MYTHREAD == 2')).toEqual([
      '[0] 0  [1] 1  [2] 2  [3] 3',
      '[0-1] 0  [2-3] 1',
      '[0-1,3] 0  [2] 1',
    ]);
  });

  testSome('are shown by type', async () => {
    const shown = await results(
      2,
      "'a'; (char)97",
      '(char)10',
      '1.5f + 1',
      '1.0 / 3',
      '"text \\"quoted\\"\\n"',
      '(char *)0',
      '(void *)65536',
      'struct point { int x; double y; char name[8]; unsigned low : 3; } p = { 1, 2, "here", 5 }',
      'p',
      'int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }',
      'm',
      'm[1]',
      '(void)0',
      '1ul << 63',
      '(_Bool)7',
      '0.1f',
      '-0.0',
      '(unsigned char)200',
      '1.0 + 2.0 * __extension__ 1.0i',
      '"\\x01\\x7f\\u00e9"',
    );
    expect(shown).toEqual([
      "= 97 'a'",
      "= 10 '\\n'",
      '= 2.5',
      '= 0.3333333333333333',
      '= "text \\"quoted\\"\\n"',
      '= NULL',
      '= 0x10000',
      '= {x = 1, y = 2.0, name = "here", low = 5}',
      '= {{1, 2, 3}, {4, 5, 6}}',
      '= {4, 5, 6}',
      '= 9223372036854775808',
      '= 1',
      '= 0.1',
      '= -0.0',
      '= 200',
      '= 1.0 + 2.0i',
      '= "\\001\\177é"',
    ]);
  });

  testSome('of shared arrays are read as the program would', async () => {
    for (const threads of dealt('arrays', [1, 2, 3, 4, 7])) {
      const shown = await results(
        threads,
        'shared [3] int a[20]',
        'upc_forall (int i = 0; i < 20; i++; &a[i]) a[i] = i',
        'a',
        'shared [2] int b[3][4]',
        'for (int i = 0; i < 12; i++) b[i / 4][i % 4] = i',
        'b',
        'b[1]',
        'shared [] int c[4] = { 1, 2, 3 }',
        'c',
      );
      const numbers = Array.from({ length: 20 }, (_, i) => i).join(', ');
      expect(shown).toEqual([
        `= {${numbers}}`,
        '= {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}}',
        '= {4, 5, 6, 7}',
        '= {1, 2, 3, 0}',
      ]);
    }
  });

  testSome('a statement that ends in a semicolon shows none', async () => {
    expect(await results(2, 'int x = 4', 'x = 5;', 'x++', 'x')).toEqual(['= 5', '= 6']);
  });
});

describe('declarations', () => {
  testSome('initializers are run', async () => {
    const lines = [
      'int f(int n) { return n * n; }',
      'int x = f(3) + MYTHREAD, y = x * 2',
      'y',
      'int a[3] = { x, y }',
      'a',
    ];
    expect(await results(2, ...lines)).toEqual(['[0] 18  [1] 20', '[0] {9, 18, 0}  [1] {10, 20, 0}']);
  });

  testSome('a function defined anew is called by those defined before', async () => {
    const lines = [
      'int f(void) { return 1; }',
      'int g(void) { return f() + 10; }',
      'g()',
      'int f(void) { return 2; }',
      'g()',
    ];
    const { stdout, stderr, status } = await session(3, ...lines);
    expect([stdout, stderr, status]).toEqual([
      '= 11\n= 12\n',
      'f is defined anew; what calls it calls the new one\n',
      0,
    ]);
  });

  testSome('a function may be declared, used, and then defined', async () => {
    const lines = [
      'int odd(int n);',
      'int even(int n) { return n == 0 ? 1 : odd(n - 1); }',
      'int (*p)(int) = odd;',
      'even(0)',
      'even(7)',
      'int odd(int n) { return n == 0 ? 0 : even(n - 1); }',
      'even(7) + 10 * even(8) + 100 * p(3)',
      'nowhere(3)',
    ];
    const { stdout, stderr } = await session(2, ...lines);
    expect(stdout).toBe('= 1\n= 110\n');
    expect(stderr).toContain("call of 'odd', which is declared and not yet defined at <2>:1:42\n");
    expect(stderr).toContain("error LNK4002: undefined reference to 'nowhere'");
  });

  testSome('a variable of another type is another variable', async () => {
    const lines = ['int x = 3', 'int old(void) { return x; }', 'double x = 2.5', 'x', 'old()'];
    const { stdout, stderr } = await session(2, ...lines);
    expect(stdout).toBe('= 2.5\n= 3\n');
    expect(stderr).toBe(
      "x is defined anew as 'double', it was 'int'; what was defined before goes on using the old one\n",
    );
  });

  testSome('types, macros and includes last', async () => {
    const lines = [
      '#include <limits.h>',
      'typedef struct { int a, b; } pair',
      'pair p = { 1, 2 }',
      '#define SUM(q) (q.a + q.b)',
      'SUM(p) + INT_MAX - 3',
    ];
    expect(await results(2, ...lines)).toEqual(['= 2147483647']);
  });

  testSome('inputs may go over several lines', async () => {
    const text = [
      'int f(int n)',
      '{',
      '',
      '  if (n > 1)',
      '    return 2;',
      '  else',
      '    return 3;',
      '}',
      'f(1) +',
      'f(2)',
      'int x; if (f(1) == 3)',
      '  x = 1;',
      'else',
      '  x = 2;',
      'x',
    ];
    expect(await results(2, ...text)).toEqual(['= 5', '= 1']);
  });
});

describe('failures', () => {
  testSome('an error leaves the session as it was', async () => {
    const { stdout, stderr, status } = await session(2, 'int x = 5', 'x + y', 'int z = 1, w = nothing', 'z', 'x');
    expect(stdout).toBe('= 5\n');
    expect(stderr).toContain("<2>:1:5: error SEM3004: 'y' undeclared\n");
    expect(stderr).toContain("'z' undeclared");
    expect(status).toBe(1);
  });

  testSome('a trap leaves the variables as they are', async () => {
    const { stdout, stderr, status } = await session(
      3,
      'int x = 5, zero; shared int s[6]',
      's[MYTHREAD] = MYTHREAD + 1;',
      'int y = x / zero;',
      'y',
      '*(int *)zero',
      'x + s[2]',
    );
    expect(stdout).toBe('= 8\n');
    expect(stderr).toMatch(/pgasc: thread \d: division by zero at <3>:1:11/);
    expect(stderr).toMatch(/<5>:1:1/);
    expect(stderr).toContain('null pointer');
    expect(stderr).toContain("'y' undeclared");
    expect(status).toBe(1);
  });

  testSome('exit, abort and deadlock end the input, not the session', async () => {
    const { stdout, stderr } = await session(
      2,
      '#include <stdlib.h>',
      'int x = 7',
      'if (MYTHREAD == 1) exit(3);',
      'if (MYTHREAD == 0) upc_barrier;',
      'abort()',
      'x',
    );
    expect(stdout).toBe('= 7\n');
    expect(stderr).toContain('exit(3) ended this input on thread 1; the session goes on');
    expect(stderr).toContain('deadlock');
  });
});

testSome('-e takes the text from the command line', async () => {
  expect(await pgasc(['repl', '-n', '2', '-e', 'int x = 2', '-e', 'x * 21'])).toEqual({
    ...{ status: 0, stdout: '= 42\n', stderr: '' },
  });
});

describe('long sessions', () => {
  long('a hundred inputs', async () => {
    const lines = Array.from({ length: 25 }, (_, k) => [
      `int f${k}(int a) { static int calls; return a + ${k} + calls++; }`,
      `int v${k} = f${k}(${k}); shared int s${k}[THREADS]`,
      `s${k}[MYTHREAD] = v${k} + MYTHREAD; upc_barrier;`,
      `s${k}[(MYTHREAD + 1) % THREADS] - MYTHREAD + f${k}(0) * 1000`,
    ]).flat();
    const shown = await results(2, ...lines);
    const expected = (k: number) => `[0] ${2 * k + 1 + (k + 1) * 1000}  [1] ${2 * k - 1 + (k + 1) * 1000}`;
    expect(shown).toEqual(Array.from({ length: 25 }, (_, k) => expected(k)));
  });

  long('large objects', async () => {
    const lines = [
      'double big[4000000]',
      'big[3999999] = 2.5;',
      'shared [1000] int far[10000001]',
      'far[10000000] = 7;',
      'int after = 3',
      'big[3999999] + far[10000000] + after',
      'double huge[1000000000]',
      'after',
    ];
    const { stdout, stderr } = await session(3, ...lines);
    expect(stdout).toBe('= 12.5\n= 3\n');
    expect(stderr).toContain('huge');
  });

  testSome('the heap outlives failures', async () => {
    const lines = [
      '#include <stdlib.h>',
      '#include <upc.h>',
      'int *p = malloc(40); shared int *q = upc_all_alloc(THREADS, sizeof(int)); upc_lock_t *l = upc_all_lock_alloc()',
      'p[9] = 4; q[MYTHREAD] = 5; int zero',
      'upc_lock(l); p[0] = 1 / zero;',
      'upc_lock(l); upc_unlock(l); free(malloc(100)); int *r = malloc(40); r[0] = 6;',
      '*(int *)0 = 1',
      'p[9] + q[THREADS - 1] + r[0] + (r != p)',
      'free(p); free(r); upc_all_free(q)',
    ];
    const { stdout, stderr } = await session(4, ...lines);
    expect(stdout).toBe('= 16\n');
    expect(stderr.match(/^pgasc: thread/gm)).toHaveLength(2);
  });
});

long('streams and random numbers outlive failures of other threads', () =>
  inFolder(async (folder) => {
    const lines = [
      '#include <stdio.h>\n#include <stdlib.h>',
      `FILE *f = MYTHREAD ? 0 : fopen("${folder}/written", "w"); int zero`,
      'srand(3); int first = rand(); srand(3);',
      'if (MYTHREAD == 0) fprintf(f, "one\\n"); upc_barrier; if (MYTHREAD == 1) zero = 1 / zero;',
      'if (MYTHREAD == 0) fprintf(f, "two\\n"); rand() == first',
      'if (MYTHREAD == 0) fclose(f);',
    ];
    const { stdout, stderr } = await session(2, ...lines);
    expect(stderr).toMatch(/^pgasc: thread 1: division by zero.*\n.*\n$/);
    expect(stdout).toBe('= 1\n');
    expect(readFileSync(join(folder, 'written'), 'utf8')).toBe('one\ntwo\n');
  }),
);

testSome('a thread that loops where another one fails is started anew', async () => {
  const lines = [
    'int x = 3, z; volatile int go = 1; strict shared int loops',
    'if (MYTHREAD == 0) { loops = 1; while (go) x = 4; } else { while (!loops); x = 1 / z; }',
    'x - (MYTHREAD == 0)',
  ];
  const { stdout, stderr } = await session(3, ...lines);
  expect(stderr).toContain('thread 0 was started anew; variables and heaps are as they were, open files are closed');
  expect(stdout).toBe('= 3\n');
});

describe('definitions again', () => {
  testSome('of types, macros, enumerators and typedefs', async () => {
    const lines = [
      'struct p { int x; } a = { 1 }',
      'struct p { int x, y; } b = { 2, 3 }',
      'a',
      'b',
      'enum { RED, GREEN } c = GREEN',
      'c',
      'enum { GREEN, RED } d = GREEN',
      'c',
      'd',
      'typedef int T; T t = 3',
      'typedef double T',
      '(T)t / 2',
      'int T = 5',
      'T',
    ];
    expect(await results(1, ...lines)).toEqual([
      ...['= {x = 1}', '= {x = 2, y = 3}', '= GREEN (1)', '= GREEN (1)', '= GREEN (0)', '= 1.5', '= 5'],
    ]);
  });

  testSome('that fail leave the old ones', async () => {
    const lines = [
      'int f(void) { return 1; }',
      'int g(void) { return f(); }',
      'int f(void) { return 2; } int z; int w = 1 / z;',
      'g() + f()',
      'z',
    ];
    const { stdout, stderr } = await session(2, ...lines);
    expect(stdout).toBe('= 2\n');
    expect(stderr).toContain('division by zero');
    expect(stderr).toContain("'z' undeclared");
  });

  testSome('reach pointers to functions', async () => {
    const lines = [
      'int f(void) { return 1; }',
      'int (*p)(void) = f',
      'int f(void) { return 2; }',
      'p()',
      'p',
      '1 / 0',
      'p()',
    ];
    expect(await results(2, ...lines)).toEqual(['= 2', '= f', '= 2']);
  });
});

testSome('standard input belongs to the session', async () => {
  expect(await results(2, '#include <stdio.h>', 'int x = 5', 'scanf("%d", &x)', '7', 'x')).toEqual([
    '= -1',
    '= 7',
    '= 5',
  ]);
});

testSome('notify and wait may be inputs of their own; one that some threads lack ends the input', async () => {
  const lines = [
    'upc_notify;',
    'MYTHREAD * 0',
    'upc_wait;',
    'if (MYTHREAD == 1) upc_notify;',
    '2',
    'upc_barrier;',
    '3',
  ];
  const { stdout, stderr } = await session(3, ...lines);
  expect(stdout).toBe('= 0\n= 2\n= 3\n');
  expect(stderr).toContain('the input ends, but thread 0 lacks an upc_notify or upc_barrier that others have executed');
});

testSome('coarrays', async () => {
  const lines = [
    '#include <coarray.h>',
    'int c[2]:[*]',
    'c[0] = this_image() * 10; sync_all();',
    'c[0]:[(this_image() + 1) % num_images()]',
  ];
  expect(await results(3, ...lines)).toEqual(['[0] 10  [1] 20  [2] 0']);
});

testSome('what comes of one thread after the other is in order', async () => {
  const lines = [
    '#include <stdio.h>',
    'for (int i = 0; i < THREADS; i++) { if (i == MYTHREAD) { printf("%d ", i); fflush(stdout); } upc_barrier; }',
    '"next"',
  ];
  expect(await results(4, ...lines)).toEqual(['0 1 2 3 ', '= "next"']);
});

testSome('the command line is checked', async () => {
  const wrong = async (...words: string[]) => {
    const { status, stderr } = await pgasc(['repl', ...words]);
    return `${status} ${stderr}`;
  };
  expect(await wrong('-n', '0')).toContain("2 pgasc: -n: '0' is not a number of threads");
  expect(await wrong('-e')).toBe('2 pgasc: -e needs a text\n');
  expect(await wrong('-T=3')).toContain('2 pgasc: repl takes the number of threads as -n N');
  expect(await wrong('--nonsense')).toContain("2 pgasc: unknown flag '--nonsense'");
  expect(await wrong('-o', 'x.js')).toBe('2 pgasc: output: a session makes no files\n');
  expect(await wrong('-network=sfi')).toBe(
    '2 pgasc: -network=sfi: a session runs on smp; compile the program instead\n',
  );
  expect(await wrong('-Werror', '-e', 'int x = 1 / 0')).toContain('1 <1>:1:11: error SEM3031: division by zero');
  expect(
    await wrong('-w', '-n', '1', '-DN=5', '-include', 'limits.h', '-e', 'INT_MAX - INT_MAX / 1 + N; puts("a");'),
  ).toBe('0 ');
  expect((await pgasc(['repl', '--help'])).stdout).toContain('usage: pgasc repl');
});

testSome('library functions that take pointers-to-shared are called by name and by pointers', async () => {
  const lines = [
    '#include <upc.h>',
    'shared [2] int a[10*THREADS]',
    'upc_threadof(&a[5])',
    'size_t (*f)(shared void *) = upc_threadof; shared void *(*g)(shared void *) = upc_resetphase',
    'f(&a[3])',
    'upc_phaseof(&a[5]) + 10 * upc_phaseof(upc_resetphase(&a[5]))',
    'upc_phaseof(g(&a[5])) + 10 * upc_threadof(g(&a[5]))',
  ];
  expect(await results(4, ...lines)).toEqual(['= 2', '= 1', '= 1', '= 20']);
});
