/** Small collective functions of all ranks of one memory, which meet at lines (stdlib/mpi/lines.ts): calls that do not match are told. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compiled, inFolder, node } from '../support/pgasc.ts';
import { some } from '../support/share.ts';

/** Rank 0 and the others make the calls of a case, each in a line of its own. */
const CASES: readonly (readonly [zero: string, others: string, message: RegExp])[] = [
  [
    'MPI_Barrier(w);',
    'MPI_Allreduce(&x, &y, 1, MPI_INT, MPI_SUM, w);',
    /MPI_(Barrier: rank 1 calls MPI_Allreduce|Allreduce: rank 0 calls MPI_Barrier)/,
  ],
  [
    'MPI_Allreduce(&x, &y, 1, MPI_INT, MPI_MAX, w);',
    'MPI_Allreduce(&x, &y, 1, MPI_INT, MPI_SUM, w);',
    /MPI_Allreduce: rank \d gives MPI_(MAX|SUM) as op where this rank gives MPI_(MAX|SUM) as op/,
  ],
  [
    'MPI_Bcast(&x, 1, MPI_INT, 0, w);',
    'MPI_Bcast(&x, 1, MPI_INT, 1, w);',
    /MPI_Bcast: rank \d gives [01] as root where this rank gives [01] as root/,
  ],
  // The one at the lines, the other by letters.
  [
    'MPI_Bcast(many, 1000, MPI_INT, 0, w);',
    'MPI_Bcast(&x, 1, MPI_INT, 0, w);',
    /MPI_Bcast: rank 0 gives 4000 bytes where this rank gives 4 bytes/,
  ],
  ['MPI_Gather(&x, 1, MPI_INT, many, 1, MPI_INT, 0, w);', 'MPI_Barrier(w);', /MPI_Barrier: rank 0 calls MPI_Gather/],
  [
    'MPI_Ibarrier(w, &request); MPI_Wait(&request, MPI_STATUS_IGNORE);',
    'MPI_Barrier(w);',
    /MPI_Barrier: rank 0 calls MPI_Ibarrier/,
  ],
  ['MPI_Barrier(w);', 'MPI_Barrier(other);', /MPI_Barrier: rank \d makes this call for another communicator/],
  [
    'MPI_Recv(&x, 1, MPI_INT, 1, 0, w, MPI_STATUS_IGNORE);',
    'MPI_Barrier(w);',
    /waits for a letter of thread 0 in MPI_Barrier/,
  ],
];

const PROGRAM = `#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  static int many[1000];
  int me, x = 1, y;
  MPI_Request request;
  MPI_Comm w = MPI_COMM_WORLD, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(w, &me);
  MPI_Comm_dup(w, &other);
  MPI_Barrier(w);
  switch (2 * atoi(argv[1]) + (me != 0)) {
${CASES.map(([zero, others], i) => `    case ${2 * i}: ${zero} break;\n    case ${2 * i + 1}: ${others} break;`).join('\n')}
  }
  MPI_Finalize();
  return 0;
}
`;

test('calls that do not match', { timeout: 200_000 }, () =>
  inFolder(async (scratch) => {
    const source = join(scratch, 'calls.c');
    writeFileSync(source, PROGRAM);
    const program = await compiled(scratch, ['-O2', '-w', source]);
    for (const [i, [, , message]] of some([...CASES.entries()])) {
      const { status, stderr } = await node([program, '-n', '2', `${i}`]);
      expect(stderr).toMatch(message);
      expect(status).toBe(1);
    }
  }),
);
