/** Jobs of several processes, which share no memory: programs of test/execution on the networks that reach from one to another. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { levelOf } from '../support/levels.ts';
import { NETWORKS } from '../support/networks.ts';
import { compiled, inFolder, node, ROOT } from '../support/pgasc.ts';
import { some, testIn } from '../support/share.ts';

/** Bulk copies with handles, atomic operations and locks. */
const PROGRAMS = ['upc-memory.upc', 'upc-atomics.upc', 'upc-atomics-values.upc'];
const MORE = [
  'upc-vis-strided.upc',
  'upc-collectives-reduce.upc',
  'upc-divide-by-threads.upc',
  'upc-work-stealing.upc',
];
/** Threads and processes. */
const SHAPES = [['4', '2']] as const;
const MORE_SHAPES = [
  ['2', '2'],
  ['7', '3'],
] as const;

/** The providers built in. */
const env = { PGAS_PROVIDER: 'shm' };

const DEADLOCK = `#include <mpi.h>
int main(int argc, char **argv) {
  int me, got;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Recv(&got, 1, MPI_INT, 1 - me, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
`;

const all = Boolean(process.env.ALL_THREADS);

describe.concurrent.each([...NETWORKS])('processes on %s', { timeout: 400_000 }, (network) => {
  const here = testIn(network, NETWORKS);
  for (const name of all ? [...PROGRAMS, ...MORE] : some(PROGRAMS))
    here(name, () =>
      inFolder(async (scratch) => {
        const path = join(ROOT, 'test/execution/programs', name);
        const flags = /^\/\/ flags: (.*)$/m.exec(readFileSync(path, 'utf8'))?.[1]?.split(' ') ?? [];
        const program = await compiled(scratch, [
          `-network=${network}`,
          ...levelOf(`${name} ${network}`),
          ...flags,
          path,
        ]);
        for (const [threads, processes] of all ? [...SHAPES, ...MORE_SHAPES] : SHAPES) {
          const { status, stdout, stderr } = await node([program, '-n', threads, '--processes', processes], { env });
          expect(status, `${threads} threads, ${processes} processes: ${stdout}${stderr}`).toBe(0);
        }
      }),
    );

  here('each waits for a message of the other', () =>
    inFolder(async (scratch) => {
      const source = join(scratch, 'deadlock.c');
      writeFileSync(source, DEADLOCK);
      const program = await compiled(scratch, [`-network=${network}`, source]);
      const { status, stderr } = await node([program, '-n', '2', '--processes', '2'], { env });
      expect(stderr).toMatch(/^pgasc: deadlock: threads can never go on$/m);
      expect(stderr).toMatch(
        /^ {4}thread 1 waits for a letter of thread 0 in MPI_Recv from 0, tag 3, MPI_COMM_WORLD \S*deadlock.c:6:11$/m,
      );
      expect(status).toBe(1);
    }),
  );
});
