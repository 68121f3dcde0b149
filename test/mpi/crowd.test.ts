/** Many ranks over a network with few credits a peer: messages of all to all at one time, above the eager size. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compiled, inFolder, node } from '../support/pgasc.ts';

/** Each rank sends EACH messages to all, itself too, and all begin at once. */
const ALL_TO_ALL = `
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
enum { EACH = 4, BYTES = 20000 };
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int me, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  char *in = malloc((size_t)ranks * EACH * BYTES), *out = malloc((size_t)EACH * BYTES);
  MPI_Request *all = malloc(2 * ranks * EACH * sizeof *all);
  int begun = 0, wrong = 0;
  for (int i = 0; i < EACH * BYTES; i++) out[i] = me + i / BYTES;
  for (int i = 0; i < EACH; i++)
    for (int r = 0; r < ranks; r++)
      MPI_Irecv(in + ((size_t)r * EACH + i) * BYTES, BYTES, MPI_CHAR, r, i, MPI_COMM_WORLD, &all[begun++]);
  for (int i = 0; i < EACH; i++)
    for (int k = 1; k <= ranks; k++)
      MPI_Isend(out + i * BYTES, BYTES, MPI_CHAR, (me + k) % ranks, i, MPI_COMM_WORLD, &all[begun++]);
  MPI_Waitall(begun, all, MPI_STATUSES_IGNORE);
  for (int r = 0; r < ranks; r++)
    for (int i = 0; i < EACH; i++) wrong += in[((size_t)r * EACH + i) * BYTES + BYTES - 1] != (char)(r + i);
  if (wrong > 0 || me == 0) printf("%d wrong\\n", wrong);
  MPI_Finalize();
  return wrong > 0;
}
`;

test.each([
  { flags: [], words: [] },
  { flags: ['-trace'], words: ['--stats=/dev/null'] },
])('above 64 ranks of verbs, which have a credit a peer $flags', { timeout: 200_000 }, ({ flags, words }) =>
  inFolder(async (scratch) => {
    const source = join(scratch, 'crowd.c');
    writeFileSync(source, ALL_TO_ALL);
    const program = await compiled(scratch, ['-simulate', '-network=verbs', '-O2', ...flags, source]);
    const job = ['--heap=12M', '--simulate=ib-vapi-g5,packets=0', '-n', '70', ...words];
    const { status, stdout, stderr } = await node([program, ...job]);
    expect([stdout, status], stderr).toEqual(['0 wrong\n', 0]);
  }),
);
