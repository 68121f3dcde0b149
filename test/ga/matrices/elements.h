/*
 * Shared by the programs on whole arrays and patches: arrays with each distribution and type whose elements are a function of their
 * place, and a comparison of all elements with what a plain computation gives.
 */
#include <ga.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures, me, procs;

/* Tells of an expression that does not hold, with the line and the process. */
#define CHECK(condition, ...) \
  do { \
    if (!(condition) && failures++ < 5) { \
      printf("process %d: line %d: %s: ", me, __LINE__, #condition); \
      printf(" " __VA_ARGS__); \
      printf("\n"); \
    } \
  } while (0)

static inline void begin(void) {
  GA_Initialize();
  me = GA_Nodeid();
  procs = GA_Nnodes();
}

static inline int finish(void) {
  GA_Sync();
  GA_Terminate();
  return failures != 0;
}

/* ---------------------------------------------------------------- numbers of all types */

typedef struct { double re, im; } Number;

static const int types[] = {C_INT, C_LONG, C_FLOAT, C_DBL, C_SCPL, C_DCPL};
enum { TYPES = 6, COMPLEX = 4, FLOATS = 2 };

static inline int size_of(int type) {
  switch (type) {
    case C_INT: case C_FLOAT: return 4;
    case C_DCPL: return 16;
    default: return 8;
  }
}

static inline void store(int type, void *at, int i, double re, double im) {
  switch (type) {
    case C_INT: ((int *)at)[i] = re; break;
    case C_LONG: ((long *)at)[i] = re; break;
    case C_FLOAT: ((float *)at)[i] = re; break;
    case C_DBL: ((double *)at)[i] = re; break;
    case C_SCPL: ((SingleComplex *)at)[i] = (SingleComplex){re, im}; break;
    case C_DCPL: ((DoubleComplex *)at)[i] = (DoubleComplex){re, im}; break;
  }
}

static inline Number load(int type, const void *at, int i) {
  switch (type) {
    case C_INT: return (Number){((int *)at)[i], 0};
    case C_LONG: return (Number){((long *)at)[i], 0};
    case C_FLOAT: return (Number){((float *)at)[i], 0};
    case C_DBL: return (Number){((double *)at)[i], 0};
    case C_SCPL: return (Number){((SingleComplex *)at)[i].real, ((SingleComplex *)at)[i].imag};
    default: return (Number){((DoubleComplex *)at)[i].real, ((DoubleComplex *)at)[i].imag};
  }
}

/* A value that a function takes by address. */
typedef union { double room[2]; } Value;
static inline Value value_of(int type, double re, double im) {
  Value v;
  store(type, &v, 0, re, im);
  return v;
}

static inline Number times(Number a, Number b) { return (Number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
static inline Number plus(Number a, Number b) { return (Number){a.re + b.re, a.im + b.im}; }
static inline double size_of_number(Number a) { return sqrt(a.re * a.re + a.im * a.im); }
/* As exactly as a float of this type holds it. */
static inline int near(int type, Number a, Number b) {
  double bound = (type == C_DBL || type == C_DCPL ? 1e-11 : 1e-4) * (1 + size_of_number(a));
  return fabs(a.re - b.re) <= bound && fabs(a.im - b.im) <= bound;
}

/* ---------------------------------------------------------------- arrays */

enum { REGULAR, IRREGULAR, CYCLIC, GRID, LAYOUTS };

/* The first third of each dimension and the rest, where the processes are enough; the first elements alone on one where they are not. */
static inline int irregular(int type, int ndim, int dims[]) {
  int blocks[7], map[14], at = 0, product = 1;
  for (int d = 0; d < ndim; d++) {
    blocks[d] = dims[d] > 2 && product * 2 <= procs ? 2 : 1;
    product *= blocks[d];
    map[at++] = 0;
    if (blocks[d] == 2) map[at++] = dims[d] / 3 ? dims[d] / 3 : 1;
  }
  return NGA_Create_irreg(type, ndim, dims, "irregular", blocks, map);
}

static inline int create(int type, int ndim, int dims[], int layout) {
  if (layout == REGULAR) return NGA_Create(type, ndim, dims, "regular", NULL);
  if (layout == IRREGULAR) return irregular(type, ndim, dims);
  int block[] = {2, 3, 2, 2, 2, 2, 2}, grid[] = {1, 1, 1, 1, 1, 1, 1}, g = GA_Create_handle();
  GA_Set_data(g, ndim, dims, type);
  for (int d = 2; d <= procs; d++)
    if (procs % d == 0 && ndim > 1) {
      grid[0] = procs / d;
      grid[1] = d;
      break;
    }
  if (ndim == 1) grid[0] = procs;
  if (procs == 1) grid[0] = 1;
  if (layout == CYCLIC) GA_Set_block_cyclic(g, block);
  else GA_Set_block_cyclic_proc_grid(g, block, grid);
  CHECK(GA_Allocate(g), "GA_Allocate");
  return g;
}

static inline int count(int ndim, const int dims[]) {
  int n = 1;
  for (int d = 0; d < ndim; d++) n *= dims[d];
  return n;
}

/* Element i in row-major order of the array number `seed`; small numbers, of which every fifth is negative, none 0. */
static inline Number element(int seed, int i) {
  double re = (i * 7 + seed * 3) % 11 + 1, im = (i * 5 + seed) % 7 - 3;
  return (Number){i % 5 == 4 ? -re : re, im};
}
static inline Number element_of(int type, int seed, int i) {
  Number x = element(seed, i);
  if (type != C_SCPL && type != C_DCPL) x.im = 0;
  return x;
}

/* An array that is full of elements; process 0 puts them. */
static inline int filled(int type, int ndim, int dims[], int layout, int seed) {
  int g = create(type, ndim, dims, layout), n = count(ndim, dims), lo[7] = {0}, hi[7];
  for (int d = 0; d < ndim; d++) hi[d] = dims[d] - 1;
  if (me == 0) {
    void *elements = malloc(n * size_of(type));
    for (int i = 0; i < n; i++) {
      Number x = element(seed, i);
      store(type, elements, i, x.re, x.im);
    }
    NGA_Put(g, lo, hi, elements, &dims[1]);
    free(elements);
  }
  GA_Sync();
  return g;
}

/* All elements of an array, for this process. */
static inline void *all_of(int g) {
  int type, ndim, dims[7], lo[7] = {0}, hi[7];
  NGA_Inquire(g, &type, &ndim, dims);
  for (int d = 0; d < ndim; d++) hi[d] = dims[d] - 1;
  void *elements = malloc(count(ndim, dims) * size_of(type));
  NGA_Get(g, lo, hi, elements, &dims[1]);
  return elements;
}

/* The indices of element i. */
static inline void indices(int ndim, const int dims[], int i, int at[]) {
  for (int d = ndim - 1; d >= 0; d--) {
    at[d] = i % dims[d];
    i /= dims[d];
  }
}
static inline int index_of(int ndim, const int dims[], const int at[]) {
  int i = 0;
  for (int d = 0; d < ndim; d++) i = i * dims[d] + at[d];
  return i;
}
static inline int is_in(int ndim, const int at[], const int lo[], const int hi[]) {
  for (int d = 0; d < ndim; d++)
    if (at[d] < lo[d] || at[d] > hi[d]) return 0;
  return 1;
}
