// Functions of libm that are expressions or C: exact results, special values, pointers to them and errno.
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include "check.h"

static double values[] = {0.5, -0.5, 0.49999999999999994, -0.49999999999999994, 2.5, -2.5, 4503599627370495.5, -0.3, 1e300};
static double rounded[] = {1, -1, 0, -0.0, 3, -3, 4503599627370496.0, -0.0, 1e300};

static int same(double a, double b) { return a == b ? !signbit(a) == !signbit(b) : a != a && b != b; }

static int error_of(double (*f)(double), double x) {
  errno = 0;
  volatile double result = f(x);
  (void)result;
  return errno;
}

int main(void) {
  for (int i = 0; i < 9; i++) {
    CHECK(same(round(values[i]), rounded[i]));
    double (*f)(double) = i >= 0 ? round : 0;
    CHECK(same(f(values[i]), rounded[i]));
    if (i < 8) CHECK(lround(values[i]) == (long)rounded[i]);
  }
  CHECK(roundf(0.49999997f) == 0 && roundf(8388607.5f) == 8388608.0f && signbit(roundf(-0.2f)));
  CHECK(lrint(2.5) == 2 && lrint(-3.5) == -4 && llround(-2.5) == -3);
  CHECK(fmin(NAN, 1) == 1 && fmax(1, NAN) == 1 && isnan(fmin(NAN, NAN)) && fmaxf(-1, 2) == 2);
  CHECK(signbit(fmin(0.0, -0.0)) && !signbit(fmax(0.0, -0.0)));
  CHECK(copysign(3, -0.0) == -3 && copysign(-3, 1) == 3 && copysignf(2, -1) == -2);
  CHECK(signbit(copysign(NAN, -1)) && !signbit(copysign(NAN, 1)) && signbit(-0.0f) && !signbit(0.0f));
  CHECK(fdim(3, 1) == 2 && fdim(1, 3) == 0 && isnan(fdim(NAN, 1)));

  CHECK(sin(0x1p1000) == -0x1.460b8ae1c886ep-3 && cos(1e22) == 0x1.0be2cef01c8f4p-1);
  CHECK(same(sin(-0.0), -0.0) && same(tan(-0.0), -0.0) && same(atan(-0.0), -0.0) && same(cbrt(-0.0), -0.0));
  CHECK(sin(M_PI) == 0x1.1a62633145c07p-53 && cos(M_PI_2) == 0x1.1a62633145c07p-54);
  CHECK(exp(0) == 1 && exp(-INFINITY) == 0 && exp2(10) == 1024 && exp2(-1074) == 0x1p-1074 && exp(-745.2) == 0);
  CHECK(log(1) == 0 && log2(8) == 3 && log10(1000) == 3 && log(0) == -INFINITY && log2(0x1p-1074) == -1074);
  CHECK(pow(2, -1074) == 0x1p-1074 && pow(-2, 3) == -8 && same(pow(-0.0, 3), -0.0) && pow(-0.0, -3) == -INFINITY);
  CHECK(same(erf(-0.0), -0.0) && erf(INFINITY) == 1 && erf(-6) == -1 && isnan(erf(NAN)) && erf(1) == 0x1.af767a741088bp-1);
  CHECK(erfc(0) == 1 && erfc(INFINITY) == 0 && erfc(-INFINITY) == 2 && isnan(erfc(NAN)) && erfc(28) == 0);
  CHECK(erff(1) == 0x1.af767ap-1f && erfl(-0.5) == -erf(0.5) && erfcf(11) == 0 && error_of(erfc, 28) == ERANGE);
  CHECK(pow(1, NAN) == 1 && pow(NAN, 0) == 1 && pow(-1, INFINITY) == 1 && pow(0.5, -INFINITY) == INFINITY);
  CHECK(cbrt(27) == 3 && cbrt(-0x1p-1074) == -0x1p-358 && hypot(3, 4) == 5 && hypot(INFINITY, NAN) == INFINITY);
  CHECK(atan2(0, -1) == M_PI && atan2(-0.0, -1) == -M_PI && atan2(1, 0) == M_PI_2 && atan2(INFINITY, -INFINITY) == 3 * M_PI_4);
  CHECK(fmod(1e308, 3e-308) >= 0 && fmod(5.5, 2) == 1.5 && same(fmod(-6, 2), -0.0) && fmod(7, INFINITY) == 7);
  CHECK(acos(1) == 0 && acos(-1) == M_PI && asin(1) == M_PI_2 && tanh(30) == 1 && cosh(0) == 1 && sinh(1e-300) == 1e-300);

  CHECK(error_of(sqrt, -1) == EDOM && error_of(log, -1) == EDOM && error_of(log, 0) == ERANGE && error_of(acos, 2) == EDOM);
  CHECK(error_of(exp, 1000) == ERANGE && error_of(exp, -1000) == ERANGE && error_of(exp, -INFINITY) == 0);
  CHECK(error_of(sin, INFINITY) == EDOM && error_of(sin, NAN) == 0 && error_of(cosh, 1000) == ERANGE);
  float (*narrow)(float) = expf;
  errno = 0;
  CHECK(narrow(100) == INFINITY && errno == ERANGE);
  long double (*wide)(long double) = sinl;
  CHECK(wide(1) == sin(1));
  double s, c;
  sincos(2, &s, &c);
  CHECK(s == sin(2) && c == cos(2));
  return bad != 0;
}
