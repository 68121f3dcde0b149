/* Copies of patches and elements: accumulates of each type, strides, periodic ones, fields, requests, scatter and gather, the counter. */
#include "check.h"

enum { ROWS = 14, COLUMNS = 17 };
static int me, procs, dims[2] = {ROWS, COLUMNS}, all_lo[2], all_hi[2] = {ROWS - 1, COLUMNS - 1}, whole[1] = {COLUMNS};

/* element = 100 row + column. */
static int numbered(int type, const char *name) {
  int g_a = NGA_Create(type, 2, dims, (char *)name, NULL);
  double doubles[ROWS][COLUMNS];
  int ints[ROWS][COLUMNS];
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < COLUMNS; k++) ints[i][k] = doubles[i][k] = 100 * i + k;
  if (me == 0) NGA_Put(g_a, all_lo, all_hi, type == C_INT ? (void *)ints : (void *)doubles, whole);
  GA_Sync();
  return g_a;
}

/* All add 2 * 3 to the same patch: components of complex numbers too. */
#define ADD(TYPE, KIND, PARTS) \
  static void add_##TYPE(void) { \
    int g_a = NGA_Create(KIND, 2, dims, "sums", NULL), lo[2] = {2, 3}, hi[2] = {12, 11}, ld[1] = {9}; \
    static TYPE patch[11][9 * PARTS], zero[ROWS][COLUMNS * PARTS]; \
    TYPE alpha[2] = {2, 0}; \
    for (int i = 0; i < 11; i++) \
      for (int k = 0; k < 9 * PARTS; k++) patch[i][k] = 3; \
    if (me == 0) NGA_Put(g_a, all_lo, all_hi, zero, whole); \
    GA_Sync(); \
    NGA_Acc(g_a, lo, hi, patch, ld, alpha); \
    GA_Sync(); \
    NGA_Get(g_a, all_lo, all_hi, zero, whole); \
    for (int i = 0; i < ROWS; i++) \
      for (int k = 0; k < COLUMNS * PARTS; k++) \
        CHECK(zero[i][k] == (i >= 2 && i <= 12 && k >= 3 * PARTS && k < 12 * PARTS ? 6 * procs : 0)); \
    GA_Sync(); \
    GA_Destroy(g_a); \
    memset(zero, 0, sizeof zero); \
  }
ADD(int, C_INT, 1)
ADD(long, C_LONG, 1)
ADD(float, C_FLOAT, 1)
ADD(double, C_DBL, 1)
#define single float
#define twice double
ADD(single, C_SCPL, 2)
ADD(twice, C_DCPL, 2)

static void strided(void) {
  int g_a = numbered(C_INT, "strided"), lo[2] = {1, 2}, hi[2] = {12, 15}, skip[2] = {3, 4}, ld[1] = {5}, picked[4][5], alpha = 10;
  NGA_Strided_get(g_a, lo, hi, skip, picked, ld);
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 4; k++) CHECK(picked[i][k] == 100 * (1 + 3 * i) + 2 + 4 * k);
  GA_Sync();
  if (me == procs - 1) NGA_Strided_acc(g_a, lo, hi, skip, picked, ld, &alpha);
  GA_Sync();
  int now[ROWS][COLUMNS];
  NGA_Get(g_a, all_lo, all_hi, now, whole);
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < COLUMNS; k++) {
      int is_picked = i >= 1 && i <= 12 && (i - 1) % 3 == 0 && k >= 2 && k <= 15 && (k - 2) % 4 == 0;
      CHECK(now[i][k] == (100 * i + k) * (is_picked ? 11 : 1));
    }
  GA_Sync();
  if (me == 0) NGA_Strided_put(g_a, lo, hi, skip, picked, ld);
  GA_Sync();
  NGA_Get(g_a, all_lo, all_hi, now, whole);
  CHECK(now[4][6] == 406 && now[5][6] == 506);
  GA_Destroy(g_a);
}

static void periodic(void) {
  int g_a = numbered(C_INT, "periodic"), lo[2] = {-3, 15}, hi[2] = {ROWS, 40}, ld[1] = {26};
  static int found[ROWS + 4][26];
  NGA_Periodic_get(g_a, lo, hi, found, ld);
  for (int i = -3; i <= ROWS; i++)
    for (int k = 15; k <= 40; k++) CHECK(found[i + 3][k - 15] == 100 * ((i + ROWS) % ROWS) + k % COLUMNS);
  GA_Sync();
  int corner_lo[2] = {-1, -1}, corner_hi[2] = {0, 0}, two[1] = {2}, values[2][2] = {{1, 2}, {3, 4}}, alpha = 5;
  if (me == 0) NGA_Periodic_put(g_a, corner_lo, corner_hi, values, two);
  GA_Sync();
  if (me == procs - 1) NGA_Periodic_acc(g_a, corner_lo, corner_hi, values, two, &alpha);
  GA_Sync();
  int at[2] = {ROWS - 1, COLUMNS - 1}, last;
  NGA_Get(g_a, at, at, &last, two);
  CHECK(last == 6);
  NGA_Get(g_a, all_lo, all_lo, &last, two);
  CHECK(last == 24);
  GA_Destroy(g_a);
}

struct record {
  char tag;
  int number;
  double value;
};

