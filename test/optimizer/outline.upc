#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
shared int s[4 * THREADS];
static int find(const int *p, int n, int x) {
  for (int i = 0; i < n; i++)
    if (p[i] == x) return i;
  return -1;
}
static double nested(int n, double *last) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double row[8]; int j = 0;
    do { row[j % 8] = i * 0.5 + j; if (j > 40 && i % 7 == 3) goto next; j++; } while (j < 60);
    for (int k = 0; k < 3000 + i; k++) { sum += row[k % 8] / (k + 1); if (sum > 1e9) return sum; }
    while (1) { if (--j < 2) break; if (j == 5) continue; sum += 0.25; }
  next:
    *last = row[i % 8];
  }
  return sum;
}
static long long collatz(unsigned most) {
  long long steps = 0;
  for (unsigned n = 1; n < most; n++) {
    unsigned long long x = n;
    while (x != 1) {
      x = x & 1 ? 3 * x + 1 : x >> 1;
      if (++steps > 200000000) return -1;
    }
  }
  return steps;
}
int main(int argc, char **argv) {
  int n = argc * 5000, *p = malloc(n * sizeof *p), hits = 0;
  char text[64]; text[0] = 0;
  for (int i = 0; i < n; i++) p[i] = (i * 7919) % n;
outer:
  for (int i = 0; i < 40; i++) {
    switch (i % 5) {
    case 0: continue;
    case 1: hits++; break;
    case 4: if (i > 30) goto done; break;
    default: for (int j = 0; j < 3; j++) { if (j == i % 3) goto skip; hits += j; } skip:;
    }
    if (strlen(text) < 60) { text[strlen(text) + 1] = 0; text[strlen(text)] = 'a' + i % 26; }
  }
done:
  printf("%d %s %d %d\n", hits, text, find(p, n, 17), find(p, n, n));
  double last = 0, sum = nested(50, &last);
  printf("%.10g %g %lld\n", sum, last, collatz(3000));
  for (int i = MYTHREAD; i < 4 * THREADS; i += THREADS) s[i] = i * i;
  upc_barrier;
  int all = 0;
  upc_forall (int i = 0; i < 4 * THREADS; i++; &s[i]) all += s[i];
  for (int i = 0; i < 4 * THREADS; i++) { all += s[(i + 1) % (4 * THREADS)]; if (i % 3 == 2) upc_barrier; }
  printf("%d\n", all);
  unsigned char bytes[300]; memset(bytes, 3, sizeof bytes);
  for (int i = 1; i < 300; i++) bytes[i] += bytes[i - 1] * 5;
  int m = 0; for (;;) { if (bytes[m % 300] == 0 && m > 1000) break; m += 7; if (m > 100000) { m = -m; break; } }
  printf("%d %d\n", bytes[299], m);
  return 0;
}
