/*
 * What ARMCI's functions in C share: the state of the process, the look whether a block is loaded and stored, the runtime's functions.
 *
 * One idea: the fast way of a function is a comparison of the process and of the address with the block that was last found there; the
 * runtime enters the blocks (a cache of regions), none before ARMCI_Init and under -g. All else, mistakes among it, goes to the runtime.
 */
#include <armci.h>
#include <message.h>
#include <parmci.h>
#include <stdint.h>
#include <string.h>
#include <upc_relaxed.h>

/* A function's usual name forwards to the one of parmci.h, which has the body: a program may define the usual one itself. */
#define NAMED(NAME, BODY) extern __typeof__(BODY) NAME __attribute__((alias(#BODY)));
#define PROFILED(NAME) NAMED(ARMCI_##NAME, PARMCI_##NAME)

/* Filled in by the runtime (state.ts). */
struct __armci_job {
  /* 0 where ARMCI is not initialized. */
  int procs;
  /* The domains: processes [first, first + procs) of this one's, its number, how many there are. */
  int domain_first, domain_procs, domain, domains;
  /* Gets that were loads, and atomic operations that were instructions: who spins with them serves others now and then. */
  unsigned looks;
  /* For barriers (common/meeting.h). */
  unsigned arrival, sleepers;
  /* Whether who reaches memory adds up there; else accumulates are the runtime's (accumulates.ts). */
  int adds_up;
  /* Blocks of processes whose memory this one loads and stores. */
  struct __armci_region {
    int proc;
    unsigned start, bytes;
  } regions[64];
};
extern struct __armci_job __armci_job;

/* What a copy is, for the runtime. */
enum __armci_kind { PUT, GET, ACC };
struct __armci_call {
  const char *name;
  enum __armci_kind kind;
  int proc;
  /* Whether it is done on return; else of which handle it is. */
  int waits;
  armci_hdl_t *handle;
  /* Of an accumulate. */
  int op;
  const void *scale;
};

static inline int __armci_reaches(const void *address, size_t bytes, int proc) {
  const struct __armci_region *region = &__armci_job.regions[proc & 63];
  unsigned at = (unsigned)address - region->start;
  return region->proc == proc && at < region->bytes && bytes <= region->bytes - at;
}

void __armci_poll(void);
static inline void __armci_look(void) {
  if (++__armci_job.looks % 256 == 0) __armci_poll();
}

/* The functions of the runtime. The first argument is the name of the function that the program has called. */
void __armci_init(const char *name, struct __armci_job *job, void *accumulate, void *combine);
void __armci_finalize(const char *name);
void __armci_uninitialized(const char *name) __attribute__((__noreturn__));
void __armci_refuse(const char *name, const char *argument, long value, const char *rule) __attribute__((__noreturn__));
void __armci_check_proc(const char *name, int proc);
void __armci_error(const char *text, int code) __attribute__((__noreturn__));

void __armci_malloc(const char *name, void **ptr_arr, size_t bytes, int group);
void __armci_free(const char *name, void *ptr, int group);
void *__armci_memget(const char *name, size_t bytes);
void *__armci_attach(const char *name, void *address, size_t bytes, int proc);
void __armci_memctl(const char *name, void *address);

void __armci_contiguous(const struct __armci_call *call, void *src, void *dst, int bytes);
void __armci_strided(const struct __armci_call *call, void *src, const int *src_strides, void *dst, const int *dst_strides,
                     const int *count, int levels);
void __armci_vector(const struct __armci_call *call, const armci_giov_t *darr, int len);
void __armci_rmw(const char *name, int isAdd, int isLong, void *place, void *there, int proc);
/* 0 if all of the handle is done. */
int __armci_test(const char *name, armci_hdl_t *handle, int waits);
/* For all of one process, or -1: of all. */
void __armci_wait_for(const char *name, int proc);
void __armci_barrier(const char *name, int has_arrived);

void __armci_create_mutexes(const char *name, int number);
void __armci_destroy_mutexes(const char *name);
void __armci_lock(const char *name, int mutex, int proc);
void __armci_unlock(const char *name, int mutex, int proc);
int __armci_notify(const char *name, int proc);
int __armci_notify_wait(const char *name, int proc);

int __armci_domain_of(int proc);
int __armci_proc_of_domain(int domain, int index);
int __armci_size_of_domain(int domain);

/* Groups by number; 0 is the world, and the negative ones are those of scopes. */
enum { WORLD = 0, NODE = -1, MASTERS = -2 };
int __armci_group(const char *name, int n, const int *list, int parent);
void __armci_group_free(const char *name, int group);
int __armci_group_rank(const char *name, int group);
int __armci_group_size(const char *name, int group);
int __armci_group_member(const char *name, int group, int rank);
/* The number of the team, which the members know alike. */
int __armci_group_team(const char *name, int group);

void __armci_send(const char *name, int tag, const void *buffer, int bytes, int to);
/* In place of a sender. */
enum { ANYBODY = INT32_MIN };
int __armci_receive(const char *name, int tag, void *buffer, int room, int *bytes, int from);
/* Of those who are all in the call of this name. */
void __armci_team_barrier(const char *name, int group);
void __armci_broadcast(const char *name, int group, void *buffer, int bytes, int root);
void __armci_reduce(const char *name, int group, void *x, int n, int size, int operation, int type, int isForAll);
/* Numbers of reductions' types (ARMCI_INT ...) and operations ("+" ..., of a type by its number), -1 for others; bytes of an element. */
int __armci_type_number(int type);
int __armci_type_size(int number);
int __armci_operation_number(const char *op, int number);
/* Combines n elements at `from` into those at `to`. */
void __armci_combine(int type, int operation, void *to, const void *from, int n);
void __armci_exchange(const char *name, int group, void **addresses, int n);

/* Adds scale * src to dst, so many bytes (armci-accumulate.c). */
void __armci_accumulate(int op, const void *scale, const void *src, void *dst, size_t bytes);
