// static: 1 3 4
/* Quotients and remainders by THREADS, of numbers of both signs and all sizes, against the machine's division. */
#include <limits.h>
#include <stdint.h>
#include <upc.h>
#include "check.h"

static const int32_t some[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 13, 14, 15, 20, 21, 27, 28, 1000, 65535, 65536, 1 << 30, INT_MAX - 7,
                               INT_MAX - 2, INT_MAX - 1, INT_MAX, -1, -2, -3, -4, -5, -6, -7, -8, -13, -14, -15, -21, -28, -65536,
                               -(1 << 30), INT_MIN + 7, INT_MIN + 1, INT_MIN};
#define COUNT (int)(sizeof some / sizeof some[0])

/* What the compiler cannot know to be THREADS. */
static volatile int divisor;

static void numbers(int32_t x) {
  uint32_t u = x;
  int d = divisor;
  CHECK(x / THREADS == x / d);
  CHECK(x % THREADS == x % d);
  CHECK(u / THREADS == u / (uint32_t)d);
  CHECK(u % THREADS == u % (uint32_t)d);
  CHECK(u / THREADS * THREADS + u % THREADS == u);
  CHECK((x & 0xffff) / THREADS == (x & 0xffff) / d);
  CHECK((x & 0xffff) % THREADS == (x & 0xffff) % d);
}

static void wide(int64_t x) {
  uint64_t u = x;
  int d = divisor;
  CHECK(x / THREADS == x / d);
  CHECK(x % THREADS == x % d);
  CHECK(u / THREADS == u / (uint64_t)d);
  CHECK(u % THREADS == u % (uint64_t)d);
}

/* A loop, and a product, where the optimizer knows bounds. */
static int dealt(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += i / THREADS * 3 + i % THREADS;
  return sum;
}

static int dealtSlowly(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += i / divisor * 3 + i % divisor;
  return sum;
}

int main(void) {
  divisor = THREADS;
  for (int i = 0; i < COUNT; i++) {
    numbers(some[i]);
    for (int j = 0; j < COUNT; j++) wide((int64_t)some[i] << 32 | (uint32_t)some[j]);
  }
  uint32_t x = 12345 + MYTHREAD;
  for (int i = 0; i < 2000; i++) numbers(x = x * 1664525u + 1013904223u);
  CHECK(dealt(1000) == dealtSlowly(1000));
  CHECK(dealt(0) == 0);
  return bad != 0;
}
