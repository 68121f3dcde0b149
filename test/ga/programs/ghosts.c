/* Ghost cells after each kind of update, at the edges too, where the other side of the array is; blocks with ghosts; periodic copies. */
#include "check.h"
#include <string.h>

enum { EMPTY = -7 };

/* What the element with these subscripts holds; subscripts go round. */
static int value(int ndim, const int dims[], const int at[]) {
  int v = 1;
  for (int d = 0; d < ndim; d++) v = 31 * v + (at[d] % dims[d] + dims[d]) % dims[d];
  return v;
}

/* This process's patch with its ghost cells. */
typedef struct {
  int array, ndim, dims[3], width[3], lo[3], hi[3], with[3], *cells;
} Patch;

static Patch patch(int array, int ndim, const int dims[], const int width[]) {
  Patch p = {array, ndim};
  int ld[2];
  memcpy(p.dims, dims, ndim * sizeof(int));
  memcpy(p.width, width, ndim * sizeof(int));
  NGA_Distribution(array, GA_Nodeid(), p.lo, p.hi);
  NGA_Access_ghosts(array, p.with, &p.cells, ld);
  for (int d = 0; d < ndim; d++) CHECK(p.with[d] == p.hi[d] - p.lo[d] + 1 + 2 * width[d]);
  for (int d = 1; d < ndim; d++) CHECK(ld[d - 1] == p.with[d]);
  return p;
}

/* Of cell k: its subscripts in the array, and on which side of the patch it is in each dimension. */
static void place(const Patch *p, int k, int at[], int side[]) {
  for (int d = p->ndim - 1; d >= 0; k /= p->with[d--]) {
    int i = k % p->with[d];
    at[d] = p->lo[d] + i - p->width[d];
    side[d] = at[d] < p->lo[d] ? -1 : at[d] > p->hi[d] ? 1 : 0;
  }
}

static int cells(const Patch *p) {
  int n = 1;
  for (int d = 0; d < p->ndim; d++) n *= p->with[d];
  return n;
}

static int outside(const Patch *p, const int side[]) {
  int n = 0;
  for (int d = 0; d < p->ndim; d++) n += side[d] != 0;
  return n;
}

/* The patch has its values, the ghost cells none. */
static void fill(const Patch *p) {
  int at[3], side[3];
  GA_Sync();
  for (int k = 0; k < cells(p); k++) {
    place(p, k, at, side);
    p->cells[k] = outside(p, side) ? EMPTY : value(p->ndim, p->dims, at);
  }
  GA_Sync();
}

/* Which ghost cells an update must have filled. */
typedef int Expected(const Patch *p, const int side[]);
static int all(const Patch *p, const int side[]) { return 1; }
static int faces(const Patch *p, const int side[]) { return outside(p, side) < 2; }
static int upper_0(const Patch *p, const int side[]) { return outside(p, side) == 0 || side[0] == 1; }
static int lower_0_face(const Patch *p, const int side[]) { return outside(p, side) == 0 || (side[0] == -1 && outside(p, side) == 1); }

static void check(const Patch *p, Expected *expected) {
  int at[3], side[3];
  for (int k = 0; k < cells(p); k++) {
    place(p, k, at, side);
    CHECK(p->cells[k] == (expected(p, side) ? value(p->ndim, p->dims, at) : EMPTY));
  }
  GA_Sync();
}

static void updates(int ndim, int dims[], int width[]) {
  int array = NGA_Create_ghosts(C_INT, ndim, dims, width, "ghosts", NULL);
  ga_nbhdl_t handle;
  CHECK(array != 0 && GA_Has_ghosts(array));
  Patch p = patch(array, ndim, dims, width);
  fill(&p);
  GA_Update_ghosts(array);
  check(&p, all);
  fill(&p);
  NGA_Update_ghosts_nb(array, &handle);
  NGA_NbWait(&handle);
  check(&p, all);
  GA_Destroy(array);
}

