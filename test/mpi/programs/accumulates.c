/* Accumulates: operations, datatypes, atomic updates, locks, flushes, requests. */
#include "check.h"

enum { ROUNDS = 200, MANY = 30000 };

static int me, size;

/* All ranks at once: each element of rank 0 is a sum of all. */
static void sums(void) {
  double *memory = calloc(MANY, sizeof(double)), *mine = malloc(MANY * sizeof(double));
  MPI_Win win;
  for (int i = 0; i < MANY; i++) mine[i] = i + me;
  MPI_Win_create(memory, MANY * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Accumulate(mine, MANY, MPI_DOUBLE, 0, 0, MANY, MPI_DOUBLE, MPI_SUM, win);
  MPI_Win_fence(0, win);
  for (int i = 0; me == 0 && i < MANY; i++) CHECK(memory[i] == size * (double)i + size * (size - 1) / 2);
  MPI_Win_free(&win);
  free(memory);
  free(mine);
}

#define TRY(TYPE, DATATYPE, OP, BEFORE, OPERAND, AFTER) \
  do { \
    TYPE memory[3] = {BEFORE, BEFORE, BEFORE}, operand[2] = {OPERAND, OPERAND}, result[2] = {0}; \
    MPI_Win win; \
    MPI_Win_create(memory, sizeof memory, sizeof(TYPE), MPI_INFO_NULL, MPI_COMM_WORLD, &win); \
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, win); \
    MPI_Get_accumulate(operand, 2, DATATYPE, result, 2, DATATYPE, next, 1, 2, DATATYPE, OP, win); \
    MPI_Win_unlock(next, win); \
    MPI_Barrier(MPI_COMM_WORLD); \
    CHECK(result[0] == (TYPE)(BEFORE) && result[1] == (TYPE)(BEFORE)); \
    CHECK(memory[0] == (TYPE)(BEFORE) && memory[1] == (TYPE)(AFTER) && memory[2] == (TYPE)(AFTER)); \
    MPI_Win_free(&win); \
  } while (0)

static void operations(void) {
  int next = (me + 1) % size;
  TRY(int, MPI_INT, MPI_SUM, 5, -7, -2);
  TRY(signed char, MPI_SIGNED_CHAR, MPI_SUM, 100, 27, 127);
  TRY(unsigned char, MPI_UNSIGNED_CHAR, MPI_MAX, 100, 200, 200);
  TRY(signed char, MPI_SIGNED_CHAR, MPI_MIN, 100, -3, -3);
  TRY(short, MPI_SHORT, MPI_PROD, 7, -3, -21);
  TRY(unsigned short, MPI_UNSIGNED_SHORT, MPI_BOR, 0xf0, 0x0f, 0xff);
  TRY(unsigned, MPI_UNSIGNED, MPI_BAND, 0xff, 0x3c, 0x3c);
  TRY(long long, MPI_LONG_LONG, MPI_BXOR, 1ll << 40, 3ll << 40, 2ll << 40);
#ifndef OMPI_MAJOR_VERSION /* 4.1 gives 0 for what was there */
  TRY(long long, MPI_LONG_LONG, MPI_LXOR, 1ll << 40, 0, 1);
#endif
  TRY(int, MPI_INT, MPI_LAND, 4, 2, 1);
  TRY(int, MPI_INT, MPI_LOR, 0, 0, 0);
  TRY(float, MPI_FLOAT, MPI_PROD, 1.5f, 3, 4.5f);
  TRY(double, MPI_DOUBLE, MPI_MAX, -2, -3, -2);
  TRY(double, MPI_DOUBLE, MPI_REPLACE, -2, -3, -3);
  TRY(long, MPI_LONG, MPI_NO_OP, 9, 4, 9);
  TRY(char, MPI_CHAR, MPI_REPLACE, 'a', 'b', 'b');
}

