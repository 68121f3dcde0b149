// static: 3
/* Strict accesses of every kind of scalar, and bit-fields in shared memory: values, also across threads. */
#include <upc.h>
#include <complex.h>
#include <math.h>
#include "check.h"

typedef struct {
  unsigned a : 5;
  int b : 11;
  unsigned char c;
  _Bool d : 1;
  unsigned long long e : 40;
  long long f : 20;
  short g : 9;
} Fields;
typedef struct __attribute__((__packed__)) { char pad; unsigned a : 13; double d; shared [3] int *p; } Packed;
typedef union { float f; int i; } Either;

shared [3] int blocks[9 * THREADS];
shared int cyclic[4 * THREADS];
shared [] int whole[8];

strict shared float f[THREADS];
strict shared double d[THREADS];
strict shared long double l[THREADS];
strict shared double complex z[THREADS];
strict shared long i64[THREADS];
strict shared unsigned char byte[THREADS];
strict shared Either either[THREADS];
shared [3] int *strict shared phased[THREADS];
shared int *strict shared simple[THREADS];
shared [] int *strict shared indefinite[THREADS];
shared void *strict shared any[THREADS];
strict shared Fields strictFields[THREADS];
shared Fields fields[THREADS];
strict shared Packed packed[THREADS];

static void numbers(int other)
{
  CHECK((f[other] = 0.1) == 0.1f && f[other] == 0.1f);
  CHECK((f[other] += 1) == 0.1f + 1 && f[other]++ == 0.1f + 1 && f[other] == 0.1f + 1 + 1);
  d[other] = 1e300 * 10;
  CHECK(d[other] == 1e301 && -d[other] == -1e301);
  d[other] = -0.0;
  CHECK(signbit(d[other]));
  f[other] = d[other] = NAN;
  CHECK(isnan(f[other]) && isnan(d[other]));
  d[other] = INFINITY;
  CHECK(d[other] > 1e308 && (f[other] = d[other]) == INFINITY);
  l[other] = 2.5L;
  l[other] *= l[other];
  CHECK(l[other] == 6.25L);
  z[other] = 1 + 2 * I;
  z[other] *= z[other];
  CHECK(creal(z[other]) == -3 && cimag(z[other]) == 4);
  i64[other] = 1L << 40;
  CHECK(--i64[other] == (1L << 40) - 1 && i64[other] == 0xffffffffffL);
  byte[other] = 300;
  CHECK(byte[other] == 44 && ++byte[other] == 45);
  either[other].f = 1;
  CHECK(either[other].i == 0x3f800000);
}

static void pointers(int other)
{
  int i;
  for (i = 0; i < 9 * THREADS; i++) {
    CHECK((phased[other] = &blocks[i]) == &blocks[i] && upc_phaseof(phased[other]) == i % 3);
    CHECK(phased[other] - blocks == i && (int)upc_threadof(phased[other]) == i / 3 % THREADS);
  }
  phased[other] = blocks;
  for (i = 0; i < 9 * THREADS; i++) CHECK(phased[other]++ == &blocks[i] && phased[other] - i - 1 == blocks);
  phased[other] -= 4;
  CHECK(phased[other] == &blocks[9 * THREADS - 4] && phased[other] < &blocks[9 * THREADS - 3]);
  simple[other] = &cyclic[5 % (4 * THREADS)];
  CHECK(simple[other] == &cyclic[5 % (4 * THREADS)] && upc_phaseof(simple[other]) == 0);
  *simple[other] = 77;
  CHECK(cyclic[5 % (4 * THREADS)] == 77);
  indefinite[other] = whole;
  indefinite[other] += 7;
  CHECK(indefinite[other] - whole == 7 && upc_threadof(indefinite[other]) == 0);
  any[other] = &blocks[4];
  CHECK(any[other] == &blocks[4] && upc_phaseof(any[other]) == 1 && (shared [3] int *)any[other] == &blocks[4]);
  any[other] = whole;
  CHECK(any[other] == whole && upc_phaseof(any[other]) == 0);
  phased[other] = NULL;
  any[other] = NULL;
  CHECK(!phased[other] && any[other] == NULL && upc_phaseof(phased[other]) == 0);
}

#define FIELDS(name, cells) \
  static void name(int other) \
  { \
    Fields copy; \
    cells[other].a = 31; cells[other].b = -1024; cells[other].c = 200; cells[other].d = 5; \
    cells[other].e = 0xabcdef1234; cells[other].f = -524288; cells[other].g = -1; \
    CHECK(cells[other].a == 31 && cells[other].b == -1024 && cells[other].c == 200 && cells[other].d == 1); \
    CHECK(cells[other].e == 0xabcdef1234 && cells[other].f == -524288 && cells[other].g == -1); \
    CHECK((cells[other].a = 40) == 8 && cells[other].a == 8 && (cells[other].b = 1024) == -1024); \
    CHECK(cells[other].a++ == 8 && ++cells[other].a == 10 && (cells[other].e += 1) == 0xabcdef1235); \
    CHECK((cells[other].f -= 1) == 524287 && cells[other].e == 0xabcdef1235 && cells[other].c == 200); \
    cells[other].d = 0; \
    cells[other].g = cells[other].b = 3; \
    copy = cells[other]; \
    CHECK(copy.a == 10 && copy.b == 3 && copy.c == 200 && !copy.d && copy.e == 0xabcdef1235 && copy.g == 3); \
    copy.b = 7; \
    cells[other] = copy; \
    CHECK(cells[other].b == 7 && cells[other].a == 10 && cells[other].f == 524287); \
  }
FIELDS(strictly, strictFields)
FIELDS(relaxedly, fields)

static void unaligned(int other)
{
  packed[other].pad = 1;
  packed[other].a = 8191;
  packed[other].d = 1.5;
  packed[other].p = &blocks[5];
  packed[other].a++;
  CHECK(packed[other].pad == 1 && packed[other].a == 0 && packed[other].d == 1.5);
  CHECK(packed[other].p == &blocks[5] && upc_phaseof(packed[other].p) == 2);
}

int main(void)
{
  int other = (MYTHREAD + 1) % THREADS;
  numbers(other);
  pointers(other);
  strictly(other);
  relaxedly(other);
  unaligned(other);
  upc_barrier;
  CHECK(l[MYTHREAD] == 6.25L && fields[MYTHREAD].b == 7 && !phased[MYTHREAD] && packed[MYTHREAD].d == 1.5);
  return bad != 0;
}
