/*
 * Coarray sections of contiguous rows to and from the other image, beside memcpy of the same bytes in private memory.
 * Prints: what, gigabytes per second of the section and of memcpy. The best of short batches counts.
 */
#include <upc_relaxed.h>
#include <coarray.h>
#include <upc_tick.h>
#include <stdio.h>
#include <string.h>

#define ROWS 128
#define COLUMNS 1024
#define ROW (COLUMNS * sizeof(double)) /* 8 KiB, 1 MiB in all */
#define BATCHES 500
#define BATCH (1 << 18) /* bytes */

static double a[ROWS][COLUMNS]:[*];
static double b[ROWS][COLUMNS], c[ROWS][COLUMNS];

static double now(void) { return (double)upc_ticks_to_ns(upc_ticks_now()); }

typedef void operation(int other);

static void put_whole(int other) { a[:][:]:[other] = b[:][:]; }
static void get_whole(int other) { b[:][:] = a[:][:]:[other]; }
static void put_half_rows(int other) { a[:][256:512]:[other] = b[:][256:512]; }
static void get_half_rows(int other) { b[:][256:512] = a[:][256:512]:[other]; }
static void put_8_rows(int other) { a[8:8][:]:[other] = b[8:8][:]; }
static void put_one_row(int other) { a[5][:]:[other] = b[5][:]; }

static void copy_whole(int other) { memcpy(c, b, sizeof c); }
static void copy_half_rows(int other) {
  for (int i = 0; i < ROWS; i++) memcpy(&c[i][256], &b[i][256], 4096);
}
static void copy_8_rows(int other) { memcpy(c[8], b[8], 8 * ROW); }
static void copy_one_row(int other) { memcpy(c[5], b[5], ROW); }

static double rate(operation *run, size_t bytes) {
  int repeats = BATCH / bytes + 1;
  double best = 1e30;
  for (int i = 0; i < BATCHES; i++) {
    double start = now();
    for (int k = 0; k < repeats; k++) run((MYTHREAD + 1) % THREADS);
    double time = (now() - start) / repeats;
    if (time < best) best = time;
  }
  return bytes / best;
}

static void compare(const char *what, size_t bytes, operation *section, operation *copy) {
  double ours = rate(section, bytes), theirs = rate(copy, bytes);
  printf("%s %.1f %.1f\n", what, ours, theirs);
}

int main(void) {
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) a[i][j] = b[i][j] = i + j;
  upc_barrier;
  if (MYTHREAD == 0) {
    compare("put_whole", sizeof a, put_whole, copy_whole);
    compare("get_whole", sizeof a, get_whole, copy_whole);
    compare("put_half_rows", sizeof a / 2, put_half_rows, copy_half_rows);
    compare("get_half_rows", sizeof a / 2, get_half_rows, copy_half_rows);
    compare("put_8_rows", 8 * ROW, put_8_rows, copy_8_rows);
    compare("put_one_row", ROW, put_one_row, copy_one_row);
  }
  upc_barrier;
  return 0;
}
