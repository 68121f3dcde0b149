// Under -g: accesses beside blocks of the heaps and to blocks that were freed, by the program and by what copies for it.
// flags: -g -w
#include <stdlib.h>
#include <string.h>
#include <upc.h>

volatile int at = 10;
volatile double sum;
static char own_statics[100], *volatile last = own_statics + 90;

static int *make(int n) {
  return malloc(n * sizeof(int));
}

int main(int argc, char **argv) {
  int *volatile a = make(10);
  char *volatile c = malloc(13);
  shared int *volatile spread = upc_all_alloc(THREADS, 40);
  shared[] int *volatile own = upc_alloc(40);
  for (int i = 0; i < 10; i++) a[i] = i, own[i] = i;
  for (int i = 0; i < 13; i++) c[i] = i;
  c = realloc(c, 21), c[20] = 1;
  upc_forall (int i = 0; i < 10 * THREADS; i++; i) spread[i] = i;
  upc_barrier;
  switch (atoi(argv[1])) {
  case 1: // 2: : right behind the end of a block of 40 bytes at @+1
    a[at] = 1;
    break;
  case 2: // 1: : 4 bytes before a block of 40 bytes at @+1
    sum = a[-1];
    break;
  case 3: // 1: : byte 12 of a block of 40 bytes that was freed at @+2
    free(a);
    sum = a[3];
    break;
  case 4: // 1: : this block has been freed already at @+3
    free(a);
    for (int i = 0; i < 100; i++) free(malloc(20000));
    free(a);
    break;
  case 5: // 1: : not the start of a block that was allocated there; it points to byte 4 of a block of 40 bytes at @+1
    free(a + 1);
    break;
  case 6: // 1: access of 1 bytes at 0x
    c[21] = 3;
    break;
  case 7: // 1: : from byte 0 to 4 bytes behind the end of a block of 40 bytes at @+1
    memset(a, 0, at + 34);
    break;
  case 8: // 1: : from byte 36 to 4 bytes behind the end of a block of 40 bytes at @+1
    *(volatile double *)(a + 9) = 1;
    break;
  case 9: // 2: : 8 bytes behind the end of a block of 40 bytes at @+1
    own[at + 2] = 3;
    break;
  case 10: // 2: : byte 4 of a block of 40 bytes that was freed at @+2
    upc_free(own);
    own[1] = 3;
    break;
  case 11: // 3: : this block has been freed already at @+2
    upc_free(own);
    upc_free(own);
    break;
  case 12: // 3: : right behind the end of a block of 40 bytes at @+1
    sum = spread[at * THREADS + 1];
    break;
  case 13: // 2: : byte 0 of a block of 40 bytes that was freed at @+1
    if (MYTHREAD == 0) upc_free(spread), sum = spread[1];
    break;
  case 14: // 2: : from byte 0 to 4 bytes behind the end of a block of 40 bytes at @+1
    upc_memget(argv, own, at + 34);
    break;
  case 17: // 1: : byte 4 of a block of 40 bytes that was freed at @+2
    free(a);
    __atomic_fetch_add(a + 1, 1, __ATOMIC_SEQ_CST);
    break;
  case 18: // 1: access of 8 bytes at 0x0: null pointer at @+1
    __atomic_store_n((long *)(at - 10), 1, __ATOMIC_SEQ_CST);
    break;
  case 19: // 2: : right behind the end of a block of 40 bytes at @+1
    __atomic_load_n(a + at, __ATOMIC_SEQ_CST);
    break;
  case 20: // 1: atomic or strict access to a misaligned address at @+1
    __sync_fetch_and_or((int *)((char *)a + 2), 1);
    break;
  case 21: // 1: : byte 0 of a block of 21 bytes that was freed at @+2
    c[0] = 0, free(c);
    sum = strlen(c);
    break;
  case 22: // 1: behind the end of a block of 40 bytes at @+2
    memset(a, 'x', 40);
    sum = strlen((char *)a);
    break;
  case 23: // 1: : byte 0 of a block of 40 bytes that was freed at @+2
    free(a);
    sum = memcmp(own_statics, a, 16);
    break;
  case 15: // 1: the block was allocated at
    for (int i = 0; i < 20; i++) a = realloc(a, 40 + i);
    sum = a[-4];
    break;
  case 16: // 2: right behind the end of a static object of 100 bytes (char[100]), declared at
    for (char *end = last;;) *end++ = 0; /* over `last` too */
    break;
  }
  upc_barrier;
  return 0;
}
