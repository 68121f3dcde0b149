// A call through a pointer to a function of another type: WebAssembly looks.
// flags: -O
// without: -target=ts
// status: 1
// stderr: thread 0: call through a pointer to a function of another type: the function called has other parameters or another result at 
// stderr: fail-call-type.c:14:
#include <stdio.h>
int twice(int n) { return 2 * n; }
int (*volatile operation)(int) = twice;
int main(void)
{
  double (*other)(double) = (double (*)(double))operation;
  printf("%d\n", operation(4));
  return other(3) > 0;
}
