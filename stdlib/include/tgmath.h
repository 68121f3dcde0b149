/*
 * C99 7.22: one name for the functions of all floating types, chosen by the types of the arguments.
 * An argument of integer type counts as double; long double is double.
 */
#ifndef _TGMATH_H
#define _TGMATH_H

#include <complex.h>
#include <math.h>

#define __TG_IS(x, type) __builtin_types_compatible_p(__typeof__(x), type)
#define __TG_FLOAT(x) (__TG_IS(x, float) || __TG_IS(x, float _Complex))
#define __TG_COMPLEX(x) \
  (__TG_IS(x, double _Complex) || __TG_IS(x, float _Complex) || __TG_IS(x, long double _Complex))

/* Functions of real arguments: the first n arguments decide. */
#define __TG_1(name, x) __builtin_choose_expr(__TG_FLOAT(x), name##f(x), name(x))
#define __TG_2(name, x, y) __builtin_choose_expr(__TG_FLOAT(x) && __TG_FLOAT(y), name##f(x, y), name(x, y))
#define __TG_3(name, x, y, z) \
  __builtin_choose_expr(__TG_FLOAT(x) && __TG_FLOAT(y) && __TG_FLOAT(z), name##f(x, y, z), name(x, y, z))
#define __TG_1WITH(name, x, a) __builtin_choose_expr(__TG_FLOAT(x), name##f(x, a), name(x, a))
#define __TG_2WITH(name, x, y, a) \
  __builtin_choose_expr(__TG_FLOAT(x) && __TG_FLOAT(y), name##f(x, y, a), name(x, y, a))

/* Functions of real or complex arguments. */
#define __TG_C1(name, complex_name, x) \
  __builtin_choose_expr(__TG_COMPLEX(x), __TG_Z1(complex_name, x), __TG_1(name, x))
#define __TG_C2(name, complex_name, x, y) \
  __builtin_choose_expr(__TG_COMPLEX(x) || __TG_COMPLEX(y), __TG_2(complex_name, x, y), __TG_2(name, x, y))
/* Functions of complex arguments that take real ones too. */
#define __TG_Z1(complex_name, x) __builtin_choose_expr(__TG_FLOAT(x), complex_name##f(x), complex_name(x))

#define acos(x) __TG_C1(acos, cacos, x)
#define asin(x) __TG_C1(asin, casin, x)
#define atan(x) __TG_C1(atan, catan, x)
#define acosh(x) __TG_C1(acosh, cacosh, x)
#define asinh(x) __TG_C1(asinh, casinh, x)
#define atanh(x) __TG_C1(atanh, catanh, x)
#define cos(x) __TG_C1(cos, ccos, x)
#define sin(x) __TG_C1(sin, csin, x)
#define tan(x) __TG_C1(tan, ctan, x)
#define cosh(x) __TG_C1(cosh, ccosh, x)
#define sinh(x) __TG_C1(sinh, csinh, x)
#define tanh(x) __TG_C1(tanh, ctanh, x)
#define exp(x) __TG_C1(exp, cexp, x)
#define log(x) __TG_C1(log, clog, x)
#define sqrt(x) __TG_C1(sqrt, csqrt, x)
#define fabs(x) __TG_C1(fabs, cabs, x)
#define pow(x, y) __TG_C2(pow, cpow, x, y)

#define cbrt(x) __TG_1(cbrt, x)
#define ceil(x) __TG_1(ceil, x)
#define erf(x) __TG_1(erf, x)
#define erfc(x) __TG_1(erfc, x)
#define exp2(x) __TG_1(exp2, x)
#define expm1(x) __TG_1(expm1, x)
#define floor(x) __TG_1(floor, x)
#define ilogb(x) __TG_1(ilogb, x)
#define lgamma(x) __TG_1(lgamma, x)
#define llrint(x) __TG_1(llrint, x)
#define llround(x) __TG_1(llround, x)
#define log10(x) __TG_1(log10, x)
#define log1p(x) __TG_1(log1p, x)
#define log2(x) __TG_1(log2, x)
#define logb(x) __TG_1(logb, x)
#define lrint(x) __TG_1(lrint, x)
#define lround(x) __TG_1(lround, x)
#define nearbyint(x) __TG_1(nearbyint, x)
#define rint(x) __TG_1(rint, x)
#define round(x) __TG_1(round, x)
#define tgamma(x) __TG_1(tgamma, x)
#define trunc(x) __TG_1(trunc, x)
#define atan2(x, y) __TG_2(atan2, x, y)
#define copysign(x, y) __TG_2(copysign, x, y)
#define fdim(x, y) __TG_2(fdim, x, y)
#define fmax(x, y) __TG_2(fmax, x, y)
#define fmin(x, y) __TG_2(fmin, x, y)
#define fmod(x, y) __TG_2(fmod, x, y)
#define hypot(x, y) __TG_2(hypot, x, y)
#define nextafter(x, y) __TG_2(nextafter, x, y)
#define remainder(x, y) __TG_2(remainder, x, y)
#define fma(x, y, z) __TG_3(fma, x, y, z)
#define nexttoward(x, y) __TG_1WITH(nexttoward, x, y)
#define frexp(x, n) __TG_1WITH(frexp, x, n)
#define ldexp(x, n) __TG_1WITH(ldexp, x, n)
#define scalbn(x, n) __TG_1WITH(scalbn, x, n)
#define scalbln(x, n) __TG_1WITH(scalbln, x, n)
#define remquo(x, y, quotient) __TG_2WITH(remquo, x, y, quotient)

#undef carg
#define carg(z) __TG_Z1(carg, z)
#undef cimag
#define cimag(z) __TG_Z1(cimag, z)
#undef conj
#define conj(z) __TG_Z1(conj, z)
#undef cproj
#define cproj(z) __TG_Z1(cproj, z)
#undef creal
#define creal(z) __TG_Z1(creal, z)

#endif
