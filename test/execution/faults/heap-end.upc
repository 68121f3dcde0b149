// Accesses beyond all that malloc has given, and to what is the last of it and was freed.
// flags: -g
#include <stdlib.h>

int main(int argc, char **argv) {
  int *volatile block = malloc(40), beyond = 100000;
  switch (atoi(argv[1])) {
  case 1: // 1: beyond all memory that malloc has given at @+1
    block[beyond] = 3;
    break;
  case 2: // 3: : byte 16 of a block of 40 bytes that was freed at @+2
    free(block);
    block[4] = 3;
    break;
  }
  return 0;
}
