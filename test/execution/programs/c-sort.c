/*
 * qsort, qsort_r and bsearch: stable, for elements of any size at any address, in memory and without it, with the
 * comparisons of glibc's merge sort; comparators that jump out, sort themselves, or make no sense.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"

#define MOST 600
static unsigned state = 12345;
static unsigned draw(unsigned below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % below;
}

static unsigned char elements[70000 * 4], before[sizeof elements];
static int compared, key_at;
static unsigned order; /* a hash of the comparisons */
static unsigned element_size;

/* The key is one byte, so that many are equal. */
static int by_key(const void *a, const void *b) {
  compared++;
  for (unsigned k = 0; k < element_size && k < 4; k++)
    order = (order * 31 + ((const unsigned char *)a)[k]) * 31 + ((const unsigned char *)b)[k];
  return ((const unsigned char *)a)[key_at] - ((const unsigned char *)b)[key_at];
}

static int by_argument(const void *a, const void *b, void *argument) {
  CHECK(argument == &key_at);
  return by_key(a, b);
}

/* Elements of keys below `keys`; what is behind the key tells elements apart, as far as there is room. */
static void fill(unsigned char *base, unsigned count, unsigned size, unsigned keys) {
  element_size = size;
  for (unsigned i = 0; i < count; i++)
    for (unsigned k = 0; k < size; k++) base[i * size + k] = k == 0 ? draw(keys) : k == 1 ? i : k == 2 ? i >> 8 : draw(256);
  memcpy(before, base, (size_t)count * size);
}

/* Is it what a stable sort makes of `before`? Each key's elements in turn. */
static int is_sorted(const unsigned char *base, unsigned count, unsigned size, unsigned keys) {
  unsigned at = 0;
  for (unsigned key = 0; key < keys; key++)
    for (unsigned i = 0; i < count; i++)
      if (before[i * size] == key && memcmp(base + size * at++, before + i * size, size) != 0) return 0;
  return at == count;
}

static void all_sizes(void) {
  static const unsigned counts[] = {0, 1, 2, 3, 4, 5, 7, 16, 33, 100, 257, MOST};
  static const unsigned sizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 20, 24, 32, 33, 40, 64, 100, 128, 200};
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
    for (unsigned c = 0; c < sizeof counts / sizeof *counts; c++)
      for (unsigned offset = 0; offset < 4; offset++) {
        unsigned size = sizes[s], count = counts[c];
        unsigned char *base = elements + 64 + offset;
        memset(elements, 0xA5, sizeof elements);
        fill(base, count, size, 1 + draw(20));
        qsort(base, count, size, by_key);
        CHECK(is_sorted(base, count, size, 20));
        CHECK(base[-1] == 0xA5 && base[count * size] == 0xA5);
        fill(base, count, size, 1 + draw(20));
        qsort_r(base, count, size, by_argument, &key_at);
        CHECK(is_sorted(base, count, size, 20));
        CHECK(base[-1] == 0xA5 && base[count * size] == 0xA5);
      }
  fill(elements, 10, 1, 9);
  qsort(elements, 10, 0, by_key);
  CHECK(memcmp(elements, before, 10) == 0);
}

/* Numbers of comparisons and hashes of their order, as glibc 2.36 makes them. */
static void same_comparisons(void) {
  static const struct { unsigned size, count, compared, order; } known[] = {
    {4, 2, 1, 718100514u}, {4, 3, 3, 2084538188u},
    {4, 11, 25, 1266147834u}, {4, 100, 532, 192372674u},
    {4, 999, 8703, 1286984047u}, {8, 10, 21, 1504312940u},
    {8, 501, 3880, 1020760468u}, {16, 64, 303, 2547920387u},
    {16, 333, 2342, 1310404589u}, {1, 77, 392, 2550501567u},
    {3, 250, 1686, 1946767508u}, {24, 100, 533, 2030760730u},
    {32, 97, 513, 1980197589u}, {33, 200, 1283, 3315757429u},
    {64, 155, 957, 987825605u}, {100, 300, 2096, 879262435u},
  };
  for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
    state = 77 + i;
    fill(elements, known[i].count, known[i].size, 200);
    compared = order = 0;
    qsort(elements, known[i].count, known[i].size, by_key);
    CHECK(compared == known[i].compared && order == known[i].order);
  }
}

typedef struct { double value; int place; } pair_t;
static int by_value(const void *a, const void *b) {
  double x = ((const pair_t *)a)->value, y = ((const pair_t *)b)->value;
  return (x > y) - (x < y);
}
static int by_double(const void *a, const void *b) {
  return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}
