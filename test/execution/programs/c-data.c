/* Structures, unions, bit-fields, initializers, compound literals, arrays, function pointers, varargs, VLAs, complex. */
#include "check.h"
#include <complex.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct point { int x, y; };
struct line { struct point from, to; const char *name; };
union number { int i; float f; unsigned char bytes[8]; double d; };
struct bits { unsigned a : 3; int b : 5; unsigned c : 10; unsigned : 0; unsigned long d : 40; signed e : 1; };
struct flexible { int n; double values[]; };
struct packed { char c; int i; short s; } __attribute__((packed));
struct anonymous { int tag; union { int i; double d; }; struct { char p, q; }; };
enum color { RED, GREEN = 5, BLUE, ALIAS = GREEN };

static struct line lines[] = {[1] = {.to = {3, 4}, .name = "one"}, [0].from.y = 9, [0].to = {6}};
static int table[3][4] = {{1, 2}, {[2] = 7, 8}, {9}};
static char text[] = "abc", fixed[2] = "xy", padded[6] = "hi";
static const char *names[] = {"zero", [3] = "three", "four"};
static int ranges[10] = {[2 ... 4] = 6, [9] = 1};
static int *pointer = &table[1][2];
static double number = 1.5e3;
static int (*operation)(int, int);

static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
static int (*choose(int which))(int, int) { return which ? add : mul; }
static struct point swap(struct point p) { int t = p.x; p.x = p.y; p.y = t; return p; }
static struct line grow(struct line l, int by) { l.to.x += by; l.from = swap(l.from); return l; }
static int old(a, b, c) int a; char b; float c; { return a + b + (int)c; }
static double sum(int n, ...) {
  va_list list, copy;
  double total = 0;
  va_start(list, n);
  va_copy(copy, list);
  for (int i = 0; i < n; i++) total += i % 3 == 0 ? va_arg(list, int) : i % 3 == 1 ? va_arg(list, double) : (double)va_arg(list, long long);
  CHECK(va_arg(copy, int) == 1);
  va_end(copy);
  va_end(list);
  return total;
}
static int behind_a_comma(int n, ...) {
  va_list list;
  int turns = 0, total = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++) total = 10 * total + va_arg((turns++, (void)0, list), int);
  va_end(list);
  return total + 1000 * turns;
}
static int structs(int n, ...) {
  va_list list;
  va_start(list, n);
  struct line l = va_arg(list, struct line);
  struct point p = va_arg(list, struct point);
  va_end(list);
  return l.to.x + p.y;
}
static int vla(int n, int m, double a[n][m]) {
  int b[n], total = 0;
  for (int i = 0; i < n; i++) { b[i] = i; for (int j = 0; j < m; j++) { a[i][j] = i * m + j; total += (int)a[i][j]; } }
  CHECK(sizeof b == n * sizeof(int) && sizeof a[0] == m * sizeof(double));
  for (int k = 0; k < 100; k++) { char c[k + 1]; c[k] = 1; total += c[k]; if (k % 2) continue; int d[k + 2]; d[0] = b[n - 1]; total += d[0]; }
  return total;
}
static int counter(void) { static int n = 10; return n++; }
static double complex spin(double complex z, float complex w) { return z * w + I; }

/* Between two objects, wherever its type may lie: what has no initializer is zero, and nothing beside it is written. */
#define PARTLY(TYPE, ...) { \
  int before[LEAD] = {[0 ... LEAD - 1] = 0x5a5a5a5a}; \
  TYPE object = {__VA_ARGS__}; \
  char after[5] = "\x5a\x5a\x5a\x5a\x5a"; \
  static TYPE assigned; assigned = (TYPE){__VA_ARGS__}; \
  static const TYPE wanted = {__VA_ARGS__}; \
  CHECK(is_filled(before, 0x5a, sizeof before) && is_filled(after, 0x5a, sizeof after)); \
  CHECK(memcmp(&object, &wanted, sizeof object) == 0 && memcmp(&assigned, &wanted, sizeof object) == 0); }
static int is_filled(const void *block, int byte, size_t size) {
  const unsigned char *at = block;
  while (size > 0 && *at == byte) at++, size--;
  return size == 0;
}
typedef struct { char a, b, c; int at; } mixed;
typedef struct { int a[7]; char b[3]; } words;
typedef struct { struct packed a; char b[9]; } bytes;
typedef struct { short a[11]; } halves;
typedef struct { char a; double b; mixed c; } doubles;
#define LEAD 1
static void partly_odd(void) {
  PARTLY(mixed) PARTLY(mixed, .at = 3) PARTLY(mixed, .b = 1) PARTLY(words) PARTLY(words, {1}) PARTLY(words, .b = "x")
  PARTLY(bytes) PARTLY(bytes, {1, 2}) PARTLY(bytes, .b[8] = 1) PARTLY(halves) PARTLY(halves, {1}) PARTLY(halves, {[5] = 2})
  PARTLY(doubles) PARTLY(doubles, 1) PARTLY(doubles, .c.at = 3)
}
#undef LEAD
#define LEAD 2
static void partly_even(void) {
  PARTLY(mixed) PARTLY(mixed, .c = 3) PARTLY(words, .a[5] = 1) PARTLY(bytes, .b = "12345") PARTLY(halves, {[9] = 2}) PARTLY(doubles, .b = 2)
}

