// Each thread prints many lines, which are whole and in order in the end. test/page/programs.test.ts
#include <stdio.h>
#include <upc.h>

int main(void) {
  for (int i = 0; i < 2000; i++) printf("thread %d line %d\n", MYTHREAD, i);
  return 0;
}
