// Ends of a job in a page, by its first argument. test/page/programs.test.ts
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>

int deep(int n) {
  volatile int a[8];
  a[n & 7] = n;
  return deep(n + 1) + a[n & 7];
}

int quotient(int n) { return 7 / n; }

int main(int argc, char **argv) {
  const char *way = argv[1];
  upc_barrier;
  if (strcmp(way, "divide") == 0 && MYTHREAD == 1) printf("%d\n", quotient(MYTHREAD - 1));
  if (strcmp(way, "recurse") == 0 && MYTHREAD == 1) printf("%d\n", deep(0));
  if (strcmp(way, "abort") == 0 && MYTHREAD == 1) abort();
  if (strcmp(way, "exit") == 0 && MYTHREAD == 1) upc_global_exit(7);
  if (strcmp(way, "deadlock") == 0 && MYTHREAD == 1) return 0;
  if (strcmp(way, "spin") == 0) {
    if (MYTHREAD == 0) printf("spinning\n");
    for (volatile int i = 0;; i++)
      if (i < 0) i = 0;
  }
  upc_barrier;
  return 0;
}
