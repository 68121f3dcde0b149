/*
 * Multiples of pi/2 taken away from large numbers, exactly. (Payne and Hanek, "Radian reduction for trigonometric
 * functions", 1983)
 * x 2/pi is a sum of products of the three 24-bit digits of x and those of 2/pi. Products that are multiples of 4
 * do not matter, those far behind the point neither: eight places remain, each exact in a double.
 */
#include "libm.h"

#define PLACES 8

/* 2/pi, 24 bits each. */
static const int digits[50] = {
  0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041, 0xfe5163, 0xabdebb,
  0xc561b7, 0x246e3a, 0x424dd2, 0xe00649, 0x2eea09, 0xd1921c, 0xfe1deb, 0x1cb129, 0xa73ee8, 0x8235f5,
  0x2ebb44, 0x84e99c, 0x7026b4, 0x5f7e41, 0x3991d6, 0x398353, 0x39f49c, 0x845f8b, 0xbdf928, 0x3b1ff8,
  0x97ffde, 0x05980f, 0xef2f11, 0x8b5a0a, 0x6d1f6d, 0x367ecf, 0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d,
  0x7527ba, 0xc7ebe5, 0xf17b3d, 0x0739f7, 0x8a5292, 0xea6bfb, 0x5fb11f, 0x8d5d08, 0x560330, 0x46fc7b,
};

/* What __math_reduce gives beside its result: the part of it that a double has no room for, and the number of pi/2 modulo 4. */
double __math_rest;
int __math_quadrant;

/* The angle of f quarter turns, f = high + low; the smaller part goes to __math_rest. */
static double angle(double high, double low) {
  const double quarter = 0x1.921fb54442d18p+0, lost = 0x1.1a62633145c07p-54;
  double head = HEAD(high), tail = high - head, q_head = HEAD(quarter), q_tail = quarter - q_head;
  double product = high * quarter;
  double error = head * q_head - product + head * q_tail + tail * q_head + tail * q_tail;
  double rest = error + (high * lost + low * quarter), sum = product + rest;
  __math_rest = product - sum + rest;
  return sum;
}

/* What is left of x when the nearest multiple of pi/2 is taken away. */
double __math_reduce(double x) {
  if (isnan(x)) return x + x;
  if (isinf(x)) return __math_domain();
  double places[PLACES], size = fabs(x);
  int exponent = (HIGH(size) >> 20) - 1023 - 52; /* size = m 2^exponent, m an integer of 53 bits */
  double m = size * POWER_OF_TWO(-exponent), first = floor(m * 0x1p-48), second = floor((m - first * 0x1p48) * 0x1p-24);
  double third = m - first * 0x1p48 - second * 0x1p24;
  /* Place s is in units of 2^(exponent + 24 - 24 s). */
  int start = exponent + 22 < 0 ? 0 : (exponent + 22) / 24 + 1;
  for (int i = 0; i < PLACES; i++) {
    int s = start + i;
    places[i] = first * digits[s] + (s > 0 ? second * digits[s - 1] : 0) + (s > 1 ? third * digits[s - 2] : 0);
  }
  for (int i = PLACES - 1; i > 0; i--) {
    double carry = floor(places[i] * 0x1p-24);
    places[i] -= carry * 0x1p24;
    places[i - 1] += carry;
  }
  double unit = POWER_OF_TWO(exponent + 24 - 24 * start), whole = places[0] * unit;
  whole -= 4 * floor(whole * 0.25);
  double top = whole + places[1] * (unit * 0x1p-24), nearest = rint(top), f = top - nearest;
  double next = (places[2] * 0x1p-48 + places[3] * 0x1p-72) * unit;
  double last = (places[4] * 0x1p-96 + places[5] * 0x1p-120) * unit + places[6] * 0x1p-144 * unit;
  double high = f + next, low = f - high + next + last, sum = high + low;
  low = high - sum + low;
  __math_quadrant = (int)nearest & 3;
  if (x > 0) return angle(sum, low);
  __math_quadrant = -__math_quadrant & 3;
  return angle(-sum, -low);
}
