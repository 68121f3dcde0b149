// threads: 2
/* Store buffering and load buffering: each thread writes one cell and reads the other (UPC 1.3, B.5.1). */
#include "litmus.h"
#define X(i) [(i) * LINE]

static void storeStrict0(int i) { sx X(i) = 1; set(0, i, sy X(i)); }
static void storeStrict1(int i) { sy X(i) = 1; set(1, i, sx X(i)); }
static void storeFence0(int i) { rx X(i) = 1; upc_fence; set(0, i, ry X(i)); }
static void storeFence1(int i) { ry X(i) = 1; upc_fence; set(1, i, rx X(i)); }
static void storeRelaxed0(int i) { rx X(i) = 1; set(0, i, ry X(i)); }
static void storeRelaxed1(int i) { ry X(i) = 1; set(1, i, rx X(i)); }

/* One strict access a thread is enough: nothing passes it, on either side (B.3). */
static void storeMixed0(int i) { relaxed shared [] int *x = (relaxed shared [] int *)&sx X(i); *x = 1; set(0, i, sy X(i)); }
static void storeMixed1(int i) { relaxed shared [] int *y = (relaxed shared [] int *)&sy X(i); *y = 1; set(1, i, sx X(i)); }
static void readMixed0(int i) { strict shared [] int *x = (strict shared [] int *)&rx X(i); *x = 1; set(0, i, ry X(i)); }
static void readMixed1(int i) { strict shared [] int *y = (strict shared [] int *)&ry X(i); *y = 1; set(1, i, rx X(i)); }

static void loadStrict0(int i) { int r = sx X(i); sy X(i) = 1; set(0, i, r); }
static void loadStrict1(int i) { int r = sy X(i); sx X(i) = 1; set(1, i, r); }
static void loadFence0(int i) { int r = rx X(i); upc_fence; ry X(i) = 1; set(0, i, r); }
static void loadFence1(int i) { int r = ry X(i); upc_fence; rx X(i) = 1; set(1, i, r); }
static void loadRelaxed0(int i) { int r = rx X(i); ry X(i) = 1; set(0, i, r); }
static void loadRelaxed1(int i) { int r = ry X(i); rx X(i) = 1; set(1, i, r); }

static int outcome(int i) { return 2 * get(0, i) + get(1, i); }

static const Litmus tests[] = {
  { "SB strict", 2, { storeStrict0, storeStrict1 }, outcome, { "!0 0", "0 1", "1 0", "1 1" } },
  { "SB fences", 2, { storeFence0, storeFence1 }, outcome, { "!0 0", "0 1", "1 0", "1 1" } },
  { "SB relaxed writes, strict reads", 2, { storeMixed0, storeMixed1 }, outcome, { "!0 0", "0 1", "1 0", "1 1" } },
  { "SB strict writes, relaxed reads", 2, { readMixed0, readMixed1 }, outcome, { "!0 0", "0 1", "1 0", "1 1" } },
  { "SB relaxed", 2, { storeRelaxed0, storeRelaxed1 }, outcome, { "~0 0", "0 1", "1 0", "1 1" } },
  { "LB strict", 2, { loadStrict0, loadStrict1 }, outcome, { "0 0", "0 1", "1 0", "!1 1" } },
  { "LB fences", 2, { loadFence0, loadFence1 }, outcome, { "0 0", "0 1", "1 0", "!1 1" } },
  { "LB relaxed", 2, { loadRelaxed0, loadRelaxed1 }, outcome, { "0 0", "0 1", "1 0", "~1 1" } },
};
LITMUS_MAIN(tests)
