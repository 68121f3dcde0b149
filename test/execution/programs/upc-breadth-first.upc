// Breadth-first search, level by level: an atomic reserves room in a thread's inbox, a upc_memput fills it.
#include <stdio.h>
#include <stdlib.h>
#include <upc_atomic.h>
#include <upc_collective.h>
#include <upc_relaxed.h>

#define V 600
#define DEGREE 5
#define N (V * THREADS)

shared [V * DEGREE] int edges[THREADS][V * DEGREE];
shared [V] int distance[N];
shared [] int *shared inbox[THREADS];
shared int arrived[THREADS], found[THREADS], most;

int main(void) {
  upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_INT, UPC_ADD, 0);
  unsigned seed = 17 * MYTHREAD + 3;
  for (int i = 0; i < V * DEGREE; i++) {
    seed = seed * 1103515245u + 12345u;
    edges[MYTHREAD][i] = i % DEGREE == 0 ? (MYTHREAD * V + i / DEGREE + 1) % N : (seed >> 8) % N;
  }
  int *d = (int *)&distance[MYTHREAD * V];
  for (int i = 0; i < V; i++) d[i] = -1;
  inbox[MYTHREAD] = upc_alloc(N * DEGREE * sizeof(int));
  arrived[MYTHREAD] = 0;
  int *queue = malloc(V * sizeof *queue), count = 0, level = 0;
  int *out = malloc(V * DEGREE * sizeof *out);
  if (MYTHREAD == 0) d[queue[count++] = 0] = 0;
  upc_barrier;
  do {
    for (int t = 0; t < THREADS; t++) {
      int n = 0;
      for (int q = 0; q < count; q++)
        for (int e = 0; e < DEGREE; e++) {
          int to = ((int *)&edges[MYTHREAD][0])[queue[q] * DEGREE + e];
          if (to / V == t) out[n++] = to % V;
        }
      if (n == 0) continue;
      int at;
      upc_atomic_relaxed(domain, &at, UPC_ADD, &arrived[t], &n, NULL);
      upc_memput(inbox[t] + at, out, n * sizeof *out);
    }
    upc_barrier;
    level++;
    count = 0;
    int *in = (int *)inbox[MYTHREAD], got = arrived[MYTHREAD];
    for (int i = 0; i < got; i++)
      if (d[in[i]] < 0) d[queue[count++] = in[i]] = level;
    arrived[MYTHREAD] = 0;
    found[MYTHREAD] = count;
    upc_all_reduceI(&most, found, UPC_MAX, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  } while (most > 0);
  int bad = 0;
  for (int v = 0; v < V; v++) {
    bad += d[v] < 0;
    for (int e = 0; e < DEGREE; e++) bad += distance[edges[MYTHREAD][v * DEGREE + e]] > d[v] + 1;
  }
  int zero = 0;
  for (int v = 0; v < V; v++) zero += d[v] == 0;
  bad += zero != (MYTHREAD == 0);
  if (bad) printf("%d distances of thread %d are wrong\n", bad, MYTHREAD);
  upc_all_atomicdomain_free(domain);
  return bad != 0;
}
