// Accesses to blocks of OpenSHMEM that have been freed, or beyond them: in programs compiled with -g.
// flags: -g
#include <shmem.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  shmem_init();
  long *block = shmem_malloc(100), value = 0;
  shmem_free(block);
  switch (atoi(argv[1])) {
  case 0: // 2: byte 0 of a block of 100 bytes that was freed at @+1
    shmem_long_put(block, &value, 1, 0);
  case 1: // 2: byte 0 of a block of 100 bytes that was freed at @+1
    shmem_long_p(block, 1, 0);
  case 2: // 2: shmem_long_atomic_inc: dest is 0x
    shmem_long_atomic_inc(block, 0);
  case 3: // 2: from byte 0 to 96 bytes behind the end of a block of 64 bytes at @+2
    block = shmem_malloc(64);
    shmem_long_get(&value, block, 20, 1);
  }
  shmem_finalize();
}
