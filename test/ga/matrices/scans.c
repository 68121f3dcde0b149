/* Scans, packing and enumeration of arrays of one dimension. */
#include "elements.h"

/* A mask of ones where (i * step + shift) is a multiple of seven, or nowhere (step 0). */
static int is_set(int i, int step, int shift) { return step && (i * step + shift) % 7 == 0; }

static int mask_of(int type, int n, int layout, int step, int shift) {
  int dims[] = {n}, g = create(type, 1, dims, layout), lo[] = {0}, hi[] = {n - 1};
  void *elements = malloc(n * size_of(type));
  for (int i = 0; i < n; i++) store(type, elements, i, is_set(i, step, shift), 0);
  if (me == 0) NGA_Put(g, lo, hi, elements, dims);
  GA_Sync();
  free(elements);
  return g;
}

enum { COPY, INCLUSIVE, EXCLUSIVE, SCANS };

static void scan(int kind, int type, int n, int layout, int step, int shift, int lo, int hi) {
  int dims[] = {n}, x = filled(type, 1, dims, layout, 1), y = filled(type, 1, dims, layout, 2);
  int mask = mask_of(kind == COPY ? type : C_INT, n, layout, step, shift), is_open = 0;
  if (kind == COPY) GA_Scan_copy(x, y, mask, lo, hi);
  else GA_Scan_add(x, y, mask, lo, hi, kind == EXCLUSIVE);
  void *result = all_of(y);
  Number running = {0, 0};
  for (int i = 0; i < n; i++) {
    Number own = element_of(type, 1, i), want = element_of(type, 2, i), is = load(type, result, i);
    if (i >= lo && i <= hi) {
      if (is_set(i, step, shift)) is_open = 1, running = kind == COPY ? own : (Number){0, 0};
      if (kind == COPY) want = running;
      else if (is_open) want = kind == INCLUSIVE ? plus(running, own) : running;
      if (kind != COPY) running = plus(running, own);
    }
    CHECK(near(type, want, is), "scan %d type %d n %d layout %d step %d [%d, %d] element %d: %g, not %g", kind, type, n, layout, step, lo, hi,
          i, is.re, want.re);
  }
  free(result);
  GA_Destroy(x);
  GA_Destroy(y);
  GA_Destroy(mask);
}

static void packing(int type, int n, int layout, int step, int shift, int lo, int hi) {
  int dims[] = {n}, x = filled(type, 1, dims, layout, 1), y = filled(type, 1, dims, layout, 2), z = filled(type, 1, dims, layout, 3);
  int mask = mask_of(C_INT, n, layout, step, shift), packed, unpacked, at = 0;
  GA_Pack(x, y, mask, lo, hi, &packed);
  GA_Unpack(y, z, mask, lo, hi, &unpacked);
  void *dense = all_of(y), *spread = all_of(z);
  for (int i = 0; i < n; i++) {
    int is_chosen = i >= lo && i <= hi && is_set(i, step, shift);
    Number want = element_of(type, is_chosen ? 1 : 3, i), is = load(type, spread, i);
    CHECK(near(type, want, is), "unpack type %d n %d layout %d element %d: %g, not %g", type, n, layout, i, is.re, want.re);
    if (!is_chosen) continue;
    is = load(type, dense, at++);
    CHECK(near(type, want, is), "pack type %d n %d layout %d element %d: %g, not %g", type, n, layout, i, is.re, want.re);
  }
  CHECK(packed == at && unpacked == at, "%d and %d, not %d", packed, unpacked, at);
  free(dense);
  free(spread);
  GA_Destroy(x);
  GA_Destroy(y);
  GA_Destroy(z);
  GA_Destroy(mask);
}

static void enumerate(int type, int n, int layout, int lo, int hi) {
  int dims[] = {n}, x = filled(type, 1, dims, layout, 1);
  Value start = value_of(type, 5, 1), inc = value_of(type, -2, 3);
  GA_Patch_enum(x, lo, hi, &start, &inc);
  void *result = all_of(x);
  for (int i = 0; i < n; i++) {
    Number want = element_of(type, 1, i), is = load(type, result, i), s = load(type, &start, 0), d = load(type, &inc, 0);
    if (i >= lo && i <= hi) want = (Number){s.re + (i - lo) * d.re, s.im + (i - lo) * d.im};
    CHECK(near(type, want, is), "type %d n %d layout %d element %d: %g, not %g", type, n, layout, i, is.re, want.re);
  }
  free(result);
  GA_Destroy(x);
}

int main(void) {
  static const int lengths[] = {1, 2, 13, 50}, steps[] = {1, 3, 0, 7};
  begin();
  for (int t = 0, turn = 0; t < TYPES; t++)
    for (int i = 0; i < 4; i++, turn++) {
      int n = lengths[i], layout = turn % 2 % LAYOUTS, lo = n / 5, hi = n - 1 - n / 7;
      scan(turn % SCANS, types[t], n, layout, steps[turn / 2 % 4], 0, 0, n - 1);
      scan((turn + 1 + i) % SCANS, types[t], n, layout, steps[(turn + 1) % 4], 2, lo, hi);
      packing(types[t], n, layout, steps[turn % 4], turn % 3, lo, hi);
      enumerate(types[t], n, layout, lo, hi);
    }
  return finish();
}
