/*
 * Powers. (C99 7.12.7.4; annex F.9.4.4)
 * x^y = e^(y log x), with the logarithm as a sum of two doubles of which 68 bits are right: its error is multiplied
 * by up to 745. The product of y and the greater part, both split in halves, is exact.
 */
#include "libm.h"

#define PER_LN2 0x1.71547652b82fep+7 /* 128 / ln2 */
#define STEP_HIGH 0x1.62e42fefc0000p-8
#define STEP_LOW -0x1.c610ca86c3899p-44

/* e^(a + b) times sign, b small beside a. */
static double exp_of_sum(double a, double b, double sign) {
  double t = a * PER_LN2 + ROUNDER, kd = t - ROUNDER, r = a - kd * STEP_HIGH - kd * STEP_LOW + b, rr = r * r;
  int k = LOW(t), n = k >> 7, i = 2 * (k & 127);
  double p = __math_exponentials[i + 1] + r + rr * (0x1.fffffffffff58p-2 + r * 0x1.5555555555525p-3) +
             rr * rr * (0x1.55555acd08c2ep-5 + r * 0x1.11111430e54e5p-7);
  double s = sign * __math_exponentials[i];
  if (fabs(a) < 708) {
    s *= POWER_OF_TWO(n);
    return s + s * p;
  }
  if (a > 710) return __math_range(sign * INFINITY);
  if (a < -746) return __math_range(sign * 0);
  double result = (s + s * p) * POWER_OF_TWO(n >> 1) * POWER_OF_TWO(n - (n >> 1));
  return isinf(result) || result == 0 ? __math_range(result) : result;
}

/* sign x^y 2^(k y) for a positive normal x, where y is neither huge nor tiny. */
static double power(double x, int k, double y, double sign) {
  int place = HIGH(x) - LOG_START, n = place >> 20, i = (place >> 13 & 127) * 4;
  double z = x * POWER_OF_TWO(-n), kd = n + k;
  double c = __math_logarithms[i], per_c = __math_logarithms[i + 1], distance = z - c;
  /* (z - c) / c = r + rest with a short r, and so with an exact square. */
  double r = HEAD(distance * per_c), rest = (distance - r * c) * per_c, square = -0.5 * r * r, ratio = r + rest;
  double w = kd * LN2_HIGH + __math_logarithms[i + 2], first = w + r, second = first + square;
  double polynomial = 0x1.5555555555556p-2 - ratio * 0x1.0000000000000p-2 +
                      ratio * ratio * (0x1.9999999914667p-3 - ratio * 0x1.55555554dd742p-3 +
                                       ratio * ratio * (0x1.2493a5578bf38p-3 - ratio * 0x1.0001396119591p-3));
  double low = w - first + r + (first - second + square) + (rest - rest * (r + 0.5 * rest)) +
               (kd * LN2_LOW + __math_logarithms[i + 3]) + ratio * ratio * ratio * polynomial;
  double high = second + low, y_head = HEAD(y), head = HEAD(high), tail = high - head + (second - high + low);
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

double pow(double x, double y) {
  double sign = 1;
  int k = 0;
  if (!is_usual(x, y)) {
    double known = special(x, y);
    if (known != 0.5) return known;
    if (x < 0 && is_odd(y)) sign = -1;
    x = fabs(x);
    k = x < 0x1p-900 ? -52 : x > 0x1p900 ? 52 : 0;
    x *= POWER_OF_TWO(-k);
  }
  return power(x, k, y, sign);
}

/* 40 bits are enough for a float, and one double for the logarithm. */
float powf(float x, float y) {
  if (!(x >= 0x1p-126f && x < INFINITY)) return __math_narrow(pow(x, y));
  int place = HIGH((double)x) - LOG_START, n = place >> 20, i = (place >> 13 & 127) * 4;
  double r = (x * POWER_OF_TWO(-n) - __math_logarithms[i]) * __math_logarithms[i + 1], rr = r * r;
  double polynomial = -0.5 + r * 0x1.5555555525c32p-2 + rr * (-0x1.ffffffffacc02p-3 + r * 0x1.999b0eab6ecccp-3);
  double z = y * (n * LN2_HIGH + __math_logarithms[i + 2] + (r + rr * polynomial));
  if (!(fabs(z) < 87)) return __math_narrow(pow(x, y));
  double t = z * PER_LN2 + ROUNDER, kd = t - ROUNDER, q = z - kd * STEP_HIGH - kd * STEP_LOW;
  double s = __math_exponentials[2 * (LOW(t) & 127)] * POWER_OF_TWO(LOW(t) >> 7);
  return s + s * (q + q * q * (0x1.0000052038376p-1 + q * 0x1.5555596f1be5ap-3));
}

long double powl(long double x, long double y) { return pow(x, y); }
