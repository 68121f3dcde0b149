/* Domains: processes that load and store each other's memory, neighbours in the job; ARMCI_DOMAIN_SMP is the only kind. */
#include "job.h"

/* Both end the job: without such a domain, and of another kind. */
static void check_id(const char *name, int id) {
  if (id < 0 || id >= __armci_job.domains) __armci_refuse(name, "id", id, "no domain has this number");
}

static void check_kind(const char *name, armci_domain_t domain) {
  if (!__armci_job.procs) __armci_uninitialized(name);
  if (domain != ARMCI_DOMAIN_SMP) __armci_refuse(name, "domain", domain, "it is ARMCI_DOMAIN_SMP");
}

/* An id below 0 is this process's domain. */
int armci_domain_nprocs(armci_domain_t domain, int id) {
  check_kind("armci_domain_nprocs", domain);
  if (id < 0) return __armci_job.domain_procs;
  check_id("armci_domain_nprocs", id);
  return __armci_size_of_domain(id);
}

int armci_domain_id(armci_domain_t domain, int glob_proc_id) {
  check_kind("armci_domain_id", domain);
  __armci_check_proc("armci_domain_id", glob_proc_id);
  return __armci_domain_of(glob_proc_id);
}

int armci_domain_glob_proc_id(armci_domain_t domain, int id, int loc_proc_id) {
  check_kind("armci_domain_glob_proc_id", domain);
  check_id("armci_domain_glob_proc_id", id);
  if (loc_proc_id < 0 || loc_proc_id >= __armci_size_of_domain(id))
    __armci_refuse("armci_domain_glob_proc_id", "loc_proc_id", loc_proc_id, "the domain has no such process");
  return __armci_proc_of_domain(id, loc_proc_id);
}

int armci_domain_my_id(armci_domain_t domain) {
  check_kind("armci_domain_my_id", domain);
  return __armci_job.domain;
}

int armci_domain_count(armci_domain_t domain) {
  check_kind("armci_domain_count", domain);
  return __armci_job.domains;
}

int armci_domain_same_id(armci_domain_t domain, int proc) {
  check_kind("armci_domain_same_id", domain);
  __armci_check_proc("armci_domain_same_id", proc);
  return __armci_domain_of(proc) == __armci_job.domain;
}

int armci_sameclusnode(int proc) { return armci_domain_same_id(ARMCI_DOMAIN_SMP, proc); }
int ARMCI_Same_node(int proc) { return armci_domain_same_id(ARMCI_DOMAIN_SMP, proc); }
int ARMCI_Uses_shm(void) { return __armci_job.domain_procs > 1; }

int ARMCI_Uses_shm_grp(ARMCI_Group *group) {
  int size = __armci_group_size("ARMCI_Uses_shm_grp", *group), near = 0;
  for (int i = 0; i < size; i++) near += armci_sameclusnode(__armci_group_member("ARMCI_Uses_shm_grp", *group, i));
  return near > 1;
}
