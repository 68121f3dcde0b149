/* Collective functions of the default group or of one that is given: order and barriers, broadcasts, reductions. */
#include "array.h"

/* ---------------------------------------------------------------- order and barriers */

void __ga_sync(const char *name, int group) {
  int armci = __ga_own_group(name, group)->armci;
  ARMCI_AllFence();
  __armci_team_barrier(name, armci);
}

void __ga_begin(const char *name, int group) {
  __ga_open(name);
  int syncs = __ga_job.syncs_first;
  __ga_job.syncs_first = 1;
  if (syncs) __ga_sync(name, group);
}

void __ga_end(const char *name, int group) {
  int syncs = __ga_job.syncs_last;
  __ga_job.syncs_last = 1;
  if (syncs) __ga_sync(name, group);
}

static void sync_default(const char *name) {
  __ga_open(name);
  __ga_sync(name, __ga_job.group);
}
void GA_Sync(void) { sync_default("GA_Sync"); }
/* One call under two names. */
void NGA_Sync(void) { sync_default("GA_Sync"); }
void GA_Pgroup_sync(int grp_id) { __ga_sync("GA_Pgroup_sync", grp_id); }
void NGA_Pgroup_sync(int grp_id) { __ga_sync("NGA_Pgroup_sync", grp_id); }

static void mask(const char *name, int first, int last) {
  __ga_open(name);
  __ga_job.syncs_first = first;
  __ga_job.syncs_last = last;
}
void GA_Mask_sync(int first, int last) { mask("GA_Mask_sync", first, last); }
void NGA_Mask_sync(int first, int last) { mask("NGA_Mask_sync", first, last); }

/* What is put from an Init_fence to its Fence is there then. They nest. */
static int fences;
static void init_fence(const char *name) {
  __ga_open(name);
  fences++;
}
static void end_fence(const char *name) {
  __ga_open(name);
  if (fences == 0) __ga_fail("%s: without a GA_Init_fence before it", name);
  fences--;
  ARMCI_AllFence();
}
void GA_Init_fence(void) { init_fence("GA_Init_fence"); }
void NGA_Init_fence(void) { init_fence("NGA_Init_fence"); }
void GA_Fence(void) { end_fence("GA_Fence"); }
void NGA_Fence(void) { end_fence("NGA_Fence"); }

/* ---------------------------------------------------------------- broadcasts; the root is a rank of the group */

static void broadcast(const char *name, int group, void *buf, int lenbuf, int root) {
  const struct __ga_group *found = __ga_own_group(name, group);
  __armci_broadcast(name, found->armci, buf, lenbuf, __ga_proc_of(name, found, "root", root));
}
void GA_Brdcst(void *buf, int lenbuf, int root) { broadcast("GA_Brdcst", __ga_job.group, buf, lenbuf, root); }
void GA_Pgroup_brdcst(int grp, void *buf, int lenbuf, int root) { broadcast("GA_Pgroup_brdcst", grp, buf, lenbuf, root); }

/* ---------------------------------------------------------------- reductions */

/* Of elements of a type, or of the parts of complex ones: ARMCI's number. */
static int number_of_type(const char *name, int type) {
  switch (type) {
    case C_INT: return __armci_type_number(ARMCI_INT);
    case C_LONG: return __armci_type_number(ARMCI_LONG);
    case C_LONGLONG: return __armci_type_number(ARMCI_LONG_LONG);
    case C_FLOAT:
    case C_SCPL: return __armci_type_number(ARMCI_FLOAT);
    case C_DBL:
    case C_DCPL: return __armci_type_number(ARMCI_DOUBLE);
  }
  __ga_fail("%s: type is %s: it is one of C_INT, C_LONG, C_LONGLONG, C_FLOAT, C_DBL, C_SCPL and C_DCPL", name, __ga_type_name(type));
}

static int is_integer(int type) { return type == C_INT || type == C_LONG || type == C_LONGLONG; }

