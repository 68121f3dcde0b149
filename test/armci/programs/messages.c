/* Messages between two processes, and collective functions of scopes. */
#include "check.h"

enum { LARGE = 100000 };
static char buffer[LARGE], received[LARGE];

static void between_two(int me, int procs) {
  int next = (me + 1) % procs, before = (me + procs - 1) % procs, length = 0, got = 0;
  for (int i = 0; i < LARGE; i++) buffer[i] = me + i;
  /* Received in another order than sent, by tag. */
  armci_msg_snd(1, &me, sizeof me, next);
  armci_msg_snd(2, buffer, LARGE, next);
  armci_msg_snd(3, NULL, 0, next);
  armci_msg_rcv(3, received, LARGE, &length, before);
  CHECK(length == 0);
  armci_msg_rcv(2, received, LARGE, &length, before);
  CHECK(length == LARGE);
  for (int i = 0; i < LARGE; i++) CHECK(received[i] == (char)(before + i));
  armci_msg_rcv(1, &got, sizeof got, NULL, before);
  CHECK(got == before);
  for (int i = 0; i < 20; i++) armci_msg_snd(5, &i, sizeof i, next);
  for (int i = 0; i < 20; i++) {
    armci_msg_rcv(5, &got, sizeof got, NULL, before);
    CHECK(got == i);
  }
  if (me != 0) armci_msg_snd(9, &me, sizeof me, 0);
  else
    for (int i = 1, seen = 0; i < procs; i++) {
      int from = armci_msg_rcvany(9, &got, sizeof got, &length);
      CHECK(from == got && length == sizeof got && !(seen & 1 << from));
      seen |= 1 << from;
    }
}

#define ALL_OPERATIONS(TYPE, GOP) \
  static void GOP(int me, int procs) { \
    TYPE x[3000], p = procs; \
    for (int n = 1; n <= 3000; n += 2999) { \
      for (int i = 0; i < n; i++) x[i] = me + 1; \
      armci_msg_##GOP(x, n, "+"); \
      for (int i = 0; i < n; i++) CHECK(x[i] == p * (p + 1) / 2); \
      for (int i = 0; i < n; i++) x[i] = me == 0 ? 2 : 3; \
      armci_msg_##GOP(x, n, "*"); \
      for (int i = 0; i < n; i++) CHECK(x[i] == 2 * pow(3, procs - 1)); \
      for (int i = 0; i < n; i++) x[i] = me - 2; \
      armci_msg_##GOP(x, n, "max"); \
      CHECK(x[n - 1] == p - 3); \
      for (int i = 0; i < n; i++) x[i] = me - 2; \
      armci_msg_##GOP(x, n, "min"); \
      CHECK(x[n - 1] == -2); \
      for (int i = 0; i < n; i++) x[i] = -me - 2; \
      armci_msg_##GOP(x, n, "absmax"); \
      CHECK(x[n - 1] == (procs == 1 ? -2 : p + 1)); \
      for (int i = 0; i < n; i++) x[i] = -me - 2; \
      armci_msg_##GOP(x, n, "absmin"); \
      CHECK(x[n - 1] == (procs == 1 ? -2 : 2)); \
    } \
  }
ALL_OPERATIONS(int, igop)
ALL_OPERATIONS(long, lgop)
ALL_OPERATIONS(long long, llgop)
ALL_OPERATIONS(float, fgop)
ALL_OPERATIONS(double, dgop)

static void scopes(int me, int procs) {
  int first = armci_domain_glob_proc_id(0, armci_domain_my_id(0), 0), size = armci_domain_nprocs(0, -1), count = armci_domain_count(0);
  int one = 1, bits = 1 << me, told = me == first ? me : -1, root, up, left, right;
  armci_msg_clus_igop(&one, 1, "+");
  CHECK(one == size);
  armci_msg_clus_brdcst(&told, sizeof told);
  CHECK(told == first);
  one = 1;
  armci_msg_gop_scope(SCOPE_MASTERS, &one, 1, "+", ARMCI_INT);
  CHECK(one == (me == first ? count : 1));
  armci_msg_igop(&bits, 1, "or");
  CHECK(bits == (1 << procs) - 1);
  for (int r = 0; r < procs; r++) {
    int x = me == r ? r + 40 : 0;
    if (r % 2) armci_msg_bcast(&x, sizeof x, r);
    else armci_msg_bcast_scope(SCOPE_ALL, &x, sizeof x, r);
    CHECK(x == r + 40);
  }
  double d = me + 1;
  armci_msg_reduce(&d, 1, "+", ARMCI_DOUBLE);
  CHECK(d == (me == 0 ? procs * (procs + 1) / 2.0 : me + 1));
  armci_msg_bintree(SCOPE_ALL, &root, &up, &left, &right);
  CHECK(root == 0 && up == (me ? (me - 1) / 2 : -1) && left == (2 * me + 1 < procs ? 2 * me + 1 : -1));
  /* The largest of the even ones, with what comes behind it. */
  struct { double key; int who; } choice = {me * 2, me};
  armci_msg_sel(&choice, sizeof choice, "max", ARMCI_DOUBLE, me % 2 == 0);
  CHECK(choice.who == (procs - 1) / 2 * 2 && choice.key == 2 * choice.who);
}

static void addresses(int me, int procs) {
  void *blocks[64], *again[64] = {0};
  ARMCI_Malloc(blocks, 32);
  again[me] = (int *)blocks[me] + 1;
  armci_exchange_address(again, procs);
  int next = (me + 1) % procs, before = (me + procs - 1) % procs;
  ARMCI_PutValueInt(me, again[next], next);
  ARMCI_Barrier();
  CHECK(((int *)blocks[me])[1] == before);
  ARMCI_Free(blocks[me]);
}

int main(int argc, char **argv) {
  armci_msg_init(&argc, &argv);
  int me = armci_msg_me(), procs = armci_msg_nproc();
  double start = armci_timer();
  between_two(me, procs); /* which need no ARMCI */
  ARMCI_Init();
  igop(me, procs);
  lgop(me, procs);
  llgop(me, procs);
  fgop(me, procs);
  dgop(me, procs);
  scopes(me, procs);
  addresses(me, procs);
  CHECK(armci_timer() >= start);
  return finish();
}