int main(void) {
  partly_odd(), partly_even();
  CHECK(lines[0].from.y == 9 && lines[0].to.x == 6 && lines[0].name == NULL && lines[1].to.y == 4 && lines[1].from.x == 0);
  CHECK(sizeof lines / sizeof lines[0] == 2);
  CHECK(table[0][1] == 2 && table[0][3] == 0 && table[1][2] == 7 && table[1][3] == 8 && table[2][0] == 9 && table[2][1] == 0);
  CHECK(sizeof text == 4 && fixed[1] == 'y' && padded[2] == 0 && padded[5] == 0);
  CHECK(strcmp(names[3], "three") == 0 && names[1] == 0 && sizeof names / sizeof *names == 5);
  CHECK(ranges[1] == 0 && ranges[2] == 6 && ranges[4] == 6 && ranges[5] == 0 && ranges[9] == 1);
  CHECK(*pointer == 7 && pointer - &table[0][0] == 6 && *--pointer == 0 && number == 1500);
  struct point p = {1, 2}, q = p, *r = &q;
  r->x = 5;
  CHECK(p.x == 1 && q.x == 5 && swap(p).x == 2 && (q = swap(q)).y == 5 && q.x == 2);
  struct line l = grow((struct line){{1, 2}, {3, 4}, "n"}, 10);
  CHECK(l.from.x == 2 && l.to.x == 13 && l.name[0] == 'n');
  CHECK(structs(2, l, p) == 15);
  CHECK(behind_a_comma(3, 4, 5, 6) == 3456);
  union number u;
  u.f = 1.0f; CHECK(u.i == 0x3f800000 && u.bytes[3] == 0x3f);
  u.d = -2; CHECK(u.bytes[7] == 0xc0);
  struct bits b = {.a = 9, .b = -3, .c = 1023};
  CHECK(b.a == 1 && b.b == -3 && b.c == 1023);
  b.a = 7; b.a++; CHECK(b.a == 0 && b.c == 1023);
  b.b += 20; CHECK(b.b == -15);
  b.d = 0xabcdef0123ul; b.e = 1; CHECK(b.d == 0xabcdef0123ul && b.e == -1);
  b.c -= 24; CHECK(b.c == 999 && (b.c = 5000) == 904);
  CHECK(sizeof(struct packed) == 7 && offsetof(struct packed, s) == 5);
  struct packed k = {1, 0x12345678, -2};
  k.i++; CHECK(k.i == 0x12345679 && k.s == -2);
  struct anonymous an = {.tag = 1, .d = 2.5, .q = 'q'};
  CHECK(an.d == 2.5 && an.q == 'q' && an.p == 0);
  struct flexible *f = malloc(sizeof *f + 3 * sizeof(double));
  f->n = 3; for (int i = 0; i < 3; i++) f->values[i] = i * 1.5;
  CHECK(f->values[2] == 3.0 && sizeof *f == 8);
  free(f);
  enum color c = BLUE; CHECK(c == 6 && ALIAS == 5);
  operation = choose(1); CHECK(operation(3, 4) == 7 && (*choose(0))(3, 4) == 12 && (**operation)(1, 1) == 2);
  int (*ops[])(int, int) = {add, mul, &add}; CHECK(ops[1](5, 6) == 30 && ops[0] == ops[2] && ops[0] != ops[1]);
  CHECK(old(1, 'a', 2.9) == 100);
  CHECK(sum(6, 1, 2.5, 3LL, 4, 5.5f, 6LL) == 22);
  double a[3][4]; CHECK(vla(3, 4, a) == 66 + 100 + 50 * 2 && a[2][3] == 11);
  CHECK(counter() == 10 && counter() == 11);
  double complex z = 1 + 2 * I, w = z * z; CHECK(creal(w) == -3 && cimag(w) == 4);
  z += 1; z *= 2; CHECK(z == 4 + 4 * I && cabs(3 + 4 * I) == 5 && conj(z) == 4 - 4 * I);
  CHECK(spin(2, 3.0f * I) == 7 * I && __real__ z == 4 && -z != z && !!z);
  double complex zs[3] = {1, I}; zs[2] = zs[0] / (1 + I); CHECK(zs[2] == 0.5 - 0.5 * I);
  int *ip = (int[]){4, 5, 6}; CHECK(ip[1] == 5 && *((int[3]){7, 8, 9} + 2) == 9);
  char *s = "one" " " "two"; CHECK(strlen(s) == 7 && s[3] == ' ' && "xyz"[1] == 'y' && 2["abc"] == 'c');
  int grid[2][3] = {{1, 2, 3}, {4, 5, 6}}, (*row)[3] = grid + 1; CHECK((*row)[2] == 6 && row[-1][0] == 1 && *(*grid + 4) == 5);
  char *cp = (char *)&grid[0][1]; CHECK(*(int *)(cp + sizeof(int)) == 3);
  CHECK(&((struct line *)0)->name == (const char **)offsetof(struct line, name));
  void *v = &p; CHECK(((struct point *)v)->y == 2 && (struct point *)v == &p);
  const struct point many[] = {{1, 2}, {3, 4}}; int t = 0; for (const struct point *m = many; m < many + 2; m++) t += m->x * m->y; CHECK(t == 14);
  struct { struct point a[2]; int n; } nest = {{{1, 2}, {3, 4}}, 5}, nest2; nest2 = nest; nest2.a[1].y = 50; CHECK(nest.a[1].y == 4 && nest2.a[1].y == 50 && nest2.n == 5);
  _Bool e = &p; CHECK(e);
  float fl = 0.1f; double db = fl; CHECK(db != 0.1 && fl == 0.1f && (float)0.1 == fl && fl * 3 == 0.1f * 3);
  fl += 1e-9; CHECK(fl == 0.1f);
  CHECK(0.1 + 0.2 != 0.3 && 1.0 / 3 * 3 == 1 && -0.0 == 0.0 && 1 / -0.0 < 0);
  return bad != 0;
}
