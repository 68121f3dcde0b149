/*
 * Common part of libm's files. Everything is computed with + - * / and sqrt of doubles, each rounded to
 * nearest, and with the halves of their bits, so that both back ends give the same bits.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>

#define HIGH(x) __builtin_high_word(x)
#define LOW(x) __builtin_low_word(x)
/* Exponent and the upper 20 bits of the fraction, without the sign: grows with |x|. */
#define SIZE(x) (HIGH(x) & 0x7fffffff)
/* 2 to the n, -1022 <= n <= 1023. */
#define POWER_OF_TWO(n) __builtin_power_of_two(n)

#define HIGH_OF_INFINITY 0x7ff00000
#define HIGH_OF_ONE 0x3ff00000

/* x + ROUNDER has the integer nearest x in its low half, and x + ROUNDER - ROUNDER is that integer; |x| < 2^31. */
#define ROUNDER 0x1.8p52

/* The first 24 bits of x: a product of two such numbers is exact. */
#define HEAD(x) ((double)(float)(x))

/* What is seldom run stands in functions of its own, so that the others are small enough to go into loops. */
#define SELDOM __attribute__((noinline)) static
/* What is a function's body in more than one of them. */
#define BODY __attribute__((always_inline)) static inline

/* Errors: they set errno and give the value. */
double __math_domain(void);
double __math_range(double value);
float __math_narrow(double value);

/* The float next to a value. */
static inline float narrow(double value) {
  double size = fabs(value);
  return size >= 0x1p-126 && size < 0x1.fffffep127 ? (float)value : __math_narrow(value);
}

/* (a + b) / (c + d), where b and d are small beside a and c. */
static inline double quotient_of_sums(double a, double b, double c, double d) {
  double per_c = 1 / c, q = a * per_c, head = HEAD(q), tail = q - head, divisor = HEAD(c), rest = c - divisor;
  double left = a - head * divisor - head * rest - tail * divisor - tail * rest;
  return q + (left + b - q * d) * per_c;
}

/* i of 128: 2^(i/128), and by what part of itself it is too small. */
extern const double __math_exponentials[256];
/* i of 128: c, 1/c, and log c in two parts, the first a multiple of 2^-42; c is next to LOG_START and 2^(i/128) of it. */
extern const double __math_logarithms[512];

#define LOG_START 0x3fe61000 /* high half of the least number that is not doubled before its logarithm is taken */
#define LN2_HIGH 0x1.62e42fefa3800p-1 /* a multiple of 2^-42: times an exponent it is exact */
#define LN2_LOW 0x1.ef35793c76730p-45

#define PER_LN2 0x1.71547652b82fep+7 /* 128 / ln2 */
#define STEP_HIGH 0x1.62e42fefc0000p-8 /* ln2 / 128, 35 bits: times k it is exact */
#define STEP_LOW -0x1.c610ca86c3899p-44
/* 2^(k/128), where that is a normal number. */
#define TABLE_VALUE(k) (__math_exponentials[2 * ((k) & 127)] * POWER_OF_TWO((k) >> 7))

/* e^x for |x| < 700 to 40 bits, which are enough for a float. */
static inline double short_exp(double x) {
  double t = x * PER_LN2 + ROUNDER, kd = t - ROUNDER, r = x - kd * STEP_HIGH - kd * STEP_LOW, s = TABLE_VALUE(LOW(t));
  return s + s * (r + r * r * (0x1.0000052038376p-1 + r * 0x1.5555596f1be5ap-3));
}

#define LONG_FORM(name) \
  long double name##l(long double x) { return name(x); }
/* In double precision, rounded once. */
#define FLOAT_FORM(name) \
  float name##f(float x) { return narrow(name(x)); }
