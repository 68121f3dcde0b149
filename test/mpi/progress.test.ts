/**
 * PGAS_MPI_PROGRESS: whether a large message that both sides have begun moves while both compute. Decided by what the receiver sees in its memory, and both by files of
 * each other: neither calls MPI meanwhile.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { libfabricLacks } from '../support/libfabric.ts';
import { compiled, inFolder, node } from '../support/pgasc.ts';
import { dealt, long } from '../support/share.ts';

/** Arguments: seconds to compute at most, a folder for files. Each receiver prints what was so before its wait; the first and the last rank have a partner each. */
const ALONE = `#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
enum { BYTES = 1 << 21 };
static int me, size, order;
static char *data, *folder;
static double limit;
static const char *orders[] = {"send", "receive"};
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}
static const char *name(const char *what) {
  static char path[1000];
  snprintf(path, sizeof path, "%s/%s%d-%d", folder, what, order, me / 2);
  return path;
}
static void tell(const char *what) { fclose(fopen(name(what), "w")); }
static int is_told(const char *what) {
  FILE *file = fopen(name(what), "r");
  if (file != NULL) fclose(file);
  return file != NULL;
}
static int has_arrived(void) {
  volatile char *d = data;
  return d[0] == 7 && d[BYTES / 2] == 7 && d[BYTES - 1] == 7;
}
static void compute_until_told(const char *what) {
  for (double end = now() + limit; now() < end && !is_told(what););
}
int main(int argc, char **argv) {
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  limit = atof(argv[1]);
  folder = argv[2];
  int sends = me % 2 == 0, partner = me ^ 1;
  if (partner < size) {
    data = malloc(BYTES);
    for (order = 0; order < 2; order++) {
      for (int i = 0; i < BYTES; i++) data[i] = sends ? 7 : 0;
      MPI_Sendrecv(NULL, 0, MPI_CHAR, partner, 1, NULL, 0, MPI_CHAR, partner, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (sends == order) compute_until_told("begun");
      if (sends) MPI_Isend(data, BYTES, MPI_CHAR, partner, 5, MPI_COMM_WORLD, &request);
      else MPI_Irecv(data, BYTES, MPI_CHAR, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &request);
      tell("begun");
      if (sends) {
        compute_until_told("come");
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        tell("sent");
      } else {
        for (double end = now() + limit; now() < end && !has_arrived(););
        int arrived = has_arrived();
        if (arrived) tell("come");
        compute_until_told("sent");
        printf("%s first: %s, %s\\n", orders[order], arrived ? "arrived" : "not there", is_told("sent") ? "sent" : "waiting");
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        if (!has_arrived()) return 1;
      }
    }
  }
  MPI_Finalize();
  return 0;
}
`;

/** Messages of all sizes and orders, wildcards and several at a time, for matching by whoever comes. */
const MIXED = `#include <mpi.h>
#include <stdlib.h>
enum { ROUNDS = 12, MESSAGES = 9, MOST = 40000 };
static int in[MESSAGES][MOST], out[MESSAGES][MOST];
int main(int argc, char **argv) {
  int me, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int round = 0; round < ROUNDS; round++) {
    MPI_Request requests[2 * MESSAGES];
    MPI_Status statuses[2 * MESSAGES];
    int next = (me + 1) % size, before = (me + size - 1) % size;
    for (int k = 0; k < MESSAGES; k++) {
      int late = (round + me + k) % 3 == 0, length = (k * 7919 + round * 104729) % MOST;
      for (int i = 0; i < length; i++) out[k][i] = i ^ (me * 1000 + round * 10 + k);
      if (late) MPI_Isend(out[k], length, MPI_INT, next, k / 3, MPI_COMM_WORLD, &requests[MESSAGES + k]);
      MPI_Irecv(in[k], MOST, MPI_INT, k % 2 ? before : MPI_ANY_SOURCE, k / 3, MPI_COMM_WORLD, &requests[k]);
      if (!late) MPI_Isend(out[k], length, MPI_INT, next, k / 3, MPI_COMM_WORLD, &requests[MESSAGES + k]);
      for (volatile int i = 0; i < 3000; i++);
    }
    MPI_Waitall(2 * MESSAGES, requests, statuses);
    for (int k = 0; k < MESSAGES; k++) {
      int length = (k * 7919 + round * 104729) % MOST, count;
      MPI_Get_count(&statuses[k], MPI_INT, &count);
      if (count != length || statuses[k].MPI_SOURCE != before) MPI_Abort(MPI_COMM_WORLD, 3);
      for (int i = 0; i < length; i++)
        if (in[k][i] != (i ^ (before * 1000 + round * 10 + k))) MPI_Abort(MPI_COMM_WORLD, 4);
    }
  }
  MPI_Finalize();
  return 0;
}
`;

