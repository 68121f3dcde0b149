/* Allocation, freeing and bulk transfers of every alignment; freed memory is used again. */
#include <upc.h>
#include <stdio.h>
#include <string.h>

static int bad;
#define CHECK(c) do { if (!(c)) { bad++; printf("thread %d: line %d: %s\n", MYTHREAD, __LINE__, #c); } } while (0)

#define ROOM 300
shared [ROOM] char room[ROOM * THREADS];
shared [] char *shared mine[THREADS];
upc_lock_t *lock;
shared int turns;

static void transfers(void) {
  char out[ROOM], in[ROOM];
  int next = (MYTHREAD + 1) % THREADS;
  for (int from = 0; from < 9; from++)
    for (int to = 0; to < 9; to++)
      for (int n = 0; n < 200; n += n < 20 ? 1 : 37) {
        for (int i = 0; i < ROOM; i++) out[i] = (char)(i * 7 + from + to + n + MYTHREAD);
        upc_memset(&room[ROOM * next], 0x5a, ROOM);
        upc_memput(&room[ROOM * next + to], out + from, n);
        memset(in, 0x11, ROOM);
        upc_memget(in + from, &room[ROOM * next + to], n);
        CHECK(memcmp(in + from, out + from, n) == 0);
        CHECK(in[from + n] == 0x11 && room[ROOM * next + to + n] == 0x5a);
      }
  upc_barrier;
  upc_memcpy(&room[ROOM * MYTHREAD], &room[ROOM * MYTHREAD + 150], 100);
  for (int i = 0; i < 100; i++) CHECK(room[ROOM * MYTHREAD + i] == room[ROOM * MYTHREAD + 150 + i]);
  upc_barrier;
}

static void reuse(void) {
  for (int round = 0; round < 2000; round++) { /* 2000 MB a thread, if nothing were used again */
    shared [] char *p = upc_alloc(1000000);
    p[0] = p[999999] = 1;
    upc_free(p);
  }
  for (int round = 0; round < 50; round++) {
    shared [1000] char *p = upc_all_alloc(4 * THREADS, 100000);
    CHECK(p != NULL && upc_threadof(p) == 0);
    upc_barrier;
    upc_all_free(p);
  }
  shared int *g = upc_global_alloc(THREADS, sizeof(int));
  for (int t = 0; t < THREADS; t++) g[t] = 10 * MYTHREAD + t;
  upc_barrier;
  for (int t = 0; t < THREADS; t++) CHECK(g[t] == 10 * MYTHREAD + t && upc_threadof(&g[t]) == t);
  upc_barrier;
  upc_free(g);
  CHECK(upc_alloc(0) == NULL && upc_all_alloc(0, 8) == NULL && upc_global_alloc(8, 0) == NULL);
  upc_free(NULL);
}

static void remoteFree(void) {
  mine[MYTHREAD] = upc_alloc(64);
  upc_barrier;
  upc_free(mine[(MYTHREAD + 1) % THREADS]);
  upc_barrier;
}

static void locks(void) {
  lock = upc_all_lock_alloc();
  for (int i = 0; i < 500; i++) {
    if (i % 2) upc_lock(lock);
    else while (!upc_lock_attempt(lock)) ;
    turns++;
    upc_unlock(lock);
  }
  upc_barrier;
  CHECK(turns == 500 * THREADS);
  upc_lock_t *other = upc_global_lock_alloc();
  CHECK(other != NULL && upc_lock_attempt(other) == 1);
  upc_unlock(other);
  upc_lock_free(other);
  upc_barrier;
  upc_all_lock_free(lock);
}

int main(void) {
  transfers();
  reuse();
  remoteFree();
  locks();
  upc_barrier;
  return bad != 0;
}
