// Calls through bad function pointers.
// status: 1
// stderr: thread 0: call through a null function pointer at 
// stderr: fail-call.c:10:
#include <stdio.h>
int (*operation)(int);
int main(void)
{
  puts("before");
  return operation(3);
}