static int number_of_operation(const char *name, const char *op, int type, int number) {
  int operation = __armci_operation_number(op, number);
  if (operation < 0) __ga_fail("%s: op is '%s': it is one of +, *, max, min, absmax, absmin%s", name, op, is_integer(type) ? ", or, &&, ||" : "");
  return operation;
}

/* Truth is 0 or not 0; the least and the largest of that. */
#define LOGICAL(TYPE) \
  static void truths_##TYPE(TYPE *x, int n) { \
    for (int i = 0; i < n; i++) x[i] = x[i] != 0; \
  }
LOGICAL(int)
LOGICAL(long)
static const char *made_logical(int type, void *x, int n, const char *op) {
  if (!is_integer(type) || (strcmp(op, "&&") != 0 && strcmp(op, "||") != 0)) return op;
  type == C_INT ? truths_int(x, n) : truths_long(x, n);
  return op[0] == '&' ? "min" : "max";
}

void __ga_reduce(const char *name, int group, int type, void *x, int n, const char *op) {
  type = __ga_type_in_c(type);
  int armci = __ga_own_group(name, group)->armci, number = number_of_type(name, type), parts = type == C_SCPL || type == C_DCPL ? 2 : 1;
  if (n < 0 || n > INT32_MAX / 16) __ga_fail("%s: n is %d: it is 0 .. %d", name, n, INT32_MAX / 16);
  op = made_logical(type, x, n, op);
  if (parts == 2 && strcmp(op, "+") != 0) __ga_fail("%s: op is '%s': of complex numbers it is +", name, op);
  __armci_reduce(name, armci, x, n * parts, __armci_type_size(number), number_of_operation(name, op, type, number), number, 1);
}

void GA_Gop(int type, void *x, int n, char *op) { __ga_reduce("GA_Gop", __ga_job.group, type, x, n, op); }

#define GOP(LETTERS, TYPE, KIND) \
  void GA_##LETTERS(TYPE x[], int n, char *op) { __ga_reduce("GA_" #LETTERS, __ga_job.group, KIND, x, n, op); }
GOP(Igop, int, C_INT)
GOP(Lgop, long, C_LONG)
GOP(Llgop, long long, C_LONGLONG)
GOP(Fgop, float, C_FLOAT)
GOP(Dgop, double, C_DBL)
GOP(Cgop, SingleComplex, C_SCPL)
GOP(Zgop, DoubleComplex, C_DCPL)

#define NGA_GOP(LETTERS, TYPE, KIND) \
  void NGA_##LETTERS(TYPE x[], int n, char *op) { __ga_reduce("NGA_" #LETTERS, __ga_job.group, KIND, x, n, op); }
NGA_GOP(Igop, int, C_INT)
NGA_GOP(Dgop, double, C_DBL)

#define GROUP_GOP(PREFIX, LETTERS, TYPE, KIND) \
  void PREFIX##Pgroup_##LETTERS(int grp, TYPE x[], int n, char *op) { __ga_reduce(#PREFIX "Pgroup_" #LETTERS, grp, KIND, x, n, op); }
GROUP_GOP(GA_, igop, int, C_INT)
GROUP_GOP(GA_, lgop, long, C_LONG)
GROUP_GOP(GA_, llgop, long long, C_LONGLONG)
GROUP_GOP(GA_, fgop, float, C_FLOAT)
GROUP_GOP(GA_, dgop, double, C_DBL)
GROUP_GOP(GA_, cgop, SingleComplex, C_SCPL)
GROUP_GOP(GA_, zgop, DoubleComplex, C_DCPL)
GROUP_GOP(NGA_, igop, int, C_INT)
GROUP_GOP(NGA_, lgop, long, C_LONG)
GROUP_GOP(NGA_, llgop, long long, C_LONGLONG)
GROUP_GOP(NGA_, fgop, float, C_FLOAT)
GROUP_GOP(NGA_, dgop, double, C_DBL)
GROUP_GOP(NGA_, zgop, DoubleComplex, C_DCPL)
