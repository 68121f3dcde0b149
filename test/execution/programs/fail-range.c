// -g: behind all memory that malloc has given.
// flags: -g
// status: 1
// stderr: beyond all memory that malloc has given at 
// stderr: fail-range.c:10:13
#include <stdlib.h>
int main(void)
{
  int *a = malloc(40);
  a[100000] = 3;
  return 0;
}
