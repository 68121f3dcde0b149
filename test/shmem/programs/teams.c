/* Teams: splits, translation, contexts of teams, collective functions in them, and their types. */
#include "check.h"

static int me, pes;
static long source[64], dest[64 * 8], all[64];

static void splits(void) {
  shmem_team_t even, odd, reversed, single, nobody = SHMEM_TEAM_WORLD;
  CHECK(shmem_team_my_pe(SHMEM_TEAM_WORLD) == me && shmem_team_n_pes(SHMEM_TEAM_WORLD) == pes);
  CHECK(shmem_team_my_pe(SHMEM_TEAM_INVALID) == -1 && shmem_team_n_pes(SHMEM_TEAM_INVALID) == -1);
  int evens = (pes + 1) / 2;
  shmem_team_config_t config = {3};
  CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, evens, &config, SHMEM_TEAM_NUM_CONTEXTS, &even) == 0);
  CHECK((even == SHMEM_TEAM_INVALID) == (me % 2 == 1));
  if (even) {
    CHECK(shmem_team_my_pe(even) == me / 2 && shmem_team_n_pes(even) == evens);
    config.num_contexts = 0;
    CHECK(shmem_team_get_config(even, SHMEM_TEAM_NUM_CONTEXTS, &config) == 0 && config.num_contexts == 3);
    CHECK(shmem_team_translate_pe(even, evens - 1, SHMEM_TEAM_WORLD) == 2 * (evens - 1));
    CHECK(shmem_team_translate_pe(SHMEM_TEAM_WORLD, 1, even) == -1);
    CHECK(shmem_team_translate_pe(even, evens, SHMEM_TEAM_WORLD) == -1);
    /* A team of a team, backwards. */
    CHECK(shmem_team_split_strided(even, evens - 1, -1, evens, NULL, 0, &reversed) == 0);
    CHECK(shmem_team_my_pe(reversed) == evens - 1 - me / 2);
    CHECK(shmem_team_translate_pe(reversed, 0, SHMEM_TEAM_WORLD) == 2 * (evens - 1));
    source[0] = me;
    CHECK(shmem_long_fcollect(reversed, dest, source, 1) == 0);
    for (int i = 0; i < evens; i++) CHECK(dest[i] == 2 * (evens - 1 - i));
    shmem_ctx_t ctx;
    CHECK(shmem_team_create_ctx(reversed, 0, &ctx) == 0);
    shmem_ctx_long_p(ctx, &dest[20], 100 + me, (shmem_team_my_pe(reversed) + 1) % evens);
    shmem_ctx_quiet(ctx);
    shmem_team_sync(reversed);
    CHECK(dest[20] == 100 + (me + 2) % (2 * evens));
    shmem_ctx_destroy(ctx);
    shmem_team_destroy(reversed);
    shmem_team_destroy(even);
  }
  CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 0, 1, NULL, 0, &single) == 0 && (single != SHMEM_TEAM_INVALID) == (me == 0));
  CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, pes + 1, NULL, 0, &nobody) != 0 && nobody == SHMEM_TEAM_INVALID);
  CHECK(shmem_team_split_strided(SHMEM_TEAM_INVALID, 0, 1, 1, NULL, 0, &nobody) != 0);
  shmem_team_destroy(SHMEM_TEAM_INVALID);
  CHECK(shmem_team_n_pes(SHMEM_TEAM_SHARED) >= 1);
  CHECK(shmem_team_ptr(SHMEM_TEAM_SHARED, source, shmem_team_my_pe(SHMEM_TEAM_SHARED)) == source);
  CHECK(shmem_team_sync(SHMEM_TEAM_SHARED) == 0);
}

