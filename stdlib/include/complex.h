/* C99 7.3. double _Complex and long double _Complex have one representation. */
#ifndef _COMPLEX_H
#define _COMPLEX_H

#define complex _Complex
#define _Complex_I (__extension__ 1.0iF)
#define I _Complex_I

/* C11: a complex number from its parts, exact also for infinities, NaNs and signed zeros. */
#define CMPLX(x, y) __builtin_complex((double)(x), (double)(y))
#define CMPLXF(x, y) __builtin_complex((float)(x), (float)(y))
#define CMPLXL(x, y) __builtin_complex((long double)(x), (long double)(y))

#define __COMPLEX_1(name) \
  double _Complex name(double _Complex); \
  float _Complex name##f(float _Complex); \
  long double _Complex name##l(long double _Complex);
#define __COMPLEX_REAL(name) \
  double name(double _Complex); \
  float name##f(float _Complex); \
  long double name##l(long double _Complex);

__COMPLEX_1(cacos) __COMPLEX_1(casin) __COMPLEX_1(catan)
__COMPLEX_1(ccos) __COMPLEX_1(csin) __COMPLEX_1(ctan)
__COMPLEX_1(cacosh) __COMPLEX_1(casinh) __COMPLEX_1(catanh)
__COMPLEX_1(ccosh) __COMPLEX_1(csinh) __COMPLEX_1(ctanh)
__COMPLEX_1(cexp) __COMPLEX_1(clog) __COMPLEX_1(clog10) __COMPLEX_1(csqrt)
__COMPLEX_1(conj) __COMPLEX_1(cproj)
__COMPLEX_REAL(cabs) __COMPLEX_REAL(carg) __COMPLEX_REAL(creal) __COMPLEX_REAL(cimag)

double _Complex cpow(double _Complex, double _Complex);
float _Complex cpowf(float _Complex, float _Complex);
long double _Complex cpowl(long double _Complex, long double _Complex);

#undef __COMPLEX_1
#undef __COMPLEX_REAL

/* The parts without a call. */
#define creal(z) (__real__ (double _Complex)(z))
#define cimag(z) (__imag__ (double _Complex)(z))
#define crealf(z) (__real__ (float _Complex)(z))
#define cimagf(z) (__imag__ (float _Complex)(z))
#define creall(z) (__real__ (long double _Complex)(z))
#define cimagl(z) (__imag__ (long double _Complex)(z))
#define conj(z) (~(double _Complex)(z))
#define conjf(z) (~(float _Complex)(z))
#define conjl(z) (~(long double _Complex)(z))

#endif
