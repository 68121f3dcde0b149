/* switch with fall-through, ranges and Duff's device; goto anywhere; loops; short circuits. */
#include "check.h"
#include <setjmp.h>
#include <string.h>

static int calls;
static int yes(void) { calls++; return 1; }
static int no(void) { calls++; return 0; }

static void out(int *to, int n) { *to = n + calls++; }
static int numbered(int n) { return n + calls++; }

/* A value before a statement expression is kept while the statements in it have temporaries of their own. */
static int statements(void) {
  calls = 0;
  int y = ({ int t = 5; t * 2; }) + 1;
  CHECK(y == 11);
  int sum = (({ int x; out(&x, numbered(1)); x; }) == 2) +
            2 * (({ int x; out(&x, numbered(numbered(5) + 1)); x; }) != 0);
  CHECK(sum == 3);
  int both = ({ int x; out(&x, 5); x; }) * 10 + ({ int x; out(&x, numbered(9)); x; });
  return both;
}

static int classify(int x) {
  int r = 0;
  switch (x) {
    case 1: r += 1;
    case 2: r += 10; break;
    default: r = -1;
    case 7: r += 100; break;
    case 10 ... 20: return 1020;
    case -3: { int y = 5; r = y; }
  }
  return r;
}

static void duff(char *to, const char *from, int count) {
  int n = (count + 7) / 8;
  switch (count % 8) {
    case 0: do { *to++ = *from++;
    case 7: *to++ = *from++;
    case 6: *to++ = *from++;
    case 5: *to++ = *from++;
    case 4: *to++ = *from++;
    case 3: *to++ = *from++;
    case 2: *to++ = *from++;
    case 1: *to++ = *from++;
    } while (--n > 0);
  }
}

static int jumps(int start) {
  int n = 0, i = 0;
  if (start) goto inside;
  for (i = 0; i < 10; i++) {
    n += 1;
  inside:
    n += 10;
    if (i == 4) goto out;
  }
  n += 1000;
out:
  return n;
}

static int backward(int n) {
  int sum = 0;
again:
  if (n > 0) {
    sum += n--;
    goto again;
  }
  return sum;
}

static int maze(int x) {
  int steps = 0;
a: steps++;
  if (x & 1) { x >>= 1; goto b; }
  if (x == 0) goto end;
  x >>= 1;
  goto c;
b: steps += 10;
  while (x & 1) { x >>= 1; steps += 100; if (steps > 5000) goto end; }
  goto a;
c: steps += 1000;
  goto a;
end:
  return steps;
}

static int nestedBreaks(void) {
  int n = 0;
  for (int i = 0; i < 5; i++) {
    for (int j = 0;; j++) {
      if (j == i) break;
      if (j == 3) goto done;
      switch (j) { case 1: continue; case 2: break; }
      n += j + 1;
    }
    do { n += 100; if (i == 2) continue; n += 1000; } while (0);
  }
done:
  return n;
}

static long wide(unsigned long long x) {
  switch (x) { case 0x100000000ull: return 1; case 0: return 2; case ~0ull: return 3; default: return 4; }
}

static jmp_buf env;
static void thrower(int n) { if (n == 0) longjmp(env, 42); thrower(n - 1); }
static int catcher(void) {
  volatile int tries = 0;
  int code = setjmp(env);
  if (code == 0) { tries++; thrower(5); return -1; }
  if (tries < 3) { tries++; thrower(2); }
  return code + tries;
}
static int loopCatcher(void) {
  int total = 0;
  for (volatile int i = 0; i < 4; i++) {
    if (setjmp(env) == 0) { if (i % 2) longjmp(env, 1); total += 1; }
    else total += 10;
  }
  return total;
}

int main(void) {
  CHECK(classify(1) == 11 && classify(2) == 10 && classify(3) == 99 && classify(7) == 100 && classify(15) == 1020 && classify(-3) == 5);
  for (int n = 1; n < 30; n++) {
    char from[32], to[32] = {0};
    for (int i = 0; i < 32; i++) from[i] = (char)(i + 1);
    duff(to, from, n);
    CHECK(memcmp(to, from, n) == 0 && to[n] == 0);
  }
  CHECK(jumps(0) == 55 && jumps(1) == 54);
  CHECK(backward(100) == 5050);
  CHECK(maze(0) == 1 && maze(1) == 12 && maze(2) == 1013 && maze(0x5b) == 2236);
  CHECK(nestedBreaks() == 3410);
  CHECK(wide(0x100000000ull) == 1 && wide(0) == 2 && wide(-1) == 3 && wide(5) == 4);
  CHECK((yes() || no()) && calls == 1);
  CHECK(!(no() && yes()) && calls == 2);
  CHECK((no() || no() || yes()) && calls == 5);
  int x = 3;
  CHECK((x > 2 ? x++ : x--) == 3 && x == 4);
  x = x > 3 && yes() ? no() ? 1 : 2 : 3;
  CHECK(x == 2);
  int i = 0;
  while (i++ < 10) if (i == 5) break;
  CHECK(i == 5);
  for (i = 0; i < 10; i++) ;
  CHECK(i == 10);
  do i--; while (i > 3);
  CHECK(i == 3);
  CHECK(catcher() == 45);
  CHECK(loopCatcher() == 22);
  CHECK(statements() == 122);
  return bad != 0;
}
