/*
 * Jacobi sweeps in one, two and three dimensions over arrays that are given by pointers: each point is the mean of its
 * neighbours, which other points read as well.
 */
#include "kernel.h"
#define LINE 4000
#define SQUARE 400
#define CUBE 60
#define SWEEPS 40
static double line[2][LINE], square[2][SQUARE * SQUARE], cube[2][CUBE * CUBE * CUBE];

static void prepare(void) {
  randomState = 1;
  for (int i = 0; i < LINE; i++) line[0][i] = line[1][i] = i % (LINE - 1) == 0 ? i : randomUnit();
  for (int i = 0; i < SQUARE * SQUARE; i++) square[0][i] = square[1][i] = randomUnit();
  for (int i = 0; i < CUBE * CUBE * CUBE; i++) cube[0][i] = cube[1][i] = randomUnit();
}

static void sweepLine(int n, const double *from, double *to) {
  for (int i = 1; i < n - 1; i++) to[i] = (from[i - 1] + from[i] + from[i + 1]) * (1.0 / 3);
}

static void sweepSquare(int n, const double *from, double *to) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      to[i * n + j] = 0.2 * (from[i * n + j] + from[i * n + j - 1] + from[i * n + j + 1] + from[(i - 1) * n + j] + from[(i + 1) * n + j]);
}

static void sweepCube(int n, const double *from, double *to) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      for (int k = 1; k < n - 1; k++) {
        const double *at = from + (i * n + j) * n + k;
        to[(i * n + j) * n + k] = (at[-1] + at[1] + at[-n] + at[n] + at[-n * n] + at[n * n]) * (1.0 / 6);
      }
}

static void work(void) {
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    const int even = sweep % 2;
    for (int k = 0; k < 10; k++) sweepLine(LINE, line[k % 2], line[1 - k % 2]);
    sweepSquare(SQUARE, square[even], square[1 - even]);
    sweepCube(CUBE, cube[even], cube[1 - even]);
  }
}

/* Means stay between the least and the largest. */
static int plausible(void) {
  for (int i = 0; i < SQUARE * SQUARE; i++)
    if (!(square[0][i] >= 0 && square[0][i] < 1)) return 0;
  return line[0][LINE - 1] == LINE - 1;
}

int main(void) {
  measure(prepare, work);
  result("line", line[0][LINE / 2]);
  resultBits("line", line, sizeof line);
  resultBits("square", square, sizeof square);
  resultBits("cube", cube, sizeof cube);
  return verdict(plausible());
}
