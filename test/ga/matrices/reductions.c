/* Dot products, norms, the least and greatest element, steps: of each type and distribution. */
#include "elements.h"

static Number dot_of(int type, int a, int b) {
  Number x = {0, 0};
  switch (type) {
    case C_INT: x.re = GA_Idot(a, b); break;
    case C_LONG: x.re = GA_Ldot(a, b); break;
    case C_FLOAT: x.re = GA_Fdot(a, b); break;
    case C_DBL: x.re = GA_Ddot(a, b); break;
    case C_SCPL: { SingleComplex z = GA_Cdot(a, b); x = (Number){z.real, z.imag}; break; }
    case C_DCPL: { DoubleComplex z = GA_Zdot(a, b); x = (Number){z.real, z.imag}; break; }
  }
  return x;
}

static Number dot_patch_of(int type, int a, char ta, int *alo, int *ahi, int b, char tb, int *blo, int *bhi) {
  Number x = {0, 0};
  switch (type) {
    case C_INT: x.re = NGA_Idot_patch(a, ta, alo, ahi, b, tb, blo, bhi); break;
    case C_LONG: x.re = NGA_Ldot_patch(a, ta, alo, ahi, b, tb, blo, bhi); break;
    case C_FLOAT: x.re = NGA_Fdot_patch(a, ta, alo, ahi, b, tb, blo, bhi); break;
    case C_DBL: x.re = NGA_Ddot_patch(a, ta, alo, ahi, b, tb, blo, bhi); break;
    case C_SCPL: { SingleComplex z = NGA_Cdot_patch(a, ta, alo, ahi, b, tb, blo, bhi); x = (Number){z.real, z.imag}; break; }
    case C_DCPL: { DoubleComplex z = NGA_Zdot_patch(a, ta, alo, ahi, b, tb, blo, bhi); x = (Number){z.real, z.imag}; break; }
  }
  return x;
}

static void dots(int type, int ndim, int dims[], int layout) {
  int a = filled(type, ndim, dims, layout, 1), b = filled(type, ndim, dims, (layout + 1) % LAYOUTS, 2), n = count(ndim, dims);
  Number want = {0, 0}, is = dot_of(type, a, b);
  for (int i = 0; i < n; i++) want = plus(want, times(element_of(type, 1, i), element_of(type, 2, i)));
  CHECK(near(type, want, is), "type %d layout %d: %g %g, not %g %g", type, layout, is.re, is.im, want.re, want.im);
  GA_Destroy(a);
  GA_Destroy(b);
}

/* A row of four with a column of four, and a block with the transpose of another. */
static void dots_of_patches(int type) {
  int dims[] = {6, 7}, alo[] = {1, 2}, ahi[] = {3, 5}, blo[] = {2, 0}, bhi[] = {5, 2}, at[2];
  int a = filled(type, 2, dims, REGULAR, 1), b = filled(type, 2, dims, IRREGULAR, 2);
  Number want = {0, 0}, is = dot_patch_of(type, a, 'n', alo, ahi, b, 't', blo, bhi);
  for (at[0] = 0; at[0] < 3; at[0]++)
    for (at[1] = 0; at[1] < 4; at[1]++)
      want = plus(want, times(element_of(type, 1, (1 + at[0]) * 7 + 2 + at[1]), element_of(type, 2, (2 + at[1]) * 7 + at[0])));
  CHECK(near(type, want, is), "type %d: %g %g, not %g %g", type, is.re, is.im, want.re, want.im);
  int clo[] = {2, 1}, chi[] = {4, 4};
  want = (Number){0, 0};
  is = dot_patch_of(type, a, 'n', alo, ahi, b, 'n', clo, chi);
  for (int i = 0; i < 12; i++)
    want = plus(want, times(element_of(type, 1, (1 + i / 4) * 7 + 2 + i % 4), element_of(type, 2, (2 + i / 4) * 7 + 1 + i % 4)));
  CHECK(near(type, want, is), "type %d: %g %g, not %g %g", type, is.re, is.im, want.re, want.im);
  GA_Destroy(a);
  GA_Destroy(b);
}

static void norms(int type, int ndim, int dims[], int layout) {
  int a = filled(type, ndim, dims, layout, 3), n = count(ndim, dims);
  double sum = 0, most = 0, norm1, infinity;
  for (int i = 0; i < n; i++) {
    double size = size_of_number(element_of(type, 3, i));
    sum += size;
    if (size > most) most = size;
  }
  GA_Norm1(a, &norm1);
  GA_Norm_infinity(a, &infinity);
  CHECK(near(type, (Number){sum, 0}, (Number){norm1, 0}), "type %d layout %d: %g, not %g", type, layout, norm1, sum);
  CHECK(near(type, (Number){most, 0}, (Number){infinity, 0}), "type %d layout %d: %g, not %g", type, layout, infinity, most);
  GA_Destroy(a);
}

