/*
 * The float and long double forms of a function on double _Complex: float is computed in double and rounded once,
 * long double is double.
 */
#include <complex.h>
#include <math.h>

#define FORMS(name) \
  float _Complex name##f(float _Complex z) { return name(z); } \
  long double _Complex name##l(long double _Complex z) { return name(z); }
#define REAL_FORMS(name) \
  float name##f(float _Complex z) { return name(z); } \
  long double name##l(long double _Complex z) { return name(z); }

#define RE(z) (__real__(z))
#define IM(z) (__imag__(z))
