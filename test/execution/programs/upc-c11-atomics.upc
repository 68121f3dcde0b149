#include <upc.h>
#include <upc_castable.h>
#include <stdatomic.h>
/* C11 atomics on the shared memory: an object of thread 0 that all threads cast and change whose process has it. */
typedef struct { int i; long l; unsigned char c; float f; } block;
shared block cells[THREADS];
shared int casts[THREADS];
int main(void){
  block *b = (block *)upc_cast(&cells[0]);
  casts[MYTHREAD] = b != NULL;
  upc_barrier;
  if (b) for (int k=0;k<10000;k++){ __atomic_fetch_add(&b->i,1,5); ++*(_Atomic long *)&b->l; (*(_Atomic unsigned char*)&b->c)++; *(_Atomic float*)&b->f += 0.5f; }
  upc_barrier;
  int n = 0;
  for (int t=0;t<THREADS;t++) n += casts[t];
  if (MYTHREAD==0) { int bad = n<1 || b->i!=10000*n || b->l!=10000L*n || b->c!=(unsigned char)(10000*n) || b->f!=5000.0f*n; return bad; }
  return 0; }
