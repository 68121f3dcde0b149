// Warnings of gcc -Wall about addresses that are tested, of indentation and of casts; pragmas that choose; errors beside them.
// flags: -Wall
#include <stddef.h>
int g, arr[3];
void f(void);
struct s { int m[2]; };
extern int weak(void) __attribute__((weak));
int addresses(int a, char *s, struct s *p) {
  if (arr) a++; // expected-warning{{the address of 'arr' will always evaluate as 'true'}}
  if (!&g || f) a++; // expected-warning{{the address of 'g' will always evaluate as 'true'}} expected-warning{{the address of 'f' will always evaluate as 'true'}}
  a = p->m ? a : 2; // expected-warning{{the address of 'm' will always evaluate as 'true'}}
  if (NULL != arr) a++; // expected-warning{{the comparison will always evaluate as 'true' for the address of 'arr' will never be NULL}}
  if (f == 0) a++; // expected-warning{{the comparison will always evaluate as 'false' for the address of 'f' will never be NULL}}
  if (s == "abc") a++; // expected-warning{{comparison with string literal results in unspecified behavior}}
  if (weak || s || &arr[1] == (int *)s) a++;
  return a;
}
short small(char *p, short h, long l) {
  p = (char *)h; // expected-warning{{cast to pointer from integer of different size}}
  p = (char *)l + (long)p + (int)p + (_Bool)p;
  p = (char *)(short)3;
  return (short)p; // expected-warning{{cast from pointer to integer of different size}}
}
int wrong(void) { int unused; return nowhere; } // expected-error{{'nowhere' undeclared (first use in this function)}}
void indented(int a, int b) {
  if (a) // expected-warning{{this 'if' clause does not guard...}}
    f();
    f(); // expected-note{{...this statement, but the latter is misleadingly indented as if it were guarded by the 'if'}}
  if (a) f(); f(); // expected-warning{{this 'if' clause does not guard...}} expected-note{{...this statement, but the latter is misleadingly indented as if it were guarded by the 'if'}}
  for (; a;) // expected-warning{{this 'for' clause does not guard...}}
    if (b)
      f();
    b++; // expected-note{{...this statement, but the latter is misleadingly indented as if it were guarded by the 'for'}}
  if (a)
    f();
  else // expected-warning{{this 'else' clause does not guard...}}
    b++;
    b++; // expected-note{{...this statement, but the latter is misleadingly indented as if it were guarded by the 'else'}}
  if (a) // expected-warning{{this 'if' clause does not guard...}}
	f();
        f(); // expected-note{{...this statement, but the latter is misleadingly indented as if it were guarded by the 'if'}}
  if (a) b++; else b--; b++;
  while (a) f();
    b++;
  if (a) { f(); } f();
#if 1
  if (a)
    f();
#endif
    b++;
}
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"
int quiet(void) { int z; return 0; }
#pragma GCC diagnostic error "-Wunused-variable"
int loud(void) { int z; return 0; } // expected-error{{unused variable 'z' [-Werror=unused-variable]}}
#pragma GCC diagnostic pop
int normal(void) { int z; return 0; } // expected-warning{{unused variable 'z'}}
#define QUIET _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wunused\"")
#define LOUD _Pragma("GCC diagnostic pop")
QUIET
int within(void) { int z; here: return 0; }
LOUD
int again(void) { int z; return 0; } // expected-warning{{unused variable 'z'}}
#pragma GCC diagnostic warning "-Wsign-compare"
int asked(int a, unsigned b) { return a < b; } // expected-warning{{comparison of integer expressions of different signedness: 'int' and 'unsigned int'}}
#include "quiet.h"
int after(int a, unsigned b) { int z; return a < b; }
