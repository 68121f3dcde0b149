/* Fortran's types in C, as Global Arrays has them. */
#ifndef _TYPESF2C_H
#define _TYPESF2C_H

#define FATR

typedef long Integer;
typedef long intp;
typedef Integer logical;
typedef Integer Logical;
typedef float Real;
typedef double DoublePrecision;

typedef struct {
  Real real, imag;
} SingleComplex;

typedef struct {
  DoublePrecision real, imag;
} DoubleComplex;

#endif
