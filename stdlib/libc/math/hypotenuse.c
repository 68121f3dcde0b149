/*
 * The hypotenuse. (C99 7.12.7.3; annex F.9.4.3)
 * Borges, "An improved algorithm for hypot(a, b)", 2019: one Newton step corrects the root of the sum of squares; what it takes,
 * root^2 - a^2 - b^2, comes from the difference of the root and one of the sides, which is exact where that matters.
 */
#include "libm.h"

/* For a >= b > 0, a between 2^-60 and 2^60 and b not less than 2^-55 a. */
static double root_of_squares(double a, double b) {
  double root = sqrt(a * a + b * b), left;
  if (root <= 2 * b) {
    double over = root - b;
    left = a * (2 * over - a) + (over - 2 * (a - b)) * over;
  } else {
    double over = root - a;
    left = 2 * over * (a - 2 * b) + ((4 * over - b) * b + over * over);
  }
  return root - left / (2 * root);
}

double hypot(double x, double y) {
  double first = fabs(x), second = fabs(y);
  if (isinf(x) || isinf(y)) return INFINITY;
  if (isnan(x) || isnan(y)) return x + y;
  double a = first > second ? first : second, b = first > second ? second : first;
  if (b <= a * 0x1p-54) return a + b;
  if (a < 0x1p60 && a > 0x1p-60) return root_of_squares(a, b);
  int exponent = (HIGH(a) >> 20) - 1023, half = exponent >> 1;
  double scale = POWER_OF_TWO(-half), more = POWER_OF_TWO(half - exponent);
  double result = root_of_squares(a * scale * more, b * scale * more) * POWER_OF_TWO(half) * POWER_OF_TWO(exponent - half);
  return isinf(result) ? __math_range(result) : result;
}

float hypotf(float x, float y) {
  double a = x, b = y;
  if (isinf(x) || isinf(y)) return INFINITY;
  return narrow(sqrt(a * a + b * b));
}

long double hypotl(long double x, long double y) { return hypot(x, y); }
