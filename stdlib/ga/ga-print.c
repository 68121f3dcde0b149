/*
 * The elements of arrays and patches as text: GA_Print and its like, in the layout that users of GA know.
 *
 * One idea: all is printed by process 0, which gets what it prints. The text counts from 1 and has the last dimension first, as
 * GA prints for C too. (Global Arrays User Manual, 4.9; GA 5.8 for the layout.)
 */
#include "array.h"
#include <stdio.h>

enum { LAST_FIXED = 100000 };

/* An element: a whole number, or one or two real ones. */
typedef struct {
  int parts;
  long long whole;
  double real, imaginary;
} Element;

static Element element(int type, const void *at) {
  Element e = {0};
  if (type == C_INT) e.whole = *(const int *)at;
  else if (type == C_LONG) e.whole = *(const long *)at;
  else if (type == C_LONGLONG) e.whole = *(const long long *)at;
  else if (type == C_FLOAT) e = (Element){1, 0, *(const float *)at};
  else if (type == C_DBL) e = (Element){1, 0, *(const double *)at};
  else if (type == C_SCPL) e = (Element){2, 0, ((const float *)at)[0], ((const float *)at)[1]};
  else e = (Element){2, 0, ((const double *)at)[0], ((const double *)at)[1]};
  return e;
}

static int has_text(int type) {
  return type == C_INT || type == C_LONG || type == C_LONGLONG || type == C_FLOAT || type == C_DBL || type == C_SCPL || type == C_DCPL;
}

static int is_short(const Element *e) { return e->real < LAST_FIXED && e->imaginary < LAST_FIXED; }

static void print_plain(FILE *file, const Element *e) {
  if (e->parts == 0) fprintf(file, "%lld", e->whole);
  else if (e->parts == 1) fprintf(file, is_short(e) ? "%f" : "%e", e->real);
  else fprintf(file, is_short(e) ? "(%f,%f)" : "(%e,%e)", e->real, e->imaginary);
}

static void print_cell(FILE *file, const Element *e) {
  if (e->parts == 0) fprintf(file, " %8lld", e->whole);
  else if (e->parts == 1) fprintf(file, is_short(e) ? " %11.5f" : " %.5e", e->real);
  else fprintf(file, is_short(e) ? " %11.5f,%11.5f" : " %.5e,%.5e", e->real, e->imaginary);
}

/* What is printed: a patch of an array, and a buffer for a part of it. */
typedef struct {
  FILE *file;
  const char *function;
  const struct __ga_array *a;
  const int *lo, *hi;
  char *part;
} Table;

/* The last dimension is printed first. */
static int last(const Table *t) { return t->a->ndim - 1; }
static int length(const Table *t, int d) { return t->hi[d] - t->lo[d] + 1; }

static void print_range(const Table *t, int d) { fprintf(t->file, "%d:%d", t->lo[d] + 1, t->hi[d] + 1); }

static void print_title(const Table *t) {
  fprintf(t->file, "\n global array: %s[", t->a->name);
  for (int d = last(t); d >= 0; d--) {
    print_range(t, d);
    if (d > 0) fputc(',', t->file);
  }
  fprintf(t->file, "],  handle: %d \n", t->a->handle);
}

/* Goes to the next subscript of dimensions 0 .. `last`; 0 after all. */
static int next_subscript(const Table *t, int last, int at[]) {
  for (int d = last; d >= 0; d--) {
    if (++at[d] <= t->hi[d]) return 1;
    at[d] = t->lo[d];
  }
  return 0;
}

/* Gets the part from `lo` to `hi`, dense. */
static void get_part(const Table *t, const int lo[], const int hi[]) {
  int ld[GA_MAX_DIM];
  for (int d = 1; d < t->a->ndim; d++) ld[d - 1] = hi[d] - lo[d] + 1;
  __ga_get(t->function, t->a, lo, hi, t->part, ld);
}

static Element part_element(const Table *t, int i) { return element(t->a->type, t->part + i * t->a->size); }

/* A line for each element. */
static void print_lines(const Table *t) {
  int at[GA_MAX_DIM], end[GA_MAX_DIM], row = last(t);
  memcpy(at, t->lo, t->a->ndim * sizeof *at);
  do {
    memcpy(end, at, sizeof end);
    end[row] = t->hi[row];
    get_part(t, at, end);
    for (int i = 0; i < length(t, row); i++) {
      Element e = part_element(t, i);
      fprintf(t->file, "%s(%d", t->a->name, t->lo[row] + i + 1);
      for (int d = row - 1; d >= 0; d--) fprintf(t->file, ",%d", at[d] + 1);
      fputs(") = ", t->file);
      print_plain(t->file, &e);
      fputc('\n', t->file);
    }
  } while (next_subscript(t, row - 1, at));
}

