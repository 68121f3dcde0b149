// Remainders of 64 bits by zero.
// status: 1
// stderr: thread 0: division by zero at 
// stderr: fail-remainder.c:7:47
#include <stdio.h>
int zero;
static inline long rest(long a, unsigned b) { return a % b; }
int main(void)
{
  puts("before");
  return (int)rest(5, zero);
}
