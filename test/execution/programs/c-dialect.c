// C by an early standard: UPC's, GNU's and C99's words are names, in the program and beside the library's headers.
// flags: -ansi
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include "check.h"

#if defined __UPC__ || defined __UPC_VERSION__ || defined __STDC_VERSION__ || __STRICT_ANSI__ != 1
#error the macros of the dialect
#endif

typedef struct { int strict, shared, relaxed; } options;
enum { upc_barrier = 5, MYTHREAD, THREADS };

static int strict(int shared, const char *restrict) {
  int inline = shared + (int)strlen(restrict), asm = 1, typeof = 2;
  goto upc_fence;
upc_fence:
  return inline + asm + typeof;
}

int main(void) {
  options relaxed = {1, 2, 3};
  int (*upc_forall)(int, const char *) = strict;
  CHECK(relaxed.strict + relaxed.shared == relaxed.relaxed);
  CHECK(upc_forall(relaxed.shared, "abc") == 8);
  CHECK(upc_barrier == 5 && THREADS == 7);
  return bad != 0;
}
