/*
 * Powers. (C99 7.12.7.4; annex F.9.4.4)
 * x^y = e^(y log x), with the logarithm as a sum of two doubles of which 68 bits are right: its error is multiplied
 * by up to 745. The product of y and the greater part, both split in halves, is exact.
 */
#include "libm.h"

/* (e^r - 1 - r) / r^2 for |r| < 0.0093, which b has its part in: Chebyshev's approximation. */
#define EXP_POLYNOMIAL(r, rr) \
  (0x1.0000000000000p-1 + r * 0x1.555555555140ep-3 + rr * (0x1.55555555534b2p-5 + r * 0x1.11113f21d57a1p-7 + rr * 0x1.6c16ef7cda70cp-10))

/* e^(a + b) times sign, where the result may not be a normal number. */
SELDOM double far_exp_of_sum(double a, double b, double sign) {
  if (a > 710) return __math_range(sign * INFINITY);
  if (a < -746) return __math_range(sign * 0);
  double t = a * PER_LN2 + ROUNDER, kd = t - ROUNDER, r = a - kd * STEP_HIGH - kd * STEP_LOW + b, rr = r * r;
  int k = LOW(t), n = k >> 7, half = n >> 1, i = 2 * (k & 127);
  double p = __math_exponentials[i + 1] + r + rr * EXP_POLYNOMIAL(r, rr), s = sign * __math_exponentials[i];
  double result = (s + s * p) * POWER_OF_TWO(half) * POWER_OF_TWO(n - half);
  return isinf(result) || result == 0 ? __math_range(result) : result;
}

/* e^(a + b) times sign, |b| < 2^-7. */
BODY double exp_of_sum(double a, double b, double sign) {
  if (!(fabs(a) < 707)) return far_exp_of_sum(a, b, sign);
  double t = a * PER_LN2 + ROUNDER, kd = t - ROUNDER, r = a - kd * STEP_HIGH - kd * STEP_LOW + b, rr = r * r;
  double p = __math_exponentials[2 * (LOW(t) & 127) + 1] + r + rr * EXP_POLYNOMIAL(r, rr), s = sign * TABLE_VALUE(LOW(t));
  return s + s * p;
}

/* sign x^y 2^(k y) for a positive normal x, where y is neither huge nor tiny. */
BODY double power(double x, int k, double y, double sign) {
  int place = HIGH(x) - LOG_START, n = place >> 20, i = (place >> 13 & 127) * 4;
  double z = x * POWER_OF_TWO(-n), kd = n + k;
  double c = __math_logarithms[i], per_c = __math_logarithms[i + 1], distance = z - c;
  /* (z - c) / c = r + rest with a short r, and so with an exact square. */
  double ratio = distance * per_c, r = HEAD(ratio), rest = (distance - r * c) * per_c, square = -0.5 * r * r;
  double w = kd * LN2_HIGH + __math_logarithms[i + 2], first = w + r, second = first + square;
  double polynomial = 0x1.5555555555556p-2 - ratio * 0x1.0000000000000p-2 +
                      ratio * ratio * (0x1.9999999914667p-3 - ratio * 0x1.55555554dd742p-3 +
                                       ratio * ratio * (0x1.2493a5578bf38p-3 - ratio * 0x1.0001396119591p-3));
  double low = w - first + r + (first - second + square) + (rest - rest * (r + 0.5 * rest)) +
               (kd * LN2_LOW + __math_logarithms[i + 3]) + ratio * ratio * ratio * polynomial;
  /* The exponential begins with the greater part, which does not wait for `low`. */
  double y_head = HEAD(y), head = HEAD(second), tail = second - head + low;
  return exp_of_sum(y_head * head, y_head * tail + (y - y_head) * (head + tail), sign);
}

static int is_whole(double y) { return rint(y) == y; }
static int is_odd(double y) { return is_whole(y) && !is_whole(y * 0.5); }

/* 0 or infinity to a power other than 0. */
static double power_of_end(double x, double y) {
  double sign = is_odd(y) ? copysign(1, x) : 1;
  if ((x == 0) == (y > 0)) return sign * 0;
  return x == 0 && isfinite(y) ? __math_range(sign * INFINITY) : sign * INFINITY;
}

/* Is x a positive normal number below 2^1022, and is the size of y between 2^-64 and 2^64? */
#define is_usual(x, y) ((unsigned)HIGH(x) - 0x00100000u < 0x7fc00000u && (unsigned)SIZE(y) - 0x3bf00000u < 0x08000000u)

/* The power where it is known at once; 0.5 where it has to be computed. */
static double special(double x, double y) {
  double size = fabs(x);
  if (y == 0 || x == 1) return 1;
  if (isnan(x) || isnan(y)) return x + y;
  if (isinf(y)) return size == 1 ? 1 : (size > 1) == (y > 0) ? INFINITY : 0;
  if (x == 0 || isinf(x)) return power_of_end(x, y);
  if (x < 0 && !is_whole(y)) return __math_domain();
  if (fabs(y) < 0x1p-64) return 1;
  if (fabs(y) < 0x1p64) return 0.5;
  return size == 1 ? 1 : __math_range((size > 1) == (y > 0) ? INFINITY : 0);
}

SELDOM double unusual_pow(double x, double y) {
  double known = special(x, y), sign = x < 0 && is_odd(y) ? -1 : 1, size = fabs(x);
  if (known != 0.5) return known;
  int k = size < 0x1p-900 ? -52 : size > 0x1p900 ? 52 : 0;
  return power(size * POWER_OF_TWO(-k), k, y, sign);
}

double pow(double x, double y) { return is_usual(x, y) ? power(x, 0, y, 1) : unusual_pow(x, y); }

SELDOM float far_powf(float x, float y) { return __math_narrow(pow(x, y)); }

/* 40 bits are enough for a float, and one double for the logarithm. */
float powf(float x, float y) {
  if (!(x >= 0x1p-126f && x < INFINITY)) return far_powf(x, y);
  int place = HIGH((double)x) - LOG_START, n = place >> 20, i = (place >> 13 & 127) * 4;
  double r = (x * POWER_OF_TWO(-n) - __math_logarithms[i]) * __math_logarithms[i + 1], rr = r * r;
  double polynomial = -0.5 + r * 0x1.5555555525c32p-2 + rr * (-0x1.ffffffffacc02p-3 + r * 0x1.999b0eab6ecccp-3);
  double z = y * (n * LN2_HIGH + __math_logarithms[i + 2] + (r + rr * polynomial));
  return fabs(z) < 87 ? short_exp(z) : far_powf(x, y);
}

long double powl(long double x, long double y) { return pow(x, y); }
