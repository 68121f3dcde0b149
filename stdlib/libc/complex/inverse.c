/*
 * <complex.h>: inverse functions. (C99 7.3.5, 7.3.6; annex G.6)
 * Kahan, "Branch cuts for complex elementary functions", 1987: everything from the square roots of 1 - z and 1 + z,
 * whose products cancel nowhere.
 */
#include "forms.h"

/* Beyond it z^2 may overflow and 1 does not count. */
#define LARGE 0x1p500

/* Imaginary part of conj(a) b. */
static double cross(double _Complex a, double _Complex b) { return RE(a) * IM(b) - IM(a) * RE(b); }

/* cacos of a number with an infinite or NaN part. */
static double _Complex special_acos(double x, double y) {
  if (isinf(y)) {
    double angle = isnan(x) ? NAN : isinf(x) ? (x > 0 ? M_PI_4 : 3 * M_PI_4) : M_PI_2;
    return CMPLX(angle, -y);
  }
  if (isinf(x)) {
    if (isnan(y)) return CMPLX(NAN, x);
    return CMPLX(x > 0 ? 0 : M_PI, copysign(INFINITY, -y));
  }
  return CMPLX(x == 0 ? M_PI_2 : NAN, NAN);
}

/* log |2z| is the imaginary part of what follows, without its sign. */
static double log_double(double x, double y) { return log(hypot(x / 2, y / 2)) + 2 * M_LN2; }

double _Complex cacos(double _Complex z) {
  double x = RE(z), y = IM(z);
  if (!isfinite(x) || !isfinite(y)) return special_acos(x, y);
  if (fabs(x) > LARGE || fabs(y) > LARGE) return CMPLX(atan2(fabs(y), x), copysign(log_double(x, y), -y));
  double _Complex minus = csqrt(CMPLX(1 - x, -y)), plus = csqrt(CMPLX(1 + x, y));
  return CMPLX(2 * atan2(RE(minus), RE(plus)), asinh(cross(plus, minus)));
}

double _Complex cacosh(double _Complex z) {
  double _Complex w = cacos(z);
  return CMPLX(fabs(IM(w)), copysign(RE(w), IM(z)));
}

/* casinh of a number with an infinite or NaN part. */
static double _Complex special_asinh(double x, double y) {
  if (isinf(x)) return CMPLX(x, isnan(y) ? y : copysign(isinf(y) ? M_PI_4 : 0, y));
  if (isinf(y)) return isnan(x) ? CMPLX(y, NAN) : CMPLX(copysign(INFINITY, x), copysign(M_PI_2, y));
  return CMPLX(NAN, y == 0 ? y : NAN);
}

static double _Complex times_i(double _Complex z) { return CMPLX(-IM(z), RE(z)); }
static double _Complex over_i(double _Complex z) { return CMPLX(IM(z), -RE(z)); }

double _Complex casinh(double _Complex z) {
  double x = RE(z), y = IM(z);
  if (!isfinite(x) || !isfinite(y)) return special_asinh(x, y);
  if (fabs(x) > LARGE || fabs(y) > LARGE) return CMPLX(copysign(log_double(x, y), x), atan2(y, fabs(x)));
  double _Complex minus = csqrt(CMPLX(1 + y, -x)), plus = csqrt(CMPLX(1 - y, x));
  return CMPLX(asinh(-cross(plus, minus)), atan2(y, RE(minus) * RE(plus) - IM(minus) * IM(plus)));
}

double _Complex casin(double _Complex z) { return over_i(casinh(times_i(z))); }

double _Complex catanh(double _Complex z) {
  double x = RE(z), y = IM(z);
  if (isinf(x) || isinf(y)) return CMPLX(copysign(0, x), isnan(y) ? y : copysign(M_PI_2, y));
  if (isnan(x) || isnan(y)) return CMPLX(x == 0 ? x : NAN, NAN);
  if (y == 0 && fabs(x) == 1) return CMPLX(copysign(INFINITY, x), y);
  if (fabs(x) > LARGE || fabs(y) > LARGE) {
    double size = hypot(x, y);
    return CMPLX(x / size / size, copysign(M_PI_2, y));
  }
  double a = fabs(x), real = log1p(4 * a / ((1 - a) * (1 - a) + y * y)) / 4;
  if (a == 1 && fabs(y) < 0x1p-100) real = (M_LN2 - log(fabs(y))) / 2;
  return CMPLX(copysign(real, x), atan2(2 * y, (1 - a) * (1 + a) - y * y) / 2);
}

double _Complex catan(double _Complex z) { return over_i(catanh(times_i(z))); }

FORMS(cacos)
FORMS(cacosh)
FORMS(casin)
FORMS(casinh)
FORMS(catan)
FORMS(catanh)
