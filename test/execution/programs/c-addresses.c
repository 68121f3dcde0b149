// Elements behind and before places in objects, by numbers of bytes: sums that are below the object until all is added.
// flags: -fno-strict-aliasing
#include "check.h"

static char bytes[4096];
static int words[1024];
static int other[1024];

#define APART __attribute__((noinline))

APART static int *wordAt(int b) { return (int *)((char *)words + 4000 + b); }
APART static int wordBehind(char *p, int b) { return *(int *)(p + 4000 + b); }
APART static int wordOf(int b) { return *(int *)((char *)words + 4000 + b); }
APART static void setWord(int b, int value) { *(int *)((char *)words + 4000 + b) = value; }
APART static char byteOf(int b) { return bytes[4000 + b]; }
APART static double doubleOf(int b) { return *(double *)((char *)words + 4000 + b); }
APART static int sumFrom(int b, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) sum += *(int *)((char *)words + 4000 + b + 4 * i);
  return sum;
}
APART static int between(unsigned long first, int b) {
  return *(int *)((unsigned long)(char *)other - first + ((unsigned long)(char *)words + b));
}

int main(void) {
  volatile int far = -400, farthest = -4000;
  for (int i = 0; i < 1024; i++) words[i] = i, other[i] = 10000 + i;
  for (int i = 0; i < 4096; i++) bytes[i] = (char)(i % 100);
  CHECK(*wordAt(far) == 900 && wordBehind((char *)words, far) == 900 && wordOf(far) == 900);
  CHECK(*wordAt(farthest) == 0 && wordOf(farthest) == 0 && wordBehind((char *)words, farthest) == 0);
  setWord(far, 77);
  CHECK(words[900] == 77 && wordOf(far) == 77);
  setWord(far, 900);
  CHECK(byteOf(farthest) == 0 && byteOf(far) == 0 && byteOf(far + 7) == 7);
  CHECK(sumFrom(farthest, 10) == 45 && sumFrom(far, 3) == 2703);
  union { double d; int w[2]; } both = {.w = {900, 901}};
  CHECK(doubleOf(far) == both.d);
  CHECK(between((unsigned long)(char *)words, 40) == 10010);
  return bad != 0;
}
