/*
 * The cube root. (C99 7.12.7.1) x = 2^(3 n) z with 1 <= z < 8; an estimate of 1 / root by a polynomial (least relative error on
 * [1, 8)), made 24 and 48 bits long by steps that need no division; a root of 24 bits, whose square is exact, and what one more
 * step adds.
 */
#include "libm.h"

static double root(double z) {
  double zz = z * z, y = 1.3377 - 0.440832 * z + zz * (0.108504 - 0.0129866 * z + zz * 0.000585292);
  double left = 1 - z * y * (y * y); /* y (1 - left)^(-1/3) is right */
  y += y * left * (1.0 / 3 + left * (2.0 / 9) + left * left * (14.0 / 81));
  double short_root = z * y * y, head = HEAD(short_root), square = head * head, square_head = HEAD(square);
  y += y * (1 - short_root * y) * (1.0 / 3);
  double rest = z - square_head * head - (square - square_head) * head, more = rest * (y * y * (1.0 / 3));
  return head + (more + more * more * y);
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

float cbrtf(float x) { return cbrt(x); }
LONG_FORM(cbrt)
