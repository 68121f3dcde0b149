/* Operations that are started and completed later: results, file pointers, what is refused in between. */
#include <upc.h>
#include "io-check.h"
#define SIZE 100
shared [SIZE] char block[SIZE * THREADS];

static void local(int test) {
  char bytes[SIZE];
  int flag = -1;
  upc_file_t *f = upc_all_fopen(path, UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_TRUNC, 0, NULL);
  for (int i = 0; i < SIZE; i++) bytes[i] = BYTE(SIZE * MYTHREAD + i);
  upc_all_fseek(f, SIZE * MYTHREAD, UPC_SEEK_SET);
  upc_all_fwrite_local_async(f, bytes, 1, SIZE, 0);
  CHECK(upc_all_fcntl(f, UPC_ASYNC_OUTSTANDING, NULL) == 1);
  if (test) {
    long moved;
    while (moved = upc_all_ftest_async(f, &flag), !flag) ;
    CHECK(flag == 1 && moved == SIZE);
  } else
    CHECK(upc_all_fwait_async(f) == SIZE);
  CHECK(upc_all_fcntl(f, UPC_ASYNC_OUTSTANDING, NULL) == 0);
  CHECK(upc_all_fseek(f, 0, UPC_SEEK_CUR) == SIZE * (MYTHREAD + 1));
  CHECK(upc_all_fsync(f) == 0);
  CHECK(upc_all_fclose(f) == 0);
}

static void guarded(void) {
  char bytes[SIZE + 50];
  upc_file_t *f = upc_all_fopen(path, UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_TRUNC, 0, NULL);
  memset(bytes, MYTHREAD, sizeof bytes);
  upc_all_fseek(f, SIZE * MYTHREAD, UPC_SEEK_SET);
  upc_all_fwrite_local_async(f, bytes, 1, SIZE, 0);
  CHECK(upc_all_fwait_async(f) == SIZE);
  CHECK(upc_all_fsync(f) == 0);
  upc_all_fseek(f, SIZE * MYTHREAD, UPC_SEEK_SET);
  memset(bytes, 77, sizeof bytes);
  upc_all_fread_local_async(f, bytes, 1, SIZE + 50, UPC_IN_NOSYNC | UPC_OUT_NOSYNC);
  CHECK(upc_all_fwait_async(f) == (MYTHREAD == THREADS - 1 ? SIZE : SIZE + 50));
  for (int i = 0; i < SIZE; i++) CHECK(bytes[i] == MYTHREAD);
  for (int i = SIZE; i < SIZE + 50; i++) CHECK(bytes[i] == (MYTHREAD == THREADS - 1 ? 77 : MYTHREAD + 1));
  CHECK(upc_all_fclose(f) == 0);
}

/* When the completion returns, all threads' data is there, as the flags of the start ask. */
static void completing(int pointer) {
  upc_file_t *f = upc_all_fopen(path, UPC_RDWR | pointer | UPC_TRUNC, 0, NULL);
  for (int round = 0; round < 20; round++) {
    long all = SIZE * THREADS;
    for (int i = 0; i < SIZE; i++) block[SIZE * MYTHREAD + i] = MYTHREAD + round;
    if (pointer == UPC_COMMON_FP) {
      upc_all_fwrite_shared_async(f, block, SIZE, 1, all, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
      CHECK(upc_all_fwait_async(f) == all);
    } else {
      upc_all_fseek(f, all * round + SIZE * MYTHREAD, UPC_SEEK_SET);
      upc_all_fwrite_shared_async(f, &block[SIZE * MYTHREAD], 0, 1, SIZE, 0);
      CHECK(upc_all_fwait_async(f) == SIZE);
      CHECK(upc_all_fsync(f) == 0);
    }
    for (int i = 0; i < SIZE; i++) block[SIZE * MYTHREAD + i] = -1;
    upc_all_fseek(f, all * round + (pointer == UPC_COMMON_FP ? 0 : SIZE * MYTHREAD), UPC_SEEK_SET);
    if (pointer == UPC_COMMON_FP)
      upc_all_fread_shared_async(f, block, SIZE, 1, all, 0);
    else
      upc_all_fread_shared_async(f, &block[SIZE * MYTHREAD], SIZE, 1, SIZE, 0);
    int flag = 0;
    CHECK(upc_all_ftest_async(f, &flag) == (pointer == UPC_COMMON_FP ? all : SIZE) && flag == 1);
    for (int t = 0; t < THREADS; t++) CHECK(block[SIZE * t + SIZE - 1] == t + round);
    upc_barrier;
  }
  CHECK(upc_all_fclose(f) == 0);
}

/* Each file may have one operation outstanding. */
static void several(void) {
  char name[5000], one = 'a' + MYTHREAD, two = 'A' + MYTHREAD;
  snprintf(name, sizeof name, "%s.other", path);
  upc_file_t *f = upc_all_fopen(path, UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_TRUNC, 0, NULL);
  upc_file_t *g = upc_all_fopen(name, UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_CREATE | UPC_DELETE_ON_CLOSE, 0, NULL);
  upc_all_fseek(f, MYTHREAD, UPC_SEEK_SET);
  upc_all_fseek(g, MYTHREAD, UPC_SEEK_SET);
  upc_all_fwrite_local_async(f, &one, 1, 1, 0);
  upc_all_fwrite_local_async(g, &two, 1, 1, 0);
  CHECK(upc_all_fwait_async(g) == 1);
  CHECK(upc_all_fcntl(f, UPC_ASYNC_OUTSTANDING, NULL) == 1);
  CHECK(upc_all_fwait_async(f) == 1);
  CHECK(upc_all_fget_size(g) == THREADS && upc_all_fget_size(f) == THREADS);
  CHECK(upc_all_fclose(g) == 0 && upc_all_fclose(f) == 0);
}

int main(int argc, char **argv) {
  name_file(argv);
  make_file(0);
  guarded();
  local(0);
  local(1);
  completing(UPC_COMMON_FP);
  completing(UPC_INDIVIDUAL_FP);
  several();
  upc_barrier;
  if (MYTHREAD == 0) remove(path);
  return bad != 0;
}
