/*
 * A transform of 64 x 64 x 64 complex numbers, there and back. A line at a time is gathered, transformed by Stockham's
 * radix-4 steps, and put back; complex numbers are structures that functions take and give by value.
 */
#include "kernel.h"
#include <math.h>
#define N 64
#define ROUNDS 6
typedef struct {
  double re, im;
} complex_t;

static complex_t field[N * N * N], start[N * N * N], roots[N];

static inline complex_t add(complex_t a, complex_t b) { return (complex_t){a.re + b.re, a.im + b.im}; }
static inline complex_t sub(complex_t a, complex_t b) { return (complex_t){a.re - b.re, a.im - b.im}; }
static inline complex_t mul(complex_t a, complex_t b) { return (complex_t){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
static inline complex_t scale(double s, complex_t a) { return (complex_t){s * a.re, s * a.im}; }
/* i a, or -i a */
static inline complex_t turn(int sign, complex_t a) { return (complex_t){-sign * a.im, sign * a.re}; }
static inline complex_t conjugateIf(int condition, complex_t a) { return condition ? (complex_t){a.re, -a.im} : a; }

/* e^(2 pi i k / N), made of square roots alone, so that they are the same under every C library: half of a known angle each time. */
static void computeRoots(void) {
  complex_t half = {-1, 0}; /* of the whole turn; then of half of it, and so on */
  roots[0] = (complex_t){1, 0};
  for (int step = N / 2; step >= 1; step /= 2) {
    for (int k = 0; k < N; k += 2 * step) roots[k + step] = mul(roots[k], half);
    half = (complex_t){sqrt((1 + half.re) / 2), step == N / 2 ? 1 : sqrt((1 - half.re) / 2)};
  }
}

static void prepare(void) {
  computeRoots();
  randomState = 1;
  for (int i = 0; i < N * N * N; i++) start[i] = field[i] = (complex_t){randomUnit(), randomUnit()};
}

/* One radix-4 step over n points, s of them side by side. */
static void radix4(int sign, int n, int s, const complex_t *x, complex_t *y) {
  int quarter = n / 4, stride = N / n;
  for (int p = 0; p < quarter; p++) {
    complex_t w1 = conjugateIf(sign < 0, roots[p * stride]), w2 = mul(w1, w1), w3 = mul(w1, w2);
    for (int q = 0; q < s; q++) {
      complex_t a = x[q + s * p], b = x[q + s * (p + quarter)];
      complex_t c = x[q + s * (p + 2 * quarter)], d = x[q + s * (p + 3 * quarter)];
      complex_t sum = add(a, c), difference = sub(a, c), others = add(b, d), turned = turn(sign, sub(b, d));
      y[q + s * (4 * p)] = add(sum, others);
      y[q + s * (4 * p + 1)] = mul(w1, add(difference, turned));
      y[q + s * (4 * p + 2)] = mul(w2, sub(sum, others));
      y[q + s * (4 * p + 3)] = mul(w3, sub(difference, turned));
    }
  }
}

/* The line of N numbers that lie `stride` apart, in place. */
static void transformLine(int sign, complex_t *line, int stride) {
  static complex_t x[N], y[N];
  for (int i = 0; i < N; i++) x[i] = line[i * stride];
  radix4(sign, N, 1, x, y);
  radix4(sign, N / 4, 4, y, x);
  radix4(sign, N / 16, 16, x, y);
  for (int i = 0; i < N; i++) line[i * stride] = y[i];
}

static void transform(int sign) {
  for (int i = 0; i < N * N; i++) transformLine(sign, &field[i * N], 1);
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++) transformLine(sign, &field[i * N * N + k], N);
  for (int i = 0; i < N * N; i++) transformLine(sign, &field[i], N * N);
}

static void work(void) {
  for (int round = 0; round < ROUNDS; round++) {
    transform(1);
    transform(-1);
    for (int i = 0; i < N * N * N; i++) field[i] = scale(1.0 / (N * N * N), field[i]);
  }
}

/* The largest difference to where it started. */
static double error(void) {
  double largest = 0;
  for (int i = 0; i < N * N * N; i++) {
    double difference = fmax(fabs(field[i].re - start[i].re), fabs(field[i].im - start[i].im));
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}

int main(void) {
  measure(prepare, work);
  result("error", error());
  resultBits("field", field, sizeof field);
  return verdict(error() < 1e-14 * N);
}