static void fields(void) {
  int type = NGA_Register_type(sizeof(struct record)), g_a = NGA_Create(type, 2, dims, "records", NULL);
  struct record records[ROWS][COLUMNS];
  int numbers[ROWS][COLUMNS], at = (char *)&records[0][0].number - (char *)records;
  ga_nbhdl_t request;
  memset(records, 0, sizeof records);
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < COLUMNS; k++) records[i][k] = (struct record){'a' + i, 0, i + k / 32.0}, numbers[i][k] = 1000 * i + k;
  if (me == 0) NGA_Put(g_a, all_lo, all_hi, records, whole);
  GA_Sync();
  if (me == procs - 1) NGA_Put_field(g_a, all_lo, all_hi, at, sizeof(int), numbers, whole);
  GA_Sync();
  memset(numbers, 0, sizeof numbers);
  NGA_Get(g_a, all_lo, all_hi, records, whole);
  NGA_Nbget_field(g_a, all_lo, all_hi, at, sizeof(int), numbers, whole, &request);
  NGA_NbWait(&request);
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < COLUMNS; k++) {
      CHECK(records[i][k].tag == 'a' + i && records[i][k].number == 1000 * i + k && records[i][k].value == i + k / 32.0);
      CHECK(numbers[i][k] == 1000 * i + k);
    }
  GA_Sync();
  GA_Destroy(g_a);
  CHECK(NGA_Deregister_type(type) == 0);
}

/* More requests than there are places for. */
static void requests(void) {
  int g_a = NGA_Create(C_DBL, 2, dims, "requests", NULL), lo[2], hi[2], ld[1] = {1};
  static double mine[300];
  static ga_nbhdl_t handles[300];
  if (me == 0) {
    for (int i = 0; i < 300; i++) {
      lo[0] = hi[0] = i % ROWS;
      lo[1] = hi[1] = i % COLUMNS;
      mine[i] = lo[0] * 100 + lo[1];
      NGA_NbPut(g_a, lo, hi, &mine[i], ld, &handles[i]);
    }
    for (int i = 0; i < 300; i++) NGA_NbWait(&handles[i]);
    CHECK(NGA_NbTest(&handles[0]) && NGA_NbTest(&handles[299]));
  }
  GA_Sync();
  double patch[5][6], one = 1;
  ga_nbhdl_t got;
  int from[2] = {4, 4}, to[2] = {8, 9}, six[1] = {6};
  if (me == 0) NGA_Put(g_a, from, to, memset(patch, 0, sizeof patch), six);
  GA_Sync();
  for (int i = 0; i < 5; i++)
    for (int k = 0; k < 6; k++) patch[i][k] = 6 * i + k;
  NGA_NbAcc(g_a, from, to, patch, six, &one, &got);
  NGA_NbWait(&got);
  GA_Sync();
  NGA_NbGet(g_a, from, to, patch, six, &got);
  NGA_NbWait(&got);
  for (int i = 0; i < 5; i++)
    for (int k = 0; k < 6; k++) CHECK(patch[i][k] == procs * (6 * i + k));
  GA_Sync();
  GA_Destroy(g_a);
}

static void elements(void) {
  enum { N = 60 };
  int g_a = numbered(C_DBL, "elements"), flat[N][2], *pointers[N];
  int64_t wide[N][2], *wide_pointers[N];
  double values[N], one = 1;
  for (int i = 0; i < N; i++) {
    flat[i][0] = wide[i][0] = i * 5 % ROWS;
    flat[i][1] = wide[i][1] = i * 7 % COLUMNS;
    pointers[i] = flat[i];
    wide_pointers[i] = wide[i];
  }
  NGA_Gather(g_a, values, pointers, N);
  for (int i = 0; i < N; i++) CHECK(values[i] == 100 * flat[i][0] + flat[i][1]);
  NGA_Gather_flat64(g_a, values, wide[0], N);
  for (int i = 0; i < N; i++) CHECK(values[i] == 100 * flat[i][0] + flat[i][1]);
  GA_Sync();
  for (int i = 0; i < N; i++) values[i] = i;
  if (me == 0) NGA_Scatter64(g_a, values, wide_pointers, N);
  GA_Sync();
  NGA_Scatter_acc_flat(g_a, values, flat[0], N, &one);
  GA_Sync();
  NGA_Gather_flat(g_a, values, flat[0], N);
  for (int i = 0; i < N; i++) CHECK(values[i] == (1 + procs) * i);
  GA_Sync();
  GA_Destroy(g_a);
}

/* Each number is drawn once. */
static void counter(void) {
  int one[1] = {1}, at[1] = {0}, zero = 0, none[1] = {0}, *drawn = calloc(50 * procs, sizeof(int));
  long zero_long = 0;
  int g_a = NGA_Create(C_INT, 1, one, "counter", NULL), g_b = NGA_Create(C_LONG, 1, one, "long counter", NULL);
  if (me == 0) {
    NGA_Put(g_a, at, at, &zero, none);
    NGA_Put(g_b, at, at, &zero_long, none);
  }
  GA_Sync();
  for (int i = 0; i < 50; i++) {
    drawn[NGA_Read_inc(g_a, at, 1)]++;
    NGA_Read_inc(g_b, at, 1L << 33);
  }
  GA_Igop(drawn, 50 * procs, "+");
  for (int i = 0; i < 50 * procs; i++) CHECK(drawn[i] == 1);
  CHECK(NGA_Read_inc(g_b, at, 0) == (50L * procs) << 33);
  free(drawn);
  GA_Sync();
  GA_Destroy(g_a);
  GA_Destroy(g_b);
}

int main(void) {
  GA_Initialize();
  me = GA_Nodeid();
  procs = GA_Nnodes();
  add_int();
  add_long();
  add_float();
  add_double();
  add_single();
  add_twice();
  strided();
  periodic();
  fields();
  requests();
  elements();
  counter();
  return finish();
}
