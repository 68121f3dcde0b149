// Stores at addresses that take long to compute: the next load of the array sees them, wherever it is.
#include <upc.h>

shared int row[8 * THREADS];
int global[8];

static int to_global(int x) {
  shared int *p = &row[2];
  int i = p - row;
  global[i + 1 & 7] = x;
  return global[3];
}

static int to_local(int x) {
  int local[4] = {1, 2, 3, 5};
  shared int *p = &row[100 % THREADS];
  local[(100 - 100 % THREADS + (int)(p - row)) & 3] = x;
  return local[0];
}

/* 40 operators in private numbers alone. */
static int by_sums(int x, int a, int b) {
  int local[4] = {1, 2, 3, 5};
  int i = a * b ^ a + b ^ a - b ^ (a | b) ^ (a & b) ^ a * 3 ^ b * 5 ^ a * 7 ^ b * 11 ^ (a ^ b) ^ a + 3 * b ^ a - 3 * b;
  local[(i ^ i * a ^ i * b) & 3] = x;
  return local[(i ^ i * a ^ i * b) & 3] + local[0] + local[1] + local[2] + local[3];
}

int main(void) {
  volatile int three = 3, four = 4;
  for (int x = 44; x < 46; x++) {
    if (to_global(x) != x || to_local(x) != x) return 1;
    int found = by_sums(x, three, four) - 2 * x;
    if (found != 10 && found != 9 && found != 8 && found != 6) return 2;
  }
  return to_global(1) - 1;
}
