/* The life of a process under Global Arrays: beginning, end, messages that end the job; its number and its cluster node (a domain of ARMCI). */
#include "creation.h"
#include <stdarg.h>
#include <stdio.h>

struct __ga_job __ga_job;

void __ga_abort(const char *text) __attribute__((__noreturn__));

/* Its text would be part of the frame of each function that it is inlined into. */
__attribute__((noinline)) void __ga_fail(const char *format, ...) {
  char text[1024];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  __ga_abort(text);
}

void __ga_closed(const char *name) {
  if (__ga_job.was_open) __ga_fail("%s: after GA_Terminate", name);
  __ga_fail("%s: before GA_Initialize; call that first", name);
}

/* ---------------------------------------------------------------- beginning and end */

/* GA_Initialize once more does nothing. */
static void begin(void) {
  if (__ga_job.is_open) return;
  ARMCI_Init();
  __ga_job = (struct __ga_job){.is_open = 1, .me = MYTHREAD, .procs = THREADS, .group = -1, .syncs_first = 1, .syncs_last = 1};
}

/* 0 is no limit. */
static void begin_limited(size_t bytes) {
  begin();
  if (bytes) GA_Set_memory_limit(bytes);
}

void GA_Initialize(void) { begin(); }
void NGA_Initialize(void) { begin(); }
void GA_Initialize_args(int *argc, char ***argv) { begin(); }
void GA_Initialize_ltd(size_t limit) { begin_limited(limit); }
void NGA_Initialize_ltd(size_t limit) { begin_limited(limit); }
int GA_Initialized(void) { return __ga_job.is_open; }
int NGA_Initialized(void) { return __ga_job.is_open; }

/* Arrays that are left are freed; collective. A second one does nothing. */
static void end(const char *name) {
  if (!__ga_job.is_open && __ga_job.was_open) return;
  __ga_open(name);
  __ga_sync(name, -1);
  __ga_free_arrays();
  ARMCI_Finalize();
  __ga_job.is_open = 0;
  __ga_job.was_open = 1;
}
void GA_Terminate(void) { end("GA_Terminate"); }
void NGA_Terminate(void) { end("NGA_Terminate"); }

void GA_Error(char *str, int code) { __ga_fail("GA_Error: %s %d", str, code); }
void NGA_Error(char *str, int code) { __ga_fail("NGA_Error: %s %d", str, code); }

/* ---------------------------------------------------------------- the process, clusters */

static int me(const char *name) {
  __ga_open(name);
  return __ga_group(name, __ga_job.group)->rank;
}
static int number(const char *name) {
  __ga_open(name);
  return __ga_group(name, __ga_job.group)->size;
}
int GA_Nodeid(void) { return me("GA_Nodeid"); }
int NGA_Nodeid(void) { return me("NGA_Nodeid"); }
int GA_Nnodes(void) { return number("GA_Nnodes"); }
int NGA_Nnodes(void) { return number("NGA_Nnodes"); }

/* By rank in the default group, the processes of the job. */
static void list(const char *name, int *list, int nprocs) {
  __ga_open(name);
  const struct __ga_group *group = __ga_group(name, __ga_job.group);
  if (nprocs < 0 || nprocs > group->size) __ga_fail("%s: nprocs is %d: the default group has %d processes", name, nprocs, group->size);
  for (int i = 0; i < nprocs; i++) list[i] = group->procs[i];
}
void GA_List_nodeid(int *ids, int nprocs) { list("GA_List_nodeid", ids, nprocs); }
void NGA_List_nodeid(int *ids, int nprocs) { list("NGA_List_nodeid", ids, nprocs); }

static void check_cluster(const char *name, int id) {
  __ga_open(name);
  if (id < 0 || id >= __armci_job.domains) __ga_fail("%s: %d is no cluster node: there are %d", name, id, __armci_job.domains);
}
int GA_Cluster_nnodes(void) {
  __ga_open("GA_Cluster_nnodes");
  return __armci_job.domains;
}
int GA_Cluster_nodeid(void) {
  __ga_open("GA_Cluster_nodeid");
  return __armci_job.domain;
}
int GA_Cluster_nprocs(int x) {
  check_cluster("GA_Cluster_nprocs", x);
  return __armci_size_of_domain(x);
}
int GA_Cluster_procid(int x, int y) {
  check_cluster("GA_Cluster_procid", x);
  if (y < 0 || y >= __armci_size_of_domain(x))
    __ga_fail("GA_Cluster_procid: y is %d: cluster node %d has %d processes", y, x, __armci_size_of_domain(x));
  return __armci_proc_of_domain(x, y);
}
int GA_Cluster_proc_nodeid(int proc) {
  __ga_open("GA_Cluster_proc_nodeid");
  if (proc < 0 || proc >= __ga_job.procs) __ga_fail("GA_Cluster_proc_nodeid: proc is %d: processes are 0 .. %d", proc, __ga_job.procs - 1);
  return __armci_domain_of(proc);
}

double GA_Wtime(void) { return armci_timer(); }
double NGA_Wtime(void) { return armci_timer(); }

static int debug;
void GA_Set_debug(int flag) { debug = flag; }
void NGA_Set_debug(int flag) { debug = flag; }
int GA_Get_debug(void) { return debug; }
int NGA_Get_debug(void) { return debug; }

/* Indices are C's. */
int GA_Uses_fapi(void) { return 0; }
