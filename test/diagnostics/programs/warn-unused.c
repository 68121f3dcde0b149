// Warnings of gcc -Wall -Wextra about names and values that are not used, and of variables that are read before they are set.
// flags: -Wall -Wextra
#include <stdarg.h>
#include <stdlib.h>
struct pair { int a, b; };
static int file_unused; // expected-warning{{'file_unused' defined but not used}}
static const int constant_unused = 3; // expected-warning{{'constant_unused' defined but not used}}
static int file_used = 2;
static void never_called(void) { } // expected-warning{{'never_called' defined but not used}}
static int never_defined(void); // expected-warning{{'never_defined' declared 'static' but never defined}}
static inline int may_be_unused(void) { return 1; }
static void excused(void) __attribute__((unused));
static void excused(void) { }
int names(int used, int unused, int set, __attribute__((unused)) int meant) // expected-warning{{unused parameter 'unused'}} expected-warning{{parameter 'set' set but not used}}
{
  int never, read = 3, written, array[3], *pointer; // expected-warning{{unused variable 'never'}} expected-warning{{variable 'written' set but not used}} expected-warning{{variable 'array' set but not used}} expected-warning{{variable 'pointer' set but not used}}
  struct pair p, q; // expected-warning{{variable 'p' set but not used}}
  int also __attribute__((unused));
  static int kept; // expected-warning{{unused variable 'kept'}}
  written = used;
  array[1] = 2;
  pointer = &read;
  p.a = 1;
  q.a = q.b = 3;
  set = 4;
  int stepped = 0;
  stepped++;
  int voided;
  (void)voided;
back: // expected-warning{{label 'back' defined but not used}}
  if (used) goto out;
  return q.a;
out:
  return ({ int inner = 2; inner; }) + file_used;
}
void values(int a, int b, volatile int *v, int *w)
{
  a == b; // expected-warning{{statement with no effect}}
  a + b, b++; // expected-warning{{left-hand operand of comma expression has no effect}}
  *v;
  *w++; // expected-warning{{value computed is not used}}
  a < b ? a++ : b++;
  (void)a;
  ({ a; });
}
int straight(void) { int x; return x; } // expected-warning{{'x' is used uninitialized}} expected-note{{'x' was declared here}}
int one_branch(int c) { int x; if (c) x = 1; return x; } // expected-warning{{'x' may be used uninitialized}} expected-note{{'x' was declared here}}
int both_branches(int c) { int x; if (c) x = 1; else x = 2; return x; }
int ends(int c) { int x; if (c) x = 1; else exit(1); return x; }
int correlated(int c) { int x; if (c) x = 1; if (c) return x; return 0; }
int sum(int n) { int s; for (int i = 0; i < n; i++) s += i; return 0; } // expected-warning{{'s' is used uninitialized}} expected-note{{'s' was declared here}}
int later(int n) { int last; for (int i = 0; i < n; i++) { if (i) n += last; last = i; } return n; }
int after_loop(int n) { int x; for (int i = 0; i < n; i++) x = i; return x; }
int forever(void) { int x; for (;;) { x = rand(); if (x) break; } return x; }
int chosen(int n) { int x; switch (n) { case 1: x = 1; break; default: x = 2; } return x; }
int jumped(int n) { int x; if (n) goto set; return 0; set: x = 2; return x; }
int shorted(int n) { int x; if (n && (x = rand())) return x; return 0; }
int itself(void) { int x = x; return x; }
int lists(int n, ...) { va_list l; va_start(l, n); n = va_arg(l, int); va_end(l); return n; }
int sized(void) { int x; return sizeof x; }
