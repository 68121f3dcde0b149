/** -W words as a user gives them: a program with one usual and one unusual mistake. */
import { expect, test } from 'vitest';
import { pgasc } from '../support/pgasc.ts';

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

test.each([
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
  [['-Wno-such-warning', '-Wsuch-warning', '-Werror=such'], 'unmatched-barriers 0'],
] as [string[], string][])('%j', async (words, expected) => {
  expect(await outcome(...words)).toBe(expected);
});
