/* Loops on 64-bit counters: what they count is the same whether the numbers fit in 32 bits or not. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

static long cells[64];
static long zero;

static long up(long from, long to, long most) {
  long sum = 0, i, n = 0;
  for (i = from; i < to; i++) {
    if (n++ == most) break;
    sum += i;
  }
  return sum * 1000 + i;
}
static long upto(long from, long to) {
  long n = 0, i;
  for (i = from; i <= to; i += 3) {
    if (i % 2) continue;
    if (++n > 5) return -i;
  }
  return i;
}
static long down(long from, long to) {
  long n = 0, i;
  for (i = from; i > to; i -= 2) if (++n == 7) goto out;
  n += 100;
out:
  return i * 1000 + n;
}
static long until(long from, long to) {
  long n = 0, i;
  for (i = from; i != to; i++) if (++n == 9) break;
  return i * 1000 + n;
}
static unsigned long natural(unsigned long from, unsigned long to) {
  unsigned long n = 0, i;
  for (i = from; i < to; i++) if (++n == 9) break;
  return i + n;
}
static unsigned long naturalDown(unsigned long from) {
  unsigned long n = 0, i;
  for (i = from; i > 0; i--) if (++n == 9) break;
  return i + n;
}
static long taken(long n) {
  long i, sum = 0, *p = &i;
  for (i = 0; i < n; i++) { sum += *p; if (i == 4) *p = 7; }
  return sum * 100 + i;
}
static long moving(long n) {
  long i;
  for (i = 0; i < n; i++) if (i % 3 == 0) n--;
  return i * 100 + n;
}
static long nest(long n, long m, long lda) {
  memset(cells, 0, sizeof cells);
  for (long i = 0; i < n; i++)
    for (long j = i + 1; j < m; j++) {
      for (long k = j; k >= i; k--) cells[(i * lda + k) & 63] += i * j + k;
      if (j == 6) break;
    }
  long sum = 0;
  for (long i = 0; i < 64; i++) sum = sum * 3 + cells[i];
  return sum;
}
static long outer(long n, long m) {
  long i = 5, j = 6;
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++) {
      if (i * j == 12) goto done;
      if (j > i) goto next;
      continue;
    next:
      break;
    }
done:
  return i * 100 + j;
}
static long sparse(const long *starts, long n) {
  long sum = 0;
  for (long i = 0; i < n; i++)
    for (long k = starts[i]; k < starts[i + 1]; k++) { if (k > starts[i] + 3) break; sum = sum * 5 + k; }
  return sum;
}

int main(void) {
  const long ends[] = {0, 1, 10, -3, INT_MAX - 1L, INT_MAX, INT_MAX + 1L, INT_MAX + 70000L, INT_MIN, INT_MIN - 1L,
                       1L << 40, -(1L << 40), LONG_MAX - 9, LONG_MIN + 9};
  const int count = sizeof ends / sizeof *ends;
  for (int a = 0; a < count; a++)
    for (int d = -12; d <= 12; d += 4) {
      long e = ends[a], f = e > 0 ? e - 12 + zero : e + 12 + zero, g = (long)((unsigned long)f + d);
      printf("%ld %ld: %ld %ld %ld %ld %lu %lu\n", f, g, up(f, g, 5), f < LONG_MAX - 99 ? upto(g, f) : 0,
             f > LONG_MIN + 99 ? down(f, g) : 0, until(g, f), natural(f, g), naturalDown(f));
    }
  for (int a = 0; a < count; a++)
    printf("%ld: %ld %lu %ld\n", ends[a], up(0, ends[a], 4), natural(0, ends[a]), until(0, ends[a]));
  printf("%ld %ld %ld %ld\n", taken(12), taken(3), moving(20), moving(0));
  printf("%ld %ld %ld %ld\n", nest(5, 9, 8), nest(0, 9, 8), nest(3, 1L << 40, (1L << 33) + 5), nest(9, 3, 7));
  printf("%ld %ld %ld\n", outer(9, 9), outer(3, 2), outer(0, 9));
  long starts[] = {0, 3, 3, INT_MAX - 2L, INT_MAX + 5L, 1L << 40};
  printf("%ld\n", sparse(starts, 5));
  return 0;
}
