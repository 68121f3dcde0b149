// A number that is no function.
// status: 1
// stderr: thread 0: call of 0x3039, which is not a function at 
// stderr: fail-call-number.c:10:
#include <stdio.h>
int (*operation)(int) = (int (*)(int))12345;
int main(void)
{
  puts("before");
  return operation(3);
}
