// flags: -O
// static: 3 4
/* Shared elements of every type: assignments with conversion, structs that carry pointers-to-shared, rows, bit-fields. */
#include <upc.h>
#include <complex.h>
#include "check.h"

shared signed char bytes[THREADS];
shared short shorts[THREADS];
shared unsigned words[THREADS];
shared long long longs[THREADS];
shared unsigned long sizes[THREADS];
shared float floats[THREADS];
shared _Bool flags[THREADS];
shared double _Complex points[THREADS];

shared struct { unsigned a : 3, b : 7, : 0, c : 12; int d : 20; } fields[THREADS];
shared [5] struct packed { char c; short s[3]; } __attribute__((packed)) tight[5 * THREADS];

typedef int row[4];
shared [2] row rows[4 * THREADS];
shared [2] int base[8 * THREADS];
typedef struct { double m[2][3]; shared [2] int *p; } matrix;
shared [2] matrix matrices[4 * THREADS];
shared [2] int *shared [2] pointers[4 * THREADS];

static matrix make(int i, shared [2] int *p) { return (matrix){{{i, i + 1, i + 2}, {3, 4, 5}}, p}; }
static int sum(matrix m) { return *m.p + (int)m.m[0][1]; }
static shared [2] int *next(shared [2] int **p) { return (*p)++; }

static void scalars(void) {
  const int t = MYTHREAD;
  bytes[t] = 127; bytes[t]++;
  CHECK(bytes[t] == -128);
  shorts[t] = 0; shorts[t] -= 32769;
  CHECK(shorts[t] == 32767);
  words[t] = 0; words[t] -= 1; words[t] /= 3;
  CHECK(words[t] == 1431655765u);
  longs[t] = 1LL << 62; longs[t] += longs[t] - 1; longs[t] ^= -1;
  CHECK(longs[t] < 0 && longs[t]++ + 1 == longs[t]);
  sizes[t] = -1; sizes[t] >>= 60; sizes[t] *= sizes[t];
  CHECK(sizes[t] == 225);
  floats[t] = 0.1f; floats[t] *= 3; floats[t] += 1e-3;
  CHECK(floats[t] == (float)((float)(0.1f * 3) + 1e-3));
  flags[t] = 5; flags[t] ^= 1; flags[t] += 7;
  CHECK(flags[t] == 1);
  points[t] = 1 + 2 * I; points[t] *= I; points[t] += 1;
  CHECK(points[t] == -1 + 1 * I);
  fields[t].a = 9; fields[t].b = 200; fields[t].c = 4095; fields[t].d = -5;
  fields[t].c += 2; fields[t].d--;
  CHECK(fields[t].a == 1 && fields[t].b == 72 && fields[t].c == 1 && fields[t].d == -6);
  for (int i = 0; i < 5; i++) tight[5 * t + i].s[2] = t + i;
}

static void fill(void) {
  for (int i = 0; i < 8 * THREADS; i++) base[i] = i;
  for (int i = 0; i < 4 * THREADS; i++) {
    for (int j = 0; j < 4; j++) rows[i][j] = 4 * i + j;
    matrices[i] = make(i, &base[i]);
    pointers[i] = &base[i];
  }
}

static void read(int i) {
  shared [2] int *r = rows[i];
  for (int j = 0; j < 4; j++) CHECK(r[j] == 4 * i + j && *(*(rows + i) + j) == r[j] && &r[j] == &rows[i][j]);
  CHECK(sum(matrices[i]) == 2 * i + 1 && *matrices[i].p == i && (matrices + i)->m[1][2] == 5);
  matrix copy = matrices[i];
  CHECK(copy.p == &base[i] && upc_phaseof(copy.p) == i % 2);
  CHECK(*pointers[i] == i && pointers[i][3] == i + 3 && upc_phaseof(pointers[i]) == i % 2);
}

int main(void) {
  scalars();
  if (MYTHREAD == THREADS - 1) fill();
  upc_barrier;
  for (int i = 0; i < 4 * THREADS; i++) read(i);
  for (int i = 0; i < 5 * THREADS; i++) CHECK(tight[i].s[2] == i / 5 + i % 5);
  upc_barrier;
  CHECK(*pointers[MYTHREAD]++ == MYTHREAD && *pointers[MYTHREAD] == MYTHREAD + 1);
  pointers[MYTHREAD] += -1;
  CHECK(*pointers[MYTHREAD] == MYTHREAD && *++pointers[MYTHREAD] == MYTHREAD + 1);
  shared [2] int *p = base;
  CHECK(*next(&p) == 0 && *next(&p) == 1 && *p == 2 && upc_phaseof(p) == 0);
  int steps = 0;
  for (shared [2] int *q = &base[8 * THREADS]; q != base; --q) steps++;
  CHECK(steps == 8 * THREADS);
  steps = 0;
  for (shared [2] int *q = base + MYTHREAD % 2; q < base + 8 * THREADS; q += 2 * THREADS) steps += *q;
  CHECK(steps == 4 * (MYTHREAD % 2) + 12 * THREADS);
  return bad != 0;
}
