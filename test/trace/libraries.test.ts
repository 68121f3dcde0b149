/** Operations of OpenSHMEM are recorded, at the program's lines. */
import { expect, test } from 'vitest';
import { reportRows, traced } from './traced.ts';

const PROGRAM = `#include <shmem.h>
static long v[4], w[1000];
int main(void) {
  shmem_init();
  if (shmem_my_pe() == 0) {
    shmem_long_p(&v[0], 1, 1);
    shmem_long_put(w, v, 4, 1);
    (void)shmem_long_g(&v[2], 1);
    shmem_long_atomic_add(&v[1], 1, 1);
  }
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}
`;

test('puts, gets and atomic operations of OpenSHMEM', { timeout: 120000 }, () =>
  traced(PROGRAM, async (run) => {
    const { stdout, stderr } = await run(['-n', '2', '--stats']);
    const rows = (kind: string) => reportRows(stdout + stderr, kind).map(({ source, calls }) => `${source} ${calls}`);
    expect(rows('PUT').sort()).toEqual(['prog.upc:6 1', 'prog.upc:7 1']);
    expect(rows('GET')).toEqual(['prog.upc:8 1']);
    expect(rows('ATOMIC')).toEqual(['prog.upc:9 1']);
  }),
);
