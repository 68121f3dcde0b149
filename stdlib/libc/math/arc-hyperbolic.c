/*
 * Inverse hyperbolic functions, as logarithms of 1 + x where that loses nothing. (C99 7.12.5.1 to 7.12.5.3; annex F.9.2)
 */
#include "libm.h"

#define LN2 0x1.62e42fefa39efp-1
#define LARGE 0x1p28 /* the square of what is larger swallows a 1 */

double asinh(double x) {
  double size = fabs(x), squared = x * x, result;
  if (size < 0x1p-28 || !isfinite(x)) return isnan(x) ? x + x : x;
  if (size > LARGE) result = log(size) + LN2;
  else if (size > 2) result = log(2 * size + 1 / (sqrt(squared + 1) + size));
  else result = log1p(size + squared / (1 + sqrt(squared + 1)));
  return copysign(result, x);
}

double acosh(double x) {
  if (x < 1) return __math_domain();
  if (x > LARGE || isnan(x)) return log(x) + LN2;
  if (x > 2) return log(2 * x - 1 / (x + sqrt(x * x - 1)));
  double above = x - 1;
  return log1p(above + sqrt(2 * above + above * above));
}

double atanh(double x) {
  double size = fabs(x), twice = size + size;
  if (size < 0x1p-28 || isnan(x)) return isnan(x) ? x + x : x;
  if (size >= 1) return size == 1 ? __math_range(copysign(INFINITY, x)) : __math_domain();
  double result = size < 0.5 ? log1p(twice + twice * size / (1 - size)) : log1p(twice / (1 - size));
  return copysign(0.5 * result, x);
}

FLOAT_FORM(asinh)
FLOAT_FORM(acosh)
FLOAT_FORM(atanh)
LONG_FORM(asinh)
LONG_FORM(acosh)
LONG_FORM(atanh)
