/* Put and get: contiguous, strided, of lists, values, flags; blocking, with handles of all kinds; order. */
#include "check.h"

enum { N = 600 };
static void *blocks[64], *small[64];

static int value(int from, int i) { return from * 100000 + i * 7 + 1; }

static void contiguous(int me, int next, int before) {
  int *own = blocks[me], out[N], in[N];
  for (int i = 0; i < N; i++) out[i] = value(me, i);
  CHECK(ARMCI_Put(out, blocks[next], sizeof out, next) == 0);
  CHECK(ARMCI_Put(out, (int *)blocks[next] + N, 0, next) == 0);
  ARMCI_Barrier();
  for (int i = 0; i < N; i++) CHECK(own[i] == value(before, i));
  memset(in, 0, sizeof in);
  CHECK(ARMCI_Get(blocks[next], in, sizeof in, next) == 0);
  for (int i = 0; i < N; i++) CHECK(in[i] == value(me, i));
  ARMCI_Barrier();
  /* Blocking operations of one process are in order. */
  for (int i = 0; i < 50; i++) {
    int got = 0;
    ARMCI_Put(&i, (int *)blocks[next] + 3, sizeof i, next);
    ARMCI_Get((int *)blocks[next] + 3, &got, sizeof got, next);
    CHECK(got == i);
  }
  ARMCI_Barrier();
}

/* A patch of 3 x 4 x 5 elements in an array of 6 x 7 x 8. */
static void strided(int me, int next, int before) {
  double source[3][4][5], *own = blocks[me], back[3][4][5];
  int count[] = {5 * sizeof(double), 4, 3}, packed[] = {5 * sizeof(double), 20 * sizeof(double)};
  int apart[] = {8 * sizeof(double), 56 * sizeof(double)};
  double *there = (double *)blocks[next] + 56 + 8 + 1;
  for (int i = 0; i < 6 * 7 * 8; i++) own[i] = -1;
  for (int i = 0; i < 60; i++) (&source[0][0][0])[i] = value(me, i);
  ARMCI_Barrier();
  CHECK(ARMCI_PutS(source, packed, there, apart, count, 2, next) == 0);
  ARMCI_Barrier();
  for (int i = 0, found = 0; i < 6; i++)
    for (int j = 0; j < 7; j++)
      for (int k = 0; k < 8; k++) {
        int inside = i >= 1 && i < 4 && j >= 1 && j < 5 && k >= 1 && k < 6;
        CHECK(own[i * 56 + j * 8 + k] == (inside ? value(before, found++) : -1));
      }
  memset(back, 0, sizeof back);
  CHECK(ARMCI_GetS(there, apart, back, packed, count, 2, next) == 0);
  CHECK(memcmp(back, source, sizeof back) == 0);
  ARMCI_Barrier();
  /* No dimension at all is contiguous. */
  int bytes = 8;
  double one = 2.5, got = 0;
  ARMCI_PutS(&one, NULL, there, NULL, &bytes, 0, next);
  ARMCI_GetS(there, NULL, &got, NULL, &bytes, 0, next);
  CHECK(got == 2.5);
  ARMCI_Barrier();
}

static void lists(int me, int next, int before) {
  int out[30], in[30], *own = blocks[me];
  void *sources[2][15], *destinations[2][15], *returns[2][15];
  armci_giov_t put[2], get[2];
  for (int i = 0; i < 30; i++) out[i] = value(me, i);
  memset(own, 0, 4 * N);
  memset(in, 0, sizeof in);
  ARMCI_Barrier();
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < 15; i++) {
      sources[k][i] = &out[15 * k + i];
      destinations[k][i] = (int *)blocks[next] + 3 * (15 * k + i);
      returns[k][i] = &in[15 * k + i];
    }
    put[k] = (armci_giov_t){sources[k], destinations[k], sizeof(int), 15};
    get[k] = (armci_giov_t){destinations[k], returns[k], sizeof(int), 15};
  }
  CHECK(ARMCI_PutV(put, 2, next) == 0);
  ARMCI_Barrier();
  for (int i = 0; i < 90; i++) CHECK(own[i] == (i % 3 == 0 ? value(before, i / 3) : 0));
  CHECK(ARMCI_GetV(get, 2, next) == 0);
  CHECK(memcmp(in, out, sizeof in) == 0);
  armci_hdl_t handle;
  ARMCI_INIT_HANDLE(&handle);
  memset(in, 0, sizeof in);
  ARMCI_NbGetV(get, 2, next, &handle);
  ARMCI_Wait(&handle);
  CHECK(memcmp(in, out, sizeof in) == 0);
  ARMCI_NbPutV(put, 2, next, &handle);
  ARMCI_Wait(&handle);
  ARMCI_Barrier();
}

