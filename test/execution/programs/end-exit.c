// exit: actions run last in, first out; the low eight bits are the status.
// status: 44
#include <stdio.h>
#include <stdlib.h>
static void first(void) { printf("first"); }
static void second(void) { puts("second"); }
int main(void)
{
  atexit(first);
  atexit(second);
  printf("partial ");
  exit(300);
}
