/* NGA_Read_inc: an element as a counter that all may draw from (fetch-and-add). */
#include "array.h"

#define READ_INC(TYPE) \
  static TYPE read_inc_##TYPE(const char *name, TYPE *there, TYPE inc, int proc) { \
    if ((unsigned)there % sizeof(TYPE) == 0 && __armci_reaches(there, sizeof(TYPE), proc)) { \
      __armci_look(); \
      return __atomic_fetch_add(there, inc, __ATOMIC_SEQ_CST); \
    } \
    __armci_rmw(name, 1, sizeof(TYPE) == 8, &inc, there, proc); \
    return inc; \
  }
READ_INC(int)
READ_INC(long)

static long read_inc(const char *name, const struct __ga_array *a, const int *subscript, long inc) {
  struct __ga_part part;
  if (a->type != C_INT && a->type != C_LONG && a->type != C_LONGLONG)
    __ga_fail("%s: array '%s' is of %s: the element is of C_INT, C_LONG or C_LONGLONG", name, a->name, __ga_type_name(a->type));
  __ga_check_index(name, a, subscript);
  __ga_first_part(a, subscript, subscript, &part);
  __ga_job.incs++;
  return a->size == 4 ? read_inc_int(name, (int *)part.place, (int)inc, part.proc) : read_inc_long(name, (long *)part.place, inc, part.proc);
}
long NGA_Read_inc(int g_a, int subscript[], long inc) { return read_inc("NGA_Read_inc", __ga_array("NGA_Read_inc", g_a), subscript, inc); }
long NGA_Read_inc64(int g_a, int64_t subscript[], long inc) {
  int at[GA_MAX_DIM];
  struct __ga_array *a = __ga_array("NGA_Read_inc64", g_a);
  return read_inc("NGA_Read_inc64", a, __ga_narrow("NGA_Read_inc64", "subscript", subscript, a->ndim, at), inc);
}