static void handles(int me, int next, int before, int procs) {
  int out[N], in[N], *own = blocks[me];
  armci_hdl_t put, get, aggregate, never;
  ARMCI_INIT_HANDLE(&put);
  ARMCI_INIT_HANDLE(&get);
  ARMCI_INIT_HANDLE(&never);
  CHECK(ARMCI_Wait(&never) == 0 && ARMCI_Test(&never) == 0);
  for (int i = 0; i < N; i++) out[i] = value(me, i) + 5;
  memset(in, 0, sizeof in);
  ARMCI_NbPut(out, blocks[next], sizeof out / 2, next, &put);
  ARMCI_NbPut(out + N / 2, (int *)blocks[next] + N / 2, sizeof out / 2, next, &put);
  ARMCI_Wait(&put);
  ARMCI_Fence(next);
  ARMCI_NbGet(blocks[next], in, sizeof in, next, &get);
  while (ARMCI_Test(&get)) {}
  CHECK(memcmp(in, out, sizeof in) == 0);
  ARMCI_Barrier();
  for (int i = 0; i < N; i++) CHECK(own[i] == value(before, i) + 5);
  ARMCI_Barrier();

  /* Implicit ones, to all. */
  for (int p = 0; p < procs; p++) ARMCI_NbPut(&out[me], (int *)blocks[p] + me, sizeof(int), p, NULL);
  ARMCI_WaitProc(next);
  ARMCI_WaitAll();
  ARMCI_Barrier();
  for (int p = 0; p < procs; p++) CHECK(own[p] == value(p, p) + 5);
  ARMCI_Barrier();

  /* One call, many pieces. */
  ARMCI_INIT_HANDLE(&aggregate);
  ARMCI_SET_AGGREGATE_HANDLE(&aggregate);
  for (int i = 0; i < N; i += 2) ARMCI_NbPut(&out[i], (int *)blocks[next] + i, sizeof(int), next, &aggregate);
  ARMCI_Wait(&aggregate);
  ARMCI_UNSET_AGGREGATE_HANDLE(&aggregate);
  ARMCI_Barrier();
  for (int i = 0; i < N; i += 2) CHECK(own[i] == value(before, i) + 5);
  ARMCI_SET_AGGREGATE_HANDLE(&aggregate);
  memset(in, 0, sizeof in);
  for (int i = 0; i < N; i += 2) ARMCI_NbGet((int *)blocks[next] + i, &in[i], sizeof(int), next, &aggregate);
  int count[] = {4, 5}, strides[] = {8};
  ARMCI_NbPutS(out, strides, (int *)blocks[next] + 1, strides, count, 1, next, &aggregate);
  ARMCI_WaitAll();
  for (int i = 0; i < N; i += 2) CHECK(in[i] == value(me, i) + 5);
  ARMCI_Barrier();
  for (int i = 0; i < 5; i++) CHECK(own[2 * i + 1] == value(before, 2 * i) + 5);
  ARMCI_INIT_HANDLE(&get);
  ARMCI_NbGetS((int *)blocks[next] + 1, strides, in, strides, count, 1, next, &get);
  ARMCI_Wait(&get);
  for (int i = 0; i < 5; i++) CHECK(in[2 * i] == out[2 * i]);
  ARMCI_Barrier();
}

static void values(int me, int next, int before) {
  char *there = small[next], *own = small[me];
  armci_hdl_t handle;
  ARMCI_PutValueInt(me - 5, there, next);
  ARMCI_PutValueLong(-3000000000L * me, there + 8, next);
  ARMCI_PutValueFloat(me + 0.5f, there + 16, next);
  ARMCI_PutValueDouble(me + 0.25, there + 24, next);
  ARMCI_INIT_HANDLE(&handle);
  ARMCI_NbPutValueDouble(me + 0.125, there + 32, next, &handle);
  ARMCI_Wait(&handle);
  CHECK(ARMCI_GetValueInt(there, next) == me - 5 && ARMCI_GetValueLong(there + 8, next) == -3000000000L * me);
  CHECK(ARMCI_GetValueFloat(there + 16, next) == me + 0.5f && ARMCI_GetValueDouble(there + 24, next) == me + 0.25);
  ARMCI_Barrier();
  CHECK(*(double *)(own + 32) == before + 0.125);
  ARMCI_Barrier();

  /* The flag comes behind the data. */
  volatile int *flag = (int *)(own + 40);
  int data[50], stride = 8, count[] = {4, 25};
  for (int i = 0; i < 50; i++) data[i] = value(me, i) + 9;
  *flag = 0;
  ARMCI_Barrier();
  ARMCI_Put_flag(data, blocks[next], sizeof data, (int *)(there + 40), 17, next);
  while (ARMCI_GetValueInt((int *)flag, me) != 17) {}
  for (int i = 0; i < 50; i++) CHECK(((int *)blocks[me])[i] == value(before, i) + 9);
  ARMCI_Barrier();
  ARMCI_PutS_flag(data, &stride, (int *)blocks[next] + 1, &stride, count, 1, (int *)(there + 40), 18, next);
  while (ARMCI_GetValueInt((int *)flag, me) != 18) {}
  for (int i = 0; i < 25; i++) CHECK(((int *)blocks[me])[2 * i + 1] == value(before, 2 * i) + 9);
  ARMCI_Barrier();
}

int main(int argc, char **argv) {
  armci_msg_init(&argc, &argv);
  if (ARMCI_Initialized() || ARMCI_Init_args(&argc, &argv) != 0 || !ARMCI_Initialized()) return 1;
  int me = armci_msg_me(), procs = armci_msg_nproc(), next = (me + 1) % procs, before = (me + procs - 1) % procs;
  /* Blocks of different sizes, so of different offsets. */
  CHECK(ARMCI_Malloc(small, 64 + 16 * me) == 0);
  CHECK(ARMCI_Malloc(blocks, 8 * N + 8 * me) == 0);
  contiguous(me, next, before);
  strided(me, next, before);
  lists(me, next, before);
  handles(me, next, before, procs);
  values(me, next, before);
  ARMCI_Free(blocks[me]);
  ARMCI_Free(small[me]);
  return finish();
}
