/*
 * <complex.h>: hyperbolic functions, and the trigonometric ones through f(iz). (C99 7.3.5, 7.3.6; annex G.6)
 */
#include "forms.h"

#define LARGEST_EXPONENT 709.0
/* Beyond it tanh x is 1 and what is left of the imaginary part is e^-2x. */
#define SATURATION 22.0

/* e^|x| / 2 times c and s, where the exponential alone overflows. */
static double _Complex grown(double x, double c, double s) {
  double half = exp(fabs(x) / 2);
  return CMPLX(0.5 * half * c * half, 0.5 * half * s * half);
}

/* c infinity, keeping zeros: product of a factor with cosh or sinh of an infinity. */
static double infinite(double factor) { return factor == 0 ? factor : copysign(INFINITY, factor); }

double _Complex csinh(double _Complex z) {
  double x = RE(z), y = IM(z);
  if (y == 0) return CMPLX(sinh(x), y);
  if (!isfinite(y)) return CMPLX(x == 0 || isinf(x) ? x : NAN, NAN);
  if (isnan(x)) return CMPLX(NAN, NAN);
  if (isinf(x)) return CMPLX(copysign(1, x) * infinite(cos(y)), infinite(sin(y)));
  if (fabs(x) > LARGEST_EXPONENT) return grown(x, copysign(1, x) * cos(y), sin(y));
  return CMPLX(sinh(x) * cos(y), cosh(x) * sin(y));
}

double _Complex ccosh(double _Complex z) {
  double x = RE(z), y = IM(z);
  if (y == 0) return CMPLX(cosh(x), isnan(x) ? y : copysign(1, x) * y);
  if (!isfinite(y)) return CMPLX(isinf(x) ? INFINITY : NAN, x == 0 ? x : NAN);
  if (isnan(x)) return CMPLX(NAN, NAN);
  if (isinf(x)) return CMPLX(infinite(cos(y)), copysign(1, x) * infinite(sin(y)));
  if (fabs(x) > LARGEST_EXPONENT) return grown(x, cos(y), copysign(1, x) * sin(y));
  return CMPLX(cosh(x) * cos(y), sinh(x) * sin(y));
}

/* Kahan, "Branch cuts for complex elementary functions", 1987. */
double _Complex ctanh(double _Complex z) {
  double x = RE(z), y = IM(z);
  if (isinf(x)) return CMPLX(copysign(1, x), copysign(0, isfinite(y) ? sin(y) * cos(y) : y));
  if (y == 0) return CMPLX(tanh(x), y);
  if (!isfinite(y)) return CMPLX(x == 0 ? x : NAN, NAN);
  if (isnan(x)) return CMPLX(NAN, NAN);
  if (fabs(x) > SATURATION) return CMPLX(copysign(1, x), 4 * sin(y) * cos(y) * exp(-2 * fabs(x)));
  double t = tan(y), s = sinh(x), beta = 1 + t * t, denominator = 1 + beta * s * s;
  return CMPLX(beta * sqrt(1 + s * s) * s / denominator, t / denominator);
}

static double _Complex times_i(double _Complex z) { return CMPLX(-IM(z), RE(z)); }
static double _Complex over_i(double _Complex z) { return CMPLX(IM(z), -RE(z)); }

double _Complex csin(double _Complex z) { return over_i(csinh(times_i(z))); }
double _Complex ccos(double _Complex z) { return ccosh(times_i(z)); }
double _Complex ctan(double _Complex z) { return over_i(ctanh(times_i(z))); }

FORMS(csinh)
FORMS(ccosh)
FORMS(ctanh)
FORMS(csin)
FORMS(ccos)
FORMS(ctan)