/* A value and an int: the gaps between stay as they are. */
static void pairs(void) {
  struct pair { short value; int at; } memory[3], mine = {(short)(100 - me), me};
  struct located { double value; int at; int gap; } there[2], other = {me, me, 99}, before;
  MPI_Win win, second;
  for (int i = 0; i < 3; i++) memset(&memory[i], 0x55, sizeof memory[i]), memory[i].value = -1, memory[i].at = -1;
  for (int i = 0; i < 2; i++) there[i] = (struct located){1e9, -1, 77};
  MPI_Win_create(memory, sizeof memory, sizeof memory[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create(there, sizeof there, sizeof there[0], MPI_INFO_NULL, MPI_COMM_WORLD, &second);
  MPI_Win_fence(0, win);
  MPI_Accumulate(&mine, 1, MPI_SHORT_INT, size - 1, 1, 1, MPI_SHORT_INT, MPI_MAXLOC, win);
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, second);
  MPI_Get_accumulate(&other, 1, MPI_DOUBLE_INT, &before, 1, MPI_DOUBLE_INT, 0, 1, 1, MPI_DOUBLE_INT, MPI_MINLOC, second);
  MPI_Win_fence(0, second);
  if (me == size - 1) CHECK(memory[1].value == 100 && memory[1].at == 0);
  CHECK(memory[0].value == -1 && memory[2].value == -1 && ((char *)&memory[1])[2] == 0x55);
  if (me == 0) CHECK(there[1].value == 0 && there[1].at == 0 && there[1].gap == 77 && there[0].value == 1e9);
  MPI_Win_free(&win);
  MPI_Win_free(&second);
}

/* Datatypes with gaps on all sides. */
static void datatypes(void) {
  int memory[40], mine[40], result[40], last = size - 1;
  MPI_Datatype third, blocks;
  MPI_Win win;
  MPI_Type_vector(10, 1, 3, MPI_INT, &third);
  MPI_Type_indexed(3, (int[]){4, 1, 5}, (int[]){20, 0, 30}, MPI_INT, &blocks);
  MPI_Type_commit(&third);
  MPI_Type_commit(&blocks);
  for (int i = 0; i < 40; i++) memory[i] = i, mine[i] = 1, result[i] = -1;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Accumulate(mine, 1, third, last, 0, 1, blocks, MPI_SUM, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 40; i++) {
    int is = i == 0 || (i >= 20 && i < 24) || (i >= 30 && i < 35);
    CHECK(memory[i] == i + (me == last && is ? size : 0));
  }
  MPI_Win_fence(0, win);
  MPI_Get_accumulate(NULL, 0, MPI_INT, result, 1, third, last, 0, 1, blocks, MPI_NO_OP, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 10; i++) CHECK(result[3 * i] == (i < 4 ? 20 + i : i < 5 ? 0 : 25 + i) + size && result[3 * i + 1] == -1);
  MPI_Win_free(&win);
  MPI_Type_free(&third);
  MPI_Type_free(&blocks);
}

/* Counters of rank 0, taken one by one: each number comes once. */
static void counters(void) {
  long counter = 0, one = 1, got, before = -1, *all = malloc(size * ROUNDS * sizeof(long)), *own = malloc(ROUNDS * sizeof(long));
  char *seen = calloc(size * ROUNDS, 1);
  MPI_Win win;
  MPI_Win_create(&counter, sizeof counter, sizeof counter, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < ROUNDS; i++) {
    MPI_Fetch_and_op(&one, &got, MPI_LONG, 0, 0, MPI_SUM, win);
    MPI_Win_flush(0, win);
    CHECK(got > before);
    own[i] = before = got;
  }
  MPI_Win_unlock_all(win);
  MPI_Gather(own, ROUNDS, MPI_LONG, all, ROUNDS, MPI_LONG, 0, MPI_COMM_WORLD);
  for (int i = 0; me == 0 && i < size * ROUNDS; i++) seen[all[i]]++;
  for (int i = 0; me == 0 && i < size * ROUNDS; i++) CHECK(seen[i] == 1);
  MPI_Win_free(&win);
  free(all);
  free(own);
  free(seen);
}

/* A lock made of compare and swap, around what is read and written. */
static void swaps(void) {
  int words[2] = {0, 0}, none = 0, mark = me + 1, got, value;
  MPI_Win win;
  MPI_Win_create(words, sizeof words, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 20; i++) {
    do {
      MPI_Compare_and_swap(&mark, &none, &got, MPI_INT, 0, 0, win);
      MPI_Win_flush(0, win);
    } while (got != 0);
    MPI_Fetch_and_op(NULL, &value, MPI_INT, 0, 1, MPI_NO_OP, win);
    MPI_Win_flush(0, win);
    value++;
    MPI_Accumulate(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(0, win);
    MPI_Compare_and_swap(&none, &mark, &got, MPI_INT, 0, 0, win);
    MPI_Win_flush_all(win);
    CHECK(got == mark);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) CHECK(words[1] == 20 * size && words[0] == 0);
  MPI_Win_free(&win);
}

/* Under an exclusive lock a get and a put are one; readers see both halves alike. */
static void locks(void) {
  int *halves, both[2], last = size - 1;
  MPI_Win win;
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &halves, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, me, 0, win);
  halves[0] = halves[1] = 0;
  MPI_Win_unlock(me, win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 30; i++) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, last, 0, win);
    MPI_Get(both, 2, MPI_INT, last, 0, 2, MPI_INT, win);
    MPI_Win_flush(last, win);
    CHECK(both[0] == both[1]);
    both[0]++;
    MPI_Put(&both[0], 1, MPI_INT, last, 0, 1, MPI_INT, win);
    MPI_Put(&both[0], 1, MPI_INT, last, 1, 1, MPI_INT, win);
    MPI_Win_unlock(last, win);
    MPI_Win_lock(MPI_LOCK_SHARED, last, 0, win);
    MPI_Get(both, 2, MPI_INT, last, 0, 2, MPI_INT, win);
    MPI_Win_flush_local(last, win);
    CHECK(both[0] == both[1] && both[0] > i);
    MPI_Win_unlock(last, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, me, 0, win);
  CHECK(me != last || (halves[0] == 30 * size && halves[1] == 30 * size));
  MPI_Win_unlock(me, win);
  MPI_Win_free(&win);
}

