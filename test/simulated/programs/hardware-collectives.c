/* Barriers, broadcasts and reductions of all PEs, and of a team of every second one; their results are checked, their times printed. */
#include <shmem.h>
#include <stdio.h>
#include <time.h>

enum { MOST = 100, COUNT = 10 };

long long source[MOST], target[MOST];
double real[MOST], sum[MOST];
int me, pes, wrong;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

static void tell(const char *name, double begin) {
  if (me == 0) printf("%s %.3f\n", name, (now() - begin) / COUNT);
}

/* In `team`, whose PEs of the world are 0, stride ... */
static void data(const char *name, shmem_team_t team, int stride, int count) {
  int rank = shmem_team_my_pe(team), size = shmem_team_n_pes(team);
  char line[40];
  double begin = now();
  for (int i = 0; i < COUNT; i++) {
    int root = i % size;
    for (int j = 0; j < count; j++) source[j] = rank == root ? 1000 * i + j : -1, target[j] = -2;
    shmem_longlong_broadcast(team, target, source, count, root);
    for (int j = 0; j < count; j++) wrong += target[j] != 1000 * i + j;
    shmem_team_sync(team);
  }
  sprintf(line, "%s broadcast %d", name, count);
  tell(line, begin);
  for (int j = 0; j < count; j++) source[j] = rank + j, real[j] = 1.0 / (1 + rank);
  begin = now();
  for (int i = 0; i < COUNT; i++) shmem_longlong_sum_reduce(team, target, source, count);
  sprintf(line, "%s sum %d", name, count);
  tell(line, begin);
  for (int j = 0; j < count; j++) wrong += target[j] != (long long)size * (size - 1) / 2 + (long long)size * j;
  shmem_longlong_max_reduce(team, target, source, count);
  for (int j = 0; j < count; j++) wrong += target[j] != size - 1 + j;
  shmem_double_sum_reduce(team, sum, real, count);
  double expected = 0;
  for (int i = 0; i < size; i++) expected += 1.0 / (1 + i);
  for (int j = 0; j < count; j++) wrong += sum[j] < expected - 1e-12 || sum[j] > expected + 1e-12;
}

int main(void) {
  shmem_init();
  me = shmem_my_pe(), pes = shmem_n_pes();
  shmem_barrier_all();
  double begin = now();
  for (int i = 0; i < COUNT; i++) shmem_barrier_all();
  tell("barrier", begin);
  data("all", SHMEM_TEAM_WORLD, 1, 1);
  data("all", SHMEM_TEAM_WORLD, 1, 8);
  data("all", SHMEM_TEAM_WORLD, 1, MOST);
  shmem_team_t team;
  shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, (pes + 1) / 2, NULL, 0, &team);
  if (team != SHMEM_TEAM_INVALID) data("team", team, 2, 8);
  shmem_barrier_all();
  if (wrong) printf("PE %d: %d wrong\n", me, wrong);
  shmem_finalize();
  return wrong != 0;
}
