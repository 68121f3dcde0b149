// Collective subroutines: every type, lengths around what fits on the board, result images, functions of the program.
#include <coarray.h>
#include <complex.h>
#include <stdlib.h>
#include "check.h"

enum { MOST = 1501 };

// The same for every arithmetic type: element i of image k is (i + 3 * k) % 11 - least.
#define TEST(type, least)                                                         \
  static void test_##type(int me, int all) {                                      \
    static type sum[MOST], low[MOST], high[MOST];                                 \
    static const int lengths[] = {1, 3, 16, MOST};                                \
    for (int l = 0; l < 4; l++) {                                                 \
      int n = lengths[l];                                                         \
      for (int i = 0; i < n; i++) sum[i] = low[i] = high[i] = (i + 3 * me) % 11 - least; \
      sum[n == MOST ? 0 : n] = n == MOST ? sum[0] : 99;                           \
      co_sum(sum, n);                                                             \
      co_min(low, n);                                                             \
      co_max(high, n);                                                            \
      for (int i = 0; i < n; i++) {                                               \
        long s = 0, lo = 99, hi = -99;                                            \
        for (int k = 0; k < all; k++) {                                           \
          long v = (i + 3 * k) % 11 - least;                                      \
          s += v;                                                                 \
          if (v < lo) lo = v;                                                     \
          if (v > hi) hi = v;                                                     \
        }                                                                         \
        CHECK(sum[i] == (type)s && low[i] == (type)lo && high[i] == (type)hi);    \
      }                                                                           \
      if (n < MOST) CHECK(sum[n] == 99);                                          \
    }                                                                             \
  }
typedef signed char schar;
typedef unsigned char uchar;
typedef unsigned short ushort_;
typedef unsigned int uint_;
typedef unsigned long ulong_;
typedef long long llong;
typedef unsigned long long ullong;
typedef long double ldouble;
TEST(char, 5) TEST(schar, 5) TEST(uchar, 0) TEST(short, 5) TEST(ushort_, 0) TEST(int, 5) TEST(uint_, 0)
TEST(long, 5) TEST(ulong_, 0) TEST(llong, 5) TEST(ullong, 0) TEST(float, 5) TEST(double, 5) TEST(ldouble, 5)

struct wide { double best; int at; char name[20]; };
static struct wide better(struct wide a, struct wide b) {
  a.best += 1000; // only the copies change
  b.best += 1000;
  struct wide r = a.best >= b.best ? a : b;
  r.best -= 1000;
  return r;
}
static int times(int a, int b) { return a * b % 1000003; }
static float _Complex ctimes(float _Complex a, float _Complex b) { return a * b; }
static double _Complex ztimes(double _Complex a, double _Complex b) { return a * b; }
static _Bool both(_Bool a, _Bool b) { return a && b; }
static long digits(long a, long b) { return (a * 10 + b) % 1000000007; } // neither commutes nor is associative

int main(void) {
  int me = this_image(), all = num_images();
  test_char(me, all); test_schar(me, all); test_uchar(me, all); test_short(me, all); test_ushort_(me, all);
  test_int(me, all); test_uint_(me, all); test_long(me, all); test_ulong_(me, all); test_llong(me, all);
  test_ullong(me, all); test_float(me, all); test_double(me, all); test_ldouble(me, all);

  // one element, without a number; large values
  unsigned long big = 0x8000000000000000ul + me;
  co_max(&big);
  CHECK(big == 0x8000000000000000ul + all - 1);
  unsigned char small = 200;
  co_sum(&small);
  CHECK(small == (unsigned char)(200 * all));

  // complex numbers
  double _Complex z[3];
  float _Complex c = me + 1 + me * I;
  for (int i = 0; i < 3; i++) z[i] = me + i - 2 * me * I;
  co_sum(z, 3);
  co_sum(&c, 1);
  int below = all * (all - 1) / 2;
  for (int i = 0; i < 3; i++) CHECK(creal(z[i]) == below + i * all && cimag(z[i]) == -2 * below);
  CHECK(crealf(c) == below + all && cimagf(c) == below);

  // a result image: only there
  for (int root = 0; root < all; root++) {
    int few[2] = {me, 1};
    double many[100];
    for (int i = 0; i < 100; i++) many[i] = me * i;
    co_sum(few, 2, root);
    co_sum(many, 100, root);
    if (me == root) {
      CHECK(few[0] == below && few[1] == all);
      for (int i = 0; i < 100; i++) CHECK(many[i] == below * i);
    }
  }

  // functions of the program, on many elements and on one
  static int product[777];
  for (int i = 0; i < 777; i++) product[i] = me + i + 1;
  co_reduce(product, 777, times);
  for (int i = 0; i < 777; i++) {
    int p = i + 1;
    for (int k = 1; k < all; k++) p = times(p, k + i + 1);
    CHECK(product[i] == p);
  }
  struct wide w[5] = {{me % 3, me, "first"}, {-me, me, "second"}, {me, me, ""}, {1, me, ""}, {0}}, one = {-me, me, "me"};
  co_reduce(w, 5, better);
  co_reduce(&one, 1, better);
  CHECK(w[0].best == (all < 3 ? all - 1 : 2) && w[0].at == (all < 3 ? all - 1 : 2) && w[0].name[0] == 'f');
  CHECK(w[1].best == 0 && w[1].at == 0 && w[2].at == all - 1 && w[3].at == 0);
  CHECK(one.best == 0 && one.at == 0 && one.name[1] == 'e');
  float _Complex f = I;
  co_reduce(&f, 1, ctimes);
  double _Complex d[4] = {I, I, 2, I};
  co_reduce(d, 4, ztimes);
  double _Complex power = 1;
  for (int k = 0; k < all; k++) power *= I;
  CHECK(f == (float _Complex)power && d[0] == power && creal(d[2]) == 1 << all);
  _Bool yes = 1, no = me != 0;
  co_reduce(&yes, 1, both);
  co_reduce(&no, 1, both);
  CHECK(yes == 1 && no == 0);
  long order = me + 1, expected = 1, orders[9];
  for (int i = 0; i < 9; i++) orders[i] = me + 1;
  co_reduce(&order, 1, digits);
  co_reduce(orders, 9, digits);
  for (int k = 1; k < all; k++) expected = digits(expected, k + 1);
  CHECK(order == expected && orders[0] == expected && orders[8] == expected);

  // broadcast from each image, of anything
  for (int source = 0; source < all; source++) {
    struct wide s = {0}, *many = malloc(1000 * sizeof(struct wide));
    int x = me == source ? 42 + source : 0;
    if (me == source) s.best = 3.5;
    for (int i = 0; i < 1000; i++) many[i].at = me == source ? i + source : -1;
    co_broadcast(&x, 1, source);
    co_broadcast(&s, 1, source);
    co_broadcast(many, 1000, source);
    CHECK(x == 42 + source && s.best == 3.5);
    for (int i = 0; i < 1000; i++) CHECK(many[i].at == i + source);
    free(many);
  }

  // floating-point sums have the same bits on every image
  double noisy[50];
  srand(me);
  for (int i = 0; i < 50; i++) noisy[i] = rand() / 7.0 - 1e8;
  co_sum(noisy, 50);
  double first[50];
  for (int i = 0; i < 50; i++) first[i] = noisy[i];
  co_broadcast(first, 50, 0);
  for (int i = 0; i < 50; i++) CHECK(first[i] == noisy[i]);

  co_sum(first, 0);
  int stat = 9;
  co_sum(first, 50, ALL_IMAGES, &stat);
  CHECK(stat == 0);
  return bad != 0;
}
