/*
 * The cube root. (C99 7.12.7.1) x = 2^(3 n) z with 1 <= z < 8; an estimate of the root of z by a polynomial, made 24 bits long
 * by Newton's steps so that its square is exact; one more step gives the rest.
 */
#include "libm.h"

static double root(double z) {
  double t = 0.62 + z * (0.44 + z * (-0.0625 + z * 0.0039));
  t -= (t - z / (t * t)) * (1.0 / 3);
  t -= (t - z / (t * t)) * (1.0 / 3);
  t -= (t - z / (t * t)) * (1.0 / 3);
  double head = HEAD(t), quotient = z / (head * head);
  return head + head * (quotient - head) / (head + head + quotient);
}

double cbrt(double x) {
  double size = fabs(x);
  if (x == 0 || !isfinite(x)) return x + x;
  if (size < 0x1p-1022) return cbrt(x * 0x1p54) * 0x1p-18;
  int exponent = (HIGH(size) >> 20) - 1023, n = (exponent + 1200) / 3 - 400;
  /* 3 n may be one less than the least exponent of POWER_OF_TWO. */
  double z = size * POWER_OF_TWO(-n) * POWER_OF_TWO(-2 * n);
  return copysign(root(z) * POWER_OF_TWO(n), x);
}

FLOAT_FORM(cbrt)
LONG_FORM(cbrt)
