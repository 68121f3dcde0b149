/** What a program has not freed at MPI_Finalize is told with -g and -Wall, once for all ranks that have it, and not told without. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compiled, inFolder } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';

const PROGRAM = `#include <mpi.h>
static void onError(MPI_Comm *comm, int *code, ...) {} int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int me, n, x[3] = {1, 2, 3}, y = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  MPI_Comm one, two; MPI_Errhandler handler; MPI_Comm_create_errhandler(onError, &handler), MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler), MPI_Errhandler_free(&handler);
  MPI_Comm_dup(MPI_COMM_WORLD, &one);
  MPI_Comm_dup(one, &two);
  MPI_Comm_free(&two);
  MPI_Datatype pair;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Request requests[3];
  for (int i = 0; i < 3; i++)
    MPI_Isend(&x[i], 1, MPI_INT, (me + 1) % n, i, MPI_COMM_WORLD, &requests[i]);
  MPI_Recv(&y, 1, MPI_INT, (me + n - 1) % n, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_Win window;
  if (me == 1) MPI_Win_create(&y, 4, 1, MPI_INFO_NULL, MPI_COMM_SELF, &window);
  MPI_Finalize();
  return 0;
}
`;

const warning = (rank: number, text: string) => `pgasc: thread ${rank}: warning: MPI_Finalize: ${text} at prog.c:21:3`;

const WARNINGS = [
  warning(0, 'a communicator that MPI_Comm_dup made at prog.c:8:3 is not freed (MPI_Comm_free); 1 other rank the same'),
  warning(
    0,
    'a datatype that MPI_Type_contiguous made at prog.c:12:3 is not freed (MPI_Type_free); 1 other rank the same',
  ),
  warning(
    0,
    '2 requests that MPI_Isend made at prog.c:16:5 are not freed (MPI_Wait, or MPI_Request_free); 1 other rank the same',
  ),
  warning(0, 'nobody has received 4 bytes from 1, tag 1, MPI_COMM_WORLD, and 1 more'),
  warning(1, 'a window that MPI_Win_create made at prog.c:20:16 is not freed (MPI_Win_free)'),
  warning(1, 'nobody has received 4 bytes from 0, tag 1, MPI_COMM_WORLD, and 1 more'),
];

/** The lines that a job writes, in the order of ranks, and where its places are without columns, which back ends have their own of. */
async function linesOf(flags: readonly string[], job: string): Promise<string[]> {
  return inFolder(async (folder) => {
    writeFileSync(join(folder, 'prog.c'), PROGRAM);
    const program = await compiled(folder, [...flags, join(folder, 'prog.c')]);
    const { status, stdout, stderr } = await runProgram(program, job.split(' '));
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    return stderr.replaceAll(`${folder}/`, '').split('\n').filter(Boolean).map(withoutColumns).sort();
  });
}

const withoutColumns = (line: string) => line.replace(/(prog\.c:\d+):\d+/g, '$1');
const EXPECTED = WARNINGS.map(withoutColumns).sort();

test.concurrent.each([
  ['-g', '-n 2'],
  ['-Wall -O2', '-n 2'],
  ['-Wunfreed -network=sfi', '-n 2 --processes 2'],
  ['-simulate -network=pami -Wunfreed -O2', '--simulate=bgq -n 2'],
])('told by %s', async (flags, job) => {
  expect(await linesOf(flags.split(' '), job)).toEqual(EXPECTED);
});

test.concurrent.each([['-O2'], ['-Wall -Wno-unfreed']])('not told by %s', async (flags) => {
  expect(await linesOf(flags.split(' '), '-n 2')).toEqual([]);
});
