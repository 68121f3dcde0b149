// Recursion without an end, with arrays on the stack.
// status: 1
// stderr: thread 0: stack overflow: 
// stderr: raise --stack
// stderr: fail-recursion.c:11:14
#include <stdio.h>
int deep(int n)
{
  volatile char bytes[100];
  bytes[0] = n;
  return deep(n + 1) + bytes[0];
}
int main(void)
{
  puts("before");
  printf("partial");
  return deep(0);
}
