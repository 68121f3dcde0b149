/*
 * The hypotenuse. (C99 7.12.7.3; annex F.9.4.3) The squares and their sum are computed with what rounding takes from
 * them, so that the root needs one correction.
 */
#include "libm.h"

/* For a >= b > 0, a between 2^-60 and 2^60 and b not less than 2^-55 a. */
static double root_of_squares(double a, double b) {
  double aa = a * a, bb = b * b, sum = aa + bb, root = sqrt(sum);
  double a_head = HEAD(a), a_tail = a - a_head, b_head = HEAD(b), b_tail = b - b_head;
  double root_head = HEAD(root), root_tail = root - root_head;
  double lost = a_head * a_head - aa + 2 * a_head * a_tail + a_tail * a_tail;
  lost += b_head * b_head - bb + 2 * b_head * b_tail + b_tail * b_tail;
  double left = sum - root_head * root_head - 2 * root_head * root_tail - root_tail * root_tail;
  return root + (left + (aa - sum + bb) + lost) / (2 * root);
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
  return __math_narrow(sqrt(a * a + b * b));
}

long double hypotl(long double x, long double y) { return hypot(x, y); }