static void grid(void) {
  shmem_team_t row, column;
  int width = pes < 3 ? pes : 3;
  CHECK(shmem_team_split_2d(SHMEM_TEAM_WORLD, 3, NULL, 0, &row, NULL, 0, &column) == 0);
  CHECK(shmem_team_my_pe(row) == me % width && shmem_team_my_pe(column) == me / width);
  source[0] = me;
  CHECK(shmem_long_sum_reduce(row, dest, source, 1) == 0);
  long sum = 0;
  for (int pe = me - me % width; pe < me - me % width + width && pe < pes; pe++) sum += pe;
  CHECK(dest[0] == sum);
  CHECK(shmem_long_max_reduce(column, dest, source, 1) == 0);
  CHECK(dest[0] == (pes - 1 - me % width) / width * width + me % width);
  shmem_team_destroy(row);
  shmem_team_destroy(column);
}

static char bytes[3][1000];

static void moving(shmem_team_t team) {
  int n = shmem_team_n_pes(team), rank = shmem_team_my_pe(team);
  for (int root = 0; root < n; root++) {
    for (int i = 0; i < 5; i++) source[i] = rank * 10 + i, dest[i] = -1;
    CHECK(shmem_long_broadcast(team, dest, source, 5, root) == 0);
    for (int i = 0; i < 5; i++) CHECK(dest[i] == root * 10 + i);
  }
  shmem_team_sync(team);
  CHECK(shmem_collectmem(team, bytes[0], bytes[1], 0) == 0);
  for (int i = 0; i < 8; i++) source[i] = rank * 100 + i;
  CHECK(shmem_long_collect(team, dest, source, rank % 3) == 0);
  for (int pe = 0, at = 0; pe < n; pe++)
    for (int i = 0; i < pe % 3; i++, at++) CHECK(dest[at] == pe * 100 + i);
  CHECK(shmem_long_fcollect(team, dest, source, 4) == 0);
  for (int pe = 0; pe < n; pe++) for (int i = 0; i < 4; i++) CHECK(dest[pe * 4 + i] == pe * 100 + i);
  for (int pe = 0; pe < n; pe++) for (int i = 0; i < 2; i++) all[pe * 2 + i] = rank * 1000 + pe * 10 + i;
  shmem_team_sync(team);
  CHECK(shmem_long_alltoall(team, dest, all, 2) == 0);
  for (int pe = 0; pe < n; pe++) for (int i = 0; i < 2; i++) CHECK(dest[pe * 2 + i] == pe * 1000 + rank * 10 + i);
  for (int pe = 0; pe < n; pe++) all[pe * 2] = rank * 1000 + pe;
  shmem_team_sync(team);
  CHECK(shmem_long_alltoalls(team, dest, all, 3, 2, 1) == 0);
  for (int pe = 0; pe < n; pe++) CHECK(dest[pe * 3] == pe * 1000 + rank);
  shmem_team_sync(team);
}

