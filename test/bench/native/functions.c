/*
 * Nanoseconds of calls of the C library, "strlen/64 1.23" and so on, the least of many rounds: functions on strings of 8, 64 and
 * 1024 bytes, where nothing is found, and elementary functions over an array.
 */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define CALLS 200
#define ROUNDS 100
static char one[2048], two[2048], three[2048];
static char *volatile a = one, *volatile b = two, *volatile to = three; /* no call is left out or taken out of the loop */
static volatile size_t found;
static double numbers[CALLS];
static volatile double sum;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

#define MEASURE(name, size, call)                                   \
  do {                                                              \
    double least = 1e9;                                             \
    for (int round = 0; round < ROUNDS; round++) {                  \
      double start = now();                                         \
      for (int i = 0; i < CALLS; i++) call;                         \
      double time = (now() - start) / CALLS;                        \
      if (time < least) least = time;                               \
    }                                                               \
    if (size) printf("%s/%d %.3f\n", name, size, least);            \
    else printf("%s %.3f\n", name, least);                          \
  } while (0)
#define NUMBERS(name, call)                                           \
  do {                                                                \
    double total = 0;                                                 \
    MEASURE(name, 0, (total += call));                                \
    sum = total;                                                      \
  } while (0)

static void strings(int n) {
  memset(a, 'x', n), memset(b, 'x', n), a[n] = b[n] = 0;
  MEASURE("strlen", n, found = strlen(a));
  MEASURE("strnlen", n, found = strnlen(a, sizeof one));
  MEASURE("strchr", n, found = strchr(a, 'q') != NULL);
  MEASURE("strrchr", n, found = strrchr(a, 'q') != NULL);
  MEASURE("memchr", n, found = memchr(a, 'q', n) != NULL);
  MEASURE("rawmemchr", n, found = rawmemchr(a, 0) != NULL);
  MEASURE("strcmp", n, found = strcmp(a, b));
  MEASURE("memcmp", n, found = memcmp(a, b, n));
  MEASURE("strstr", n, found = strstr(a, "qx") != NULL);
  MEASURE("strcspn", n, found = strcspn(a, "qr"));
  MEASURE("strncpy", n, found = strncpy(to, a, n + 1) != NULL);
}

int main(void) {
  strings(8), strings(64), strings(1024);
  for (int i = 0; i < CALLS; i++) numbers[i] = 0.01 + i * 0.037;
  NUMBERS("sin", sin(numbers[i]));
  NUMBERS("exp", exp(numbers[i]));
  NUMBERS("log", log(numbers[i]));
  NUMBERS("pow", pow(numbers[i], 1.7));
  return 0;
}