/* Requests of operations, waited for in any way. */
static void requests(void) {
  int *memory = malloc(3 * size * sizeof(int)), mine[3] = {me, 2 * me, 3 * me}, one = 1, got[4] = {0}, flag = 0, next = (me + 1) % size;
  MPI_Request all[4];
  MPI_Win win;
  for (int i = 0; i < 3 * size; i++) memory[i] = 0;
  MPI_Win_create(memory, 3 * size * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  for (int rank = 0; rank < size; rank++) {
    MPI_Rput(mine, 3, MPI_INT, rank, 3 * me, 3, MPI_INT, win, &all[0]);
    MPI_Wait(&all[0], MPI_STATUS_IGNORE);
  }
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Raccumulate(&one, 1, MPI_INT, next, 3 * me, 1, MPI_INT, MPI_SUM, win, &all[0]);
  MPI_Rget_accumulate(&one, 1, MPI_INT, &got[0], 1, MPI_INT, next, 3 * me, 1, MPI_INT, MPI_SUM, win, &all[1]);
  MPI_Rget(&got[1], 2, MPI_INT, next, 3 * me + 1, 2, MPI_INT, win, &all[2]);
  MPI_Rput(&one, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, &all[3]);
  while (!flag) MPI_Testall(4, all, &flag, MPI_STATUSES_IGNORE);
  CHECK(got[0] == me + 1 && got[1] == 2 * me && got[2] == 3 * me);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int rank = 0; rank < size; rank++) CHECK(memory[3 * rank] == rank + (rank == (me + size - 1) % size ? 2 : 0));
  MPI_Win_free(&win);
  free(memory);
}

/* Accumulates of one origin to one place are in order. */
static void order(void) {
  int word = 0, value, got, last = size - 1;
  MPI_Win win;
  MPI_Win_create(&word, sizeof word, sizeof word, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (me == 0) {
    int values[100], before[100];
    for (int i = 0; i < 100; i++) {
      values[i] = i + 1;
      MPI_Get_accumulate(&values[i], 1, MPI_INT, &before[i], 1, MPI_INT, last, 0, 1, MPI_INT, MPI_REPLACE, win);
    }
    MPI_Win_fence(0, win);
    for (int i = 0; i < 100; i++) CHECK(before[i] == i);
  } else MPI_Win_fence(0, win);
  if (me == last) CHECK(word == 100);
  MPI_Win_free(&win);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  sums();
  operations();
  pairs();
  datatypes();
  counters();
  swaps();
  locks();
  requests();
  order();
  MPI_Finalize();
  return 0;
}
