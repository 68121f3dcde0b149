/* Checks of arguments, each in one place, with the message of the mistake. */
#include "array.h"
#include <stdio.h>

/* ---------------------------------------------------------------- texts of patches */

/* "lo[1]:hi[1]" of each dimension, in brackets. */
static const char *patch_text(int ndim, const int *lo, const int *hi, char *text) {
  char *to = text;
  for (int i = 0; i < ndim; i++) to += sprintf(to, "%s%d:%d", i ? "," : "[", lo[i], hi[i]);
  sprintf(to, "]");
  return text;
}

static const char *index_text(int ndim, const int *index, char *text) {
  char *to = text;
  for (int i = 0; i < ndim; i++) to += sprintf(to, "%s%d", i ? "," : "[", index[i]);
  sprintf(to, "]");
  return text;
}

enum { TEXT = 32 * GA_MAX_DIM };

static const char *whole_text(const struct __ga_array *a, char *text) {
  int lo[GA_MAX_DIM] = {0}, hi[GA_MAX_DIM];
  for (int i = 0; i < a->ndim; i++) hi[i] = a->dims[i] - 1;
  return patch_text(a->ndim, lo, hi, text);
}

void __ga_null(const char *name, const char *argument) { __ga_fail("%s: %s is NULL: it is an address", name, argument); }

void __ga_bad_patch(const char *name, const char *what, const struct __ga_array *a, const int *lo, const int *hi) {
  char patch[TEXT], whole[TEXT];
  int i = 0;
  while (lo[i] >= 0 && hi[i] < a->dims[i] && lo[i] <= hi[i]) i++;
  const char *rule = lo[i] > hi[i] ? "lo is beyond hi" : "it is not all in the array";
  __ga_fail("%s: the patch %s%slo:hi = %s of array '%s': %s in dimension %d; the array is %s", name, what, *what ? " " : "",
            patch_text(a->ndim, lo, hi, patch), a->name, rule, i, whole_text(a, whole));
}

void __ga_bad_ld(const char *name, int dim, int ld) { __ga_fail("%s: ld[%d] is %d: it is 1 or more", name, dim - 1, ld); }

void __ga_check_index(const char *name, const struct __ga_array *a, const int *subscript) {
  char text[TEXT], whole[TEXT];
  __ga_check_given(name, "subscript", subscript);
  for (int i = 0; i < a->ndim; i++)
    if ((unsigned)subscript[i] >= (unsigned)a->dims[i])
      __ga_fail("%s: subscript %s is outside of array '%s', which is %s", name, index_text(a->ndim, subscript, text), a->name, whole_text(a, whole));
}

/* ---------------------------------------------------------------- others */

void __ga_check_rank(const char *name, const char *argument, const struct __ga_array *a, int proc) {
  if (proc < 0 || proc >= a->procs)
    __ga_fail("%s: %s is %d: processes of array '%s' are 0 .. %d", name, argument, proc, a->name, a->procs - 1);
}

void __ga_check_adds(const char *name, const struct __ga_array *a) {
  if (!__ga_adds(a->type))
    __ga_fail("%s: array '%s' is of %s: elements of C_INT, C_LONG, C_LONGLONG, C_FLOAT, C_DBL, C_SCPL and C_DCPL can be added up", name, a->name,
              __ga_type_name(a->type));
}

void __ga_check_unallocated(const char *name, const struct __ga_array *a) {
  if (a->is_there) __ga_fail("%s: g_a is %d: array '%s' has been allocated already", name, a->handle, a->name);
}

void __ga_check_shaped(const char *name, const struct __ga_array *a) {
  if (a->ndim == 0) __ga_fail("%s: g_a is %d: it has no dimensions yet; call GA_Set_data first", name, a->handle);
}

int __ga_checked_size(const char *name, int type) {
  int size = __ga_size_of(type);
  if (!size) __ga_fail("%s: type is %d: it is one of C_INT, C_DBL ..., or from NGA_Register_type", name, type);
  return size;
}

int __ga_narrow_one(const char *name, const char *argument, int64_t value) {
  if (value != (int)value) __ga_fail("%s: %s is %lld: numbers of elements and indices are less than 2147483648", name, argument, (long long)value);
  return value;
}

int *__ga_narrow(const char *name, const char *argument, const int64_t *from, int n, int *to) {
  char text[64];
  if (!from) return NULL;
  for (int i = 0; i < n; i++) {
    if (from[i] == (int)from[i]) {
      to[i] = from[i];
      continue;
    }
    snprintf(text, sizeof text, "%s[%d]", argument, i);
    __ga_narrow_one(name, text, from[i]);
  }
  return to;
}
