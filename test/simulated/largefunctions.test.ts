/** Functions with hundreds of waits: the engine takes a time for them that grows with their size, and enters those with frames of over a megabyte. */
import { expect, test } from 'vitest';
import { simulated } from './simulated.ts';

const WAITS = 200;

/** Reads that depend on each other, each with variables of its own. */
function source(): string {
  const steps = Array.from(
    { length: WAITS },
    (_, i) =>
      `{ int a${i} = s[(MYTHREAD + ${i}) % THREADS], b${i} = s[(a${i} + k) % THREADS]; sum += a${i} * b${i} + k; k ^= b${i}; }`,
  );
  return `
#include <stdio.h>
#include <upc.h>
shared int s[THREADS];
int sum, k;
int once(void) {
  int sum = 0, k = MYTHREAD;
  ${steps.join('\n  ')}
  return sum * 2 + k;
}
int again(int i) { int a = s[(MYTHREAD + i) % THREADS], b = s[(a + k) % THREADS]; sum += a * b + k; return k ^= b; }
int main(void) {
  s[MYTHREAD] = MYTHREAD;
  upc_barrier;
  int found = once();
  k = MYTHREAD;
  for (int i = 0; i < ${WAITS}; i++) again(i);
  if (found != sum * 2 + k) printf("%d: %d, not %d\\n", MYTHREAD, found, sum * 2 + k);
  upc_barrier;
}
`;
}

test('a function with 400 reads that may wait', { timeout: 240_000 }, () =>
  simulated(source(), ['-O2', '-network=sfi'], async (run) => {
    expect(await run('-n', '7')).toMatchObject({ status: 0, stdout: '', stderr: '' });
  }),
);
