/** Operations of OpenSHMEM, ARMCI, Global Arrays and MPI are recorded, at the program's lines. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SEPARATE } from '../support/networks.ts';
import { long } from '../support/share.ts';
import { faults, readMatrix, readTrace, reportRows, traced } from './traced.ts';

const SIZED = new Set(['GET', 'PUT', 'ATOMIC']);

/** `7 put GLOBAL 8 B 1` for each row of a group in the order of lines: with all bytes where they are told. */
function rows(report: string, group: string): string[] {
  return reportRows(report, group)
    .map(({ source, operation, type, figures, calls }) => {
      const told = SIZED.has(group) ? [figures.at(-1)!] : [];
      return [source.replace('prog.upc:', ''), operation, type, ...told, calls].join(' ');
    })
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1));
}

/** The rows of some groups. */
const table = (report: string, groups: readonly string[]) =>
  Object.fromEntries(groups.map((group) => [group, rows(report, group)]));

/** What is wrong with the trace. Whoever has ended does not serve the last messages to it. */
const traceFaults = (folder: string) =>
  faults(readTrace(join(folder, 't.json'))).filter((fault) => !fault.startsWith('one end only'));

const SHMEM = `#include <shmem.h>
static long v[4], w[1000], lock, flag, sum[4], part[4];
int main(void) {
  shmem_init();
  int me = shmem_my_pe();
  if (me == 0) {
    shmem_long_p(&v[0], 1, 1);
    shmem_long_put(w, v, 4, 1);
    shmem_putmem_nbi(w, v, 24, 1);
    shmem_long_iput(w, v, 2, 1, 2, 1);
    (void)shmem_long_g(&v[2], 1);
    shmem_getmem(v, w, 12, 1);
    shmem_long_iget(v, w, 1, 2, 2, 1);
    shmem_long_atomic_add(&v[1], 1, 1);
    (void)shmem_int_atomic_fetch((int *)&v[1], 1);
    shmem_quiet();
    shmem_set_lock(&lock);
    shmem_clear_lock(&lock);
    shmem_long_p(&flag, 1, 1);
  }
  if (me == 1)
    shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
  shmem_long_sum_reduce(SHMEM_TEAM_WORLD, sum, part, 4);
  shmem_broadcastmem(SHMEM_TEAM_WORLD, sum, part, 8, 0);
  shmem_team_sync(SHMEM_TEAM_WORLD);
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}
`;

long('OpenSHMEM', { timeout: 120000 }, () =>
  traced(SHMEM, async (run) => {
    const { status, stderr } = await run(['-n', '2', '--stats']);
    expect(status).toBe(0);
    expect(table(stderr, ['PUT', 'GET', 'ATOMIC', 'LOCK', 'BARRIER', 'COLLECTIVE'])).toEqual({
      PUT: [
        ...['7 shmem_put GLOBAL 8 B 1', '8 shmem_put GLOBAL 32 B 1', '9 shmem_put_nbi GLOBAL 24 B 1'],
        ...['10 shmem_iput GLOBAL 16 B 1', '19 shmem_put GLOBAL 8 B 1'],
      ],
      GET: ['11 shmem_get GLOBAL 8 B 1', '12 shmem_get GLOBAL 12 B 1', '13 shmem_iget GLOBAL 16 B 1'],
      ATOMIC: ['14 shmem_atomic GLOBAL 8 B 1', '15 shmem_atomic GLOBAL 4 B 1'],
      LOCK: ['17 shmem_set_lock - 1', '18 shmem_clear_lock - 1'],
      BARRIER: ['25 shmem_team_sync - 2', '26 shmem_barrier - 2'],
      COLLECTIVE: ['23 shmem_reduce - 2', '24 shmem_broadcast - 2'],
    });
    expect(rows(stderr, 'SYNC')).toEqual(
      expect.arrayContaining(['16 gasnet_wait_syncnbi_all - 1', '16 upc_fence - 1', '26 upc_fence - 2']),
    );
    // Who is late finds the value there, and does not wait.
    expect(['22 shmem_wait - 1']).toEqual(expect.arrayContaining(rows(stderr, 'EVENT')));
    expect(stderr).not.toContain('(runtime)');
  }),
);

