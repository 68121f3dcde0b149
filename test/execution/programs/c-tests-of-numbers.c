/*
 * Conditions that are numbers, not comparisons: what optimizers conclude from them; copies between objects that hold their own addresses; members of
 * unions of which half is read.
 */
#include "check.h"

__attribute__((noinline)) static int masked(int x) {
  if (x & 4) return x < 0;
  return 2;
}

__attribute__((noinline)) static int remainders(int x) {
  if (x % 3) return x / 2;
  return 0;
}

__attribute__((noinline)) static int differs(int x) {
  while (x ^ 7) return x < 7;
  return 9;
}

__attribute__((noinline)) static int subtracted(unsigned x, int y) {
  if (y - 5) return y > 5;
  return x - 1u ? x > 0 : 7;
}

static int upTo8(void) {
  int sum = 0;
  for (int i = 5; i - 8; i++) sum += i;
  return sum;
}

static int to4(void) {
  int count = 0;
  for (int i = 1; i % 4; i++) count++;
  return count;
}

static int whileBits(void) {
  int count = 0;
  for (int i = 6; i & 6; i++) count++;
  return count;
}

struct selfish {
  struct selfish *self;
  long b, c, d;
};

__attribute__((noinline)) static void copyToSelf(struct selfish *p, const struct selfish *v) { *p->self = *v; }

struct list {
  struct list *next;
  int a, b, c;
};

__attribute__((noinline)) static void copyToNext(struct list *p, struct list *q, int first) { *(first ? p->next : q->next) = *q; }

union number {
  double d;
  long long l;
};

__attribute__((noinline)) static int halves(union number *u, double *p, double x) {
  int before = (int)u->l;
  *p = x;
  return before ^ (int)u->l;
}

static volatile int going = 1;
static int asked;
static volatile int *ask(void) {
  asked++;
  return &going;
}

__attribute__((noinline)) static int sum(const int *p, int n) {
  int all = 0;
  for (int i = 0; *ask() && i < n; i++) all += *p;
  return all;
}

int main(void) {
  CHECK(masked(-4) == 1 && masked(4) == 0 && masked(3) == 2);
  CHECK(remainders(-5) == -2 && remainders(5) == 2 && remainders(-3) == 0);
  CHECK(differs(9) == 0 && differs(-9) == 1 && differs(7) == 9);
  CHECK(subtracted(0, 5) == 0 && subtracted(3, 5) == 1 && subtracted(1, 5) == 7 && subtracted(0, -6) == 0);
  CHECK(upTo8() == 18 && to4() == 3 && whileBits() == 2);
  struct selfish a = {&a, 1, 2, 3}, other = {0, 6, 7, 8}, v = {&other, 21, 22, 23};
  copyToSelf(&a, &v);
  CHECK(a.self == &other && a.b == 21 && a.c == 22 && a.d == 23 && other.b == 6);
  struct list t1 = {&t1, 1, 2, 3}, t2 = {&t1, 4, 5, 6}, t3 = {&t2, 7, 8, 9};
  copyToNext(&t1, &t3, 1);
  CHECK(t1.next == &t2 && t1.a == 7 && t1.b == 8 && t1.c == 9 && t2.a == 4);
  union number u = {.l = 0x123456789abcdef0};
  CHECK(halves(&u, &u.d, 4.25) == (int)0x9abcdef0);
  int three = 3;
  CHECK(sum(&three, 4) == 12 && asked == 5);
  return bad != 0;
}
