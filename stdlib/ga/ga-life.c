/* The life of a process under Global Arrays, its memory limit, clusters (ARMCI's domains), and messages that end the job. */
#include "array.h"
#include <stdarg.h>
#include <stdio.h>

struct __ga_job __ga_job;
/* Bytes that arrays may take of this process; unlimited without GA_Initialize_ltd. */
static int is_limited;
static size_t limit;

void __ga_abort(const char *text) __attribute__((__noreturn__));

void __ga_fail(const char *format, ...) {
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

static void begin_limited(size_t bytes) {
  begin();
  is_limited = 1;
  limit = bytes;
}

void GA_Initialize(void) { begin(); }
void NGA_Initialize(void) { begin(); }
void GA_Initialize_args(int *argc, char ***argv) { begin(); }
/* 0 is no limit. */
void GA_Initialize_ltd(size_t limit) { limit ? begin_limited(limit) : begin(); }
void NGA_Initialize_ltd(size_t limit) { limit ? begin_limited(limit) : begin(); }
int GA_Initialized(void) { return __ga_job.is_open; }
int NGA_Initialized(void) { return __ga_job.is_open; }

/* Arrays that are left are freed; collective. A second one does nothing. */
void __ga_free_arrays(void);
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

/* ---------------------------------------------------------------- memory */

/* Whether an array of so many bytes fits on all processes of the group; collective if there is a limit. */
int __ga_takes(const char *name, int group, size_t bytes) {
  if (is_limited) {
    int fits = __ga_job.memory + bytes <= limit;
    __ga_reduce(name, group, C_INT, &fits, 1, "min");
    if (!fits) return 0;
  }
  __ga_job.memory += bytes;
  if (__ga_job.memory > __ga_job.most_memory) __ga_job.most_memory = __ga_job.memory;
  return 1;
}

static size_t used(const char *name) {
  __ga_open(name);
  return __ga_job.memory;
}
size_t GA_Inquire_memory(void) { return used("GA_Inquire_memory"); }
size_t NGA_Inquire_memory(void) { return used("NGA_Inquire_memory"); }

/* Without a limit that of an address space is the only one. */
static size_t available(const char *name) {
  size_t most = is_limited ? limit : SIZE_MAX / 2, taken = used(name);
  return taken < most ? most - taken : 0;
}
size_t GA_Memory_avail(void) { return available("GA_Memory_avail"); }
size_t NGA_Memory_avail(void) { return available("NGA_Memory_avail"); }

int GA_Memory_limited(void) { return is_limited; }
int NGA_Memory_limited(void) { return is_limited; }

/* (size_t)-1 takes the limit away. */
static void set_limit(size_t bytes) {
  is_limited = bytes != SIZE_MAX;
  limit = bytes;
}
void GA_Set_memory_limit(size_t limit) { set_limit(limit); }
void NGA_Set_memory_limit(size_t limit) { set_limit(limit); }

/* Arrays are in shared memory, not in MA's. */
int GA_Uses_ma(void) { return 0; }
int NGA_Uses_ma(void) { return 0; }
/* Indices are C's. */
int GA_Uses_fapi(void) { return 0; }

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

static void is_cluster(const char *name, int id) {
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
  is_cluster("GA_Cluster_nprocs", x);
  return __armci_size_of_domain(x);
}
int GA_Cluster_procid(int x, int y) {
  is_cluster("GA_Cluster_procid", x);
  if (y < 0 || y >= __armci_size_of_domain(x))
    __ga_fail("GA_Cluster_procid: y is %d: cluster node %d has %d processes", y, x, __armci_size_of_domain(x));
  return __armci_first_of_domain(x) + y;
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

/* ---------------------------------------------------------------- memory of the program */

static void *(*external_alloc)(size_t, int, char *);
static void (*external_free)(void *);
/* Where local memory is taken from. */
void GA_Register_stack_memory(void *(*ext_alloc)(size_t, int, char *), void (*ext_free)(void *)) {
  external_alloc = ext_alloc;
  external_free = ext_free;
}
void *__ga_local(size_t bytes, int type, char *name) {
  if (!external_alloc) return malloc(bytes);
  int size = __ga_size_of(type);
  return external_alloc((bytes + size - 1) / size, type, name);
}
void __ga_local_free(void *memory) { external_free ? external_free(memory) : free(memory); }
