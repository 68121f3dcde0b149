/*
 * C99 7.6. The arithmetic has neither exception flags nor rounding modes other than to-nearest:
 * no FE_ exception macro is defined (as 7.6p5 allows), flags always read as clear, and
 * fesetround accepts FE_TONEAREST alone.
 */
#ifndef _FENV_H
#define _FENV_H

typedef unsigned int fexcept_t;
typedef struct {
  unsigned int __reserved;
} fenv_t;

#define FE_ALL_EXCEPT 0
#define FE_TONEAREST 0
#define FE_DFL_ENV ((const fenv_t *)-1)

int feclearexcept(int);
int fegetexceptflag(fexcept_t *, int);
int feraiseexcept(int);
int fesetexceptflag(const fexcept_t *, int);
int fetestexcept(int);
int fegetround(void);
int fesetround(int);
int fegetenv(fenv_t *);
int feholdexcept(fenv_t *);
int fesetenv(const fenv_t *);
int feupdateenv(const fenv_t *);

#endif
