// A failed assert: glibc's words, the status of abort, output kept. `check` has another name in JavaScript.
// flags: -fno-inline
// status: 134
// stderr: fail-assert.c:10: check: Assertion `x > 3 && "too small"' failed.
// stderr: thread 0: Aborted at 
// stderr: at check (
#include <assert.h>
#include <stdio.h>
int check(int x) {
  assert(x > 3 && "too small");
  return x;
}
int main(void)
{
  printf("partial");
  return check(2);
}
