/*
 * C99 7.12, with POSIX's and GNU's functions and constants. long double is double.
 * A direct call of a function that only computes (sin, pow ...) may be compiled without setting errno;
 * there are no exception flags (see fenv.h).
 */
#ifndef _MATH_H
#define _MATH_H

typedef float float_t;
typedef double double_t;

#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define HUGE_VALL __builtin_huge_vall()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")

#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN (-2147483647 - 1)

#define MATH_ERRNO 1
#define MATH_ERREXCEPT 2
#define math_errhandling MATH_ERRNO

#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define MAXFLOAT 3.40282347e+38F

#define __MATH_1(name) \
  double name(double); \
  float name##f(float); \
  long double name##l(long double);
#define __MATH_2(name) \
  double name(double, double); \
  float name##f(float, float); \
  long double name##l(long double, long double);
#define __MATH_TO(type, name) \
  type name(double); \
  type name##f(float); \
  type name##l(long double);

__MATH_1(acos) __MATH_1(asin) __MATH_1(atan) __MATH_1(cos) __MATH_1(sin) __MATH_1(tan)
__MATH_1(acosh) __MATH_1(asinh) __MATH_1(atanh) __MATH_1(cosh) __MATH_1(sinh) __MATH_1(tanh)
__MATH_1(exp) __MATH_1(exp2) __MATH_1(expm1)
__MATH_1(log) __MATH_1(log10) __MATH_1(log1p) __MATH_1(log2) __MATH_1(logb)
__MATH_1(cbrt) __MATH_1(fabs) __MATH_1(sqrt)
__MATH_1(erf) __MATH_1(erfc) __MATH_1(lgamma) __MATH_1(tgamma) __MATH_1(gamma)
__MATH_1(ceil) __MATH_1(floor) __MATH_1(nearbyint) __MATH_1(rint) __MATH_1(round)
__MATH_1(trunc) __MATH_1(significand)
__MATH_1(j0) __MATH_1(j1) __MATH_1(y0) __MATH_1(y1)
__MATH_2(atan2) __MATH_2(hypot) __MATH_2(pow) __MATH_2(fmod) __MATH_2(remainder) __MATH_2(drem)
__MATH_2(copysign) __MATH_2(nextafter) __MATH_2(fdim) __MATH_2(fmax) __MATH_2(fmin)
__MATH_TO(int, ilogb)
__MATH_TO(long, lrint) __MATH_TO(long, lround)
__MATH_TO(long long, llrint) __MATH_TO(long long, llround)

double fma(double, double, double);
float fmaf(float, float, float);
long double fmal(long double, long double, long double);
double frexp(double, int *);
float frexpf(float, int *);
long double frexpl(long double, int *);
double ldexp(double, int);
float ldexpf(float, int);
long double ldexpl(long double, int);
double modf(double, double *);
float modff(float, float *);
long double modfl(long double, long double *);
double scalbn(double, int);
float scalbnf(float, int);
long double scalbnl(long double, int);
double scalbln(double, long);
float scalblnf(float, long);
long double scalblnl(long double, long);
double remquo(double, double, int *);
float remquof(float, float, int *);
long double remquol(long double, long double, int *);
double nan(const char *);
float nanf(const char *);
long double nanl(const char *);
double nexttoward(double, long double);
float nexttowardf(float, long double);
long double nexttowardl(long double, long double);
double lgamma_r(double, int *);
float lgammaf_r(float, int *);
long double lgammal_r(long double, int *);
double jn(int, double);
float jnf(int, float);
long double jnl(int, long double);
double yn(int, double);
float ynf(int, float);
long double ynl(int, long double);
double scalb(double, double);
float scalbf(float, float);
long double scalbl(long double, long double);
int finite(double);
int finitef(float);
int finitel(long double);

#ifdef _GNU_SOURCE
__MATH_1(exp10) __MATH_1(roundeven)
void sincos(double, double *, double *);
void sincosf(float, float *, float *);
void sincosl(long double, long double *, long double *);
#endif

#undef __MATH_1
#undef __MATH_2
#undef __MATH_TO

int *__signgam(void);
#define signgam (*__signgam())

#define fpclassify(x) __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x)
#define isfinite(x) __builtin_isfinite(x)
#define isinf(x) __builtin_isinf_sign(x)
#define isnan(x) __builtin_isnan(x)
#define isnormal(x) __builtin_isnormal(x)
#define signbit(x) __builtin_signbit(x)

#define isgreater(x, y) __builtin_isgreater(x, y)
#define isgreaterequal(x, y) __builtin_isgreaterequal(x, y)
#define isless(x, y) __builtin_isless(x, y)
#define islessequal(x, y) __builtin_islessequal(x, y)
#define islessgreater(x, y) __builtin_islessgreater(x, y)
#define isunordered(x, y) __builtin_isunordered(x, y)

#endif
