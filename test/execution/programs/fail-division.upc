// Division by zero: thread, place and trace; nothing printed is lost.
// threads: 1 2 4
// flags: -fno-inline
// status: 1
// stderr: division by zero at 
// stderr: fail-division.upc:15:3
// stderr: at divide (
// stderr: at main (
#include <stdio.h>
#include <upc.h>
int zero(void) { return THREADS - THREADS; }
int divide(int a, int b)
{
  if (a == 0) return 1;
  return a / b;
}
int main(void)
{
  printf("partial line");
  if (MYTHREAD == THREADS - 1) return divide(7, zero());
  upc_barrier;
  return 0;
}
