/** How MPI's messages travel: with their data or as offers, by PGAS_MPI_EAGER; what lies with a receiver that computes is bounded. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compiled, inFolder, node } from '../support/pgasc.ts';
import { dealt, long } from '../support/share.ts';

/** Right only if the sends are buffered. */
const HEAD_TO_HEAD = `#include <mpi.h>
int main(int argc, char **argv) {
  int me, got;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Send(&me, 1, MPI_INT, 1 - me, 3, MPI_COMM_WORLD);
  MPI_Recv(&got, 1, MPI_INT, 1 - me, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return got != 1 - me;
}
`;

/** All send MESSAGES to rank 0, which looks at none for a while; it prints the most messages that have lain there. */
const FLOOD = `#include <mpi.h>
#include <stdio.h>
#include <time.h>
enum { MESSAGES = 2000, BYTES = 4096 };
static char data[BYTES];
int main(int argc, char **argv) {
  int me, size, provided, index, count;
  unsigned most;
  MPI_T_pvar_session session;
  MPI_T_pvar_handle handle;
  MPI_Init(&argc, &argv);
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  MPI_T_pvar_session_create(&session);
  MPI_T_pvar_get_index("unexpected_most", MPI_T_PVAR_CLASS_HIGHWATERMARK, &index);
  MPI_T_pvar_handle_alloc(session, index, NULL, &handle, &count);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) {
    for (clock_t end = clock() + CLOCKS_PER_SEC / 2; clock() < end;);
    MPI_Status status;
    for (int i = 0; i < MESSAGES * (size - 1); i++) {
      MPI_Recv(data, BYTES, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
      if (data[0] != status.MPI_SOURCE) return 1;
    }
    MPI_T_pvar_read(session, handle, &most);
    printf("%u\\n", most);
  } else {
    data[0] = me;
    for (int i = 0; i < MESSAGES; i++) MPI_Send(data, BYTES, MPI_CHAR, 0, i, MPI_COMM_WORLD);
  }
  MPI_T_finalize();
  MPI_Finalize();
  return 0;
}
`;

async function made(scratch: string, name: string, text: string): Promise<string> {
  const source = join(scratch, name);
  writeFileSync(source, text);
  return compiled(scratch, ['-O2', source]);
}

long('without eager messages each send waits for its receive', { timeout: 100_000 }, () =>
  inFolder(async (scratch) => {
    const program = await made(scratch, 'head.c', HEAD_TO_HEAD);
    expect(await node([program, '-n', '2'])).toEqual({ status: 0, stdout: '', stderr: '' });
    const stuck = await node([program, '-n', '2'], { env: { PGAS_MPI_EAGER: '0' } });
    expect(stuck.stderr).toMatch(/^ {4}thread 0 waits for a letter of thread 1 in MPI_Send of 4 bytes to 1, tag 3, /m);
    expect(stuck.status).toBe(1);
    const bad = await node([program, '-n', '2'], { env: { PGAS_MPI_EAGER: 'few' } });
    expect(bad.stderr).toContain(
      'PGAS_MPI_EAGER=few: it is the most bytes of a message that is sent before its receive is there, 0 for none',
    );
  }),
);

test('large messages between ranks of one memory, with and without eager ones', { timeout: 200_000 }, () =>
  inFolder(async (scratch) => {
    const program = await compiled(scratch, ['-O2', fileURLToPath(new URL('programs/offers.c', import.meta.url))]);
    for (const PGAS_MPI_EAGER of dealt('eager', ['8192', '100000', '0']))
      expect(await node([program, '-n', '3'], { env: { PGAS_MPI_EAGER } })).toEqual({
        status: 0,
        stdout: '',
        stderr: '',
      });
  }),
);

test('what lies with a rank that computes is bounded by the credit of the senders', { timeout: 100_000 }, () =>
  inFolder(async (scratch) => {
    const program = await made(scratch, 'flood.c', FLOOD);
    const { status, stdout, stderr } = await node([program, '-n', '7']);
    expect(status, stderr).toBe(0);
    // 256 KiB of each of six, and an offer of each.
    const most = Math.floor(2 ** 18 / (4096 + 64)) + 1;
    expect(Number(stdout)).toBeGreaterThan(0);
    expect(Number(stdout)).toBeLessThanOrEqual(6 * most);
  }),
);

/** From malloc's memory to a static array, both private. */
const LARGE = `#include <mpi.h>
#include <stdlib.h>
enum { BYTES = 1000003 };
static char got[BYTES];
int main(int argc, char **argv) {
  int me, wrong = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  char *data = malloc(BYTES);
  for (int i = 0; i < BYTES; i++) data[i] = i * 7 + i / 251;
  for (int turn = 0; turn < 3; turn++)
    if (me == 0) MPI_Send(data, BYTES, MPI_CHAR, 1, turn, MPI_COMM_WORLD);
    else {
      MPI_Recv(got, BYTES, MPI_CHAR, 0, turn, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      for (int i = 0; i < BYTES; i++) wrong += got[i] != data[i], got[i] = 0;
    }
  MPI_Finalize();
  return wrong != 0;
}
`;

const ONE_SIDED = [
  ['-network=sfi', '-n', '2'],
  ['-network=verbs', '-n', '2'],
  ['-network=verbs', '-n', '2', '--processes', '2'],
  ['-network=verbs', '-n', '2', '--simulate=ib-vapi-g5,ranks=1'],
  ['-network=sfi', '-n', '2', '--simulate=gm-xeon,ranks=1'],
] as const;
for (const [network, ...words] of ONE_SIDED)
  test(`data of large messages move by one-sided access: ${network} ${words.join(' ')}`, { timeout: 100_000 }, () =>
    inFolder(async (scratch) => {
      const source = join(scratch, 'large.c');
      writeFileSync(source, LARGE);
      const mode = words.some((word) => word.startsWith('--simulate')) ? ['-simulate'] : [];
      const program = await compiled(scratch, ['-O2', '-trace', ...mode, network, source]);
      const { status, stderr } = await node([program, ...words, '--stats']);
      expect(status, stderr).toBe(0);
      expect(stderr).toMatch(/ MPI_Send +GLOBAL +3 +3000009 /);
      expect(stderr).not.toContain('AM reply Medium');
    }),
  );
