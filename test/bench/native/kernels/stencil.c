/*
 * Jacobi's five points on a square grid and seven points on a cubic one. The borders hold a linear function, which is
 * the solution that the sweeps come near to.
 */
#include "kernel.h"
#define SQUARE 1000
#define CUBE 100
#define SWEEPS 20
typedef double square_t[SQUARE][SQUARE];
typedef double cube_t[CUBE][CUBE][CUBE];
static square_t flat, flatNext;
static cube_t solid, solidNext;

static int inside(int i, int n) { return i > 0 && i < n - 1; }

static void prepare(void) {
  for (int i = 0; i < SQUARE; i++)
    for (int j = 0; j < SQUARE; j++) flat[i][j] = flatNext[i][j] = inside(i, SQUARE) && inside(j, SQUARE) ? 0 : i + 2 * j;
  for (int i = 0; i < CUBE; i++)
    for (int j = 0; j < CUBE; j++)
      for (int k = 0; k < CUBE; k++)
        solid[i][j][k] = solidNext[i][j][k] = inside(i, CUBE) && inside(j, CUBE) && inside(k, CUBE) ? 0 : i + 2 * j + 3 * k;
}

static void sweepSquare(square_t from, square_t to) {
  for (int i = 1; i < SQUARE - 1; i++)
    for (int j = 1; j < SQUARE - 1; j++) to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

static void sweepCube(cube_t from, cube_t to) {
  for (int i = 1; i < CUBE - 1; i++)
    for (int j = 1; j < CUBE - 1; j++)
      for (int k = 1; k < CUBE - 1; k++)
        to[i][j][k] = (from[i - 1][j][k] + from[i + 1][j][k] + from[i][j - 1][k] + from[i][j + 1][k] + from[i][j][k - 1] + from[i][j][k + 1]) * (1.0 / 6);
}

static void work(void) {
  for (int sweep = 0; sweep < SWEEPS; sweep += 2) {
    sweepSquare(flat, flatNext);
    sweepSquare(flatNext, flat);
    sweepCube(solid, solidNext);
    sweepCube(solidNext, solid);
  }
}

/* After a few sweeps the number beside a corner is near the solution, and none lies outside of the borders' range. */
static int plausible(void) {
  double beside = flat[SQUARE - 2][SQUARE - 2], solution = 3.0 * (SQUARE - 2), most = 3 * SQUARE;
  if (!(beside > 0.8 * solution && beside <= solution)) return 0;
  for (int i = 0; i < SQUARE; i++)
    for (int j = 0; j < SQUARE; j++)
      if (!(flat[i][j] >= 0 && flat[i][j] < most)) return 0;
  return 1;
}

int main(void) {
  measure(prepare, work);
  result("square", flat[10][SQUARE / 3]);
  resultBits("square", flat, sizeof flat);
  result("cube", solid[10][CUBE / 3][CUBE / 2]);
  resultBits("cube", solid, sizeof solid);
  return verdict(plausible());
}
