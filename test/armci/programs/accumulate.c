/* dst += scale * src, of all types and forms; all processes at once on one block. */
#include "check.h"

static void *blocks[64];

/* Every process adds scale * (i + 1) to element i of process 0, twice. */
#define CASE(TYPE, OP, SCALE, WAYS) \
  static void real_##OP(int me, int procs) { \
    enum { N = 900 }; \
    TYPE *own = blocks[me], *target = blocks[0], source[N], scale = SCALE; \
    for (int i = 0; i < N; i++) { \
      own[i] = 3; \
      source[i] = i + 1; \
    } \
    ARMCI_Barrier(); \
    CHECK(ARMCI_Acc(OP, &scale, source, target, sizeof source, 0) == 0); \
    armci_hdl_t handle; \
    ARMCI_INIT_HANDLE(&handle); \
    CHECK(ARMCI_NbAcc(OP, &scale, source, target, sizeof source, 0, &handle) == 0); \
    CHECK(ARMCI_Wait(&handle) == 0); \
    ARMCI_Barrier(); \
    if (me == 0) \
      for (int i = 0; i < N; i++) CHECK(own[i] == (TYPE)(3 + 2 * procs * SCALE * (i + 1))); \
    ARMCI_Barrier(); \
  }
CASE(int, ARMCI_ACC_INT, 3, )
CASE(long, ARMCI_ACC_LNG, -5000000000L, )
CASE(float, ARMCI_ACC_FLT, 0.5f, )
CASE(double, ARMCI_ACC_DBL, 0.25, )

/* (1 + 2i)(k + i) = (k - 2) + (2k + 1)i */
#define COMPLEX(TYPE, OP) \
  static void complex_##OP(int me, int procs) { \
    enum { N = 100 }; \
    TYPE *own = blocks[me], source[2 * N], scale[2] = {1, 2}; \
    for (int k = 0; k < N; k++) { \
      own[2 * k] = own[2 * k + 1] = 0; \
      source[2 * k] = k; \
      source[2 * k + 1] = 1; \
    } \
    ARMCI_Barrier(); \
    ARMCI_Acc(OP, scale, source, blocks[procs - 1], sizeof source, procs - 1); \
    ARMCI_Barrier(); \
    if (me == procs - 1) \
      for (int k = 0; k < N; k++) CHECK(own[2 * k] == procs * (k - 2) && own[2 * k + 1] == procs * (2 * k + 1)); \
    ARMCI_Barrier(); \
  }
COMPLEX(float, ARMCI_ACC_CPL)
COMPLEX(double, ARMCI_ACC_DCP)

/* Every second element of each of 20 rows, of every process. */
static void strided(int me, int procs) {
  double *own = blocks[me], source[20][3], scale = 2;
  int count[] = {sizeof(double), 3, 20}, packed[] = {8, 24}, apart[] = {16, 96};
  for (int i = 0; i < 240; i++) own[i] = 1;
  for (int i = 0; i < 60; i++) (&source[0][0])[i] = i;
  ARMCI_Barrier();
  for (int p = 0; p < procs; p++) ARMCI_AccS(ARMCI_ACC_DBL, &scale, source, packed, blocks[p], apart, count, 2, p);
  for (int p = 0; p < procs; p++) ARMCI_NbAccS(ARMCI_ACC_DBL, &scale, source, packed, blocks[p], apart, count, 2, p, NULL);
  ARMCI_WaitAll();
  ARMCI_Barrier();
  for (int i = 0; i < 20; i++)
    for (int k = 0; k < 12; k++) {
      int is_hit = k % 2 == 0 && k < 6;
      CHECK(own[12 * i + k] == (is_hit ? 1 + 2 * procs * 2 * (3 * i + k / 2) : 1));
    }
  ARMCI_Barrier();
}

static void lists(int me, int procs) {
  int *own = blocks[me], source[20], scale = -1;
  void *sources[10], *destinations[10];
  for (int i = 0; i < 100; i++) own[i] = 0;
  for (int i = 0; i < 20; i++) source[i] = i;
  ARMCI_Barrier();
  for (int i = 0; i < 10; i++) {
    sources[i] = &source[2 * i];
    destinations[i] = (int *)blocks[0] + 5 * i;
  }
  armci_giov_t list = {sources, destinations, 8, 10};
  armci_hdl_t handle;
  ARMCI_INIT_HANDLE(&handle);
  ARMCI_AccV(ARMCI_ACC_INT, &scale, &list, 1, 0);
  ARMCI_NbAccV(ARMCI_ACC_INT, &scale, &list, 1, 0, &handle);
  ARMCI_Wait(&handle);
  ARMCI_Barrier();
  if (me == 0)
    for (int i = 0; i < 50; i++) CHECK(own[i] == (i % 5 < 2 ? -2 * procs * (2 * (i / 5) + i % 5) : 0));
  ARMCI_Barrier();
}

/* More than a message holds. */
static void large(int me, int procs) {
  enum { N = 30000 };
  double *own = blocks[me], *source = malloc(N * sizeof *source), scale = 1;
  for (int i = 0; i < N; i++) {
    own[i] = 0;
    source[i] = i;
  }
  ARMCI_Barrier();
  ARMCI_Acc(ARMCI_ACC_DBL, &scale, source, blocks[(me + 1) % procs], N * sizeof *source, (me + 1) % procs);
  ARMCI_Barrier();
  for (int i = 0; i < N; i++) CHECK(own[i] == i);
  free(source);
}

int main(int argc, char **argv) {
  ARMCI_Init();
  int me = armci_msg_me(), procs = armci_msg_nproc();
  ARMCI_Malloc(blocks, 30000 * sizeof(double));
  real_ARMCI_ACC_INT(me, procs);
  real_ARMCI_ACC_LNG(me, procs);
  real_ARMCI_ACC_FLT(me, procs);
  real_ARMCI_ACC_DBL(me, procs);
  complex_ARMCI_ACC_CPL(me, procs);
  complex_ARMCI_ACC_DCP(me, procs);
  strided(me, procs);
  lists(me, procs);
  large(me, procs);
  ARMCI_Free(blocks[me]);
  return finish();
}
