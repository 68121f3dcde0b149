/* Copies of an array in each domain, which are merged into their sum, and a patch of them into an array of all. */
#include "check.h"

enum { ROWS = 11, COLUMNS = 6 };

static int value(int i, int j) { return 100 * i + j; }

/* 1 + 2 + ... of all copies. */
static int copies(void) {
  int n = GA_Cluster_nnodes();
  return n * (n + 1) / 2;
}

/* Each process fills its part of its domain's copy. */
static void fill(int g) {
  int lo[2], hi[2], *p, ld[1], me = GA_Pgroup_nodeid(GA_Get_pgroup(g));
  NGA_Distribution(g, me, lo, hi);
  if (lo[0] < 0 || hi[0] < lo[0]) return;
  NGA_Access(g, lo, hi, &p, ld);
  for (int i = lo[0]; i <= hi[0]; i++)
    for (int j = lo[1]; j <= hi[1]; j++) p[(i - lo[0]) * ld[0] + j - lo[1]] = (GA_Cluster_nodeid() + 1) * value(i, j);
  NGA_Release_update(g, lo, hi);
}

static void check(int g, int i0, int i1, int j0, int j1, int shift, int factor) {
  int lo[] = {i0, j0}, hi[] = {i1, j1}, ld[] = {COLUMNS}, got[ROWS][COLUMNS];
  NGA_Get(g, lo, hi, got, ld);
  for (int i = i0; i <= i1; i++)
    for (int j = j0; j <= j1; j++) CHECK(got[i - i0][j - j0] == factor * value(i + shift, j));
  GA_Sync();
}

int main(void) {
  GA_Initialize();
  int dims[] = {ROWS, COLUMNS}, alo[] = {3, 1}, ahi[] = {7, 4}, blo[] = {0, 1}, bhi[] = {4, 4};
  int mirrored = NGA_Create_config(C_INT, 2, dims, "mirrored", NULL, GA_Pgroup_get_mirror());
  int dealt = NGA_Create(C_INT, 2, dims, "dealt", NULL);
  CHECK(!GA_Is_mirrored(dealt));
  CHECK(GA_Is_mirrored(mirrored) == (GA_Cluster_nnodes() > 1));
  fill(mirrored);
  GA_Sync();
  check(mirrored, 0, ROWS - 1, 0, COLUMNS - 1, 0, GA_Cluster_nodeid() + 1); /* a copy of its own */
  NGA_Merge_distr_patch(mirrored, alo, ahi, dealt, blo, bhi);
  check(dealt, 0, 4, 1, 4, 3, copies());
  GA_Merge_mirrored(mirrored);
  check(mirrored, 0, ROWS - 1, 0, COLUMNS - 1, 0, copies());
  GA_Destroy(dealt);
  GA_Destroy(mirrored);
  return finish();
}
