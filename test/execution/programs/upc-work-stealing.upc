// N-queens from a pool of tasks in each thread: the owner works at one end under its lock, thieves take from the other.
#include <stdio.h>
#include <upc.h>

#define Q 8
#define POOL 4096

typedef struct { int row; unsigned cols, left, right; } task_t;
typedef struct { int head, tail; task_t tasks[POOL]; } pool_t;
shared pool_t pools[THREADS];
upc_lock_t *shared locks[THREADS];
shared long solutions[THREADS], pending;
upc_lock_t *pending_lock;

static void count(int by) {
  upc_lock(pending_lock);
  pending += by;
  upc_unlock(pending_lock);
}

static void push(task_t t) {
  upc_lock(locks[MYTHREAD]);
  int tail = pools[MYTHREAD].tail;
  pools[MYTHREAD].tasks[tail % POOL] = t;
  pools[MYTHREAD].tail = tail + 1;
  upc_unlock(locks[MYTHREAD]);
}

static int take(int victim, task_t *t) {
  int found = 0;
  upc_lock(locks[victim]);
  shared [] pool_t *p = (shared [] pool_t *)&pools[victim];
  if (p->head < p->tail) {
    found = 1;
    *t = p->tasks[(victim == MYTHREAD ? --p->tail : p->head++) % POOL];
  }
  upc_unlock(locks[victim]);
  return found;
}

static long solve(int row, unsigned cols, unsigned left, unsigned right) {
  if (row == Q) return 1;
  long n = 0;
  for (unsigned free = ~(cols | left | right) & ((1u << Q) - 1); free; free &= free - 1) {
    unsigned bit = free & -free;
    n += solve(row + 1, cols | bit, (left | bit) << 1, (right | bit) >> 1);
  }
  return n;
}

int main(void) {
  locks[MYTHREAD] = upc_global_lock_alloc();
  pending_lock = upc_all_lock_alloc();
  if (MYTHREAD == 0) {
    pending = 1;
    push((task_t){0, 0, 0, 0});
  }
  upc_barrier;
  long mine = 0;
  for (;;) {
    task_t t;
    int found = take(MYTHREAD, &t);
    for (int k = 1; !found && k < THREADS; k++) found = take((MYTHREAD + k) % THREADS, &t);
    if (!found) {
      if (*(strict shared long *)&pending == 0) break;
      continue;
    }
    if (t.row >= 3) mine += solve(t.row, t.cols, t.left, t.right);
    for (unsigned free = t.row >= 3 ? 0 : ~(t.cols | t.left | t.right) & ((1u << Q) - 1); free; free &= free - 1) {
      unsigned bit = free & -free;
      count(1);
      push((task_t){t.row + 1, t.cols | bit, (t.left | bit) << 1, (t.right | bit) >> 1});
    }
    count(-1);
  }
  solutions[MYTHREAD] = mine;
  upc_barrier;
  int bad = 0;
  if (MYTHREAD == 0) {
    long n = 0;
    for (int t = 0; t < THREADS; t++) n += solutions[t];
    bad = n != 92;
    if (bad) printf("%ld solutions\n", n);
  }
  upc_barrier;
  upc_lock_free(locks[MYTHREAD]);
  return bad;
}
