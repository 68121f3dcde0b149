/* Windows of each kind, on memory of each kind, and active target synchronization. */
#include "check.h"

enum { FEW = 12, MANY = 100000 };

static int me, size, statics[FEW];

static int right(void) { return (me + 1) % size; }
static int left(void) { return (me + size - 1) % size; }

/* Puts into the next rank, and gets what the one before has; `memory` has FEW elements. */
static void neighbours(int *memory, MPI_Win win) {
  int mine[FEW], got[FEW];
  for (int i = 0; i < FEW; i++) memory[i] = -1, mine[i] = 100 * me + i;
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(mine, FEW, MPI_INT, right(), 0, FEW, MPI_INT, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < FEW; i++) CHECK(memory[i] == 100 * left() + i);
  MPI_Get(got, FEW, MPI_INT, right(), 0, FEW, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  for (int i = 0; i < FEW; i++) CHECK(got[i] == 100 * me + i);
}

static void anyMemory(void) {
  int automatic[FEW], *allocated = malloc(FEW * sizeof(int)), *given;
  int *all[] = {automatic, allocated, statics};
  MPI_Win win;
  for (int i = 0; i < 3; i++) {
    MPI_Win_create(all[i], FEW * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    neighbours(all[i], win);
    MPI_Win_free(&win);
    CHECK(win == MPI_WIN_NULL);
  }
  MPI_Alloc_mem(FEW * sizeof(int), MPI_INFO_NULL, &given);
  MPI_Win_create(given, FEW * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  neighbours(given, win);
  MPI_Win_free(&win);
  MPI_Free_mem(given);
  MPI_Win_allocate(FEW * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &given, &win);
  neighbours(given, win);
  MPI_Win_free(&win);
  free(allocated);
}

/* Rank r has r units of r integers: the first one has nothing. */
static void different(void) {
  int *memory = calloc(me * me + 1, sizeof(int)), value = 7 + me, next = right();
  MPI_Win win;
  MPI_Win_create(memory, me * me * sizeof(int), me == 0 ? 1 : me * sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (next > 0) MPI_Put(&value, 1, MPI_INT, next, next - 1, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < me * me; i++) CHECK(memory[i] == (i == me * (me - 1) ? 7 + left() : 0));
  MPI_Win_free(&win);
  free(memory);
}

/* Much, from and to memory that malloc has given. */
static void large(void) {
  double *memory = malloc(MANY * sizeof(double)), *mine = malloc(MANY * sizeof(double));
  MPI_Win win;
  for (int i = 0; i < MANY; i++) mine[i] = me + i * 0.5, memory[i] = -1;
  MPI_Win_create(memory, MANY * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(mine, MANY, MPI_DOUBLE, left(), 0, MANY, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < MANY; i++) CHECK(memory[i] == right() + i * 0.5);
  MPI_Win_free(&win);
  free(memory);
  free(mine);
}

/* A column into a row, a row into a column, a struct into bytes. */
static void datatypes(void) {
  enum { SIDE = 10 };
  int memory[SIDE][SIDE], mine[SIDE][SIDE], *there = &memory[0][0], *here = &mine[0][0];
  MPI_Datatype column, part;
  MPI_Win win;
  MPI_Type_vector(SIDE, 1, SIDE, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Type_create_subarray(2, (int[]){SIDE, SIDE}, (int[]){2, 3}, (int[]){4, 5}, MPI_ORDER_C, MPI_INT, &part);
  MPI_Type_commit(&part);
  for (int i = 0; i < SIDE * SIDE; i++) there[i] = -1, here[i] = 1000 * me + i;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(mine, 1, column, right(), SIDE, SIDE, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Put(mine[3], SIDE, MPI_INT, right(), 9, 1, column, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < SIDE; i++) {
    if (i < 9) CHECK(memory[1][i] == 1000 * left() + SIDE * i);
    if (i != 1) CHECK(memory[i][9] == 1000 * left() + 30 + i && memory[i][8] == -1);
  }
  MPI_Win_fence(0, win);
  MPI_Put(mine, 1, part, right(), 0, 1, part, win);
  MPI_Win_fence(0, win);
  for (int i = 4; i < 6; i++)
    for (int j = 5; j < 8; j++) CHECK(memory[i][j] == 1000 * left() + SIDE * i + j);
  CHECK(memory[4][4] == -1 && memory[4][8] == -1 && memory[6][5] == -1);
  memset(mine, 0, sizeof mine);
  MPI_Get(mine, 6, MPI_INT, me, 0, 1, part, win);
  MPI_Get(mine[2], 1, part, me, 0, 1, part, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 6; i++) CHECK(mine[0][i] == memory[4 + i / 3][5 + i % 3]);
  CHECK(mine[6][5] == memory[4][5] && mine[6][4] == 0 && mine[7][7] == memory[5][7]);
  MPI_Win_free(&win);
  MPI_Type_free(&column);
  MPI_Type_free(&part);
}

/* Each rank exposes its memory to both neighbours and accesses theirs, several times. */
static void postStart(void) {
  int memory[2], mine = 0, flag = 0, ranks[2] = {left(), right()};
  MPI_Group all, some;
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_get_group(win, &all);
  MPI_Group_incl(all, left() == right() ? 1 : 2, ranks, &some);
  for (int round = 0; round < 20; round++) {
    memory[0] = memory[1] = -1;
    mine = 100 * round + me;
    MPI_Win_post(some, 0, win);
    MPI_Win_start(some, 0, win);
    MPI_Put(&mine, 1, MPI_INT, left(), 1, 1, MPI_INT, win);
    MPI_Put(&mine, 1, MPI_INT, right(), 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    if (round % 2) MPI_Win_wait(win);
    else
      for (flag = 0; !flag;) MPI_Win_test(win, &flag);
    CHECK(memory[0] == 100 * round + left() && memory[1] == 100 * round + right());
  }
  MPI_Win_free(&win);
  MPI_Group_free(&all);
  MPI_Group_free(&some);
}

/* Nobody at the other side: nothing happens. */
static void nobody(void) {
  int value = 5;
  MPI_Win win;
  MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
  MPI_Get(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
  MPI_Accumulate(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  CHECK(value == 5);
  MPI_Win_free(&win);
}

/* Loads and stores of each other's memory. */
static void sharedMemory(void) {
  int *mine, *theirs, node, ranks, unit;
  MPI_Aint bytes;
  MPI_Comm comm;
  MPI_Info info;
  MPI_Win win;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &comm);
  MPI_Comm_rank(comm, &node);
  MPI_Comm_size(comm, &ranks);
  MPI_Info_create(&info);
  for (int apart = 0; apart < 2; apart++) {
    MPI_Info_set(info, "alloc_shared_noncontig", apart ? "true" : "false");
    MPI_Win_allocate_shared((node + 1) * sizeof(int), sizeof(int), info, comm, &mine, &win);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    for (int i = 0; i <= node; i++) mine[i] = 10 * node + i;
    MPI_Win_sync(win);
    MPI_Barrier(comm);
    MPI_Win_sync(win);
    for (int rank = 0; rank < ranks; rank++) {
      MPI_Win_shared_query(win, rank, &bytes, &unit, &theirs);
      CHECK(apart ? bytes >= (rank + 1) * sizeof(int) : bytes == (rank + 1) * sizeof(int));
      CHECK(unit == sizeof(int));
      for (int i = 0; i <= rank; i++) CHECK(theirs[i] == 10 * rank + i);
    }
    MPI_Win_shared_query(win, MPI_PROC_NULL, &bytes, &unit, &theirs);
    CHECK(theirs[0] == 0);
    if (!apart)
      for (int rank = 0; rank < ranks; rank++) CHECK(theirs[rank * (rank + 1) / 2] == 10 * rank);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
  }
  MPI_Info_free(&info);
  MPI_Comm_free(&comm);
}

/* Memory of a dynamic window comes and goes. */
static void dynamic(void) {
  int *one = malloc(40), two[10], value = 3 + me;
  MPI_Aint places[2], *all = malloc(2 * size * sizeof(MPI_Aint));
  MPI_Win win;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int round = 0; round < 3; round++) {
    MPI_Win_attach(win, one, 40);
    MPI_Win_attach(win, two, 40);
    for (int i = 0; i < 10; i++) one[i] = two[i] = -1;
    MPI_Get_address(one, &places[0]);
    MPI_Get_address(two, &places[1]);
    MPI_Allgather(places, 2, MPI_AINT, all, 2, MPI_AINT, MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, right(), MPI_Aint_add(all[2 * right()], 8), 1, MPI_INT, win);
    MPI_Accumulate(&value, 1, MPI_INT, right(), all[2 * right() + 1] + 36, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    CHECK(one[2] == 3 + left() && one[1] == -1 && two[9] == 2 + left() && two[8] == -1);
    MPI_Win_detach(win, one);
    MPI_Win_detach(win, two);
  }
  MPI_Win_free(&win);
  free(one);
  free(all);
}

static int copies, deletions;
static int copy(MPI_Win win, int key, void *extra, void *in, void *out, int *flag) {
  copies++;
  return MPI_SUCCESS;
}
static int delete(MPI_Win win, int key, void *value, void *extra) {
  deletions += *(int *)extra;
  return MPI_SUCCESS;
}
static int handled;
static void handle(MPI_Win *win, int *code, ...) {
  int kind;
  MPI_Error_class(*code, &kind);
  CHECK(kind == MPI_ERR_RANK);
  handled++;
}

static void objects(void) {
  int memory[4], key, flag, one = 1, length, *number;
  void *value;
  char name[MPI_MAX_OBJECT_NAME];
  MPI_Errhandler handler;
  MPI_Group group, world;
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, 2, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_get_attr(win, MPI_WIN_BASE, &value, &flag);
  CHECK(flag && value == memory);
  MPI_Win_get_attr(win, MPI_WIN_SIZE, &value, &flag);
  CHECK(flag && *(MPI_Aint *)value == sizeof memory);
  MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &number, &flag);
  CHECK(flag && *number == 2);
  MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &number, &flag);
  CHECK(flag && *number == MPI_WIN_FLAVOR_CREATE);
  MPI_Win_get_attr(win, MPI_WIN_MODEL, &number, &flag);
  CHECK(flag && *number == MPI_WIN_UNIFIED);
  MPI_Win_create_keyval(copy, delete, &key, &one);
  MPI_Win_get_attr(win, key, &value, &flag);
  CHECK(!flag);
  MPI_Win_set_attr(win, key, &length);
  MPI_Win_get_attr(win, key, &value, &flag);
  CHECK(flag && value == &length);
  MPI_Win_set_attr(win, key, &flag);
  CHECK(deletions == 1);
  MPI_Win_set_name(win, "halo");
  MPI_Win_get_name(win, name, &length);
  CHECK(strcmp(name, "halo") == 0 && length == 4);
  MPI_Win_get_group(win, &group);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_compare(group, world, &flag);
  CHECK(flag == MPI_IDENT);
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_Win_create_errhandler(handle, &handler);
  MPI_Win_set_errhandler(win, handler);
  MPI_Errhandler_free(&handler);
  MPI_Win_fence(0, win);
  CHECK(MPI_Put(memory, 1, MPI_INT, size, 0, 1, MPI_INT, win) != MPI_SUCCESS && handled == 1);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Error_class(MPI_Put(memory, 1, MPI_INT, -7, 0, 1, MPI_INT, win), &flag);
  CHECK(flag == MPI_ERR_RANK && handled == 1);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  CHECK(deletions == 2 && copies == 0);
  MPI_Win_free_keyval(&key);
  CHECK(key == MPI_KEYVAL_INVALID);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  anyMemory();
  different();
  large();
  datatypes();
  postStart();
  nobody();
  sharedMemory();
  dynamic();
  objects();
  MPI_Finalize();
  return 0;
}