const ARMCI = `#include <message.h>
#include <mpi.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  ARMCI_Init();
  void *at[2];
  ARMCI_Malloc(at, 800);
  ARMCI_Create_mutexes(1);
  int me, strides[1] = {16}, counts[2] = {8, 3}, old;
  double own[16] = {0}, scale = 2, *there;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  there = at[1];
  if (me == 0) {
    ARMCI_Put(own, there, 40, 1);
    ARMCI_Get(there, own, 24, 1);
    ARMCI_Acc(ARMCI_ACC_DBL, &scale, own, there, 16, 1);
    ARMCI_PutS(own, strides, there, strides, counts, 1, 1);
    ARMCI_GetS(there, strides, own, strides, counts, 1, 1);
    ARMCI_AccS(ARMCI_ACC_DBL, &scale, own, strides, there, strides, counts, 1, 1);
    void *from[2] = {own, own + 4}, *to[2] = {there, there + 8};
    armci_giov_t list = {.src_ptr_array = from, .dst_ptr_array = to, .ptr_array_len = 2, .bytes = 24};
    ARMCI_PutV(&list, 1, 1);
    ARMCI_Rmw(ARMCI_FETCH_AND_ADD, &old, there + 20, 1, 1);
    ARMCI_Lock(0, 1);
    ARMCI_Unlock(0, 1);
    armci_hdl_t handle;
    ARMCI_INIT_HANDLE(&handle);
    ARMCI_NbPut(own, there, 8, 1, &handle);
    ARMCI_Wait(&handle);
    ARMCI_SET_AGGREGATE_HANDLE(&handle);
    ARMCI_NbPut(own, there, 8, 1, &handle);
    ARMCI_Wait(&handle);
    armci_notify(1);
  } else
    armci_notify_wait(0, &old);
  ARMCI_Barrier();
  armci_msg_barrier();
  if (me == 0) armci_msg_snd(5, own, 48, 1);
  else armci_msg_rcv(5, own, 48, &old, 0);
  ARMCI_Destroy_mutexes();
  ARMCI_Free(at[me]);
  ARMCI_Finalize();
  MPI_Finalize();
  return 0;
}
`;

test('ARMCI, of two processes', { timeout: 120000 }, () =>
  traced(
    ARMCI,
    async (run, folder) => {
      const job = ['-n', '2', '--processes', '2', '--stats', '--trace=t.json'];
      const { status, stderr } = await run(job, { env: { PGAS_PROVIDER: 'shm' } });
      expect(status).toBe(0);
      expect(table(stderr, ['PUT', 'GET', 'ATOMIC', 'LOCK', 'EVENT', 'BARRIER', 'COLLECTIVE', 'MESSAGE'])).toEqual({
        PUT: [
          ...['14 ARMCI_Put GLOBAL 40 B 1', '16 ARMCI_Acc GLOBAL 16 B 1', '17 ARMCI_PutS GLOBAL 24 B 1'],
          ...['19 ARMCI_AccS GLOBAL 24 B 1', '22 ARMCI_PutV GLOBAL 48 B 1', '28 ARMCI_Put GLOBAL 8 B 1'],
          ...['31 ARMCI_Put GLOBAL 8 B 1'],
        ],
        GET: ['15 ARMCI_Get GLOBAL 24 B 1', '18 ARMCI_GetS GLOBAL 24 B 1'],
        ATOMIC: ['23 armci_rmw GLOBAL 4 B 1'],
        LOCK: ['24 armci_lock - 1', '25 armci_unlock - 1'],
        EVENT: ['33 armci_notify - 1', '35 armci_notify_wait - 1'],
        BARRIER: ['36 armci_barrier - 2', '37 armci_team_barrier - 2'],
        COLLECTIVE: [
          ...['7 armci_malloc - 2', '8 armci_create_mutexes - 2', '40 armci_destroy_mutexes - 2', '41 armci_free - 2'],
        ],
        MESSAGE: ['38 armci_send GLOBAL 1', '39 armci_receive - 1'],
      });
      expect(rows(stderr, 'SYNC')).toEqual(
        expect.arrayContaining(['29 armci_test - 1', '32 armci_test - 1', '36 armci_wait_for - 2']),
      );
      expect(traceFaults(folder)).toEqual([]);
    },
    ['-trace', `-network=${SEPARATE[0]}`],
  ),
);

const GA = `#include <ga.h>
#include <macdecls.h>
int main(int argc, char **argv) {
  GA_Initialize();
  int dims[2] = {8, 8}, lo[2] = {0, 0}, hi[2] = {7, 7}, ld[1] = {8}, last[2] = {7, 7};
  double all[64] = {0}, one = 1;
  int a = NGA_Create(C_DBL, 2, dims, "a", NULL), n = NGA_Create(C_LONG, 2, dims, "n", NULL);
  GA_Zero(n);
  if (GA_Nodeid() == 0) {
    NGA_Put(a, lo, hi, all, ld);
    NGA_Get(a, lo, hi, all, ld);
    NGA_Acc(a, lo, hi, all, ld, &one);
    NGA_Read_inc(n, last, 1);
  }
  GA_Sync();
  (void)GA_Ddot(a, a);
  GA_Terminate();
  return 0;
}
`;

/** A handler may run before main does, in the runtime then. */
const withoutHandlers = (report: string) => report.replace(/^.*AM handler.*$/gm, '');

