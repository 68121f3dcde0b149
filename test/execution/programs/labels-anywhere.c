/* A label stands before any statement, also one that is the body of another; indexes far below an object's start. */
#include <stdarg.h>
#include <stdio.h>

static void again(int count) {
  if (0)
  label:
    printf("jumped, %d left\n", count);
  if (count-- == 0) return;
  goto label;
}

static int table[4] = {10, 11, 12, 13};

static int far(long n) { return table[n - 100000]; }
static int farther(int n, int m) { return table[n + 4 * m - 2000000]; }

static int lists;
static va_list *next(va_list *list) {
  lists++;
  return list;
}

static int first(int count, ...) {
  va_list list;
  va_start(list, count);
  const int value = va_arg(list, int);
  va_end(*next(&list));
  return value;
}

int main(void) {
  again(2);
  int k = 2;
  while (k-- > 0)
  body:
    printf("body %d\n", k);
  if (k == -1) {
    k = -7;
    goto body;
  }
  for (int i = 0; i < 2; i++)
  inner:
  twice:
    if (i == 1) puts("last");
    else puts("first");
  if (lists > 0) goto inner;
  printf("%d %d %d\n", far(100001), farther(1999998, 1), first(1, 42));
  printf("%d list\n", lists);
  return 0;
}
