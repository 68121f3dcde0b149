// abort: no exit actions, output kept.
// status: 134
// stderr: thread 0: Aborted at 
#include <stdio.h>
#include <stdlib.h>
static void never(void) { puts("never"); }
int main(void)
{
  atexit(never);
  printf("partial");
  abort();
}
