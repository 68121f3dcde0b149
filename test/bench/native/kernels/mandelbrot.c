/* The Mandelbrot set: rounds until escape, of each point of a picture. */
#include "kernel.h"
#define WIDTH 800
#define HEIGHT 600
#define MOST 200
static int rounds[HEIGHT][WIDTH];

static void prepare(void) { memset(rounds, 0, sizeof rounds); }

static int roundsAt(double cx, double cy) {
  double x = 0, y = 0;
  int n = 0;
  while (n < MOST && x * x + y * y <= 4) {
    double t = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = t;
    n++;
  }
  return n;
}

static void work(void) {
  for (int row = 0; row < HEIGHT; row++)
    for (int column = 0; column < WIDTH; column++) rounds[row][column] = roundsAt(3.0 * column / WIDTH - 2.25, 2.5 * row / HEIGHT - 1.25);
}

/* It is symmetric: row r mirrors row HEIGHT - r. */
static int symmetric(void) {
  int different = 0;
  for (int row = 1; row < HEIGHT / 2; row++)
    for (int column = 0; column < WIDTH; column++) different += rounds[row][column] != rounds[HEIGHT - row][column];
  return different < WIDTH;
}

int main(void) {
  measure(prepare, work);
  resultBits("rounds", rounds, sizeof rounds);
  return verdict(symmetric() && rounds[HEIGHT / 2][WIDTH * 3 / 4] == MOST);
}
