// Collective functions on memory that is a thread's own: on its heap, on the stack, static; a few bytes and many. Others do not reach a heap by
// one-sided access.
#include <bupc_collectivev.h>
#include <coarray.h>
#include <stdlib.h>
#include <upc.h>
#include "check.h"

enum { MOST = 20000 };
static const int lengths[] = {1, 500, MOST};
static double fixed[MOST];

static void reduce(double *own, int n) {
  for (int i = 0; i < n; i++) own[i] = i % 17 + MYTHREAD;
  co_sum(own, n);
  int right = 0;
  for (int i = 0; i < n; i++) right += own[i] == (i % 17) * THREADS + THREADS * (THREADS - 1) / 2;
  CHECK(right == n);
  for (int i = 0; i < n; i++) own[i] = i * (MYTHREAD + 1.0);
  co_max(own, n, 0);
  right = 0;
  for (int i = 0; i < n; i++) right += own[i] == i * (MYTHREAD == 0 ? THREADS : MYTHREAD + 1.0);
  CHECK(right == n);
  for (int i = 0; i < n; i++) own[i] = i + 1000.0 * MYTHREAD;
  co_broadcast(own, n, THREADS - 1);
  right = 0;
  for (int i = 0; i < n; i++) right += own[i] == i + 1000.0 * (THREADS - 1);
  CHECK(right == n);
}

static void exchange_values(void) {
  int *parts = malloc(THREADS * sizeof *parts), *all = malloc(THREADS * sizeof *all);
  for (int root = 0; root < THREADS; root++) {
    for (int t = 0; t < THREADS; t++) parts[t] = 10 * t + root;
    CHECK(bupc_allv_scatter(int, root, parts) == 10 * MYTHREAD + root);
    bupc_allv_gather(int, MYTHREAD - root, root, all);
    for (int t = 0; t < THREADS && MYTHREAD == root; t++) CHECK(all[t] == t - root);
  }
  bupc_allv_gather_all(int, 7 * MYTHREAD, all);
  for (int t = 0; t < THREADS; t++) CHECK(all[t] == 7 * t);
  free(parts);
  free(all);
}

int main(void) {
  double automatic[MOST], *allocated = malloc(MOST * sizeof *allocated), *last = NULL;
  for (int l = 0; l < 3; l++) {
    reduce(fixed, lengths[l]);
    reduce(automatic, lengths[l]);
    reduce(allocated, lengths[l]);
  }
  /* In a heap as it is later: threads have theirs at different places. */
  for (int t = 0; t <= MYTHREAD; t++) last = malloc(MOST * sizeof *last);
  reduce(last, MOST);
  exchange_values();
  free(allocated);
  return bad != 0;
}
