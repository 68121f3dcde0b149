// Errors with malloc's blocks, of those that are kept for the next malloc and of others.
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>

shared unsigned given[THREADS];

int main(int argc, char **argv) {
  char *small = malloc(40), *again = malloc(40), *large = malloc(5000), *aligned = memalign(256, 40);
  given[MYTHREAD] = (unsigned)small;
  upc_barrier;
  free(malloc(40));
  switch (atoi(argv[1])) {
  case 1: // 1: this block has been freed already at @+2
    free(small);
    free(small);
    break;
  case 2: // 3: this block has been freed already at @+3
    free(small);
    free(again);
    free(small);
    break;
  case 3: // 1: this block has been freed already at @+2
    free(large);
    free(large);
    break;
  case 4: // 1: : this block has been freed already at @+2
    free(small);
    return realloc(small, 100) != NULL;
  case 5: // 1: malloc_usable_size(0x
    free(small);
    return malloc_usable_size(small);
  case 6: // 1: not the start of a block that was allocated there at @+1
    free(small + 16);
    break;
  case 7: // 1: not the start of a block that was allocated there at @+1
    free(small + 4);
    break;
  case 8: // 1: not the start of a block that was allocated there at @+1
    free((char *)&aligned);
    break;
  case 9: // 1: pgasc: thread 0: free(0x
    free(aligned);
    free(aligned);
    break;
  case 10: // 3: this block belongs to thread 1; only that thread may free it at @+1
    if (MYTHREAD == 0) free((char *)given[1]);
    break;
  case 11: // 1: not the start of a block that was allocated there at @+1
    free((char *)0x20000);
    break;
  case 12: // 1: this block has been freed already at @+3
    free(calloc(10, 4));
    small = strdup("text");
    free(small), free(small);
    break;
  }
  return 0;
}