type Place = readonly [network: string, words: readonly string[], env: Readonly<Record<string, string>>];
const ONE: readonly Place[] = ['smp', 'sfi', 'verbs', 'pami'].map((network) => [network, [], {}]);
const TWO: readonly Place[] = [
  ['sfi', ['--processes', '2'], {}],
  ['sfi', ['--processes', '2'], { PGAS_PROVIDER: 'ofi:tcp' }],
  ['sfi', ['--processes', '2'], { PGAS_PROVIDER: 'ofi:shm' }],
];
const PLACES = [...ONE, ...(libfabricLacks === '' ? TWO : [])];
const named = ([network, words, env]: Place) => [network, ...words, ...Object.values(env)].join(' ');

async function made(scratch: string, text: string, network: string): Promise<string> {
  const source = join(scratch, 'program.c');
  writeFileSync(source, text);
  return compiled(scratch, ['-O2', `-network=${network}`, source]);
}

const ran = (program: string, [, words, env]: Place, progress: string, n: string, ...rest: string[]) =>
  node([program, '-n', n, ...words, '--', ...rest], { env: { ...env, PGAS_MPI_PROGRESS: progress } });

for (const place of dealt('large', PLACES))
  test(`a large message moves while both sides compute: ${named(place)}`, { timeout: 200_000 }, () =>
    inFolder(async (scratch) => {
      const program = await made(scratch, ALONE, place[0]);
      const moved = await ran(program, place, 'thread', '2', '60', scratch);
      expect(moved).toEqual({
        status: 0,
        stdout: 'send first: arrived, sent\nreceive first: arrived, sent\n',
        stderr: '',
      });
    }),
  );

long('without a thread it moves in calls alone', { timeout: 100_000 }, () =>
  inFolder(async (scratch) => {
    const place = PLACES.at(-1)!;
    const program = await made(scratch, ALONE, place[0]);
    const { stdout } = await ran(program, place, 'call', '2', '0.3', scratch);
    expect(stdout).toBe('send first: not there, waiting\nreceive first: not there, waiting\n');
  }),
);

for (const place of dealt('order', PLACES))
  test(`messages match in order whoever matches them: ${named(place)}`, { timeout: 200_000 }, () =>
    inFolder(async (scratch) => {
      const program = await made(scratch, MIXED, place[0]);
      for (const n of place[1].length > 0 ? ['4'] : dealt('order', ['1', '2', '3', '7']))
        expect(await ran(program, place, 'thread', n), `${n} threads`).toEqual({ status: 0, stdout: '', stderr: '' });
    }),
  );

test('what is no way of progress, and where there is none, is said', { timeout: 100_000 }, () =>
  inFolder(async (scratch) => {
    const program = await made(scratch, MIXED, 'verbs');
    const bad = await ran(program, ['verbs', [], {}], 'maybe', '2');
    expect(bad.stderr).toContain(
      'PGAS_MPI_PROGRESS=maybe: it is call, messages move when a rank calls MPI, or thread,',
    );
    expect(bad.status).toBe(2);
    const none = await ran(program, ['verbs', ['--processes', '2'], {}], 'thread', '2');
    expect(none.stderr).toContain('PGAS_MPI_PROGRESS=thread: between these processes nothing moves data while ranks');
    expect(none.status).toBe(2);
  }),
);
