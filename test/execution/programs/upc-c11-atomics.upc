#include <upc.h>
#include <upc_castable.h>
#include <stdatomic.h>
/* C11 atomics on the shared memory: an object of thread 0 that all threads cast and change. */
typedef struct { int i; long l; unsigned char c; float f; } block;
shared block cells[THREADS];
int main(void){
  block *b = (block *)upc_cast(&cells[0]);
  if (!b) return 0;
  upc_barrier;
  for (int k=0;k<10000;k++){ __atomic_fetch_add(&b->i,1,5); ++*(_Atomic long *)&b->l; (*(_Atomic unsigned char*)&b->c)++; *(_Atomic float*)&b->f += 0.5f; }
  upc_barrier;
  if (MYTHREAD==0) { int bad = b->i!=10000*THREADS || b->l!=10000L*THREADS || b->c!=(unsigned char)(10000*THREADS) || b->f!=5000.0f*THREADS; return bad; }
  return 0; }
