/* Second names, which a program's own functions call, and what armci.h has for one process: packing, assertions. */
#include "check.h"

static int puts_seen, barriers_seen;

int ARMCI_Put(void *src, void *dst, int bytes, int proc) {
  puts_seen++;
  return PARMCI_Put(src, dst, bytes, proc);
}
void armci_msg_barrier(void) {
  barriers_seen++;
  parmci_msg_barrier();
}

static void profiling(int me, int procs) {
  void *blocks[64];
  int right = (me + 1) % procs, left = (me + procs - 1) % procs, mine = me;
  ARMCI_Malloc(blocks, sizeof(int));
  ARMCI_Put(&mine, blocks[right], sizeof mine, right);
  PARMCI_Put(&mine, blocks[right], sizeof mine, right);
  PARMCI_Barrier();
  armci_msg_barrier();
  CHECK(*(int *)blocks[me] == left && puts_seen == 1 && barriers_seen == 1);
  CHECK(PARMCI_GetValueInt(blocks[right], right) == me);
  ARMCI_Free(blocks[me]);
}

/* Rows 1 and 2, columns 1 to 3, of both planes. */
static void packing(void) {
  int from[2][4][5], to[2][4][5] = {0}, packed[12];
  int strides[] = {sizeof from[0][0], sizeof from[0]}, count[] = {3 * sizeof(int), 2, 2};
  for (int i = 0; i < 40; i++) (&from[0][0][0])[i] = i;
  armci_write_strided(&from[0][1][1], 2, strides, count, (char *)packed);
  CHECK(packed[0] == 6 && packed[2] == 8 && packed[3] == 11 && packed[6] == 26 && packed[11] == 33);
  armci_read_strided(&to[0][1][1], 2, strides, count, (char *)packed);
  for (int i = 0; i < 40; i++) {
    int row = i / 5 % 4, column = i % 5, is_inside = row >= 1 && row <= 2 && column >= 1 && column <= 3;
    CHECK((&to[0][0][0])[i] == (is_inside ? i : 0));
  }
  int copy;
  CHECK(ARMCI_Put1(&from[1][0][0], &copy, sizeof copy, armci_msg_me()) == 0 && copy == 20);
  dassert(1, copy == 20);
  dassert1(0, copy == 21, copy);
}

/* From the second member of a group of all but process 0 to the rest of them. */
static void part_of_group(int me, int procs) {
  int members[64], value = me;
  ARMCI_Group group;
  if (procs < 4 || me == 0) return;
  for (int i = 1; i < procs; i++) members[i - 1] = i;
  ARMCI_Group_create(procs - 1, members, &group);
  if (me >= 2) armci_grp_clus_brdcst(&value, sizeof value, 1, procs - 2, &group);
  CHECK(value == (me >= 2 ? 2 : 1));
  ARMCI_Group_free(&group);
}

int main(int argc, char **argv) {
  armci_msg_init(&argc, &argv);
  PARMCI_Init();
  profiling(armci_msg_me(), armci_msg_nproc());
  packing();
  part_of_group(armci_msg_me(), armci_msg_nproc());
  return finish();
}
