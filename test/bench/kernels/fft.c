/* 64 complex transforms of 4096 points, radix 2, in place. */
#include "bench.h"
#define N 4096
static double re[N], im[N], cosine[N / 2], sine[N / 2];

static void prepare(void) {
  for (int i = 0; i < N; i++) {
    re[i] = sin(i * 0.1);
    im[i] = cos(i * 0.3);
  }
  for (int i = 0; i < N / 2; i++) {
    cosine[i] = cos(2 * M_PI * i / N);
    sine[i] = sin(2 * M_PI * i / N);
  }
}

static void transform(void) {
  for (int i = 1, j = 0; i < N; i++) {
    int bit = N >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      double t = re[i]; re[i] = re[j]; re[j] = t;
      t = im[i]; im[i] = im[j]; im[j] = t;
    }
  }
  for (int length = 2; length <= N; length <<= 1) {
    int half = length / 2, step = N / length;
    for (int i = 0; i < N; i += length)
      for (int k = 0; k < half; k++) {
        int p = i + k, q = p + half;
        double wr = cosine[k * step], wi = sine[k * step];
        double xr = re[q] * wr - im[q] * wi, xi = re[q] * wi + im[q] * wr;
        re[q] = re[p] - xr;
        im[q] = im[p] - xi;
        re[p] += xr;
        im[p] += xi;
      }
  }
}

static void work(void) {
  for (int k = 0; k < 64; k++) {
    transform();
    for (int i = 0; i < N; i++) { re[i] *= 0.015625; im[i] *= 0.015625; }
  }
}

BENCH("fft", prepare(), work(), re[17] + im[99])
