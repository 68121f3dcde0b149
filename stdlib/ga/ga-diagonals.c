/*
 * The diagonal of a matrix, and its rows and columns scaled by the elements of a vector.
 * (Global Arrays User Manual, 5.3.)
 *
 * One idea: the elements of the diagonal that this process has are gathered in a row, on which a kernel works with those of the
 * vector, and go back.
 */
#include "patch.h"

/* A vector of n elements of the matrix's type. */
static void check_matching(const Patch *a, const Patch *v, int n) {
  __ga_check_matrix(a);
  __ga_check_vector(v);
  if (v->type != a->type) __ga_refuse(v->name, "g_v", v->array, "its elements are of the type of those of g_a");
  if (v->of->dims[0] != n) __ga_refuse(v->name, "g_v", v->of->dims[0], "the array has as many elements as the diagonal, the rows or the columns of g_a; this is its number");
}

static int diagonal_length(const Patch *a) { return a->of->dims[0] < a->of->dims[1] ? a->of->dims[0] : a->of->dims[1]; }

/* ---------------------------------------------------------------- the diagonal */

/* The part of the diagonal in a box of the matrix. */
typedef struct run {
  int first, last;
  char *place;
  int step;
} Run;

static Run run_of(const Patch *a, const struct __ga_part *part) {
  const int *lo = part->lo, *hi = part->hi;
  Run run = {lo[0] > lo[1] ? lo[0] : lo[1], hi[0] < hi[1] ? hi[0] : hi[1], 0, 0};
  run.step = (part->ld[0] + 1) * (int)a->size;
  run.place = part->place + ((run.first - lo[0]) * part->ld[0] + run.first - lo[1]) * (int)a->size;
  return run;
}

static void gather(const Run *run, size_t size, char *row) {
  for (int i = 0; i <= run->last - run->first; i++) memcpy(row + i * size, run->place + i * run->step, size);
}

static void scatter(const Run *run, size_t size, const char *row) {
  for (int i = 0; i <= run->last - run->first; i++) memcpy(run->place + i * run->step, row + i * size, size);
}

/* `v`: a vector or NULL. */
static void on_diagonal(Patch a, const Patch *v, Kernel *kernel, void *context) {
  Patch patches[2] = {a, v ? *v : a};
  __ga_enter(patches, 2);
  char *row = __ga_room(a.name, 2 * diagonal_length(&a) * a.size), *vector = row + diagonal_length(&a) * a.size;
  EACH_PART(part, &a) {
    Run run = run_of(&a, &part);
    if (run.first > run.last) continue;
    if (v) __ga_get_box(v, &run.first, &run.last, vector, NULL);
    gather(&run, a.size, row);
    kernel(run.last - run.first + 1, context, (void *[]){row, vector});
    scatter(&run, a.size, row);
  }
  free(row);
  __ga_leave(&a);
}

static void with_vector(Patch a, Patch v, Kernel *kernel, void *context) {
  __ga_check_matrix(&a);
  check_matching(&a, &v, diagonal_length(&a));
  on_diagonal(a, &v, kernel, context);
}

#define ADD_ROW(TYPE, S) \
  static void add_row_##S(int n, void *context, void *const place[]) { \
    TYPE *x = place[0]; \
    const TYPE *y = place[1]; \
    for (int i = 0; i < n; i++) x[i] += y[i]; \
  }
EACH_TYPE(ADD_ROW)
static Kernel *const additions[] = KERNELS(add_row);

#define SHIFT_ROW(TYPE, S) \
  static void shift_row_##S(int n, void *context, void *const place[]) { \
    TYPE *x = place[0], value = *(TYPE *)context; \
    for (int i = 0; i < n; i++) x[i] += value; \
  }
EACH_TYPE(SHIFT_ROW)
static Kernel *const shifts[] = KERNELS(shift_row);

void GA_Set_diagonal(int g_a, int g_v) {
  const char *name = "GA_Set_diagonal";
  Patch a = WHOLE(g_a);
  with_vector(a, WHOLE(g_v), __ga_copy_elements, &a.size);
}

void GA_Add_diagonal(int g_a, int g_v) {
  const char *name = "GA_Add_diagonal";
  Patch a = WHOLE(g_a);
  with_vector(a, WHOLE(g_v), additions[__ga_number(&a)], NULL);
}

void GA_Shift_diagonal(int g_a, void *c) {
  const char *name = "GA_Shift_diagonal";
  Patch a = WHOLE(g_a);
  __ga_check_matrix(&a);
  on_diagonal(a, NULL, shifts[__ga_number(&a)], c);
}

void GA_Zero_diagonal(int g_a) {
  const char *name = "GA_Zero_diagonal";
  Patch a = WHOLE(g_a);
  __ga_check_matrix(&a);
  on_diagonal(a, NULL, __ga_zero_elements, &a.size);
}

/* Each process puts its part into the vector. */
void GA_Get_diag(int g_a, int g_v) {
  const char *name = "GA_Get_diag";
  Patch a = WHOLE(g_a), v = WHOLE(g_v);
  __ga_check_matrix(&a);
  check_matching(&a, &v, diagonal_length(&a));
  __ga_enter((Patch[]){a, v}, 2);
  char *row = __ga_room(name, diagonal_length(&a) * a.size);
  EACH_PART(part, &a) {
    Run run = run_of(&a, &part);
    if (run.first > run.last) continue;
    gather(&run, a.size, row);
    __ga_put_box(&v, &run.first, &run.last, row, NULL);
  }
  free(row);
  __ga_leave(&a);
}

/* ---------------------------------------------------------------- rows and columns */

#define SCALE_ROW(TYPE, S) \
  static void scale_row_##S(int n, void *value, void *const place[]) { \
    TYPE *x = place[0], factor = *(TYPE *)value; \
    for (int i = 0; i < n; i++) x[i] *= factor; \
  }
EACH_TYPE(SCALE_ROW)
static Kernel *const row_scales[] = KERNELS(scale_row);

#define SCALE_COLUMNS(TYPE, S) \
  static void scale_columns_##S(int n, void *values, void *const place[]) { \
    TYPE *x = place[0]; \
    const TYPE *factor = values; \
    for (int i = 0; i < n; i++) x[i] *= factor[i]; \
  }
EACH_TYPE(SCALE_COLUMNS)
static Kernel *const column_scales[] = KERNELS(scale_columns);

/* `d`: the dimension along which the vector lies. */
static void scale(Patch a, Patch v, int d, Kernel *kernel) {
  __ga_enter((Patch[]){a, v}, 2);
  char *vector = __ga_room(a.name, v.of->dims[0] * a.size);
  EACH_PART(part, &a) {
    __ga_get_box(&v, &part.lo[d], &part.hi[d], vector, NULL);
    for (int i = 0; i <= part.hi[0] - part.lo[0]; i++)
      kernel(part.hi[1] - part.lo[1] + 1, d == 0 ? vector + i * a.size : vector, (void *[]){part.place + i * part.ld[0] * a.size});
  }
  free(vector);
  __ga_leave(&a);
}

void GA_Scale_rows(int g_a, int g_v) {
  const char *name = "GA_Scale_rows";
  Patch a = WHOLE(g_a), v = WHOLE(g_v);
  check_matching(&a, &v, a.of->dims[0]);
  scale(a, v, 0, row_scales[__ga_number(&a)]);
}

void GA_Scale_cols(int g_a, int g_v) {
  const char *name = "GA_Scale_cols";
  Patch a = WHOLE(g_a), v = WHOLE(g_v);
  check_matching(&a, &v, a.of->dims[1]);
  scale(a, v, 1, column_scales[__ga_number(&a)]);
}
