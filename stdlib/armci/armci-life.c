/* The life of a process, its blocks, and the domains: processes that load and store each other's memory. */
#include "job.h"

void __armci_combine(int type, int operation, void *to, const void *from, int n);

struct __armci_job __armci_job;
static int uses;

static void begin(const char *name) {
  if (uses++ == 0) __armci_init(name, &__armci_job, __armci_accumulate, __armci_combine);
}

int PARMCI_Init(void) {
  begin("ARMCI_Init");
  return 0;
}

int PARMCI_Init_args(int *argc, char ***argv) {
  begin("ARMCI_Init_args");
  return 0;
}

int PARMCI_Initialized(void) { return uses; }

/* Once for each ARMCI_Init. */
int PARMCI_Finalize(void) {
  if (uses == 0) __armci_uninitialized("ARMCI_Finalize");
  PARMCI_AllFence();
  if (--uses == 0) __armci_finalize("ARMCI_Finalize");
  return 0;
}
PROFILED(Init) PROFILED(Init_args) PROFILED(Initialized) PROFILED(Finalize)

void ARMCI_Error(const char *msg, int code) { __armci_error(msg, code); }

/* There is nothing that outlives the job. */
void ARMCI_Cleanup(void) {}

/* ---------------------------------------------------------------- blocks */

static size_t checked(const char *name, armci_size_t bytes) {
  if (bytes < 0 || bytes > INT32_MAX) __armci_refuse(name, "bytes", bytes, "it is 0 .. 2147483647");
  return bytes;
}

int PARMCI_Malloc(void *ptr_arr[], armci_size_t bytes) {
  __armci_malloc("ARMCI_Malloc", ptr_arr, checked("ARMCI_Malloc", bytes), WORLD);
  return 0;
}

int ARMCI_Malloc_group(void *ptr_arr[], armci_size_t bytes, ARMCI_Group *group) {
  __armci_malloc("ARMCI_Malloc_group", ptr_arr, checked("ARMCI_Malloc_group", bytes), *group);
  return 0;
}

int PARMCI_Free(void *ptr) {
  __armci_free("ARMCI_Free", ptr, WORLD);
  return 0;
}

int ARMCI_Free_group(void *ptr, ARMCI_Group *group) {
  __armci_free("ARMCI_Free_group", ptr, *group);
  return 0;
}

int PARMCI_Malloc_memdev(void *ptr_arr[], armci_size_t bytes, const char *device) { return PARMCI_Malloc(ptr_arr, bytes); }
int PARMCI_Malloc_group_memdev(void *ptr_arr[], armci_size_t bytes, ARMCI_Group *group, const char *device) {
  return ARMCI_Malloc_group(ptr_arr, bytes, group);
}
int PARMCI_Free_memdev(void *ptr) { return PARMCI_Free(ptr); }

PROFILED(Malloc) PROFILED(Free) PROFILED(Malloc_memdev) PROFILED(Malloc_group_memdev) PROFILED(Free_memdev)

/* The heap's size is the job's. */
void ARMCI_Set_shm_limit(unsigned long shmemlimit) {}

/* Copies are done at their target on return, so what others have told of is there: nothing is to be done but to serve them. */
void PARMCI_Access_begin(void *ptr) { __armci_poll(); }
void PARMCI_Access_end(void *ptr) { __armci_poll(); }
PROFILED(Access_begin) PROFILED(Access_end)

/* Other processes do not reach them. */
void *PARMCI_Malloc_local(armci_size_t bytes) { return malloc(checked("ARMCI_Malloc_local", bytes)); }

int PARMCI_Free_local(void *ptr) {
  free(ptr);
  return 0;
}
PROFILED(Malloc_local) PROFILED(Free_local)

