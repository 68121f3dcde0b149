// longjmp to the landing of its own activation, across library functions and recursion; what unwinds beside it is no jump.
// flags: -O
// status: 3
#include <setjmp.h>
#include <stdlib.h>
#include <upc.h>
#include "check.h"

static jmp_buf outer, inner, levels[8];
static int unwound;

static void deep(int n)
{
  int local[16];
  local[n & 15] = n;
  if (n == 0) longjmp(inner, 5);
  deep(n - 1);
  unwound += local[n & 15];
}

static int compare(const void *a, const void *b)
{
  longjmp(outer, *(const int *)a < *(const int *)b ? 9 : 10);
  return 0;
}

static int middle(void)
{
  volatile int passed = 1;
  int value = setjmp(inner);
  if (value == 0) { passed = 2; deep(100); }
  CHECK(value == 5 && passed == 2);
  int numbers[4] = {4, 3, 2, 1};
  qsort(numbers, 4, sizeof *numbers, compare);
  return 0;
}

/* Each level lands and passes on to the one outside of it. */
static int nested(int level)
{
  int value = setjmp(levels[level]);
  if (value == 0 && level < 7) nested(level + 1);
  if (value == 0 && level == 7) longjmp(levels[7], 1);
  if (level > 0) longjmp(levels[level - 1], value + 1);
  return value;
}

/* A landing that is no longer there is not taken for one of the same place. */
static int again(int times)
{
  volatile int count = 0;
  for (int i = 0; i < times; i++) {
    int value = setjmp(inner);
    if (value == 0) longjmp(inner, 0);
    CHECK(value == 1);
    count++;
  }
  return count;
}

int main(void)
{
  volatile int landed = 0;
  int value = setjmp(outer);
  if (value == 0) middle();
  landed++;
  CHECK((value == 9 || value == 10) && landed == 1 && unwound == 0);
  CHECK(nested(0) == 8);
  CHECK(again(1000) == 1000);
  if (bad) return 1;
  upc_barrier;
  if (setjmp(inner) == 0) exit(3);
  return 4;
}
