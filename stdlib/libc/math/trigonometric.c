/*
 * Sine, cosine and tangent. (C99 7.12.4.5 to 7.12.4.7; annex F.9.1)
 * Cody and Waite, "Software manual for the elementary functions", 1980: the nearest multiple k of pi/2 is taken away in three
 * parts, of which k times the first two is exact; where that leaves too little, or k is large, the exact way of
 * reduction.c. The rest is r + low, and polynomials of r^2 serve: Chebyshev's approximations of
 * (sin r / r - 1) / r^2 and of (cos r - 1 + r^2 / 2) / r^4 for |r| < pi/4.
 */
#include "libm.h"

extern double __math_rest;
extern int __math_quadrant;
double __math_reduce(double x);

#define PER_QUARTER 0x1.45f306dc9c883p-1 /* 2 / pi */
#define FIRST 0x1.921fb54400000p+0       /* pi / 2, 33 bits of it, the next 33, and 53 more */
#define SECOND 0x1.0b4611a600000p-34
#define THIRD 0x1.3198a2e037073p-69
#define SECOND_AND_THIRD 0x1.0b4611a626331p-34

#define HIGH_OF_EIGHTH 0x3fe921fb /* pi / 4 */
#define HIGH_OF_MANY 0x413921fb   /* 2^20 pi / 2 */
#define TINY 0x3e400000           /* x^2 does not count */
#define TOO_LITTLE 0x3d700000

/* sin(r + low) and cos(r + low), |r| < pi/4. */
static inline double sine(double r, double low) {
  double z = r * r, zz = z * z;
  double p = -0x1.5555555555555p-3 + z * 0x1.1111111110babp-7 + zz * (-0x1.a01a019e820aep-13 + z * 0x1.71de37946ed6dp-19) +
             zz * zz * (-0x1.ae6008d114485p-26 + z * 0x1.5e0a4fc16be59p-33);
  return r + (r * z * p + (low - 0.5 * z * low));
}

static inline double cosine(double r, double low) {
  double z = r * r, zz = z * z, half = 0.5 * z, most = 1 - half;
  double p = 0x1.5555555555555p-5 - z * 0x1.6c16c16c16963p-10 + zz * (0x1.a01a019f4ddfdp-16 - z * 0x1.27e4fa16cc2d1p-22) +
             zz * zz * (0x1.1eeb67d026ec6p-29 - z * 0x1.907cd8ff5ede7p-37);
  return most + (1 - most - half + (zz * p - r * low));
}

/* The nearest multiple of pi/2 taken away from x: the number of it, and what remains as r + low. */
#define REDUCE(x) \
  double t = x * PER_QUARTER + ROUNDER, k = t - ROUNDER; \
  double a = x - k * FIRST, b = k * SECOND, c = k * THIRD, near = a - b, r = near - c, low = near - r - c + (a - near - b); \
  int quadrant = LOW(t); \
  if (SIZE(x) >= HIGH_OF_MANY || SIZE(r) < TOO_LITTLE) { \
    r = __math_reduce(x); \
    low = __math_rest; \
    quadrant = __math_quadrant; \
  }

/* The sine of x + turn pi/2 for |x| from pi/4 on. */
static inline double turned_sine(double x, int turn) {
  REDUCE(x)
  quadrant += turn;
  double value = quadrant & 1 ? cosine(r, low) : sine(r, low);
  return quadrant & 2 ? -value : value;
}

double sin(double x) {
  int size = SIZE(x);
  if (size >= HIGH_OF_EIGHTH) return turned_sine(x, 0);
  return size < TINY ? x : sine(x, 0);
}

double cos(double x) {
  int size = SIZE(x);
  if (size >= HIGH_OF_EIGHTH) return turned_sine(x, 1);
  return size < TINY ? 1 : cosine(x, 0);
}

/* The tangent of r + low, or of that and a quarter turn. */
static double tangent(int quadrant, double r, double low) {
  double z = r * r, zz = z * z, half = 0.5 * z, most = 1 - half, head = HEAD(r);
  double z_rest = head * head - z + (r - head) * (r + head);
  double s = -0x1.5555555555555p-3 + z * 0x1.1111111110babp-7 + zz * (-0x1.a01a019e820aep-13 + z * 0x1.71de37946ed6dp-19) +
             zz * zz * (-0x1.ae6008d114485p-26 + z * 0x1.5e0a4fc16be59p-33);
  double c = 0x1.5555555555555p-5 - z * 0x1.6c16c16c16963p-10 + zz * (0x1.a01a019f4ddfdp-16 - z * 0x1.27e4fa16cc2d1p-22) +
             zz * zz * (0x1.1eeb67d026ec6p-29 - z * 0x1.907cd8ff5ede7p-37);
  double s_low = r * z * s + (low - half * low - r * z_rest * 0x1.5555555555555p-3), c_low = 1 - most - half + (zz * c - 0.5 * z_rest - r * low);
  double s_high = r + s_low, c_high = most + c_low;
  s_low = r - s_high + s_low;
  c_low = most - c_high + c_low;
  return quadrant & 1 ? -quotient_of_sums(c_high, c_low, s_high, s_low) : quotient_of_sums(s_high, s_low, c_high, c_low);
}

double tan(double x) {
  int size = SIZE(x);
  if (size < TINY) return x;
  if (size < HIGH_OF_EIGHTH) return tangent(0, x, 0);
  REDUCE(x)
  return tangent(quadrant, r, low);
}

/* Floats: 35 bits are enough, and no multiple of pi/2 is as near to one. */
static double short_sine(double r) {
  double z = r * r;
  return r + r * z * (-0x1.555555545d0dap-3 + z * 0x1.11110decc73fdp-7 + z * z * (-0x1.a013a455bd213p-13 + z * 0x1.6dbcfb4dee452p-19));
}

static double short_cosine(double r) {
  double z = r * r;
  return 1 + z * (-0x1.fffffffaac6ccp-2 + z * 0x1.55554cb4ac619p-5 + z * z * (-0x1.6c0e040c547dap-10 + z * 0x1.9a6dbaa8b8ee6p-16));
}

static float short_turned_sine(double x, int turn) {
  if (SIZE(x) >= HIGH_OF_MANY) return turned_sine(x, turn);
  double t = x * PER_QUARTER + ROUNDER, k = t - ROUNDER, r = x - k * FIRST - k * SECOND_AND_THIRD;
  int quadrant = LOW(t) + turn;
  double value = quadrant & 1 ? short_cosine(r) : short_sine(r);
  return quadrant & 2 ? -value : value;
}

float sinf(float x) {
  int size = SIZE(x);
  if (size >= HIGH_OF_EIGHTH) return short_turned_sine(x, 0);
  return size < TINY ? x : short_sine(x);
}

float cosf(float x) { return SIZE(x) < HIGH_OF_EIGHTH ? short_cosine(x) : short_turned_sine(x, 1); }
float tanf(float x) { return tan(x); }

LONG_FORM(sin)
LONG_FORM(cos)
LONG_FORM(tan)

void sincos(double x, double *sine, double *cosine) {
  *sine = sin(x);
  *cosine = cos(x);
}

void sincosf(float x, float *sine, float *cosine) {
  *sine = sinf(x);
  *cosine = cosf(x);
}

void sincosl(long double x, long double *sine, long double *cosine) {
  *sine = sin(x);
  *cosine = cos(x);
}
