/* Groups and their memory, blocks of no or one process, domains. */
#include "check.h"

static void *blocks[64], *empty[64];

static void memory(int me, int procs) {
  /* Process 0 has no block. */
  ARMCI_Malloc(empty, me == 0 ? 0 : 100);
  CHECK(empty[0] == NULL);
  for (int p = 1; p < procs; p++) CHECK(empty[p] != NULL);
  ARMCI_Free(empty[me]);
  /* What is freed is used again. */
  for (int i = 0; i < 20; i++) {
    ARMCI_Malloc(blocks, 1 << 20);
    ARMCI_Free(blocks[me]);
  }
  double *local = ARMCI_Malloc_local(1000), copy[10];
  for (int i = 0; i < 10; i++) local[i] = i;
  ARMCI_Copy(local, copy, sizeof copy);
  CHECK(copy[9] == 9 && ARMCI_Free_local(local) == 0);

  /* A block of the last process alone, of which it tells. */
  armci_meminfo_t info;
  int last = procs - 1;
  memset(&info, 0, sizeof info);
  if (me == last) {
    ARMCI_Memget(4 * procs, &info, 0);
    CHECK(info.cpid == me && info.size == 4 * procs);
  }
  armci_msg_brdcst(&info, sizeof info, last);
  int *there = ARMCI_Memat(&info, 0);
  ARMCI_PutValueInt(me * 3, there + me, last);
  ARMCI_Barrier();
  for (int p = 0; p < procs; p++) CHECK(ARMCI_GetValueInt(there + p, last) == 3 * p);
  ARMCI_Memdt(&info, 0);
  ARMCI_Barrier();
  ARMCI_Memctl(&info);
  CHECK(info.addr == NULL);
}

static void groups(int me, int procs) {
  ARMCI_Group world, even, odd, child, usual;
  int list[64], n = 0, rank, size;
  ARMCI_Group_get_world(&world);
  ARMCI_Group_size(&world, &size);
  CHECK(size == procs && ARMCI_Group_rank(&world, &rank) == 0 && rank == me);
  for (int p = 0; p < procs; p += 2) list[n++] = p;
  ARMCI_Group_create(n, list, &even);
  int evens = n, is_even = me % 2 == 0;
  CHECK((ARMCI_Group_rank(&even, &rank) == 0) == is_even && rank == (is_even ? me / 2 : -1));
  n = 0;
  for (int p = 1; p < procs; p += 2) list[n++] = p;
  if (n > 0) ARMCI_Group_create(n, list, &odd);
  if (!is_even) even = odd;
  int mine = is_even ? evens : n;
  ARMCI_Group_size(&even, &size);
  CHECK(size == mine);
  for (int i = 0; i < mine; i++) CHECK(ARMCI_Absolute_id(&even, i) == 2 * i + !is_even);

  /* Each group has memory of its own. */
  ARMCI_Malloc_group(blocks, 64, &even);
  int group_rank, right;
  ARMCI_Group_rank(&even, &group_rank);
  right = (group_rank + 1) % mine;
  ARMCI_PutValueInt(me + 1000, blocks[right], ARMCI_Absolute_id(&even, right));
  ARMCI_GroupFence(&even);
  armci_msg_group_barrier(&even);
  int left = ARMCI_Absolute_id(&even, (group_rank + mine - 1) % mine);
  CHECK(*(int *)blocks[group_rank] == left + 1000);
  int sum = me;
  double largest = me;
  armci_msg_group_igop(&sum, 1, "+", &even);
  armci_msg_group_dgop(&largest, 1, "max", &even);
  CHECK(sum == mine * (mine - 1) + (is_even ? 0 : mine) && largest == 2 * (mine - 1) + !is_even);
  int told = me == ARMCI_Absolute_id(&even, 0) ? 77 : 0;
  armci_msg_group_bcast_scope(SCOPE_ALL, &told, sizeof told, ARMCI_Absolute_id(&even, 0), &even);
  CHECK(told == 77);
  armci_msg_group_barrier(&even);
  ARMCI_Free_group(blocks[group_rank], &even);

  /* Of the group's first two. */
  ARMCI_Group_set_default(&even);
  ARMCI_Group_get_default(&usual);
  CHECK(usual == even);
  int first[] = {0, 1};
  ARMCI_Group_create(mine < 2 ? 1 : 2, first, &child);
  if (ARMCI_Group_rank(&child, &rank) == 0) {
    long longest = me;
    armci_msg_group_lgop(&longest, 1, "max", &child);
    CHECK(longest == ARMCI_Absolute_id(&even, mine < 2 ? 0 : 1));
  }
  ARMCI_Group_free(&child);
  ARMCI_Group_free(&even);
  ARMCI_Group_get_default(&usual);
  CHECK(usual == world);
}

static void domains(int me, int procs) {
  int count = armci_domain_count(ARMCI_DOMAIN_SMP), own = armci_domain_my_id(ARMCI_DOMAIN_SMP), seen = 0;
  for (int d = 0; d < count; d++)
    for (int i = 0; i < armci_domain_nprocs(ARMCI_DOMAIN_SMP, d); i++, seen++) {
      int proc = armci_domain_glob_proc_id(ARMCI_DOMAIN_SMP, d, i);
      CHECK(proc == seen && armci_domain_id(ARMCI_DOMAIN_SMP, proc) == d);
      CHECK(armci_domain_same_id(ARMCI_DOMAIN_SMP, proc) == (d == own) && ARMCI_Same_node(proc) == (d == own));
    }
  CHECK(seen == procs && armci_domain_nprocs(ARMCI_DOMAIN_SMP, -1) == armci_domain_nprocs(ARMCI_DOMAIN_SMP, own));
  CHECK(ARMCI_Uses_shm() == (armci_domain_nprocs(ARMCI_DOMAIN_SMP, -1) > 1));

  /* Within a domain pointers serve loads and stores. */
  ARMCI_Malloc(blocks, 64);
  *(int *)blocks[me] = me * 11;
  ARMCI_Barrier();
  for (int p = 0; p < procs; p++)
    if (ARMCI_Same_node(p)) CHECK(*(int *)blocks[p] == p * 11);
  ARMCI_Barrier();
  ARMCI_Free(blocks[me]);
}

int main(int argc, char **argv) {
  ARMCI_Init();
  int me = armci_msg_me(), procs = armci_msg_nproc();
  memory(me, procs);
  groups(me, procs);
  domains(me, procs);
  return finish();
}
