/* Memory: blocks that other processes reach, of a group (ARMCI_Malloc) or of one process (ARMCI_Memget), and local ones. */
#include "job.h"

static size_t checked(const char *name, armci_size_t bytes) {
  if (bytes < 0 || bytes > INT32_MAX) __armci_refuse(name, "bytes", bytes, "it is 0 .. 2147483647");
  return bytes;
}

int ARMCI_Malloc(void *ptr_arr[], armci_size_t bytes) {
  __armci_malloc("ARMCI_Malloc", ptr_arr, checked("ARMCI_Malloc", bytes), WORLD);
  return 0;
}

int ARMCI_Malloc_group(void *ptr_arr[], armci_size_t bytes, ARMCI_Group *group) {
  __armci_malloc("ARMCI_Malloc_group", ptr_arr, checked("ARMCI_Malloc_group", bytes), *group);
  return 0;
}

int ARMCI_Free(void *ptr) {
  __armci_free("ARMCI_Free", ptr, WORLD);
  return 0;
}

int ARMCI_Free_group(void *ptr, ARMCI_Group *group) {
  __armci_free("ARMCI_Free_group", ptr, *group);
  return 0;
}

int ARMCI_Malloc_memdev(void *ptr_arr[], armci_size_t bytes, const char *device) { return ARMCI_Malloc(ptr_arr, bytes); }
int ARMCI_Malloc_group_memdev(void *ptr_arr[], armci_size_t bytes, ARMCI_Group *group, const char *device) {
  return ARMCI_Malloc_group(ptr_arr, bytes, group);
}
int ARMCI_Free_memdev(void *ptr) { return ARMCI_Free(ptr); }

/* The heap's size is the job's. */
void ARMCI_Set_shm_limit(unsigned long shmemlimit) {}

/* Copies are done at their target on return, so what others have told of is there: nothing is to be done but to serve them. */
void ARMCI_Access_begin(void *ptr) { __armci_poll(); }
void ARMCI_Access_end(void *ptr) { __armci_poll(); }

/* Other processes do not reach them. */
void *ARMCI_Malloc_local(armci_size_t bytes) { return malloc(checked("ARMCI_Malloc_local", bytes)); }

int ARMCI_Free_local(void *ptr) {
  free(ptr);
  return 0;
}

void ARMCI_Memget(size_t bytes, armci_meminfo_t *meminfo, int memflg) {
  if (bytes == 0 || bytes > INT32_MAX) __armci_refuse("ARMCI_Memget", "bytes", bytes, "it is 1 .. 2147483647");
  if (memflg != 0) __armci_refuse("ARMCI_Memget", "memflg", memflg, "it is 0");
  meminfo->armci_addr = meminfo->addr = __armci_memget("ARMCI_Memget", bytes);
  meminfo->size = bytes;
  meminfo->cpid = MYTHREAD;
}

void *ARMCI_Memat(armci_meminfo_t *meminfo, long offset) {
  return (char *)__armci_attach("ARMCI_Memat", meminfo->armci_addr, meminfo->size, meminfo->cpid) + offset;
}

/* The block stays known until its process frees it. */
void ARMCI_Memdt(armci_meminfo_t *meminfo, long offset) {}

/* Its process frees it. */
void ARMCI_Memctl(armci_meminfo_t *meminfo) {
  if (meminfo->cpid == MYTHREAD) __armci_memctl("ARMCI_Memctl", meminfo->addr);
  meminfo->armci_addr = meminfo->addr = NULL;
}
