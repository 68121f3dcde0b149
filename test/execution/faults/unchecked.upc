// Without -g nothing looks at accesses: what was written where no pointer may reach is told afterwards.
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>

struct node {
  int value;
  struct node *next;
} *volatile head;

int *volatile nowhere;
volatile int length = 14;
static shared int *volatile moved;
shared int last[8 * THREADS];
jmp_buf place;

int main(int argc, char **argv) {
  switch (atoi(argv[1])) {
  case 1: // 3: 4 bytes at address 0x4 were written through a null pointer; compile with -g to find where
    head->next = NULL;
    break;
  case 2: // 3: memory that no pointer may reach was written before this barrier at @+2
    if (MYTHREAD == 1) nowhere[5] = 5;
    upc_barrier;
    break;
  case 3: // 2: 4 bytes at address 0x0 were written through a null pointer; compile with -g to find where
    if (MYTHREAD == 1) memset(nowhere, 0, 4);
    upc_notify;
    upc_wait;
    break;
  case 4: // 1: pgasc: 4 bytes at address 0x960 were written through a null pointer; compile with -g to find where
    nowhere[600] = 1;
    abort();
  case 5: // 2: pgasc: 4 bytes at address 0x960 were written through a null pointer; compile with -g to find where
    nowhere[600] = 1;
    if (setjmp(place) == 0) longjmp(place, 1);
    exit(MYTHREAD);
  case 6: // 2: pgasc: 4 bytes at address 0x960 were written through a null pointer; compile with -g to find where
    nowhere[600] = 1;
    upc_global_exit(0);
  case 7: // 3: pgasc: 8 bytes behind the shared heap of thread 2 were overwritten, by a wrong pointer or index; compile with -g to find where
    for (shared[] int *block = upc_alloc(40), *p = block; p < block + length; p++) *p = 1;
    break;
  case 8: // 3: 4 bytes at address 0x0 of thread 1 were written through a null pointer; compile with -g to find where
    moved++;
    *moved = 3;
    break;
  case 9: // 2: pgasc: 16 bytes behind the static objects of thread 1 were overwritten, by a wrong pointer or index; compile with -g to find where
    if (MYTHREAD == 1) memset((int *)&last[1] + 8, 0, 16);
    break;
  case 10: // 2: bytes behind the stack of thread 0 were overwritten, by a wrong pointer or index; compile with -g to find where
    memset(&argv, 0, 100);
    upc_barrier;
    exit(0);
  }
  upc_barrier;
  return 0;
}
