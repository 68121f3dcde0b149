// Pieces that lie apart: vector, indexed and strided, put and get, blocking, with handles, implicit and in access regions,
// in random shapes of small and large pieces, compared with copies made byte by byte.
#include "conduit.h"
#include <gasnet_vis.h>

enum { AREA = 40000, MOST = 64, ROUNDS = 40 };

static char here[AREA], wanted[AREA], seen[AREA];
static gasnet_memvec_t near[MOST + 1], far[MOST + 1];
static void *from[MOST], *to[MOST];
static unsigned seed;

static unsigned pick(unsigned most) { return next(&seed) % most; }

/* Cuts so many bytes into pieces with gaps between them; gives how many pieces. */
static int cut(gasnet_memvec_t *list, int most, char *base, size_t bytes) {
  int count = 0;
  for (char *at = base; bytes > 0; count++) {
    size_t len = count == most - 1 ? bytes : 1 + pick(pick(4) ? 40 : 900);
    if (len > bytes) len = bytes;
    list[count].addr = at;
    list[count].len = len;
    at += len + pick(30);
    bytes -= len;
  }
  return count;
}

/* What a copy from list to list does, byte by byte: into `image`, of the memory at `base`. */
static void expect(char *image, char *base, gasnet_memvec_t *d, gasnet_memvec_t *s) {
  for (size_t i = 0, j = 0, a = 0, b = 0; ; ) {
    while (a == d[i].len) i++, a = 0;
    while (b == s[j].len) j++, b = 0;
    if (!d[i].addr || !s[j].addr) return;
    image[(char *)d[i].addr - base + a++] = ((char *)s[j].addr)[b++];
  }
}

static void finish(int form, gasnet_handle_t handle) {
  if (form == 1) gasnet_wait_syncnb(handle);
  if (form == 2) gasnet_wait_syncnbi_all();
}

static void vectors(int node, char *there, int form) {
  size_t bytes = 1 + pick(9000);
  int n = cut(near, MOST, here, bytes), f = cut(far, MOST, there, bytes);
  gasnet_handle_t handle = 0;
  near[n].addr = far[f].addr = NULL, near[n].len = far[f].len = 1;
  gasnet_get_bulk(wanted, node, there, AREA);
  expect(wanted, there, far, near);
  if (form == 0) gasnet_putv_bulk(node, f, far, n, near);
  else if (form == 1) handle = gasnet_putv_nb_bulk(node, f, far, n, near);
  else gasnet_putv_nbi_bulk(node, f, far, n, near);
  finish(form, handle);
  gasnet_get_bulk(seen, node, there, AREA);
  CHECK(memcmp(wanted, seen, AREA) == 0);
  memset(here, 0, AREA);
  if (form == 0) gasnet_getv_bulk(n, near, node, f, far);
  else if (form == 1) handle = gasnet_getv_nb_bulk(n, near, node, f, far);
  else gasnet_getv_nbi_bulk(n, near, node, f, far);
  finish(form, handle);
  int at = 0;
  size_t done = 0;
  for (int i = 0; i < n; i++) for (size_t b = 0; b < near[i].len; b++) {
    while (done == far[at].len) at++, done = 0;
    if (((char *)near[i].addr)[b] != wanted[(char *)far[at].addr - there + done++]) { CHECK(!"byte of a get"); return; }
  }
}

static void indexes(int node, char *there, int form) {
  size_t len = 1 + pick(pick(2) ? 20 : 600), parts = pick(2) ? 1 : 2;
  int count = 1 + pick(MOST / 2);
  gasnet_handle_t handle = 0;
  // The far chunks may be half as long, and twice as many.
  if (len % parts) parts = 1;
  static void *halves[MOST];
  for (int i = 0; i < count; i++) from[i] = here + i * (len + 3);
  for (int i = 0; i < count * (int)parts; i++) halves[i] = there + i * (len / parts + 5);
  fill(here, AREA, seed);
  if (form == 0) gasnet_puti_bulk(node, count * parts, halves, len / parts, count, from, len);
  else if (form == 1) handle = gasnet_puti_nb_bulk(node, count * parts, halves, len / parts, count, from, len);
  else gasnet_puti_nbi_bulk(node, count * parts, halves, len / parts, count, from, len);
  finish(form, handle);
  memcpy(wanted, here, AREA);
  memset(here, 0, AREA);
  if (form == 0) gasnet_geti_bulk(count, from, len, node, count * parts, halves, len / parts);
  else if (form == 1) handle = gasnet_geti_nb_bulk(count, from, len, node, count * parts, halves, len / parts);
  else gasnet_geti_nbi_bulk(count, from, len, node, count * parts, halves, len / parts);
  finish(form, handle);
  for (int i = 0; i < count; i++) {
    CHECK(memcmp(from[i], wanted + i * (len + 3), len) == 0);
    for (size_t b = 0; b < 3; b++) CHECK(here[i * (len + 3) + len + b] == 0);
  }
}

