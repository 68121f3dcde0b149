/*
 * Groups of processes: handles of GA over groups of ARMCI.
 *
 * All processes are group -1, those of the own domain group 0 (of mirrored arrays), others have handles from 1 in the order in which the
 * process has made them or has heard of them. Only the members of a group use it, but all of the default group name it alike.
 */
#include "array.h"

static struct __ga_group world, *groups;
static int count;

static void fill(struct __ga_group *group, const char *name, int armci) {
  group->is_open = 1;
  group->armci = armci;
  group->size = __armci_group_size(name, armci);
  group->rank = __armci_group_rank(name, armci);
  group->procs = malloc(group->size * sizeof(int));
  for (int i = 0; i < group->size; i++) group->procs[i] = __armci_group_member(name, armci, i);
}

/* When ARMCI is there. */
static void begin(const char *name) {
  if (groups) return;
  groups = calloc(64, sizeof *groups);
  count = 1;
  fill(&world, name, WORLD);
  fill(&groups[0], name, NODE);
}

const struct __ga_group *__ga_group(const char *name, int group) {
  begin(name);
  if (group == __GA_WORLD) return &world;
  if (group < 0 || group >= count || !groups[group].is_open)
    __ga_fail("%s: the group is %d: no group has this handle, or it has been destroyed", name, group);
  return &groups[group];
}

const struct __ga_group *__ga_own_group(const char *name, int group) {
  __ga_open(name);
  const struct __ga_group *found = __ga_group(name, group);
  if (found->rank < 0) __ga_fail("%s: the group is %d: this process is not in it", name, group);
  return found;
}

int __ga_proc_of(const char *name, const struct __ga_group *group, const char *argument, int rank) {
  if (rank < 0 || rank >= group->size) __ga_fail("%s: %s is %d: processes of the group are 0 .. %d", name, argument, rank, group->size - 1);
  return group->procs[rank];
}

/* ---------------------------------------------------------------- making */

static int free_handle(void) {
  int handle = 1;
  while (handle < count && groups[handle].is_open) handle++;
  if (handle < count) return handle;
  if (count % 64 == 0) groups = realloc(groups, (count + 64) * sizeof *groups);
  return count++;
}

static void sort(int n, int *list) {
  for (int i = 1; i < n; i++)
    for (int k = i; k > 0 && list[k - 1] > list[k]; k--) {
      int larger = list[k - 1];
      list[k - 1] = list[k];
      list[k] = larger;
    }
}

/* Of ranks in the parent. All in the list make it; others may, and then know it. */
static int create(const char *name, const int *list, int n, int parent) {
  __ga_open(name);
  const struct __ga_group *above = __ga_group(name, parent);
  if (n < 1) __ga_fail("%s: count is %d: a group has a process at least", name, n);
  int *sorted = malloc(n * sizeof *sorted);
  memcpy(sorted, list, n * sizeof *sorted);
  sort(n, sorted);
  for (int i = 0; i < n; i++) {
    if (sorted[i] < 0 || sorted[i] >= above->size)
      __ga_fail("%s: the list has %d: processes of the default group are 0 .. %d", name, sorted[i], above->size - 1);
    if (i > 0 && sorted[i] == sorted[i - 1]) __ga_fail("%s: the list has %d twice", name, sorted[i]);
  }
  int armci = __armci_group(name, n, sorted, above->armci), handle = free_handle();
  free(sorted);
  fill(&groups[handle], name, armci);
  return handle;
}

static int create_child(const char *name, int *list, int n) {
  __ga_open(name);
  return create(name, list, n, __ga_job.group);
}
int GA_Pgroup_create(int *list, int count) { return create_child("GA_Pgroup_create", list, count); }
int NGA_Pgroup_create(int *list, int count) { return create_child("NGA_Pgroup_create", list, count); }

static int duplicate(const char *name, int group) {
  const struct __ga_group *from = __ga_own_group(name, group);
  return create(name, from->procs, from->size, -1);
}
int GA_Pgroup_duplicate(int grp) { return duplicate("GA_Pgroup_duplicate", grp); }
int NGA_Pgroup_duplicate(int grp) { return duplicate("NGA_Pgroup_duplicate", grp); }

static int self(const char *name) {
  __ga_open(name);
  return create(name, &__ga_job.me, 1, -1);
}
int GA_Pgroup_self(void) { return self("GA_Pgroup_self"); }
int NGA_Pgroup_self(void) { return self("NGA_Pgroup_self"); }

