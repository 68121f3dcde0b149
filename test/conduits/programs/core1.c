// Checksums: seeds are put to the next node, which reckons from them; sums come back by get, and by medium messages.
#include "conduit.h"

#define SEEDS 512
typedef struct { unsigned seed, sum; } entry;

static int arrived;

static unsigned sumOf(unsigned seed) {
  unsigned sum = 0;
  for (int i = 0; i < 16; i++) sum = sum * 31 + next(&seed);
  return sum;
}

static void sums(gasnet_token_t token, void *buffer, size_t size, gasnet_handlerarg_t first) {
  unsigned *values = buffer;
  for (size_t i = 0; i < size / sizeof *values; i++) CHECK(values[i] == sumOf(first + (int)i));
  arrived += (int)(size / sizeof *values);
}

int main(int argc, char **argv) {
  gasnet_handlerentry_t table[] = {{0, sums}};
  start(argc, argv, table, 1, 16 * GASNET_PAGESIZE);
  int to = (me + 1) % nodes, from = (me + nodes - 1) % nodes;
  entry *mine = (entry *)SEGMENT(me), *theirs = (entry *)SEGMENT(to), one;
  for (int i = 0; i < SEEDS; i++) {
    unsigned seed = 1000 * me + i;
    gasnet_put(to, &theirs[i].seed, &seed, sizeof seed);
  }
  meet();
  for (int i = 0; i < SEEDS; i++) {
    CHECK(mine[i].seed == 1000u * from + i);
    mine[i].sum = sumOf(mine[i].seed);
  }
  meet();
  for (int i = 0; i < SEEDS; i++) {
    gasnet_get(&one, to, &theirs[i], sizeof one);
    CHECK(one.seed == 1000u * me + i && one.sum == sumOf(one.seed));
  }
  unsigned batch[64];
  for (int i = 0; i < SEEDS; i += 64) {
    for (int j = 0; j < 64; j++) batch[j] = mine[i + j].sum;
    SAFE(gasnet_AMRequestMedium1(from, table[0].index, batch, sizeof batch, 1000 * from + i));
  }
  GASNET_BLOCKUNTIL(arrived == SEEDS);
  end();
}
