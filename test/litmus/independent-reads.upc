// threads: 4
/* IRIW: two threads write two cells, two others read both in opposite orders; all see the strict writes in one order. */
#include "litmus.h"
#define X(i) [(i) * LINE]

static void writeX(int i) { sx X(i) = 1; }
static void writeY(int i) { sy X(i) = 1; }
static void readXY(int i) { int a = sx X(i), b = sy X(i); set(0, i, a); set(1, i, b); }
static void readYX(int i) { int a = sy X(i), b = sx X(i); set(2, i, a); set(3, i, b); }

static void writeRelaxedX(int i) { rx X(i) = 1; }
static void writeRelaxedY(int i) { ry X(i) = 1; }
static void readFenceXY(int i) { int a = rx X(i); upc_fence; set(0, i, a); set(1, i, ry X(i)); }
static void readFenceYX(int i) { int a = ry X(i); upc_fence; set(2, i, a); set(3, i, rx X(i)); }

/* 0: the readers disagree; 1: they read the same; 2, 3: they have seen something between. */
static int outcome(int i)
{
  int a = get(0, i), b = get(1, i), c = get(2, i), d = get(3, i);
  if (a == 1 && b == 0 && c == 1 && d == 0) return 0;
  if (a == d && b == c) return 1;
  return a == 1 && b == 0 ? 2 : 3;
}

#define FORBIDDEN { "!opposite orders", "alike", "x first", "others" }
static const Litmus tests[] = {
  { "IRIW strict", 4, { writeX, writeY, readXY, readYX }, outcome, FORBIDDEN },
  { "IRIW relaxed writes, fences", 4, { writeRelaxedX, writeRelaxedY, readFenceXY, readFenceYX }, outcome,
    { "~opposite orders", "alike", "x first", "others" } },
};
LITMUS_MAIN(tests)
