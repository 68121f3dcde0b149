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

/* Arrays that go packed, in shares, and to one image alone. */
static void arrays(void) {
  static const int counts[] = {0, 1, 3, 8, 32, 33, 100, 1000};
  double *values = malloc(1000 * sizeof *values);
  for (int i = 0; i < 8; i++)
    for (int to = -1; to < num_images(); to += num_images()) {
      int n = counts[i];
      for (int k = 0; k < n; k++) values[k] = 1.0 / (this_image() + k + 1);
      if (to < 0) co_sum(values, n);
      else co_sum(values, n, num_images() - 1);
      if (to >= 0 && this_image() != num_images() - 1) continue;
      for (int k = 0; k < n; k++) {
        double sum = 1.0 / (k + 1);
        for (int image = 1; image < num_images(); image++) sum += 1.0 / (image + k + 1);
        if (values[k] != sum) printf("wrong: element %d of %d\n", k, n), exit(1);
      }
    }
  for (int k = 0; k < 1000; k++) values[k] = this_image() * 1000 + k;
  co_broadcast(values, 1000, num_images() - 1);
  for (int k = 0; k < 1000; k++)
    if (values[k] != (num_images() - 1) * 1000 + k) printf("wrong: broadcast\n"), exit(1);
  free(values);
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
  arrays();
  form_team(1 + this_image() % 2, &team);
  change_team(&team) {
    sync_all();
    start = now();
    sync_all();
    takes("team", start);
    arrays();
    sum = 1;
    co_sum(&sum);
    if (sum != num_images()) printf("wrong: sum of the team %g\n", sum), exit(1);
  }
  return 0;
}