void PARMCI_Memget(size_t bytes, armci_meminfo_t *meminfo, int memflg) {
  if (bytes == 0 || bytes > INT32_MAX) __armci_refuse("ARMCI_Memget", "bytes", bytes, "it is 1 .. 2147483647");
  if (memflg != 0) __armci_refuse("ARMCI_Memget", "memflg", memflg, "it is 0");
  meminfo->armci_addr = meminfo->addr = __armci_memget("ARMCI_Memget", bytes);
  meminfo->size = bytes;
  meminfo->cpid = MYTHREAD;
}

void *PARMCI_Memat(armci_meminfo_t *meminfo, long offset) {
  return (char *)__armci_attach("ARMCI_Memat", meminfo->armci_addr, meminfo->size, meminfo->cpid) + offset;
}

PROFILED(Memget) PROFILED(Memat)

/* The block stays known until its process frees it. */
void ARMCI_Memdt(armci_meminfo_t *meminfo, long offset) {}

/* Its process frees it. */
void ARMCI_Memctl(armci_meminfo_t *meminfo) {
  if (meminfo->cpid == MYTHREAD) __armci_memctl("ARMCI_Memctl", meminfo->addr);
  meminfo->armci_addr = meminfo->addr = NULL;
}

/* ---------------------------------------------------------------- domains */

static int is_domain(const char *name, int id) {
  if (!__armci_job.procs) __armci_uninitialized(name);
  if (id < 0 || id >= __armci_job.domains) __armci_refuse(name, "id", id, "no domain has this number");
  return 1;
}

static void is_smp(const char *name, armci_domain_t domain) {
  if (!__armci_job.procs) __armci_uninitialized(name);
  if (domain != ARMCI_DOMAIN_SMP) __armci_refuse(name, "domain", domain, "it is ARMCI_DOMAIN_SMP");
}

/* An id below 0 is this process's domain. */
int armci_domain_nprocs(armci_domain_t domain, int id) {
  is_smp("armci_domain_nprocs", domain);
  if (id < 0) return __armci_job.domain_procs;
  is_domain("armci_domain_nprocs", id);
  return __armci_size_of_domain(id);
}

int armci_domain_id(armci_domain_t domain, int glob_proc_id) {
  is_smp("armci_domain_id", domain);
  __armci_check_proc("armci_domain_id", glob_proc_id);
  return __armci_domain_of(glob_proc_id);
}

int armci_domain_glob_proc_id(armci_domain_t domain, int id, int loc_proc_id) {
  is_smp("armci_domain_glob_proc_id", domain);
  is_domain("armci_domain_glob_proc_id", id);
  if (loc_proc_id < 0 || loc_proc_id >= __armci_size_of_domain(id))
    __armci_refuse("armci_domain_glob_proc_id", "loc_proc_id", loc_proc_id, "the domain has no such process");
  return __armci_first_of_domain(id) + loc_proc_id;
}

int armci_domain_my_id(armci_domain_t domain) {
  is_smp("armci_domain_my_id", domain);
  return __armci_job.domain;
}

int armci_domain_count(armci_domain_t domain) {
  is_smp("armci_domain_count", domain);
  return __armci_job.domains;
}

int armci_domain_same_id(armci_domain_t domain, int proc) {
  is_smp("armci_domain_same_id", domain);
  __armci_check_proc("armci_domain_same_id", proc);
  return (unsigned)(proc - __armci_job.domain_first) < (unsigned)__armci_job.domain_procs;
}

int armci_sameclusnode(int proc) { return armci_domain_same_id(ARMCI_DOMAIN_SMP, proc); }
int ARMCI_Same_node(int proc) { return armci_domain_same_id(ARMCI_DOMAIN_SMP, proc); }
int ARMCI_Uses_shm(void) { return __armci_job.domain_procs > 1; }

int ARMCI_Uses_shm_grp(ARMCI_Group *group) {
  int size = __armci_group_size("ARMCI_Uses_shm_grp", *group), near = 0;
  for (int i = 0; i < size; i++) near += armci_sameclusnode(__armci_group_member("ARMCI_Uses_shm_grp", *group, i));
  return near > 1;
}