#define REDUCE(TYPE, NAME) \
  static TYPE from_##NAME[6], to_##NAME[6]; \
  static void reduce_##NAME(shmem_team_t team) { \
    int n = shmem_team_n_pes(team), rank = shmem_team_my_pe(team); \
    TYPE sum = 0, product = 1; \
    for (int pe = 0; pe < n; pe++) sum += pe + 1, product *= pe % 3 + 1; \
    for (int i = 0; i < 6; i++) from_##NAME[i] = rank + 1; \
    shmem_##NAME##_sum_reduce(team, to_##NAME, from_##NAME, 6); \
    CHECK(to_##NAME[0] == sum && to_##NAME[5] == sum); \
    shmem_##NAME##_max_reduce(team, to_##NAME, from_##NAME, 6); \
    CHECK(to_##NAME[5] == n); \
    shmem_##NAME##_min_reduce(team, to_##NAME, from_##NAME, 1); \
    CHECK(to_##NAME[0] == 1 && to_##NAME[5] == n); \
    shmem_##NAME##_sum_inscan(team, to_##NAME, from_##NAME, 2); \
    CHECK(to_##NAME[1] == (TYPE)((rank + 1) * (rank + 2) / 2)); \
    shmem_##NAME##_sum_exscan(team, to_##NAME, from_##NAME, 2); \
    CHECK(to_##NAME[1] == (TYPE)(rank * (rank + 1) / 2)); \
    from_##NAME[0] = rank % 3 + 1; \
    shmem_##NAME##_prod_reduce(team, from_##NAME, from_##NAME, 1); \
    CHECK(from_##NAME[0] == product); \
    shmem_team_sync(team); \
  }
_SHMEM_RMA_TYPES(REDUCE)
#define BITS(TYPE, NAME) \
  static void bits_##NAME(void) { \
    from_##NAME[0] = (TYPE)1 << me % 7; \
    TYPE any = 0, every = -1, odd = 0; \
    for (int pe = 0; pe < pes; pe++) any |= (TYPE)1 << pe % 7, every &= (TYPE)1 << pe % 7, odd ^= (TYPE)1 << pe % 7; \
    shmem_##NAME##_or_reduce(SHMEM_TEAM_WORLD, to_##NAME, from_##NAME, 1); \
    CHECK(to_##NAME[0] == any); \
    shmem_##NAME##_and_reduce(SHMEM_TEAM_WORLD, to_##NAME, from_##NAME, 1); \
    CHECK(to_##NAME[0] == every); \
    shmem_##NAME##_xor_reduce(SHMEM_TEAM_WORLD, to_##NAME, from_##NAME, 1); \
    CHECK(to_##NAME[0] == odd); \
  }
_SHMEM_BITWISE_REDUCE_TYPES(BITS)

static double _Complex z[2], total[2];
static float _Complex zf[1], totalf[1];
static void complex_numbers(void) {
  double _Complex sum = 0, product = 1;
  for (int pe = 0; pe < pes; pe++) sum += pe + 1 + 2i, product *= pe % 2 + 1i;
  z[0] = me + 1 + 2i;
  z[1] = me % 2 + 1i;
  shmem_complexd_sum_reduce(SHMEM_TEAM_WORLD, total, z, 1);
  CHECK(total[0] == sum);
  shmem_complexd_prod_reduce(SHMEM_TEAM_WORLD, &total[1], &z[1], 1);
  CHECK(total[1] == product);
  zf[0] = me % 2 + 1i;
  shmem_complexf_prod_reduce(SHMEM_TEAM_WORLD, totalf, zf, 1);
  CHECK(totalf[0] == product);
}

static double large[2][20000];
static void large_arrays(void) {
  for (int i = 0; i < 20000; i++) large[0][i] = me + i;
  shmem_double_sum_reduce(SHMEM_TEAM_WORLD, large[1], large[0], 20000);
  int wrong = 0;
  for (int i = 0; i < 20000; i++) wrong += large[1][i] != pes * (pes - 1) / 2 + (double)pes * i;
  CHECK(wrong == 0);
  shmem_double_broadcast(SHMEM_TEAM_WORLD, large[1], large[0], 20000, pes - 1);
  for (int i = 0; i < 20000; i++) wrong += large[1][i] != pes - 1 + i;
  CHECK(wrong == 0);
}

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  pes = shmem_n_pes();
  splits();
  grid();
  moving(SHMEM_TEAM_WORLD);
  shmem_team_t upper;
  shmem_team_split_strided(SHMEM_TEAM_WORLD, pes / 2, 1, pes - pes / 2, NULL, 0, &upper);
  if (upper) moving(upper);
#define RUN(TYPE, NAME) \
  reduce_##NAME(SHMEM_TEAM_WORLD); \
  if (upper) reduce_##NAME(upper);
  _SHMEM_RMA_TYPES(RUN)
#define RUN_BITS(TYPE, NAME) bits_##NAME();
  _SHMEM_BITWISE_REDUCE_TYPES(RUN_BITS)
  complex_numbers();
  large_arrays();
  return finish();
}
