// Ends of a job of processes: what the first argument says. test/conduits/life.test.ts
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <upc.h>

shared int numbers[THREADS];

static void forever(void) {
  for (;;) sleep(1);
}

int main(int argc, char **argv) {
  const char *way = argc > 1 ? argv[1] : "";
  numbers[(MYTHREAD + 1) % THREADS] = MYTHREAD;
  upc_barrier;
  if (strcmp(way, "status") == 0) return MYTHREAD == 3 ? 3 : 0;
  if (strcmp(way, "exit") == 0) {
    printf("unfinished %d\n%d", MYTHREAD, MYTHREAD);
    fflush(stdout);
    upc_barrier;
    if (MYTHREAD == 2) upc_global_exit(7);
    forever();
  }
  if (strcmp(way, "fail") == 0) {
    if (MYTHREAD == 3) printf("%d\n", 1 / (numbers[1] - 0));
    forever();
  }
  if (strcmp(way, "lock") == 0) {
    upc_lock_t *lock = upc_all_lock_alloc();
    if (MYTHREAD == 0) upc_lock(lock);
    upc_barrier;
    if (MYTHREAD == 3) upc_lock(lock);
    upc_barrier;
  }
  if (strcmp(way, "read") == 0) {
    char line[80];
    if (MYTHREAD == 0 && fgets(line, sizeof line, stdin)) printf("read %s", line);
    if (MYTHREAD == 2 && fgets(line, sizeof line, stdin)) printf("process 1 read, too\n");
  }
  if (strcmp(way, "lines") == 0)
    for (int i = 0; i < 2000; i++) printf("thread %d writes line %d of its lines\n", MYTHREAD, i);
  if (strcmp(way, "unended") == 0) printf("no newline");
  if (strcmp(way, "compute") == 0) {
    if (MYTHREAD == 1) {
      sleep(1); // the others are at the barrier
      printf("begun\n");
      fflush(stdout);
      for (;;) numbers[1]++;
    }
    upc_barrier;
  }
  return 0;
}
