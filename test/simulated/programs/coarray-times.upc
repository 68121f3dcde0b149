/* What image control takes on a machine: microseconds of image 0, of the second time. Teams of every second image meet too. */
#include <coarray.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <upc.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec * 1e-3;
}

static void takes(const char *what, double since) {
  if (MYTHREAD == 0) printf("%s %.3f\n", what, now() - since);
}

int main(void) {
  double start, sum;
  team_type team;
  for (int turn = 0; turn < 2; turn++) {
    sync_all();
    start = now();
    sync_all();
    if (turn == 1) takes("sync", start);
    sum = this_image() + 1;
    start = now();
    co_sum(&sum);
    if (turn == 1) takes("sum", start);
    if (sum != num_images() * (num_images() + 1) / 2) printf("wrong: sum %g\n", sum), exit(1);
  }
  form_team(1 + this_image() % 2, &team);
  change_team(&team) {
    sync_all();
    start = now();
    sync_all();
    takes("team", start);
    sum = 1;
    co_sum(&sum);
    if (sum != num_images()) printf("wrong: sum of the team %g\n", sum), exit(1);
  }
  return 0;
}
