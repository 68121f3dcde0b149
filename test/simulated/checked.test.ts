/** -g in simulated jobs: the functions that look at an access first wait as the access does. */
import { expect, test } from 'vitest';
import { dealt } from '../support/share.ts';
import { NETWORKS, simulated } from './simulated.ts';

const PROGRAM = `#include <stdio.h>
#include <upc.h>
shared int each[THREADS];
shared double number;
strict shared int seen;
int main(void) {
  each[MYTHREAD] = 7 + MYTHREAD;
  if (MYTHREAD == 0) number = 2.5, seen = 6;
  upc_barrier;
  printf("%d: %d %g %d\\n", MYTHREAD, each[(MYTHREAD + 1) % THREADS], number, seen);
}
`;

test.each(dealt('checked', NETWORKS))('a module reads what others have written (%s)', (network) =>
  simulated(PROGRAM, ['-O2', '-g', `-network=${network}`], async (run) => {
    const { status, stdout, stderr } = await run('-n', '3');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n').filter(Boolean).sort()).toEqual(['0: 8 2.5 6', '1: 9 2.5 6', '2: 7 2.5 6']);
  }),
);
