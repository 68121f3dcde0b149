/*
 * Shared by operations on whole arrays and patches: patches, the walk over one, kernels for each type of element.
 *
 * One idea: an operation is a function on rows of elements (a kernel), called for the elements that this process has of the first
 * patch; those of the other patches that belong to them are at hand: by address where this process has them too, else as a copy. So
 * the patches may have any distributions, and other shapes if they have as many elements, which then correspond in row-major order.
 * (Global Arrays User Manual, chapters 5 and 6.)
 */
#ifndef __GA_PATCH_H
#define __GA_PATCH_H

#include "array.h"
#include <complex.h>
#undef I
#include <math.h>
#include <stdlib.h>

enum { MAXDIM = GA_MAX_DIM, MAXPATCHES = 4 };

typedef struct __ga_patch {
  /* The function that the program has called, and its argument. */
  const char *name, *argument;
  int array;
  const struct __ga_array *of;
  int type, ndim;
  size_t size;
  /* Both ends are in it. */
  int lo[MAXDIM], hi[MAXDIM];
  /* Its elements correspond in the order of reversed indices. */
  int is_reversed;
} Patch;

/* n elements of each patch from the places given; the first patch's may be written. */
typedef void Kernel(int n, void *context, void *const place[]);

/* The patch from lo to hi, whose numbers have `width` bytes (int or int64_t), and the whole array. */
Patch __ga_patch(const char *name, const char *argument, int array, size_t width, const void *lo, const void *hi);
Patch __ga_whole(const char *name, const char *argument, int array);
/* The number of the array's type in a table of KERNELS; a type without arithmetic is refused. */
int __ga_number(const Patch *patch);
long __ga_elements(const Patch *patch);
int __ga_same_shape(const Patch *p, const Patch *q);

/* Begins and ends a collective operation on these patches: the processes of the group wait for each other, unless that is masked. */
void __ga_enter(const Patch patches[], int number);
void __ga_leave(const Patch patches[]);

/* Refuse arrays with another number of dimensions than one, or than two; matrices that are not square. */
void __ga_check_vector(const Patch *patch);
void __ga_check_matrix(const Patch *patch);
void __ga_check_square(const Patch *patch);
/* n numbers of `width` bytes each, as ints. */
void __ga_bounds(const char *name, const char *argument, size_t width, const void *from, int n, int *to);

/* Refuses patches that are not all of one type and with as many elements. */
void __ga_alike(const Patch patches[], int number);
void __ga_walk(const Patch patches[], int number, Kernel *kernel, void *context);
/* Of one patch, one part alone. */
void __ga_walk_part(const Patch *patch, const struct __ga_part *part, Kernel *kernel, void *context);

/* Kernels for elements of any type; the context is the address of their size. */
Kernel __ga_copy_elements, __ga_zero_elements;

/* This process's parts of a patch, one at a time. */
#define EACH_PART(PART, PATCH) for (struct __ga_part PART = {-1}; __ga_next_own_part((PATCH)->of, (PATCH)->lo, (PATCH)->hi, &PART);)

static inline void __ga_get_box(const Patch *p, const int lo[], const int hi[], void *to, const int ld[]) {
  __ga_get(p->name, p->of, lo, hi, to, ld);
}
static inline void __ga_put_box(const Patch *p, const int lo[], const int hi[], void *from, const int ld[]) {
  __ga_put(p->name, p->of, lo, hi, from, ld);
}

/* x of all in the patch's group, combined, on each. */
static inline void __ga_combined(const Patch *p, int type, void *x, int n, const char *operation) {
  __ga_reduce(p->name, p->of->group, type, x, n, operation);
}

/* Ends the job with a message; `value` is the argument's. */
void __ga_refuse(const char *name, const char *argument, long value, const char *rule) __attribute__((__noreturn__));
void *__ga_room(const char *name, size_t bytes);

/* One function for each type with arithmetic, in the order of __ga_number. */
typedef double _Complex zcomplex;
typedef float _Complex scomplex;
#define EACH_REAL(DO) DO(int, i) DO(long, l) DO(float, f) DO(double, d)
#define EACH_TYPE(DO) EACH_REAL(DO) DO(scomplex, c) DO(zcomplex, z)
#define KERNELS(NAME) {NAME##_i, NAME##_l, NAME##_f, NAME##_d, NAME##_c, NAME##_z}
#define REAL_KERNELS(NAME) {NAME##_i, NAME##_l, NAME##_f, NAME##_d}
enum { INT, LONG, FLOAT, DOUBLE, SCOMPLEX, ZCOMPLEX };

/* Each function on patches has a twin whose indices have 64 bits. */
#define EACH_INDEX(DO) DO(, int) DO(64, int64_t)
#define PATCH(G, LO, HI) __ga_patch(name, #G, G, sizeof *(LO), LO, HI)
#define WHOLE(G) __ga_whole(name, #G, G)

/* Magnitudes, of numbers of each type, as real numbers. */
#define MAGNITUDE_i(X) ((X) < 0 ? -(X) : (X))
#define MAGNITUDE_l(X) MAGNITUDE_i(X)
#define MAGNITUDE_f(X) fabsf(X)
#define MAGNITUDE_d(X) fabs(X)
#define MAGNITUDE_c(X) hypotf(crealf(X), cimagf(X))
#define MAGNITUDE_z(X) hypot(creal(X), cimag(X))
/* What numbers are compared by: complex ones by their magnitudes. */
#define KEY_i(X) (X)
#define KEY_l(X) (X)
#define KEY_f(X) (X)
#define KEY_d(X) (X)
#define KEY_c(X) MAGNITUDE_c(X)
#define KEY_z(X) MAGNITUDE_z(X)

#endif
