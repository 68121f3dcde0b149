/*
 * The remainder of a division, exact. (C99 7.12.10.1; annex F.9.7.1)
 * With |x| = r 2^n and |y| = m in units of y's binade, the remainder of r 2^n is found 22 bits at a time: the quotient
 * of each step has 22 bits, so its products with the halves of m are exact, and so is what is left, which is m / 2 at most.
 */
#include "libm.h"

#define STEP 22

/* x 2^-exponent, between 1 and 2, for a normal x that is not next to the least one. */
static double fraction(double x, int exponent) { return 0.5 * x * POWER_OF_TWO(1 - exponent); }

/* For 0 < y <= x. */
static double positive(double x, double y) {
  int lifted = y < 0x1p-900 ? 200 : 0, lowered = x < 0x1p-900 ? 200 : 0;
  if (lifted) y *= 0x1p200;
  if (lowered) x *= 0x1p200;
  int exponent = (HIGH(y) >> 20) - 1023, n = (HIGH(x) >> 20) - 1023 - exponent + lifted - lowered;
  double m = fraction(y, exponent), head = HEAD(m), tail = m - head;
  double r = fraction(x, (HIGH(x) >> 20) - 1023);
  do {
    int step = n < STEP ? n : STEP;
    r *= POWER_OF_TWO(step);
    double quotient = rint(r / m);
    r = r - quotient * head - quotient * tail;
    n -= step;
  } while (n > 0);
  if (r < 0) r += m;
  return lifted ? r * POWER_OF_TWO(exponent) * 0x1p-200 : r * POWER_OF_TWO(exponent);
}

double fmod(double x, double y) {
  double size = fabs(x), divisor = fabs(y);
  if (isnan(x) || isnan(y)) return x + y;
  if (isinf(x) || y == 0) return __math_domain();
  if (size < divisor) return x;
  if (size < divisor * 0x1p22 && divisor > 0x1p-100 && size < 0x1p100) {
    double quotient = rint(size / divisor), head = HEAD(divisor);
    double rest = size - quotient * head - quotient * (divisor - head);
    return copysign(rest < 0 ? rest + divisor : rest, x);
  }
  return copysign(positive(size, divisor), x);
}

/* The nearest multiple of y is taken away, of two the even one: of what is left by twice y once or twice. */
double remainder(double x, double y) {
  double divisor = fabs(y);
  if (isnan(y)) return y;
  if (isinf(y) && isfinite(x)) return x;
  double rest = divisor < 0x1p1023 ? fabs(fmod(x, divisor + divisor)) : fabs(x);
  if (isinf(rest) || isnan(rest)) return isinf(x) ? __math_domain() : rest;
  if (rest > divisor - rest) {
    rest -= divisor;
    if (rest >= divisor - rest) rest -= divisor;
  }
  return signbit(x) ? -rest : rest;
}

float remainderf(float x, float y) { return remainder(x, y); }
long double remainderl(long double x, long double y) { return remainder(x, y); }
double drem(double x, double y) { return remainder(x, y); }
float dremf(float x, float y) { return remainder(x, y); }
long double dreml(long double x, long double y) { return remainder(x, y); }

float fmodf(float x, float y) { return fmod(x, y); }
long double fmodl(long double x, long double y) { return fmod(x, y); }
