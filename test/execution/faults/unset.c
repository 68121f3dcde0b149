// Under -g, a variable that was never set is told where it is read; where one may be set or not, it is told only if it was not.
// flags: -g -w
#include <setjmp.h>
#include <stdlib.h>

static int sum(int n) {
  int s;
  for (int i = 0; i < n; i++) {
    if (i == 0) s = 0;
    s += i;
  }
  return s; // case 4
}

static int pick(int n) {
  int v;
  switch (n) {
  case 0: v = 1; break;
  case 1: v = 2; break;
  }
  return n < 2 ? v : 0;
}

static int found(int n) {
  int last, isFound = 0, where;
  do last = n--;
  while (n > 0);
  for (int i = 0; i < 5; i++)
    if (i == 2) isFound = 1, where = i;
  return isFound && where == 2 && last;
}

static int again(int n) {
  int r = 0;
  for (int i = 0; i < n; i++) {
    int k;
    if (i == 0) k = 5;
    r += k; // case 5
  }
  return r;
}

static int jumped(int n) {
  int z;
  if (n > 1) goto skip;
  z = 3;
skip:
  return z; // case 6
}

static int landed(void) {
  jmp_buf place;
  volatile int times = 0;
  int value;
  if (setjmp(place) == 0) value = 1;
  if (times++ == 0) longjmp(place, 1);
  return value;
}

static int tested(int n) {
  int t;
  do {
    if (n++ < 3) continue;
    t = n < 5;
  } while (t); // case 8
  return n;
}

struct pair {
  int key;
  struct { double re, im; } value_of;
};

static double paired(int n) {
  struct pair a, copy, *none = 0;
  a.key = n;
  if (n > 1) a.value_of.im = 2; // the other is never read
  return a.key == 1 ? 1 : a.value_of.im + (none != 0);
}

static int copied(void) {
  struct pair half, copy;
  half.key = 3;
  copy = half; // what is not set need not be
  return copy.key;
}

static int armed(int n) {
  int left, right;
  if (n & 1) left = n;
  if (n & 2) right = n;
  return (n & 1 && left == n) + (n & 2 ? right : n & 4 ? left : 0) + (n < 8 || right); // cases 10 and 11
}

int main(int argc, char **argv) {
  int *p, *q, c;
  double d;
  if (sum(3) != 3 || pick(1) != 2 || !found(5) || again(1) != 5 || jumped(1) != 3 || landed() != 1 || tested(3) != 5) return 0;
  if (paired(1) != 1 || paired(2) != 2 || copied() != 3 || armed(3) != 5 || armed(0) != 1 || armed(7) != 9) return 0;
  switch (atoi(argv[1])) {
  case 1: // 1: 'p' is read before it was set: its value is indeterminate at @+1
    return *p;
  case 2: // 1: 'q' is read before it was set: its value is indeterminate at @+1
    *q = 3;
    return 0;
  case 3: // 2: 'd' is read before it was set: its value is indeterminate at @+2
    while (argc-- > 2) d = argc;
    return d > 1;
  case 4: // 1: 's' is read before it was set: its value is indeterminate
    return sum(0);
  case 5: // 1: 'k' is read before it was set: its value is indeterminate
    return again(2);
  case 6: // 1: 'z' is read before it was set: its value is indeterminate
    return jumped(2);
  case 7: // 1: 'c' is read before it was set: its value is indeterminate at @+1
    c++;
    return c;
  case 8: // 1: 't' is read before it was set: its value is indeterminate
    return tested(2);
  case 9: // 1: 'a.value_of.im' is read before it was set: its value is indeterminate
    return paired(0);
  case 10: // 1: 'left' is read before it was set: its value is indeterminate
    return armed(4);
  case 11: // 1: 'right' is read before it was set: its value is indeterminate
    return armed(9);
  }
  return 0;
}
