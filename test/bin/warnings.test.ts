/** -W words as a user gives them: a program with one usual and one unusual mistake. */
import { expect, test } from 'vitest';
import { pgasc } from '../support/pgasc.ts';
import { some } from '../support/share.ts';

const PROGRAM = `
shared [4] int x[4 * THREADS];
int main(void) {
  int i;
  upc_forall (i = 0; i < THREADS; i++; i) x[i] = i;
  if (MYTHREAD == 0) upc_barrier;
  return 0;
}
`;

/** Names of the warnings and errors, and the exit status. */
async function outcome(...words: string[]): Promise<string> {
  const { stderr, status } = await pgasc([...words, '-x', 'upc', '-c', '-o', '/dev/null', '-'], { input: PROGRAM });
  const names = [...stderr.matchAll(/\[-W(\S+)\]/g)].map(([, name]) => name);
  return [...names, status].join(' ');
}

const FLAGS: readonly (readonly [flags: string[], outcome: string])[] = [
  [[], 'unmatched-barriers 0'],
  [['-Wall'], 'forall-affinity unmatched-barriers 0'],
  [['-Wextra', '-Wno-unmatched-barriers'], 'forall-affinity 0'],
  [['-Wforall-affinity'], 'forall-affinity unmatched-barriers 0'],
  [['-Wforall-affinity', '-Wno-forall-affinity'], 'unmatched-barriers 0'],
  [['-Wno-forall-affinity', '-Wall'], 'forall-affinity unmatched-barriers 0'],
  [['-Wall', '-Wno-all'], 'unmatched-barriers 0'],
  [['-Werror'], 'error=unmatched-barriers 1'],
  [['-Wall', '-Werror=forall-affinity'], 'error=forall-affinity unmatched-barriers 1'],
  [['-Werror=forall-affinity'], 'error=forall-affinity unmatched-barriers 1'],
  [['-Werror', '-Wno-error=unmatched-barriers'], 'unmatched-barriers 0'],
  [['-Werror', '-Wno-error'], 'unmatched-barriers 0'],
  [['-Werror=nested-forall'], 'unmatched-barriers 0'],
  [['-Wall', '-w'], '0'],
  [['-Wno-such-warning', '-Wshadow', '-Wformat=2', '-Wno-error=such', '-Wl,-z,now'], 'unmatched-barriers 0'],
  [['-Wsuch-warning', '-Werror=such'], 'unmatched-barriers unknown-flags unknown-flags 0'],
  [['-Wsuch-warning', '-Wno-unknown-flags'], 'unmatched-barriers 0'],
  [['-fno-such', '-fPIC', '-fsanitize=address', '-mtune=native'], 'unmatched-barriers unknown-flags 0'],
];

test.each(some(FLAGS))('%j', async (words, expected) => {
  expect(await outcome(...words)).toBe(expected);
});

test('an unknown flag is told with the nearest name', async () => {
  const words = [
    '-Wunmatched-bariers',
    '-Werror=spinn',
    '-Wall-of-it',
    '-fno-vectorise',
    '-fopenmp',
    '-Wc++-compat',
    '-x',
    'c',
    '-c',
    '-o',
    '/dev/null',
    '-',
  ];
  expect((await pgasc(words, { input: 'int x;\n' })).stderr).toBe(
    `pgasc: warning: -fopenmp has no effect: #pragma omp is ignored, and the program runs it on one thread; upc_forall deals a loop's iterations to threads [-Wunknown-flags]
pgasc: warning: unknown flag '-Wunmatched-bariers' has no effect; did you mean '-Wunmatched-barriers'? [-Wunknown-flags]
pgasc: warning: unknown flag '-Werror=spinn' has no effect; did you mean '-Werror=spin'? [-Wunknown-flags]
pgasc: warning: unknown flag '-Wall-of-it' has no effect [-Wunknown-flags]
pgasc: warning: unknown flag '-fno-vectorise' has no effect; did you mean '-fno-vectorize'? [-Wunknown-flags]
5 warnings\n`,
  );
});