/* The numbers of columns, and a rule under each. */
static void print_head(const Table *t, int first, int end) {
  static const struct {
    const char *margin, *number, *rule;
  } styles[] = {{"     ", "%7d  ", " --------"}, {"   ", "%10d  ", " -----------"}, {"", "%22d  ", " -----------------------"}}, *style;
  int type = t->a->type;
  style = &styles[type == C_DBL ? 1 : type == C_SCPL || type == C_DCPL ? 2 : 0];
  fprintf(t->file, "\n%s", style->margin);
  for (int c = first; c <= end; c++) fprintf(t->file, style->number, c + 1);
  fputs("\n      ", t->file);
  for (int c = first; c <= end; c++) fputs(style->rule, t->file);
  fputc('\n', t->file);
}

/* Rows of the last dimension, each with its elements of the columns `first` .. `end`, indices of the dimension before. */
static void print_columns(const Table *t, const int at[], int first, int end) {
  int lo[GA_MAX_DIM], hi[GA_MAX_DIM], row = last(t), rows = length(t, row);
  memcpy(lo, at, sizeof lo);
  memcpy(hi, at, sizeof hi);
  hi[row] = t->hi[row];
  if (row > 0) {
    lo[row - 1] = first;
    hi[row - 1] = end;
    print_head(t, first, end);
  }
  get_part(t, lo, hi);
  for (int r = 0; r < rows; r++) {
    fprintf(t->file, "%4d  ", t->lo[row] + r + 1);
    for (int c = 0; c <= end - first; c++) {
      Element e = part_element(t, c * rows + r);
      print_cell(t->file, &e);
    }
    fputc('\n', t->file);
  }
}

static int columns_a_table(int type) { return type == C_SCPL ? 3 : 6; }

/* The plane of the last two dimensions at a subscript, in an array that has more. */
static void print_plane(const Table *t, const int at[]) {
  fprintf(t->file, "\n -- patch: %s[", t->a->name);
  print_range(t, last(t));
  fputc(',', t->file);
  print_range(t, last(t) - 1);
  for (int d = last(t) - 2; d >= 0; d--) fprintf(t->file, ",%d", at[d] + 1);
  fputs("]\n", t->file);
}

static void print_tables(const Table *t) {
  int at[GA_MAX_DIM], width = columns_a_table(t->a->type), across = last(t) - 1;
  int first = across < 0 ? 0 : t->lo[across], end = across < 0 ? 0 : t->hi[across];
  memcpy(at, t->lo, t->a->ndim * sizeof *at);
  do {
    if (across > 0) print_plane(t, at);
    for (int c = first; c <= end; c += width) print_columns(t, at, c, c + width - 1 < end ? c + width - 1 : end);
  } while (next_subscript(t, across - 1, at));
}

static void print_patch(FILE *file, const char *name, int g_a, const int *lo, const int *hi, int is_pretty) {
  Table t = {file, name, __ga_array(name, g_a), lo, hi};
  if (!has_text(t.a->type)) __ga_fail("%s: g_a is %d: it is of %s; arrays of C's numbers are printed", name, g_a, __ga_type_name(t.a->type));
  __ga_check_patch(name, "", t.a, lo, hi);
  __ga_begin(name, __ga_job.group);
  if (GA_Nodeid() == 0) {
    t.part = malloc((size_t)length(&t, last(&t)) * (is_pretty ? columns_a_table(t.a->type) : 1) * t.a->size);
    if (t.part == NULL) __ga_fail("%s: no memory for a part of the array", name);
    print_title(&t);
    (is_pretty ? print_tables : print_lines)(&t);
    fflush(file);
    free(t.part);
  }
  __ga_end(name, __ga_job.group);
}

static void print_all(FILE *file, const char *name, int g_a) {
  const struct __ga_array *a = __ga_array(name, g_a);
  int lo[GA_MAX_DIM] = {0}, hi[GA_MAX_DIM];
  for (int d = 0; d < a->ndim; d++) hi[d] = a->dims[d] - 1;
  print_patch(file, name, g_a, lo, hi, 1);
}

void GA_Print(int g_a) { print_all(stdout, "GA_Print", g_a); }
void GA_Print_file(FILE *file, int g_a) { print_all(file, "GA_Print_file", g_a); }

void GA_Print_patch(int g_a, int ilo, int ihi, int jlo, int jhi, int pretty) {
  int lo[] = {ilo, jlo}, hi[] = {ihi, jhi};
  const struct __ga_array *a = __ga_array("GA_Print_patch", g_a);
  if (a->ndim != 2) __ga_fail("GA_Print_patch: g_a is %d: it has %d dimensions; this function prints those with 2, call NGA_Print_patch", g_a, a->ndim);
  print_patch(stdout, "GA_Print_patch", g_a, lo, hi, pretty);
}

void NGA_Print_patch(int g_a, int lo[], int hi[], int pretty) { print_patch(stdout, "NGA_Print_patch", g_a, lo, hi, pretty); }

void NGA_Print_patch64(int g_a, int64_t lo[], int64_t hi[], int pretty) {
  const char *name = "NGA_Print_patch64";
  int n = __ga_array(name, g_a)->ndim, first[GA_MAX_DIM], last[GA_MAX_DIM];
  print_patch(stdout, name, g_a, __ga_narrow(name, "lo", lo, n, first), __ga_narrow(name, "hi", hi, n, last), pretty);
}
