// Flags of a semaphore that exclude each other.
// threads: 1
// status: 1
// stderr: bupc_sem_alloc: BUPC_SEM_SPRODUCER and BUPC_SEM_MPRODUCER exclude each other at
#include <upc.h>
int main(void)
{
  bupc_sem_free(bupc_sem_alloc(BUPC_SEM_BOOLEAN | BUPC_SEM_SPRODUCER | BUPC_SEM_SCONSUMER));
  bupc_sem_alloc(BUPC_SEM_SPRODUCER | BUPC_SEM_MPRODUCER);
  return 0;
}