/* Neighbours in groups of equal size, the last may be smaller. Each process knows all of them; the result is its own. */
static int split(const char *name, int grp, int num_group) {
  const struct __ga_group *from = __ga_own_group(name, grp);
  if (num_group < 0) __ga_fail("%s: num_group is %d: it is 0 or more", name, num_group);
  if (num_group == 0) return grp;
  int size = (from->size + num_group - 1) / num_group, all = from->size, mine = from->rank / size, result = grp;
  int *list = malloc(size * sizeof *list);
  for (int first = 0; first < all; first += size) {
    int n = all - first < size ? all - first : size;
    for (int i = 0; i < n; i++) list[i] = first + i;
    int handle = create(name, list, n, grp);
    if (first / size == mine) result = handle;
  }
  free(list);
  return result;
}
int GA_Pgroup_split(int grp_id, int num_group) { return split("GA_Pgroup_split", grp_id, num_group); }
int NGA_Pgroup_split(int grp_id, int num_group) { return split("NGA_Pgroup_split", grp_id, num_group); }

/* Those of one color. */
static int split_irreg(const char *name, int grp, int color) {
  const struct __ga_group *from = __ga_own_group(name, grp);
  if (color < 0) __ga_fail("%s: color is %d: it is 0 or more", name, color);
  int n = 0, size = from->size, *colors = calloc(size, sizeof *colors);
  colors[from->rank] = color;
  __ga_reduce(name, grp, C_INT, colors, size, "+");
  for (int i = 0; i < size; i++)
    if (colors[i] == color) colors[n++] = i;
  int handle = create(name, colors, n, grp);
  free(colors);
  return handle;
}
int GA_Pgroup_split_irreg(int grp_id, int color) { return split_irreg("GA_Pgroup_split_irreg", grp_id, color); }
int NGA_Pgroup_split_irreg(int grp_id, int color) { return split_irreg("NGA_Pgroup_split_irreg", grp_id, color); }

/* Gives 1. */
static int destroy(const char *name, int grp) {
  __ga_open(name);
  __ga_group(name, grp);
  if (grp <= 0) __ga_fail("%s: the group is %d: the groups of all processes and of the own domain stay", name, grp);
  for (int i = 0; i < __ga_array_count; i++)
    if (__ga_arrays[i]->is_there && __ga_arrays[i]->group == grp)
      __ga_fail("%s: the group is %d: array '%s' is in it; destroy that first", name, grp, __ga_arrays[i]->name);
  __armci_group_free(name, groups[grp].armci);
  free(groups[grp].procs);
  groups[grp].is_open = 0;
  if (__ga_job.group == grp) __ga_job.group = -1;
  return 1;
}
int GA_Pgroup_destroy(int grp) { return destroy("GA_Pgroup_destroy", grp); }
int NGA_Pgroup_destroy(int grp) { return destroy("NGA_Pgroup_destroy", grp); }

/* ---------------------------------------------------------------- the default, queries */

static void set_default(const char *name, int group) {
  __ga_own_group(name, group);
  __ga_job.group = group;
}
void GA_Pgroup_set_default(int p_handle) { set_default("GA_Pgroup_set_default", p_handle); }
void NGA_Pgroup_set_default(int p_handle) { set_default("NGA_Pgroup_set_default", p_handle); }

static int initialized(const char *name, int result) {
  __ga_open(name);
  return result;
}
int GA_Pgroup_get_default(void) { return initialized("GA_Pgroup_get_default", __ga_job.group); }
int NGA_Pgroup_get_default(void) { return initialized("NGA_Pgroup_get_default", __ga_job.group); }
int GA_Pgroup_get_mirror(void) { return initialized("GA_Pgroup_get_mirror", 0); }
int NGA_Pgroup_get_mirror(void) { return initialized("NGA_Pgroup_get_mirror", 0); }
int GA_Pgroup_get_world(void) { return initialized("GA_Pgroup_get_world", __GA_WORLD); }
int NGA_Pgroup_get_world(void) { return initialized("NGA_Pgroup_get_world", __GA_WORLD); }

static int size_of(const char *name, int group) {
  __ga_open(name);
  return __ga_group(name, group)->size;
}
static int rank_in(const char *name, int group) {
  __ga_open(name);
  return __ga_group(name, group)->rank;
}
int GA_Pgroup_nnodes(int grp_id) { return size_of("GA_Pgroup_nnodes", grp_id); }
int NGA_Pgroup_nnodes(int grp_id) { return size_of("NGA_Pgroup_nnodes", grp_id); }
int GA_Get_pgroup_size(int grp_id) { return size_of("GA_Get_pgroup_size", grp_id); }
int NGA_Get_pgroup_size(int grp_id) { return size_of("NGA_Get_pgroup_size", grp_id); }
int GA_Pgroup_nodeid(int grp_id) { return rank_in("GA_Pgroup_nodeid", grp_id); }
int NGA_Pgroup_nodeid(int grp_id) { return rank_in("NGA_Pgroup_nodeid", grp_id); }

static int absolute(const char *name, int group, int pid) {
  __ga_open(name);
  return __ga_proc_of(name, __ga_group(name, group), "pid", pid);
}
int GA_Pgroup_absolute_id(int pgroup, int pid) { return absolute("GA_Pgroup_absolute_id", pgroup, pid); }
int NGA_Pgroup_absolute_id(int pgroup, int pid) { return absolute("NGA_Pgroup_absolute_id", pgroup, pid); }
