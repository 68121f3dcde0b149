/** Events of --trace say where in a thread's memory an access is: on every network, of values, copies and library calls. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dealt } from '../support/share.ts';
import { readTrace, traced } from './traced.ts';

const NETWORKS = ['smp', 'sfi', 'verbs', 'pami'];

/** Thread 0 writes element 5 at line 5, copies elements 4 and 5 at line 6, adds to element 0 at line 7. */
const PROGRAM = `#include <upc.h>
#include <bupc_extensions.h>
shared [2] int a[2 * THREADS]; int own[2];
int main(void) {
  if (MYTHREAD == 0) { a[(2 * THREADS) - 1] = 1;
    upc_memget(own, &a[2 * THREADS - 2], 8);
    bupc_atomicI_fetchadd_relaxed(&a[0], 1); }
  return 0;
}
`;

test.each(dealt(PROGRAM, NETWORKS))('on %s', (network) =>
  traced(
    PROGRAM,
    async (run, folder) => {
      for (const threads of dealt(network, [1, 2, 3, 4, 7])) {
        const file = join(folder, `t${threads}.json`);
        expect(await run(['-n', String(threads), `--trace=${file}`])).toMatchObject({ status: 0, stderr: '' });
        const placed = readTrace(file).filter(({ args }) => args?.offset !== undefined);
        const at = (line: number) => placed.find(({ args }) => String(args!.place).endsWith(`.upc:${line}`))!.args!;
        const base = Number(at(7).offset);
        expect(placed.length).toBe(3);
        expect(at(5)).toMatchObject({ thread: threads - 1, bytes: 4, offset: base + 4 });
        expect(at(6)).toMatchObject({ thread: threads - 1, bytes: 8, offset: base });
        expect(at(7)).toMatchObject({ thread: 0, bytes: 4 });
      }
    },
    ['-trace', `-network=${network}`],
  ),
);
