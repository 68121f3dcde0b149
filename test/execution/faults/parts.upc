// Accesses at the edges of a region's parts: what is right goes through, what is not is told, aligned or not.
// flags: -g
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>

static double row[64], own;
shared uintptr_t rows[THREADS];
static volatile int sum;
shared int dealt[THREADS];

static double total(const double *from, int count) {
  double result = 0;
  for (int i = 0; i < count; i++) result += from[i] * 2; // in vectors from -O2 on
  return result;
}

int main(int argc, char **argv) {
  rows[MYTHREAD] = (uintptr_t)row;
  upc_barrier;
  shared [] char *volatile block = upc_alloc(64);
  char *volatile here = (char *)block;
  *(volatile int *)(here + 1) = 5, sum = *(volatile short *)(here + 3), here[63] = 1;
  errno = 3;
  int *next = (int *)&dealt[(MYTHREAD + 1) % THREADS];
  sum += next == (int *)&dealt[MYTHREAD], dealt[(MYTHREAD + 1) % THREADS] = 0; // neither is an access through it
  for (int t = 0; t < THREADS; t++) sum += rows[t] != 0;
  if (total(row, 64) != 0 || errno != 3) return 9;
  if (MYTHREAD != 0) return 0;
  switch (atoi(argv[1])) {
  case 1: // 2: access of 4 bytes at 0x7530: the runtime's own memory at @+1
    *(volatile int *)30000 = 1;
    break;
  case 2: // 2: null pointer at @+1
    sum = *(volatile short *)17;
    break;
  case 3: // 2: private memory of thread 1, reached from thread 0 at @+1
    own = *(volatile double *)rows[1];
    break;
  case 4: // 3: no thread has this address (THREADS is 3) at @+1
    *(volatile char *)(0xfff00000u + (uintptr_t)argc) = 1;
    break;
  case 5: // 1: : right behind the end of a block of 800 bytes
    own = total(malloc(800), 100000000);
    break;
  case 6: // 2: bytes behind the end of a block of 40 bytes at @+2
    for (char *p = malloc(40);; p += 4)
      sum += *(volatile int *)(p + 1);
    break;
  case 7: // 2: private pointer to shared memory of thread 1, cast at @-25
    *next = 1;
    break;
  case 8: // 2: it is valid on that thread alone (UPC 1.3, 6.4.3); upc_cast gives one for any at @+1
    return next[0];
  case 9: // 1: right behind the end of a static object of 512 bytes (double[64]), declared at
    own = total(row + argc, 64);
    break;
  case 10: // 2: 4 bytes before a static object of 4 bytes (shared int[THREADS])
    ((int *)&dealt[0])[-1] = 1;
    break;
  case 11: // 2: right behind the end of a static object of 4 bytes (shared int[THREADS])
    for (shared int *p = dealt;; p += THREADS) *p = 1;
  case 12: { // 1: 2 bytes behind the end of a static object of 5 bytes (char[5])
    const char *volatile text = "four";
    return text[argc + 5];
  }
  case 13: { // 2: from byte 0 to 8 bytes behind the end of a static object of 8 bytes (char[8])
    static char name[8];
    memset(name, 0, 14 + argc);
  }
  }
  return own != 0;
}
