/*
 * Hyperbolic functions, and e^x - 1. (C99 7.12.5, 7.12.6.3; annex F.9.2)
 * e^x and e^-x come from the table of exponential.c as sums s (1 + p) with p small, so that differences lose
 * nothing; near 0 there are polynomials, Chebyshev's approximations of what is left of the series behind its first terms.
 */
#include "libm.h"

#define GREATEST 0x1.633ce8fb9f87dp+9 /* sinh and cosh of more overflow */

/* 2^(k/128) times 2^n, and by what part of itself it is too small. */
#define VALUE(k, n) (__math_exponentials[2 * ((k) & 127)] * POWER_OF_TWO(((k) >> 7) + (n)))
#define REST(k) __math_exponentials[2 * ((k) & 127) + 1]
/* e^r - 1 for |r| < ln2 / 256. */
#define EXPM1(r) \
  ((r) + (r) * (r) * (0x1.fffffffffff58p-2 + (r) * (0x1.5555555555525p-3 + (r) * (0x1.55555acd08c2ep-5 + (r) * 0x1.11111430e54e5p-7))))

/* For |x| < 0.36. */
static double expm1_near_zero(double x) {
  double xx = x * x;
  double low = 0x1.5555555555555p-3 + x * 0x1.5555555555556p-5 + xx * (0x1.1111111111111p-7 + x * 0x1.6c16c16c15f8cp-10);
  double middle = 0x1.a01a01a01996ap-13 + x * 0x1.a01a01a891b63p-16 + xx * (0x1.71de3a59f05eep-19 + x * 0x1.27e4d623177bap-22);
  double high = 0x1.ae642eaf487cep-26 + x * 0x1.1f7d88cffb759p-29 + xx * 0x1.61bdefdbe120fp-33;
  return x + (0.5 * xx + x * xx * (low + xx * xx * (middle + xx * xx * high)));
}

double expm1(double x) {
  if (x == 0) return x; /* -0 too, which sums lose */
  if (fabs(x) < 0.36) return expm1_near_zero(x);
  if (!(fabs(x) < 40)) return x > 0 || isnan(x) ? exp(x) : -1;
  double t = x * PER_LN2 + ROUNDER, kd = t - ROUNDER, r = x - kd * STEP_HIGH - kd * STEP_LOW;
  int k = LOW(t);
  double s = VALUE(k, 0), d = s - 1, lost = s > 1 ? s - d - 1 : s - (d + 1);
  return d + (lost + s * (REST(k) + EXPM1(r)));
}

/* For 0.3 < x < GREATEST + 1: halves of e^x and e^-x as sums, up + up_rest and down + down_rest. */
#define HALVES(x)                                                                                   \
  double t = x * PER_LN2 + ROUNDER, kd = t - ROUNDER, r = x - kd * STEP_HIGH - kd * STEP_LOW;       \
  int k = LOW(t), less = x < 40 ? -k : -40 * 185;                                                   \
  double up = VALUE(k, -1), up_rest = up * (REST(k) + EXPM1(r));                                    \
  double down = VALUE(less, -1), down_rest = down * (REST(less) + EXPM1(-r));

double sinh(double x) {
  double size = fabs(x);
  if (size < 0.44) {
    double z = x * x;
    double high = 0x1.71de3a6d949e8p-19 + z * (0x1.ae63e20d06c9fp-26 + z * 0x1.622708d1d6874p-33);
    return x + x * z * (0x1.5555555555555p-3 + z * (0x1.1111111111116p-7 + z * (0x1.a01a01a01579fp-13 + z * high)));
  }
  if (size > GREATEST) return isinf(x) ? x : __math_range(copysign(INFINITY, x));
  if (isnan(x)) return x + x;
  HALVES(size)
  double sum = up - down;
  return copysign(sum + (up - sum - down + (up_rest - down_rest)), x);
}

double cosh(double x) {
  double size = fabs(x);
  if (size > GREATEST) return isinf(x) ? size : __math_range(INFINITY);
  if (isnan(x)) return x + x;
  HALVES(size)
  double sum = up + down;
  return sum + (up - sum + down + (up_rest + down_rest));
}

double tanh(double x) {
  double size = fabs(x);
  if (size == 0) return x;
  if (size < 0.31) {
    double z = x * x, zz = z * z;
    double high = -0x1.226e3251940e0p-7 + z * 0x1.d6d26e3ce3dc4p-9 + zz * (-0x1.7d73e855b3bd6p-10 + z * 0x1.319c9d2c9f558p-11 - zz * 0x1.a304eaa24ea36p-13);
    return x + x * z * (-0x1.5555555555555p-2 + z * 0x1.11111111110edp-3 + zz * (-0x1.ba1ba1ba123a2p-5 + z * 0x1.664f487b31424p-6 + zz * high));
  }
  if (size > 22) return copysign(1, x);
  if (isnan(x)) return x + x;
  HALVES(size)
  double above = up - down, low = up - above - down + (up_rest - down_rest), a = above + low;
  double under = up + down, below = up - under + down + (up_rest + down_rest), b = under + below;
  return copysign(quotient_of_sums(a, above - a + low, b, under - b + below), x);
}

SELDOM float far_sinhf(double x) { return __math_narrow(sinh(x)); }
SELDOM float far_coshf(double x) { return __math_narrow(cosh(x)); }

/* Floats: differences of numbers of 40 bits, and two terms of the series where these would not do. */
float sinhf(float f) {
  double x = f, xx = x * x;
  if (fabs(x) < 0x1p-5) return x == 0 ? f : narrow(x + x * xx * (0x1.5555555555555p-3 + xx * 0x1.1111111111111p-7));
  if (!(fabs(x) < 88)) return far_sinhf(x);
  double e = short_exp(x);
  return 0.5 * (e - 1 / e);
}

float coshf(float f) {
  double x = f;
  if (!(fabs(x) < 88)) return far_coshf(x);
  double e = short_exp(x);
  return 0.5 * (e + 1 / e);
}

float tanhf(float f) {
  double x = f, size = fabs(x), xx = x * x;
  if (size < 0x1p-5) return x == 0 ? f : narrow(x - x * xx * (0x1.5555555555555p-2 - xx * 0x1.1111111111111p-3));
  return size < 10 ? (float)(1 - 2 / (short_exp(2 * x) + 1)) : size >= 10 ? copysignf(1, f) : f;
}

FLOAT_FORM(expm1)
LONG_FORM(expm1)
LONG_FORM(sinh)
LONG_FORM(cosh)
LONG_FORM(tanh)
