// threads: 1 2 3 4 7
// status: 5
/* Berkeley's interface for C (bupc_extern.h), bupc_assert_type, bupc_thread_distance, casts, dumps. */
#include <upc.h>
#include <upc_castable.h>
#include <bupc_extern.h>
#include <string.h>
#include <stdlib.h>
#include <errno.h>
#include "check.h"

typedef shared [10] int *Blocks;
static Blocks many[7];
static shared [10] int *same[7];
static shared const int *shared volatile w;

static void types(void)
{
  int foo;
  CHECK(bupc_assert_type(foo, int) && bupc_assert_type(MYTHREAD, int) && !bupc_assert_type(foo, unsigned));
  CHECK(bupc_assert_type(many, same) && bupc_assert_type(*many[0], shared [10] int));
  CHECK(!bupc_assert_type(shared [10] int, shared [2] int) && !bupc_assert_type(const volatile int, int));
  CHECK(!bupc_assert_type(int *const, int *) && !bupc_assert_type(int **volatile **, int ****));
  CHECK(bupc_assert_type(w, shared const int *shared volatile) && bupc_assert_type(*w, shared const int));
}

static void distances(void)
{
  int i, k;
  for (i = 0; i < THREADS; i++)
    for (k = 0; k < THREADS; k++) {
      unsigned d = bupc_thread_distance(i, k);
      CHECK((d == BUPC_THREADS_SAME) == (i == k) && d == bupc_thread_distance(k, i) && d <= BUPC_THREADS_VERYFAR);
    }
  CHECK(BUPC_THREADS_SAME == 0 && BUPC_THREADS_VERYNEAR < BUPC_THREADS_NEAR && BUPC_THREADS_FAR < BUPC_THREADS_VERYFAR);
  CHECK(!upc_thread_info(THREADS - 1).guaranteedCastable == !bupc_thread_castable(THREADS - 1) && !bupc_thread_castable(THREADS));
}

static void memory(void)
{
  int *own = bupc_extern_alloc(3 * sizeof *own);
  int *part = bupc_extern_all_alloc(THREADS, 4 * sizeof *part);
  shared [] int *mine = (shared [] int *)bupc_local_to_shared(own, MYTHREAD, 0);
  shared [4] int *all = (shared [4] int *)bupc_local_to_shared(part, 0, 0);
  char text[BUPC_DUMP_MIN_LENGTH];
  own[2] = 7;
  CHECK(mine[2] == 7 && (int)upc_threadof(mine) == MYTHREAD && bupc_cast(&mine[2]) == own + 2 && bupc_castable(mine));
  part[3] = MYTHREAD;
  bupc_extern_barrier(1);
  CHECK(all[4 * ((MYTHREAD + 1) % THREADS) + 3] == (MYTHREAD + 1) % THREADS);
  bupc_extern_notify(2);
  bupc_extern_wait(2);
  if (MYTHREAD == THREADS - 1) bupc_extern_free(part, 0);
  bupc_extern_free(own, MYTHREAD);
  CHECK(bupc_dump_shared(&all[5], text, sizeof text) == 0 && strstr(text, "phase=1"));
  CHECK(upc_dump_shared(&all[5], text, UPC_DUMP_MIN_LENGTH - 1) == -1 && errno == EINVAL);
  CHECK(bupc_extern_alloc(0) == NULL && bupc_extern_getenv("PGASC_NO_SUCH_NAME") == NULL);
}

static int program(int argc, char **argv)
{
  CHECK(argc == 1 && argv[1] == NULL && bupc_extern_mythread() == MYTHREAD && bupc_extern_threads() == THREADS);
  types();
  distances();
  memory();
  upc_barrier;
  return bad ? 1 : 5;
}

static void lastWords(void) { upc_fence; }

int main(int argc, char **argv)
{
  atexit(lastWords);
  bupc_init(&argc, &argv);
  if (MYTHREAD == 0) bupc_exit(program(argc, argv));
  bupc_init_reentrant(&argc, &argv, program);
}