/* The first dimension: it is counted from the last one. */
static void directions(void) {
  int dims[] = {12, 12}, width[] = {1, 1}, array = NGA_Create_ghosts(C_INT, 2, dims, width, "directions", NULL);
  Patch p = patch(array, 2, dims, width);
  fill(&p);
  CHECK(NGA_Update_ghost_dir(array, 1, 1, 1));
  check(&p, upper_0);
  fill(&p);
  CHECK(NGA_Update_ghost_dir(array, 1, -1, 0));
  check(&p, lower_0_face);
  GA_Destroy(array);
}

/* An array that does without corners; and one without ghost cells. */
static void corners(void) {
  int dims[] = {8, 9}, width[] = {1, 2}, array = GA_Create_handle();
  GA_Set_data(array, 2, dims, C_INT);
  GA_Set_ghosts(array, width);
  GA_Set_ghost_corner_flag(array, 0);
  CHECK(GA_Allocate(array));
  Patch p = patch(array, 2, dims, width);
  fill(&p);
  GA_Update_ghosts(array);
  check(&p, faces);
  GA_Destroy(array);
  array = NGA_Create(C_INT, 2, dims, "plain", NULL);
  CHECK(!GA_Has_ghosts(array));
  GA_Update_ghosts(array);
  GA_Destroy(array);
}

/* A block that is in the ghost cells, and one that is not. */
static void blocks(void) {
  int dims[] = {20, 6}, width[] = {2, 1}, array = NGA_Create_ghosts(C_INT, 2, dims, width, "blocks", NULL);
  Patch p = patch(array, 2, dims, width);
  fill(&p);
  GA_Update_ghosts(array);
  int here[] = {p.lo[0] - 1, p.lo[1] - 1}, end[] = {p.lo[0] + 1, p.lo[1]}, far[] = {-2, -3}, farEnd[] = {1, 1};
  int small[3][4], large[4][5], ld_small[] = {4}, ld_large[] = {5};
  NGA_Get_ghost_block(array, here, end, small, ld_small);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 2; j++) {
      int at[] = {here[0] + i, here[1] + j};
      CHECK(small[i][j] == value(2, dims, at));
    }
  NGA_Get_ghost_block(array, far, farEnd, large, ld_large);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 5; j++) {
      int at[] = {far[0] + i, far[1] + j};
      CHECK(large[i][j] == value(2, dims, at));
    }
  GA_Sync();
  GA_Destroy(array);
}

/* Patches over a corner of the array: they come back from the four corners. */
static void periodic(void) {
  int dims[] = {7, 10}, array = NGA_Create(C_INT, 2, dims, "periodic", NULL), me = GA_Nodeid();
  int lo[] = {-2, 8}, hi[] = {1, 12}, ld[] = {6}, put[4][6], got[4][6], one[1], origin[] = {0, 0}, factor = 3;
  GA_Zero(array);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 6; j++) put[i][j] = 10 * i + j;
  if (me == 0) NGA_Periodic_put(array, lo, hi, put, ld);
  GA_Sync();
  NGA_Periodic_acc(array, lo, hi, put, ld, &factor);
  GA_Sync();
  NGA_Periodic_get(array, lo, hi, got, ld);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 5; j++) CHECK(got[i][j] == put[i][j] * (1 + 3 * GA_Nnodes()));
  NGA_Get(array, origin, origin, one, ld); /* subscript (0, 10) of the patch's plane: row 2, column 2 of the buffer */
  CHECK(one[0] == 22 * (1 + 3 * GA_Nnodes()));
  GA_Sync();
  GA_Destroy(array);
}

int main(void) {
  GA_Initialize();
  int line[] = {40}, two[] = {2}, plane[] = {14, 15}, one_two[] = {1, 2}, box[] = {8, 8, 9}, mixed[] = {1, 0, 2};
  updates(1, line, two);
  updates(2, plane, one_two);
  updates(3, box, mixed);
  directions();
  corners();
  blocks();
  periodic();
  return finish();
}
