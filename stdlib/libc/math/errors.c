/* Errors of libm. (C99 7.12.1) */
#include "libm.h"

/* No value: an argument outside of the domain. */
double __math_domain(void) {
  errno = EDOM;
  return NAN;
}

/* The value is too large, too small, or a pole's. */
double __math_range(double value) {
  errno = ERANGE;
  return value;
}

/* The float next to f(x), which is in range as a double. */
float __math_narrow(double value) {
  float result = value;
  if ((isinf(result) && isfinite(value)) || (result == 0 && value != 0)) errno = ERANGE;
  return result;
}
