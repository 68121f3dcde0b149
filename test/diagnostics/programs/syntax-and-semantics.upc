// Errors of syntax hide what is wrong elsewhere no more; names they may have declared cause no further errors.
#include <stdio.h>
#include <upc.h>
struct good { int a; };
struct bad { int a int b; }; // expected-error{{expected ';' after member declaration, found 'int'}}
typedef struct { foo_t x; int y; } T; // expected-error{{unknown type name 'foo_t'}}
enum e { A, B C }; // expected-error{{expected ',' or '}', found 'C'}}
int bad_global = ; // expected-error{{expected expression after '=', found ';'}}
extern int declared(struct bad *);
int helper(int a) { return a + ; } // expected-error{{expected expression after '+', found ';'}}
int uses(T *t, struct bad *b) { return t->y + b->b + undeclared_but_hidden; }
int fine(void) {
  int x = bad_global + A + C + helper(3) + declared(0);
  int *p = 3.5; // expected-error{{incompatible types when initializing type 'int *' using type 'double'}}
  return nothing + x; // expected-error{{'nothing' undeclared (first use in this function)}}
}
int semi(void) { int y = 3 return undeclared2; } // expected-error{{expected ';' after declaration, found 'return'}} expected-error{{'undeclared2' undeclared (first use in this function); did you mean 'declared'?}}
int fine2(struct good *g) { return g->b; } // expected-error{{'struct good' has no member named 'b'}}
bool flag(void) { return 1; } // expected-error{{unknown type name 'bool'}} expected-note{{include <stdbool.h>, which declares 'bool'}}
int main(void) { if (flag()) return bad_global(3); upc_lock(1, 2); bad_global = missing; for (i = 0; i < 3; i++) ; return 0; } // expected-error{{too many arguments to function 'upc_lock' (1 expected, 2 given)}} expected-error{{'missing' undeclared (first use in this function)}} expected-error{{'i' undeclared (first use in this function)}} expected-note{{declared here}}
int last(void) { return uses(1, 2, 3) + main(3)->x; } // expected-error{{too many arguments to function 'main' (0 expected, 1 given)}}
struct point { int x; };
int broken(struct point *p) { struct point q = *p; return q.x + ; } // expected-error{{expected expression after '+', found ';'}}
typedef size_t sizes[; // expected-error{{expected ']', found ';'}} expected-note{{to match this '['}}
typedef struct point points[; // expected-error{{expected ']', found ';'}} expected-note{{to match this '['}}
int judged(struct point *p, size_t n) { return p->y + n; } // expected-error{{'struct point' has no member named 'y'}}
