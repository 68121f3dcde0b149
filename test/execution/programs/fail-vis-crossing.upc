// A row of a strided transfer that goes on beyond the thread's memory.
// threads: 2
// status: 1
// stderr: bupc_memcpy_strided: destination: 
// stderr: reaches beyond the memory of thread 1
#include <upc.h>
shared [64] char a[64 * THREADS];
int main(void)
{
  const size_t apart[] = { 1u << 30 }, together[] = { 8 }, counts[] = { 8, 4 };
  upc_barrier;
  if (MYTHREAD == 0) bupc_memcpy_strided(&a[64], apart, a, together, counts, 1);
  upc_barrier;
  return 0;
}
