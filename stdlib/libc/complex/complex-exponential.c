/* <complex.h>: exponential, logarithm, powers, square root. (C99 7.3.7, 7.3.8; special values of annex G.6) */
#include "forms.h"

#define LARGEST_EXPONENT 709.0

/* e^x (cos y + i sin y), where e^x alone may overflow. */
static double _Complex polar(double x, double y) {
  double size = x > LARGEST_EXPONENT ? exp(x - LARGEST_EXPONENT) : exp(x);
  double rest = x > LARGEST_EXPONENT ? exp(LARGEST_EXPONENT) : 1;
  return CMPLX(size * cos(y) * rest, size * sin(y) * rest);
}

double _Complex cexp(double _Complex z) {
  double x = RE(z), y = IM(z);
  if (y == 0) return CMPLX(exp(x), y);
  if (isfinite(y)) {
    if (x == -INFINITY) return CMPLX(copysign(0, cos(y)), copysign(0, sin(y)));
    if (x == INFINITY) return CMPLX(copysign(INFINITY, cos(y)), copysign(INFINITY, sin(y)));
    return polar(x, y);
  }
  if (x == -INFINITY) return CMPLX(0, copysign(0, y));
  return CMPLX(x == INFINITY ? INFINITY : NAN, NAN);
}

/* x^2 + y^2 - 1 for x >= y >= 0, with the rounding errors of the squares. */
static double square_minus_one(double x, double y) {
  double xx = x * x, yy = y * y;
  double error = fma(x, x, -xx) + fma(y, y, -yy);
  double sum = xx - 1 + yy;
  double large = fabs(xx - 1) > yy ? xx - 1 : yy, small = fabs(xx - 1) > yy ? yy : xx - 1;
  return sum + (small - (sum - large) + error);
}

/* log |z|: near the unit circle from |z|^2 - 1, which is exact there. */
static double log_abs(double x, double y) {
  double large = fmax(fabs(x), fabs(y)), small = fmin(fabs(x), fabs(y));
  if (isinf(x) || isinf(y)) return INFINITY;
  if (isnan(x) || isnan(y)) return NAN;
  if (large > 0.5 && large < 2 && small < 2) return log1p(square_minus_one(large, small)) / 2;
  if (large > 0x1p1000) return log(hypot(x / 4, y / 4)) + 2 * M_LN2;
  if (large < 0x1p-1000 && large > 0) return log(hypot(x * 0x1p100, y * 0x1p100)) - 100 * M_LN2;
  return log(hypot(x, y));
}

double _Complex clog(double _Complex z) { return CMPLX(log_abs(RE(z), IM(z)), atan2(IM(z), RE(z))); }

double _Complex clog10(double _Complex z) {
  return CMPLX(log_abs(RE(z), IM(z)) * M_LOG10E, atan2(IM(z), RE(z)) * M_LOG10E);
}

double _Complex cpow(double _Complex base, double _Complex exponent) { return cexp(exponent * clog(base)); }
float _Complex cpowf(float _Complex base, float _Complex exponent) { return cpow(base, exponent); }
long double _Complex cpowl(long double _Complex base, long double _Complex exponent) { return cpow(base, exponent); }

/* The square root in the right half plane, for finite numbers whose parts neither over- nor underflow when added. */
static double _Complex root(double x, double y) {
  double t = sqrt((fabs(x) + hypot(x, y)) / 2);
  if (x >= 0) return CMPLX(t, y / (2 * t));
  return CMPLX(fabs(y) / (2 * t), copysign(t, y));
}

double _Complex csqrt(double _Complex z) {
  double x = RE(z), y = IM(z), size = fmax(fabs(x), fabs(y));
  if (x == 0 && y == 0) return CMPLX(0, y);
  if (isinf(y)) return CMPLX(INFINITY, y);
  if (isnan(x)) return CMPLX(NAN, NAN);
  if (x == INFINITY) return CMPLX(INFINITY, isnan(y) ? y : copysign(0, y));
  if (x == -INFINITY) return CMPLX(isnan(y) ? y : 0, copysign(INFINITY, y));
  if (isnan(y)) return CMPLX(NAN, NAN);
  if (size > 0x1p1020) return 2 * root(x / 4, y / 4);
  if (size < 0x1p-960) return 0x1p-50 * root(x * 0x1p100, y * 0x1p100);
  return root(x, y);
}

FORMS(cexp)
FORMS(clog)
FORMS(clog10)
FORMS(csqrt)
