/* Conversions, promotions, overflow, shifts and division of every integer type. */
#include "check.h"
#include <limits.h>
#include <stdint.h>

static int one = 1, minus = -1, zero;
static unsigned char uc = 200;
static signed char sc = -100;
static unsigned short us = 65000;
static short ss = -32000;
static unsigned ui = 4000000000u;
static long sl = -5000000000L;
static unsigned long ul = 18446744073709551615ul;
static _Bool flag = 5;

static long factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

int main(void) {
  CHECK(flag == 1 && sizeof flag == 1);
  flag = 0.25; CHECK(flag == 1);
  flag = zero; CHECK(flag == 0);
  flag++; CHECK(flag == 1); flag++; CHECK(flag == 1); flag--; CHECK(flag == 0);
  CHECK(uc + 100 == 300);
  uc += 100; CHECK(uc == 44);
  uc = -1; CHECK(uc == 255);
  sc -= 100; CHECK(sc == 56);
  us += 1000; CHECK(us == 464);
  ss -= 1000; CHECK(ss == 32536);
  CHECK(minus > 0u);
  CHECK((unsigned)minus == UINT_MAX && (unsigned char)minus == 255 && (long)minus == -1L && (unsigned long)minus == ULONG_MAX);
  CHECK(ui + 500000000u == 205032704u);
  CHECK(ui / 7 == 571428571 && ui % 7 == 3);
  CHECK((int)ui == -294967296 && (long)ui == 4000000000L && (long)(int)ui == -294967296L);
  CHECK(ui >> 4 == 250000000 && (int)ui >> 4 == -18435456);
  CHECK(-7 / 2 == -3 && -7 % 2 == -1 && 7 / -2 == -3 && 7 % -2 == 1);
  int a = -7, b = 2;
  CHECK(a / b == -3 && a % b == -1 && a / -b == 3 && a % -b == -1);
  CHECK((unsigned)a / b == 2147483644u && (unsigned)a % 10 == 9);
  CHECK(sl / 3 == -1666666666L && sl % 3 == -2 && sl >> 3 == -625000000L);
  CHECK(ul / 10 == 1844674407370955161ul && ul % 10 == 5 && ul >> 60 == 15 && ul + 2 == 1);
  CHECK(ul * ul == 1 && (ul - 1) * 3 == ul - 5);
  CHECK((long)ul == -1 && (int)ul == -1 && (unsigned)ul == UINT_MAX);
  CHECK(sl < 0 && (unsigned long)sl > 5);
  CHECK(one << 31 == INT_MIN && 1u << 31 == 2147483648u && 1L << 40 == 1099511627776L);
  CHECK((one << 31) >> 31 == -1 && (1u << 31) >> 31 == 1);
  CHECK(65535 * 65537u == 4294967295u);
  int big = 123456789;
  CHECK((unsigned)big * 987654321u == 4227814277u);
  CHECK((long)big * 987654321 == 121932631112635269L);
  CHECK(~0 == -1 && ~5u == 4294967290u && ~5L == -6 && !5 == 0 && !0 == 1);
  CHECK((5 & 3) == 1 && (5 | 3) == 7 && (5 ^ 3) == 6 && (-1 & 0xff) == 255);
  CHECK((sc & us) == (56 & 464));
  CHECK(factorial(20) == 2432902008176640000L);
  CHECK('a' == 97 && sizeof 'a' == sizeof(int) && '\377' == -1 && L'\x1234' == 0x1234);
  CHECK(sizeof(int) == 4 && sizeof(long) == 8 && sizeof(long long) == 8 && sizeof(short) == 2);
  CHECK(INT_MAX + 1u == 2147483648u && LONG_MIN == -9223372036854775807L - 1);
  CHECK(2147483648 == 2147483648L && 0x80000000 == 2147483648u && 0xffffffffffffffff == ul);
  CHECK((uint8_t)300 == 44 && (int8_t)200 == -56 && (int16_t)70000 == 4464);
  CHECK((int)3.99 == 3 && (int)-3.99 == -3 && (unsigned char)255.5 == 255 && (long)1e18 == 1000000000000000000L);
  CHECK((double)ul == 18446744073709551616.0 && (float)16777217 == 16777216.0f && (double)sl == -5e9);
  CHECK((unsigned)3000000000.0 == 3000000000u && (unsigned long)1e19 == 10000000000000000000ul);
  int i = 5;
  int j = i++ + 2, k = --i * 3;
  CHECK(i == 5 && j == 7 && k == 15);
  i <<= 3; CHECK(i == 40); i >>= 1; CHECK(i == 20); i %= 7; CHECK(i == 6); i ^= 3; CHECK(i == 5); i |= 8; CHECK(i == 13); i &= 6; CHECK(i == 4);
  i *= 2.6; CHECK(i == 10);
  uc = 250; uc *= 2; CHECK(uc == 244);
  unsigned long long x = 0;
  for (int n = 0; n < 64; n++) x = x * 6364136223846793005ull + 1442695040888963407ull;
  CHECK(x == 10607473198416945472ull);
  unsigned h = 2166136261u;
  for (const char *s = "hello, world"; *s; s++) h = (h ^ (unsigned char)*s) * 16777619u;
  CHECK(h == 1292805149u);
  CHECK((1 ? -1 : 1u) > 0 && (0 ? 1.5 : 2) == 2.0);
  CHECK((one, 2, 3) == 3);
  long long m = INT_MIN; CHECK(-m == 2147483648LL);
  m = LLONG_MIN; m /= 2; CHECK(m == -4611686018427387904LL);
  CHECK(__builtin_popcount(255u) == 8 && __builtin_clz(1u) == 31 && __builtin_ctz(8u) == 3);
  return bad != 0;
}
