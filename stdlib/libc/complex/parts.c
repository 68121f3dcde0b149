/* <complex.h>: parts and simple functions of a complex number. (C99 7.3.8.1, 7.3.9) */
#include "forms.h"

#undef creal
#undef crealf
#undef creall
#undef cimag
#undef cimagf
#undef cimagl
#undef conj
#undef conjf
#undef conjl

double creal(double _Complex z) { return RE(z); }
double cimag(double _Complex z) { return IM(z); }
double _Complex conj(double _Complex z) { return CMPLX(RE(z), -IM(z)); }
double cabs(double _Complex z) { return hypot(RE(z), IM(z)); }
double carg(double _Complex z) { return atan2(IM(z), RE(z)); }

/* All infinities are one point of the Riemann sphere. */
double _Complex cproj(double _Complex z) {
  if (isinf(RE(z)) || isinf(IM(z))) return CMPLX(INFINITY, copysign(0, IM(z)));
  return z;
}

REAL_FORMS(creal)
REAL_FORMS(cimag)
REAL_FORMS(cabs)
REAL_FORMS(carg)
FORMS(conj)
FORMS(cproj)
