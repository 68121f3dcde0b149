// Traces go through headers and macros to the places where they were written.
// flags: -fno-inline
// status: 1
// stderr: fail-header.h:4:3
// stderr: fail-header.c:10:36
#include "fail-header.h"
#define TWICE(x) ((x) + (x))
static int zero;
int outer(int x) { return inverse(x); }
int main(void) { return TWICE(outer(zero)); }
