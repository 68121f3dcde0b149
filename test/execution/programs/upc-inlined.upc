// flags: -O3
// Calls replaced by bodies, and structs that become scalars, must not show: early returns, locals of loops, stacks,
// frames, function pointers, variable arguments, setjmp, recursion, unions, packed and copied structs.
#include <complex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include "check.h"

typedef struct { double x, y, z; } vec3;
static vec3 add(vec3 a, vec3 b) { return (vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static vec3 scaled(vec3 a, double s) { a.x *= s; a.y *= s; a.z *= s; return a; }
static double dot(const vec3 *a, const vec3 *b) { return a->x * b->x + a->y * b->y + a->z * b->z; }

typedef struct { int kind; union { int i; float f; char c[4]; } as; long long wide; } tagged;
static tagged of_int(int i) { tagged t = {1, {i}, i}; t.wide <<= 33; return t; }
static tagged of_float(float f) { tagged t; memset(&t, 0, sizeof t); t.kind = 2; t.as.f = f; return t; }
static int bits(tagged t) { return t.as.i; }

struct packed { char c; int i; double d; } __attribute__((packed));
static struct packed pack(char c, int i, double d) { struct packed p = {c, i, d}; return p; }

static int find(const int *a, int n, int k) {
  for (int i = 0; i < n; i++) {
    if (a[i] < 0) continue;
    switch (k - a[i]) {
      case 0: return i;
      case 100: return -2;
    }
  }
  return -1;
}

static int counted(int n) {
  int seen = 0, last;
  for (int i = 0; i < n; i++) {
    if (i == 0) last = n;
    seen += last--;
  }
  return seen;
}

static int on_stack(int n) {
  int v[n], *w = __builtin_alloca(1000 * sizeof *w);
  for (int i = 0; i < n; i++) v[i] = w[i] = i;
  return v[n - 1] + w[n / 2];
}

static int twice(int x) { return 2 * x; }
static int apply(int (*f)(int), int x) { return f(f(x)); }
static int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }

static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int s = 0;
  while (n-- > 0) s += va_arg(list, int);
  va_end(list);
  return s;
}

static jmp_buf back;
static int jumps(int n) {
  volatile int tries = 0;
  if (setjmp(back) == n) return tries;
  tries++;
  longjmp(back, tries);
}

static double _Complex turned(double _Complex z, int quarters) {
  while (quarters-- > 0) z *= I;
  return z;
}

static int nothing(int x) { if (x > 3) return x; x++; return 0; }
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

struct big { int n[40]; };
static struct big filled(int v) { struct big b; for (int i = 0; i < 40; i++) b.n[i] = v + i; return b; }
static int third(struct big b) { b.n[2] += 1; return b.n[2]; }

static shared int total[THREADS];
static void put(int thread, int value) { total[thread] = value; }
static int get(int thread) { return total[thread]; }

int main(void) {
  int me = MYTHREAD;
  vec3 p = {me, 1, 2}, step = {1, 0.5, 0.25};
  for (int i = 0; i < 10; i++) p = add(p, scaled(step, i));
  CHECK(p.x == me + 45 && p.y == 23.5 && p.z == 13.25 && dot(&p, &step) == p.x + p.y / 2 + p.z / 4);

  tagged list[3] = {of_int(me), of_float(1.5f), of_int(-1)}, other = list[1];
  list[1] = list[0], list[0] = other;
  CHECK(bits(list[0]) == 0x3fc00000 && list[0].wide == 0 && list[1].as.i == me && list[1].wide == (long long)me << 33);
  CHECK(list[2].as.c[3] == -1 && list[2].wide == -(1LL << 33));

  struct packed k[2] = {pack('a', me, 0.5), pack('b', -7, 1e300)}, copy = k[1];
  CHECK(copy.c == 'b' && copy.i == -7 && copy.d == 1e300 && k[0].i == me && k[0].d == 0.5);

  int a[6] = {3, -1, 4, 1, 5, 9};
  for (int i = 0; i < 3; i++) CHECK(find(a, 6, 4) == 2 && find(a, 6, 7) == -1 && find(a, 6, 103) == -2);
  for (int i = 0; i < 5; i++) CHECK(counted(i) == i * (i + 1) / 2);
  for (int i = 0; i < 20000; i++) if (on_stack(i % 9 + 1) != i % 9 + (i % 9 + 1) / 2) CHECK(0);
  CHECK(apply(twice, me) == 4 * me && fact(7) == 5040 && even(10) && odd(7) && sum(4, 1, 2, 3, me) == 6 + me);
  CHECK(jumps(3) == 3 && jumps(1) == 1);
  CHECK(turned(1 + 2 * I, 3) == 2 - I && turned(me, 2) == -me);
  for (int i = 0; i < 6; i++) CHECK(nothing(i) == (i > 3 ? i : 0));
  swap(&a[0], &a[5]);
  swap(&a[1], &a[1]);
  CHECK(a[0] == 9 && a[5] == 3 && a[1] == -1);
  qsort(a, 6, sizeof *a, compare);
  CHECK(a[0] == -1 && a[1] == 1 && a[4] == 5 && a[5] == 9);
  struct big b = filled(me);
  CHECK(third(b) == me + 3 && b.n[2] == me + 2 && third(filled(5)) == 8);

  put((me + 1) % THREADS, me);
  upc_barrier;
  CHECK(get(me) == (me + THREADS - 1) % THREADS);
  return bad != 0;
}