static void blocks(int node, char *there, int form) {
  size_t count[] = {1 + pick(pick(2) ? 16 : 500), 1 + pick(7), 1 + pick(5), 1 + pick(3)};
  size_t levels = pick(4), strides[3], theirs[3];
  gasnet_handle_t handle = 0;
  size_t a = count[0], b = count[0];
  for (size_t i = 0; i < 3; i++) {
    strides[i] = a + pick(9), theirs[i] = b + pick(9);
    a = strides[i] * count[i + 1], b = theirs[i] * count[i + 1];
  }
  if (a > AREA || b > AREA) return;
  fill(here, AREA, seed);
  memcpy(wanted, here, AREA);
  if (form == 0) gasnet_puts_bulk(node, there, theirs, here, strides, count, levels);
  else if (form == 1) handle = gasnet_puts_nb_bulk(node, there, theirs, here, strides, count, levels);
  else gasnet_puts_nbi_bulk(node, there, theirs, here, strides, count, levels);
  finish(form, handle);
  gasnet_get_bulk(seen, node, there, AREA);
  memset(here, 0, AREA);
  if (form == 0) gasnet_gets_bulk(here, strides, node, there, theirs, count, levels);
  else if (form == 1) handle = gasnet_gets_nb_bulk(here, strides, node, there, theirs, count, levels);
  else gasnet_gets_nbi_bulk(here, strides, node, there, theirs, count, levels);
  finish(form, handle);
  for (size_t z = 0; z < (levels > 2 ? count[3] : 1); z++)
    for (size_t y = 0; y < (levels > 1 ? count[2] : 1); y++)
      for (size_t x = 0; x < (levels > 0 ? count[1] : 1); x++) {
        size_t mine = z * strides[2] + y * strides[1] + x * strides[0];
        size_t other = z * theirs[2] + y * theirs[1] + x * theirs[0];
        CHECK(memcmp(wanted + mine, seen + other, count[0]) == 0);
        CHECK(memcmp(wanted + mine, here + mine, count[0]) == 0);
      }
}

int main(int argc, char **argv) {
  start(argc, argv, NULL, 0, (2 * AREA + GASNET_PAGESIZE - 1) / GASNET_PAGESIZE * GASNET_PAGESIZE);
  seed = 17 + 1000 * me;
  // To the next node, where nobody else writes; and to this one.
  for (int round = 0; round < ROUNDS; round++) {
    int node = round % 4 ? (me + 1) % nodes : me;
    char *there = SEGMENT(node) + (node == me ? AREA : 0);
    fill(here, AREA, seed);
    vectors(node, there, round % 3);
    indexes(node, there, round % 3);
    blocks(node, there, round % 3);
  }
  // None of them, and an access region of several.
  gasnet_putv_bulk(me, 0, NULL, 0, NULL);
  CHECK(gasnet_puti_nb_bulk((me + 1) % nodes, 0, NULL, 4, 0, NULL, 4) == GASNET_INVALID_HANDLE);
  char *there = SEGMENT((me + 1) % nodes);
  size_t stride[] = {8}, count[] = {4, 100};
  fill(here, AREA, 3);
  gasnet_begin_nbi_accessregion();
  gasnet_puts_nbi_bulk((me + 1) % nodes, there, stride, here, stride, count, 1);
  gasnet_puts_nbi_bulk((me + 1) % nodes, there + 4, stride, here + 4, stride, count, 1);
  gasnet_handle_t region = gasnet_end_nbi_accessregion();
  gasnet_wait_syncnb(region);
  gasnet_get_bulk(seen, (me + 1) % nodes, there, 800);
  CHECK(memcmp(seen, here, 800) == 0);
  end();
}
