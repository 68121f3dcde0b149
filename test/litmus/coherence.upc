// threads: 2
/*
 * One cell: writes of a thread land in its order, and no reader goes back (CoWW, CoRR). Two cells written in opposite
 * orders (2+2W). Relaxed reads of one cell may be reordered in UPC (1.3, B.5.3), relaxed conflicting accesses may not.
 */
#include "litmus.h"
#define X(i) [(i) * LINE]

static void writeTwice(int i) { sx X(i) = 1; sx X(i) = 2; }
static void readTwice(int i) { int a = sx X(i), b = sx X(i); set(0, i, a); set(1, i, b); }
static void writeTwiceRelaxed(int i) { rx X(i) = 1; rx X(i) = 2; }
static void readTwiceRelaxed(int i) { int a = rx X(i), b = rx X(i); set(0, i, a); set(1, i, b); }
/* 3 * first + second, where the value at the end is the last that was written; 9: it is not. */
static int order(int i) { return sx X(i) == 2 ? 3 * get(0, i) + get(1, i) : 9; }
static int orderRelaxed(int i) { return rx X(i) == 2 ? 3 * get(0, i) + get(1, i) : 9; }

static void writeRead0(int i) { rx X(i) = 1; set(0, i, rx X(i)); }
static void writeRead1(int i) { rx X(i) = 2; set(1, i, rx X(i)); }
/* Each reads its own value or the other's; if both read the other's, the order of the writes would be a circle. */
static int own(int i) { return 2 * (get(0, i) == 2) + (get(1, i) == 1) + 4 * (!get(0, i) || !get(1, i)); }

static void strictRead0(int i) { sx X(i) = 1; set(0, i, sx X(i)); }
static void strictRead1(int i) { sx X(i) = 2; set(1, i, sx X(i)); }
/* Relaxed reads may be reordered, but not around an own write to the cell (B.5.3). */
static void writeAround(int i) { rx X(i) = 1; sy X(i) = 1; rx X(i) = 2; }
static void readAround(int i) { int a = rx X(i); rx X(i) = 3; set(0, i, a); set(1, i, rx X(i)); }
static int around(int i) { return get(0, i) == 2 && get(1, i) == 1 ? 0 : get(0, i) + 1; }
static void strictTwice(int i) { strict shared [] int *x = (strict shared [] int *)&rx X(i); int a = *x, b = *x; set(0, i, a); set(1, i, b); }

static void xy(int i) { sx X(i) = 1; sy X(i) = 2; }
static void yx(int i) { sy X(i) = 1; sx X(i) = 2; }
static int last(int i) { return 2 * (sx X(i) - 1) + sy X(i) - 1; }
static void xyFence(int i) { rx X(i) = 1; upc_fence; ry X(i) = 2; }
static void yxFence(int i) { ry X(i) = 1; upc_fence; rx X(i) = 2; }
static void xyRelaxed(int i) { rx X(i) = 1; ry X(i) = 2; }
static void yxRelaxed(int i) { ry X(i) = 1; rx X(i) = 2; }
static int lastRelaxed(int i) { return 2 * (rx X(i) - 1) + ry X(i) - 1; }

static const Litmus tests[] = {
  { "CoRR, CoWW strict", 2, { writeTwice, readTwice }, order,
    { "0 0", "0 1", "0 2", "!1 0", "1 1", "1 2", "!2 0", "!2 1", "2 2", "!1 at the end" } },
  { "CoRR relaxed, CoWW", 2, { writeTwiceRelaxed, readTwiceRelaxed }, orderRelaxed,
    { "0 0", "0 1", "0 2", "~1 0", "1 1", "1 2", "~2 0", "~2 1", "2 2", "!1 at the end" } },
  { "CoRR strict of relaxed writes", 2, { writeTwiceRelaxed, strictTwice }, orderRelaxed,
    { "0 0", "0 1", "0 2", "!1 0", "1 1", "1 2", "!2 0", "!2 1", "2 2", "!1 at the end" } },
  { "CoRWR relaxed", 2, { writeAround, readAround }, around, { "!2, own write, 1", "0", "?1", "2" } },
  { "CoWR strict", 2, { strictRead0, strictRead1 }, own, { "own", "?second lost", "?first lost", "!both lost", "!none" } },
  { "CoWR relaxed", 2, { writeRead0, writeRead1 }, own, { "own", "?second lost", "?first lost", "!both lost", "!none" } },
  { "2+2W strict", 2, { xy, yx }, last, { "!1 1", "x 1, y 2", "x 2, y 1", "2 2" } },
  { "2+2W fences", 2, { xyFence, yxFence }, lastRelaxed, { "!1 1", "x 1, y 2", "x 2, y 1", "2 2" } },
  { "2+2W relaxed", 2, { xyRelaxed, yxRelaxed }, lastRelaxed, { "~1 1", "x 1, y 2", "x 2, y 1", "2 2" } },
};
LITMUS_MAIN(tests)
