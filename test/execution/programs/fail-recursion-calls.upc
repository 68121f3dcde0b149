// Recursion without an end of calls alone; the other threads do not hang.
// threads: 1 3
// status: 1
// stderr: stack overflow: the calls are nested too deeply (raise --stack) at 
// stderr: at deep (
#include <upc.h>
int deep(int n) { return n < 0 ? 0 : deep(n + 1) + 1; }
int main(void)
{
  if (MYTHREAD == 0) return deep(0);
  upc_barrier;
  return 0;
}