static int by_int(const void *a, const void *b) { return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b); }
static int by_long(const void *a, const void *b) { return (*(const long *)a > *(const long *)b) - (*(const long *)a < *(const long *)b); }

static void many(void) {
  enum { N = 20000 };
  static pair_t pairs[N];
  static int ints[N];
  static long longs[N];
  static double doubles[N];
  long sum = 0, sorted = 0;
  for (int i = 0; i < N; i++) {
    pairs[i] = (pair_t){draw(1000) / 7.0, i};
    ints[i] = (int)(draw(1u << 24) * 8191) - 5;
    longs[i] = ((long)draw(1u << 24) << 40) - draw(1000);
    doubles[i] = (double)longs[i] / 3;
    sum += ints[i] ^ longs[i];
  }
  qsort(pairs, N, sizeof *pairs, by_value);
  qsort(ints, N, sizeof *ints, by_int);
  qsort(doubles, N, sizeof *doubles, by_double);
  for (int i = 0; i < N; i++) sorted += ints[i] == ints[i];
  qsort(longs, N, sizeof *longs, by_long);
  for (int i = 1; i < N; i++) {
    CHECK(pairs[i - 1].value < pairs[i].value || (pairs[i - 1].value == pairs[i].value && pairs[i - 1].place < pairs[i].place));
    CHECK(ints[i - 1] <= ints[i] && longs[i - 1] <= longs[i] && doubles[i - 1] <= doubles[i]);
    CHECK(bsearch(&longs[i], longs, N, sizeof *longs, by_long) != NULL);
  }
  CHECK(sorted == N && sum != 0);
  int none = 12345677;
  CHECK(bsearch(&ints[0], ints, 0, sizeof *ints, by_int) == NULL);
  CHECK(bsearch(&none, &ints[0], 0, 0, by_int) == NULL);
  /* The comparisons of a search are in the middle: 5, 8, 9 of ten. */
  char keys[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, nine = 9;
  element_size = 1, compared = 0;
  CHECK(bsearch(&nine, keys, 10, 1, by_key) == keys + 9 && compared == 3);
}

static jmp_buf out;
static int by_jump(const void *a, const void *b) {
  if (++compared == 50) longjmp(out, 1);
  return *(const unsigned char *)a - *(const unsigned char *)b;
}
static int by_chance(const void *a, const void *b) { return a && b ? (int)draw(3) - 1 : 0; }
static int by_sorted_copies(const void *a, const void *b) {
  int inner[3] = {*(const int *)b, *(const int *)a, 7};
  qsort(inner, 3, sizeof(int), by_int);
  return by_int(a, b);
}

static int holds_all(const unsigned char *base, unsigned count, unsigned size) {
  unsigned long a = 0, b = 0;
  for (unsigned i = 0; i < count * size; i++) a += base[i] * base[i] * 31u, b += before[i] * before[i] * 31u;
  return a == b;
}

static void strange(void) {
  for (unsigned size = 1; size <= 40; size++) {
    fill(elements, 100, size, 250);
    compared = 0;
    if (setjmp(out) == 0) qsort(elements, 100, size, by_jump);
    CHECK(compared == 50 && holds_all(elements, 100, size));
    qsort(elements, 100, size, by_chance);
    CHECK(holds_all(elements, 100, size));
  }
  int ints[40];
  for (int i = 0; i < 40; i++) ints[i] = draw(100);
  qsort(ints, 40, sizeof *ints, by_sorted_copies);
  for (int i = 1; i < 40; i++) CHECK(ints[i - 1] <= ints[i]);
}

/* Takes all memory, then sorts; what is freed again gives other blocks. */
static void without_memory(void) {
  void *all = NULL, *block;
  for (unsigned size = 1u << 24; size >= 16; size /= 2)
    while ((block = malloc(size))) *(void **)block = all, all = block;
  for (unsigned size = 1; size <= 40; size++) {
    fill(elements, MOST, size, 20);
    qsort(elements, MOST, size, by_key);
    CHECK(is_sorted(elements, MOST, size, 20));
    fill(elements, MOST, size, 20);
    qsort_r(elements, MOST, size, by_argument, &key_at);
    CHECK(is_sorted(elements, MOST, size, 20));
  }
  for (; all; all = block) block = *(void **)all, free(all);
  CHECK((block = malloc(1000)) != NULL);
}

int main(void) {
  all_sizes();
  same_comparisons();
  many();
  strange();
  without_memory();
  return bad != 0;
}
