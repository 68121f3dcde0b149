/* Groups: numbers of the runtime's teams. A process knows the groups that it is in, and of others that it is not. */
#include "job.h"

static ARMCI_Group usual = WORLD;

void ARMCI_Group_create_child(int n, int *pid_list, ARMCI_Group *group_out, ARMCI_Group *group_parent) {
  *group_out = __armci_group("ARMCI_Group_create_child", n, pid_list, *group_parent);
}
void ARMCI_Group_create(int n, int *pid_list, ARMCI_Group *group_out) {
  *group_out = __armci_group("ARMCI_Group_create", n, pid_list, usual);
}

void ARMCI_Group_free(ARMCI_Group *group) {
  __armci_group_free("ARMCI_Group_free", *group);
  if (usual == *group) usual = WORLD;
}

/* FAIL where the process is not in it. */
int ARMCI_Group_rank(ARMCI_Group *group, int *rank) {
  *rank = __armci_group_rank("ARMCI_Group_rank", *group);
  return *rank < 0 ? FAIL : 0;
}

void ARMCI_Group_size(ARMCI_Group *group, int *size) { *size = __armci_group_size("ARMCI_Group_size", *group); }

void ARMCI_Group_set_default(ARMCI_Group *group) {
  __armci_group_size("ARMCI_Group_set_default", *group);
  usual = *group;
}
void ARMCI_Group_get_default(ARMCI_Group *group_out) { *group_out = usual; }
void ARMCI_Group_get_world(ARMCI_Group *group_out) { *group_out = WORLD; }

int ARMCI_Absolute_id(ARMCI_Group *group, int group_rank) { return __armci_group_member("ARMCI_Absolute_id", *group, group_rank); }

void PARMCI_GroupFence(ARMCI_Group *group) {
  for (int i = 0, size = __armci_group_size("ARMCI_GroupFence", *group); i < size; i++)
    PARMCI_Fence(__armci_group_member("ARMCI_GroupFence", *group, i));
}
PROFILED(GroupFence)
