/*
 * message.h: messages between two processes, and collective functions, of all, of a scope, of a group.
 *
 * A scope is a group too (job.h).
 */
#include "job.h"
#include <mpi.h>
#include <time.h>

/* MPI, which programs go on to call, begins and ends with the messages unless the program has begun it. */
static int has_begun_mpi;

void armci_msg_init(int *argc, char ***argv) {
  int is_initialized;
  MPI_Initialized(&is_initialized);
  if (is_initialized) return;
  MPI_Init(argc, argv);
  has_begun_mpi = 1;
}

void armci_msg_finalize(void) {
  int is_finalized;
  MPI_Finalized(&is_finalized);
  __armci_team_barrier("armci_msg_finalize", WORLD);
  if (has_begun_mpi && !is_finalized) MPI_Finalize();
}
void armci_msg_abort(int code) { upc_global_exit(code); }
int armci_msg_me(void) { return MYTHREAD; }
int armci_msg_nproc(void) { return THREADS; }

double armci_timer(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

void armci_msg_snd(int tag, void *buffer, int len, int to) { __armci_send("armci_msg_snd", tag, buffer, len, to); }

void armci_msg_rcv(int tag, void *buffer, int buflen, int *msglen, int from) {
  int bytes;
  __armci_receive("armci_msg_rcv", tag, buffer, buflen, &bytes, from);
  if (msglen) *msglen = bytes;
}

int armci_msg_rcvany(int tag, void *buffer, int buflen, int *msglen) {
  int bytes, from = __armci_receive("armci_msg_rcvany", tag, buffer, buflen, &bytes, ANYBODY);
  if (msglen) *msglen = bytes;
  return from;
}

/* ---------------------------------------------------------------- reductions */

static int number_of_type(const char *name, int type) {
  int number = __armci_type_number(type);
  if (number < 0) __armci_refuse(name, "type", type, "it is one of ARMCI_INT, ARMCI_LONG, ARMCI_LONG_LONG, ARMCI_FLOAT and ARMCI_DOUBLE");
  return number;
}

static int number_of_operation(const char *name, const char *op, int type) {
  int number = __armci_operation_number(op, type);
  if (number < 0) __armci_refuse(name, "op", op[0], "it is one of +, *, max, min, absmax, absmin, and of integers or; this is the code of its first character");
  return number;
}

static void combined(const char *name, int group, void *x, int n, const char *op, int type, int is_for_all) {
  int number = number_of_type(name, type), operation = number_of_operation(name, op, number);
  if (n < 0) __armci_refuse(name, "n", n, "it is 0 or more");
  __armci_reduce(name, group, x, n, __armci_type_size(number), operation, number, is_for_all);
}

/* ---------------------------------------------------------------- of scopes */

static int group_of(const char *name, int scope) {
  switch (scope) {
    case SCOPE_ALL: return WORLD;
    case SCOPE_NODE: return NODE;
    case SCOPE_MASTERS: return MASTERS;
  }
  __armci_refuse(name, "scope", scope, "it is one of SCOPE_ALL, SCOPE_NODE and SCOPE_MASTERS");
}

void armci_msg_barrier(void) { __armci_team_barrier("armci_msg_barrier", WORLD); }
void armci_msg_bcast(void *buffer, int len, int root) { __armci_broadcast("armci_msg_bcast", WORLD, buffer, len, root); }
void armci_msg_brdcst(void *buffer, int len, int root) { __armci_broadcast("armci_msg_brdcst", WORLD, buffer, len, root); }
void armci_msg_bcast_scope(int scope, void *buffer, int len, int root) {
  __armci_broadcast("armci_msg_bcast_scope", group_of("armci_msg_bcast_scope", scope), buffer, len, root);
}
void armci_msg_clus_brdcst(void *buf, int len) { __armci_broadcast("armci_msg_clus_brdcst", NODE, buf, len, __armci_job.domain_first); }

void armci_msg_reduce(void *x, int n, char *op, int type) { combined("armci_msg_reduce", WORLD, x, n, op, type, 0); }
void armci_msg_reduce_scope(int scope, void *x, int n, char *op, int type) {
  combined("armci_msg_reduce_scope", group_of("armci_msg_reduce_scope", scope), x, n, op, type, 0);
}
void armci_msg_gop_scope(int scope, void *x, int n, char *op, int type) {
  combined("armci_msg_gop_scope", group_of("armci_msg_gop_scope", scope), x, n, op, type, 1);
}

#define GOP(TYPE, NAME, KIND) \
  void armci_msg_##NAME(TYPE *x, int n, char *op) { combined("armci_msg_" #NAME, WORLD, x, n, op, KIND, 1); } \
  void armci_msg_clus_##NAME(TYPE *x, int n, char *op) { combined("armci_msg_clus_" #NAME, NODE, x, n, op, KIND, 1); } \
  void armci_msg_group_##NAME(TYPE *x, int n, char *op, ARMCI_Group *group) { \
    combined("armci_msg_group_" #NAME, *group, x, n, op, KIND, 1); \
  }
GOP(int, igop, ARMCI_INT)
GOP(long, lgop, ARMCI_LONG)
GOP(long long, llgop, ARMCI_LONG_LONG)
GOP(float, fgop, ARMCI_FLOAT)
GOP(double, dgop, ARMCI_DOUBLE)

void armci_msg_group_gop_scope(int scope, void *x, int n, char *op, int type, ARMCI_Group *group) {
  if (scope != SCOPE_ALL) __armci_refuse("armci_msg_group_gop_scope", "scope", scope, "of a group it is SCOPE_ALL");
  combined("armci_msg_group_gop_scope", *group, x, n, op, type, 1);
}
void armci_msg_group_barrier(ARMCI_Group *group) { __armci_team_barrier("armci_msg_group_barrier", *group); }

/* `root` is the process's number in the job. */
void armci_msg_group_bcast_scope(int scope, void *buf, int len, int root, ARMCI_Group *group) {
  if (scope != SCOPE_ALL) __armci_refuse("armci_msg_group_bcast_scope", "scope", scope, "of a group it is SCOPE_ALL");
  __armci_broadcast("armci_msg_group_bcast_scope", *group, buf, len, root);
}

void armci_exchange_address(void *ptr_arr[], int n) { __armci_exchange("armci_exchange_address", WORLD, ptr_arr, n); }
void armci_exchange_address_grp(void *ptr_arr[], int n, ARMCI_Group *group) {
  __armci_exchange("armci_exchange_address_grp", *group, ptr_arr, n);
}

/* ---------------------------------------------------------------- a tree, and a choice */

/* A tree of two branches over a scope's processes in their order; -1: there is none. */
void armci_msg_bintree(int scope, int *Root, int *Up, int *Left, int *Right) {
  static const char name[] = "armci_msg_bintree";
  int group = group_of(name, scope), me = __armci_group_rank(name, group), size = __armci_group_size(name, group);
  *Root = __armci_group_member(name, group, 0);
  *Up = me > 0 ? __armci_group_member(name, group, (me - 1) / 2) : -1;
  *Left = me >= 0 && 2 * me + 1 < size ? __armci_group_member(name, group, 2 * me + 1) : -1;
  *Right = me >= 0 && 2 * me + 2 < size ? __armci_group_member(name, group, 2 * me + 2) : -1;
}

/* The first value, as a number, by which armci_msg_sel chooses. */
static double first_of(const void *x, int type) {
  switch (type) {
    case ARMCI_INT: return *(const int *)x;
    case ARMCI_FLOAT: return *(const float *)x;
    case ARMCI_DOUBLE: return *(const double *)x;
    default: return *(const long *)x;
  }
}

/* Up the tree goes the best so far, of n bytes, or nothing. */
void armci_msg_sel_scope(int scope, void *x, int n, char *op, int type, int contribute) {
  static const char name[] = "armci_msg_sel_scope";
  enum { TAG = -0x5e1 };
  int root, up, below[2], got, group = group_of(name, scope);
  int is_min = strcmp(op, "min") == 0;
  number_of_type(name, type);
  if (!is_min && strcmp(op, "max") != 0) __armci_refuse(name, "op", op[0], "it is min or max; this is the code of its first character");
  armci_msg_bintree(scope, &root, &up, &below[0], &below[1]);
  void *other = malloc(n);
  for (int i = 0; i < 2; i++) {
    if (below[i] < 0) continue;
    __armci_receive(name, TAG, other, n, &got, below[i]);
    if (got == 0) continue;
    double theirs = first_of(other, type), own = contribute ? first_of(x, type) : 0;
    if (!contribute || (is_min ? theirs < own : theirs > own)) memcpy(x, other, n);
    contribute = 1;
  }
  free(other);
  if (up >= 0) __armci_send(name, TAG, x, contribute ? n : 0, up);
  __armci_broadcast(name, group, x, n, root);
}
