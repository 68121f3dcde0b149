/*
 * A sparse matrix in compressed rows times a vector, over and over, with int indices and with long ones. The columns of
 * a row lie anywhere; each row's values sum up to one, so that a vector of ones stays as it is.
 */
#include "kernel.h"
#include <math.h>
#define ROWS 50000
#define PER_ROW 24 /* on average: from 12 to 36 */
#define ROUNDS 20
#define MOST (ROWS * 2 * PER_ROW)
static double values[MOST], x[ROWS], y[ROWS];
static int start[ROWS + 1], column[MOST];
static long longStart[ROWS + 1], longColumn[MOST];

static void makeRow(int row) {
  int count = PER_ROW / 2 + randomBits() % (PER_ROW + 1), first = start[row];
  start[row + 1] = longStart[row + 1] = first + count;
  for (int k = first; k < first + count; k++) {
    column[k] = longColumn[k] = randomBits() % ROWS;
    values[k] = 1.0 / count;
  }
}

static void prepare(void) {
  randomState = 1;
  for (int row = 0; row < ROWS; row++) {
    makeRow(row);
    x[row] = randomUnit();
  }
}

static void multiply(const double *from, double *to) {
  for (int row = 0; row < ROWS; row++) {
    double sum = 0;
    for (int k = start[row]; k < start[row + 1]; k++) sum += values[k] * from[column[k]];
    to[row] = sum;
  }
}

static void multiplyLong(const double *from, double *to) {
  for (long row = 0; row < ROWS; row++) {
    double sum = 0;
    for (long k = longStart[row]; k < longStart[row + 1]; k++) sum += values[k] * from[longColumn[k]];
    to[row] = sum;
  }
}

static void work(void) {
  for (int round = 0; round < ROUNDS; round++) {
    multiply(x, y);
    multiplyLong(y, x);
  }
}

/* Averages of averages come near to one value. */
static int alike(void) {
  for (int row = 0; row < ROWS; row++)
    if (!(fabs(x[row] - x[0]) < 1e-6)) return 0;
  return 1;
}

int main(void) {
  measure(prepare, work);
  result("x", x[ROWS / 2]);
  resultBits("x", x, sizeof x);
  return verdict(alike());
}
