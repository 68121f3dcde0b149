// Collective functions: each of them on each root, on all nodes and on teams, blocking and several at once, with every kind of
// synchronization, in sizes of nothing to many messages.
#include "conduit.h"
#include <gasnet_coll.h>

enum { MOST = 20000 };

static char *src, *dst;
static long *numbers, *sums;

/* Not commutative: a linear function composed with another, x -> a x + b, as pairs modulo a prime. */
static void compose(void *results, size_t count, const void *left, size_t n, const void *right, size_t size, int flags, int arg) {
  CHECK(size == 2 * sizeof (long) && n == count && arg == 41);
  for (size_t i = 0; i < count; i++) {
    const long *f = (const long *)left + 2 * i, *g = (const long *)right + 2 * i;
    long a = f[0] * g[0] % 10007, b = (f[0] * g[1] + f[1]) % 10007;
    ((long *)results)[2 * i] = a, ((long *)results)[2 * i + 1] = b;
  }
}

static char byte(int rank, int to, size_t i, int round) { return (char)(rank * 31 + to * 7 + i * 3 + round); }

static int sync_flags(int round) {
  static const int in[] = {GASNET_COLL_IN_NOSYNC, GASNET_COLL_IN_MYSYNC, GASNET_COLL_IN_ALLSYNC};
  static const int out[] = {GASNET_COLL_OUT_NOSYNC, GASNET_COLL_OUT_MYSYNC, GASNET_COLL_OUT_ALLSYNC};
  return GASNET_COLL_LOCAL | in[round % 3] | out[round / 3 % 3];
}

static void moves(gasnet_team_handle_t team, size_t size, int round) {
  int rank = gasnet_coll_team_rank(team), count = gasnet_coll_team_size(team), root = round % count;
  int flags = sync_flags(round);
  for (int to = 0; to < count; to++)
    for (size_t i = 0; i < size; i++) src[to * size + i] = byte(rank, to, i, round);
  memset(dst, 0, MOST);
  gasnet_coll_broadcast(team, dst, root, rank == root ? src : NULL, size, flags);
  for (size_t i = 0; i < size; i++) CHECK(dst[i] == byte(root, 0, i, round));
  gasnet_coll_scatter(team, dst, root, rank == root ? src : NULL, size, flags);
  for (size_t i = 0; i < size; i++) CHECK(dst[i] == byte(root, rank, i, round));
  gasnet_coll_handle_t handles[3];
  char *all = dst + count * size, *each = all + count * size;
  handles[0] = gasnet_coll_gather_nb(team, root, rank == root ? dst : NULL, src, size, flags);
  handles[1] = gasnet_coll_gather_all_nb(team, all, src, size, flags);
  handles[2] = gasnet_coll_exchange_nb(team, each, src, size, flags);
  if (round % 2) gasnet_coll_wait_sync_all(handles, 3);
  else for (int left = 3; left > 0; left = !!handles[0] + !!handles[1] + !!handles[2]) gasnet_coll_wait_sync_some(handles, 3);
  CHECK(!handles[0] && !handles[1] && !handles[2]);
  for (int from = 0; from < count; from++)
    for (size_t i = 0; i < size; i++) {
      CHECK(rank != root || dst[from * size + i] == byte(from, 0, i, round));
      CHECK(all[from * size + i] == byte(from, 0, i, round));
      CHECK(each[from * size + i] == byte(from, rank, i, round));
    }
}

static void combines(gasnet_team_handle_t team, size_t elements, int round) {
  int rank = gasnet_coll_team_rank(team), count = gasnet_coll_team_size(team), root = (round + 1) % count;
  for (size_t i = 0; i < 2 * elements; i++) numbers[i] = rank * 5 + i + round + 2;
  memset(sums, 0, 2 * elements * sizeof (long));
  gasnet_coll_handle_t handle =
      gasnet_coll_reduce_nb(team, root, sums, numbers, 0, 0, 2 * sizeof (long), elements, 0, 41, sync_flags(round));
  while (gasnet_coll_try_sync(handle) == GASNET_ERR_NOT_READY) continue;
  for (int kind = 0; kind < 2; kind++) {
    int last = kind ? rank : count - 1;
    if (kind) {
      memset(sums, 0, 2 * elements * sizeof (long));
      gasnet_coll_scan(team, sums, 0, 0, numbers, 0, 0, 2 * sizeof (long), elements, 0, 41, sync_flags(round));
    } else if (rank != root) continue;
    for (size_t i = 0; i < elements; i++) {
      long a = 1, b = 0;
      for (int from = 0; from <= last; from++) {
        long c = from * 5 + 2 * i + round + 2, d = c + 1;
        if (from == 0) a = c, b = d;
        else b = (a * d + b) % 10007, a = a * c % 10007;
      }
      CHECK(sums[2 * i] == a && sums[2 * i + 1] == b);
    }
  }
}

int main(int argc, char **argv) {
  gasnet_coll_fn_entry_t functions[] = {{compose, 0}};
  start(argc, argv, NULL, 0, GASNET_PAGESIZE);
  src = malloc(MOST * 4), dst = malloc(MOST * 8), numbers = malloc(MOST), sums = malloc(MOST);
  gasnet_coll_init(NULL, me, functions, 1, 0);
  static const size_t sizes[] = {1, 0, 8, 13, 600, 2500};
  gasnet_team_handle_t halves = gasnet_coll_team_split(GASNET_TEAM_ALL, me % 2, nodes - me, NULL);
  gasnet_team_handle_t pairs = gasnet_coll_team_split(halves, gasnet_coll_team_rank(halves) / 2, 0, NULL);
  CHECK(gasnet_coll_team_size(halves) == (nodes + 1 - me % 2) / 2);
  // The last node with the colour comes first.
  CHECK(gasnet_coll_team_rank(halves) == (nodes - 1 - me) / 2);
  gasnet_team_handle_t teams[] = {GASNET_TEAM_ALL, halves, pairs};
  for (int round = 0; round < 18; round++) {
    for (int t = 0; t < 3; t++) {
      moves(teams[t], sizes[round % 6], round);
      combines(teams[t], 1 + round * 3, round);
    }
  }
  meet();
  end();
}
