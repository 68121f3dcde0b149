// Accesses beyond what malloc has given, which free makes less at once.
// flags: -g
#include <stdlib.h>

int main(int argc, char **argv) {
  int *volatile block = malloc(40), beyond = 100000;
  switch (atoi(argv[1])) {
  case 1: // 1: beyond all memory that malloc has given at @+1
    block[beyond] = 3;
    break;
  case 2: // 3: beyond all memory that malloc has given at @+2
    free(block);
    block[4] = 3;
    break;
  }
  return 0;
}
