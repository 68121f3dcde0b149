/* ROUNDS times shmem_barrier_all. */
#include <shmem.h>
#include <stdio.h>

#ifndef ROUNDS
#define ROUNDS 10
#endif

int main(void) {
  shmem_init();
  for (int round = 0; round < ROUNDS; round++) shmem_barrier_all();
  if (shmem_my_pe() == 0) printf("%d barriers\n", ROUNDS);
  shmem_finalize();
  return 0;
}