/* One element differs from all others. */
static void selection(int type, int ndim, int dims[], int layout) {
  int a = create(type, ndim, dims, layout), n = count(ndim, dims), at[7], found[7];
  Value all = value_of(type, 5, 0), value, least = value_of(type, 1, 0), greatest = value_of(type, 9, 0);
  GA_Fill(a, &all);
  indices(ndim, dims, (n * 2) / 3, at);
  if (me == 0) NGA_Put(a, at, at, &least, dims);
  GA_Sync();
  NGA_Select_elem(a, "min", &value, found);
  CHECK(load(type, &value, 0).re == 1, "type %d layout %d: %g", type, layout, load(type, &value, 0).re);
  CHECK(memcmp(at, found, ndim * sizeof *at) == 0, "type %d layout %d", type, layout);
  GA_Sync();
  if (me == procs - 1) NGA_Put(a, at, at, &greatest, dims);
  GA_Sync();
  NGA_Select_elem(a, "max", &value, found);
  CHECK(load(type, &value, 0).re == 9, "type %d layout %d: %g", type, layout, load(type, &value, 0).re);
  CHECK(memcmp(at, found, ndim * sizeof *at) == 0, "type %d layout %d", type, layout);
  GA_Destroy(a);
}

/* x = 3, 4 ...; the direction -2 in one place, -1 elsewhere or 1. Bounds 1 below and 2 above. */
static void steps(int type, int layout) {
  int n[] = {17}, lo[] = {0}, hi[] = {16};
  int x = create(type, 1, n, layout), v = create(type, 1, n, layout), below = create(type, 1, n, layout), above = create(type, 1, n, layout);
  if (me == 0) {
    double room[4][17];
    for (int i = 0; i < 17; i++) {
      store(type, room[0], i, 12 + 2 * i, 0);
      store(type, room[1], i, i == 8 ? -7 : i % 2 ? 1 : -1, 0);
      store(type, room[2], i, 12 + 2 * i - 6, 0);
      store(type, room[3], i, 12 + 2 * i + 12, 0);
    }
    NGA_Put(x, lo, hi, room[0], n);
    NGA_Put(v, lo, hi, room[1], n);
    NGA_Put(below, lo, hi, room[2], n);
    NGA_Put(above, lo, hi, room[3], n);
  }
  GA_Sync();
  Value step, least, wolfe, greatest;
  double quotient = type == C_INT || type == C_LONG ? 4 : 28.0 / 7, room = type == C_INT || type == C_LONG ? 0 : 6.0 / 7;
  GA_Step_max(x, v, &step);
  CHECK(near(type, load(type, &step, 0), (Number){quotient, 0}), "type %d: %g, not %g", type, load(type, &step, 0).re, quotient);
  GA_Step_bound_info(x, v, below, above, &least, &wolfe, &greatest);
  CHECK(near(type, load(type, &least, 0), (Number){room, 0}), "type %d: %g, not %g", type, load(type, &least, 0).re, room);
  CHECK(near(type, load(type, &wolfe, 0), (Number){room, 0}), "type %d: %g, not %g", type, load(type, &wolfe, 0).re, room);
  CHECK(load(type, &greatest, 0).re == 12, "type %d: %g", type, load(type, &greatest, 0).re);
  GA_Destroy(x);
  GA_Destroy(v);
  GA_Destroy(below);
  GA_Destroy(above);
}

int main(void) {
  static int shapes[][3] = {{1, 0, 0}, {13, 0, 0}, {7, 5, 0}, {1, 11, 0}};
  static const int ndims[] = {1, 1, 2, 2};
  begin();
  for (int t = 0, turn = 0; t < TYPES; t++) {
    for (int layout = 0; layout < LAYOUTS; layout++, turn++) {
      int shape = (turn + turn / 4) % 4;
      dots(types[t], ndims[shape], shapes[shape], layout);
      norms(types[t], ndims[shape], shapes[shape], layout);
      selection(types[t], ndims[shape], shapes[shape], layout);
    }
    dots_of_patches(types[t]);
    if (t < COMPLEX) steps(types[t], t % LAYOUTS);
  }
  return finish();
}