/** Half of each array is with each process. */
long('Global Arrays, as what they do by ARMCI', { timeout: 120000 }, () =>
  traced(GA, async (run) => {
    const { status, stderr } = await run(['-n', '2', '--stats']);
    expect(status).toBe(0);
    expect(table(stderr, ['PUT', 'GET', 'ATOMIC'])).toEqual({
      PUT: ['PutS', 'AccS'].flatMap((form, i) =>
        ['GLOBAL', 'LOCAL'].map((type) => `${10 + 2 * i} ARMCI_${form} ${type} 256 B 1`),
      ),
      GET: ['11 ARMCI_GetS GLOBAL 256 B 1', '11 ARMCI_GetS LOCAL 256 B 1'],
      ATOMIC: ['13 armci_rmw GLOBAL 8 B 1'],
    });
    expect(rows(stderr, 'COLLECTIVE')).toEqual(['7 armci_broadcast - 4', '7 armci_malloc - 4', '16 armci_reduce - 2']);
    expect(rows(stderr, 'BARRIER').map((row) => Number.parseInt(row, 10))).toEqual(expect.arrayContaining([8, 15]));
    expect(withoutHandlers(stderr)).not.toMatch(/stdlib|\(runtime\)/);
  }),
);

const MPI = `#include <mpi.h>
static char large[100000];
int main(int argc, char **argv) {
  int rank, all[2];
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Send(large, 24, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    MPI_Isend(large, sizeof large, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &request);
  } else {
    MPI_Recv(large, 24, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Irecv(large, sizeof large, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &request);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Bcast(all, 2, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, all, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
`;

long('MPI, by the names of its functions', { timeout: 120000 }, () =>
  traced(MPI, async (run, folder) => {
    const { status, stderr } = await run(['-n', '2', '--stats', '--trace=t.json', '--matrix=m.csv']);
    expect(status).toBe(0);
    expect(table(stderr, ['MESSAGE', 'SYNC', 'BARRIER', 'COLLECTIVE'])).toEqual({
      MESSAGE: ['9 MPI_Send GLOBAL 1', '10 MPI_Isend GLOBAL 1', '12 MPI_Recv - 1', '13 MPI_Irecv - 1'],
      SYNC: ['15 MPI_Wait - 2'],
      BARRIER: ['19 MPI_Barrier - 2'],
      COLLECTIVE: ['16 MPI_Bcast - 2', '17 MPI_Allgather - 2', '18 MPI_Allreduce - 2'],
    });
    // The data count once, with the sender, whoever moves them.
    const bytes = (name: string) => new RegExp(`^ *MESSAGE +${name} +\\S+ +1 +(\\d*) `, 'm').exec(stderr)?.[1];
    expect(['MPI_Send', 'MPI_Isend', 'MPI_Recv', 'MPI_Irecv'].map(bytes)).toEqual(['24', '100000', '', '']);
    expect(readMatrix(join(folder, 'm.csv')).bytes[1]![0]).toBe(0);
    expect(traceFaults(folder)).toEqual([]);
  }),
);

const WINDOWS = `#include <mpi.h>
static int memory[1000], mine[1000];
int main(int argc, char **argv) {
  int rank, one = 1, old;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(mine, 6, MPI_INT, 1, 0, 6, MPI_INT, win);
    MPI_Get(mine, 1000, MPI_INT, 1, 0, 1000, MPI_INT, win);
    MPI_Accumulate(mine, 500, MPI_INT, 1, 0, 500, MPI_INT, MPI_SUM, win);
    MPI_Fetch_and_op(&one, &old, MPI_INT, 1, 0, MPI_SUM, win);
  }
  MPI_Win_fence(0, win);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  MPI_Win_flush(rank, win);
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
`;

test("MPI's windows, by the names of their functions", { timeout: 120000 }, () =>
  traced(WINDOWS, async (run, folder) => {
    const { status, stderr } = await run(['-n', '2', '--stats', '--trace=t.json']);
    expect(status).toBe(0);
    expect(table(stderr, ['PUT', 'GET', 'ATOMIC', 'LOCK', 'SYNC', 'BARRIER', 'COLLECTIVE'])).toEqual({
      PUT: ['11 MPI_Put GLOBAL 24 B 1', '13 MPI_Accumulate GLOBAL 1.95 K 1'],
      GET: ['12 MPI_Get GLOBAL 3.91 K 1'],
      ATOMIC: ['14 MPI_Fetch_and_op - 8 B 1'],
      LOCK: ['17 MPI_Win_lock - 2', '19 MPI_Win_unlock - 2'],
      SYNC: ['18 MPI_Win_flush - 2'],
      BARRIER: ['9 MPI_Win_fence - 2', '16 MPI_Win_fence - 2'],
      COLLECTIVE: ['8 MPI_Win_create - 2', '20 MPI_Win_free - 2'],
    });
    const bytes = (name: string) => new RegExp(`^ *\\S+ +${name} +\\S+ +1 +(\\d*) `, 'm').exec(stderr)?.[1];
    expect(['MPI_Put', 'MPI_Get', 'MPI_Accumulate'].map(bytes)).toEqual(['24', '4000', '2000']);
    expect(traceFaults(folder)).toEqual([]);
  }),
);
