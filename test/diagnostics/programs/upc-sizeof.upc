// upc_localsizeof, upc_blocksizeof, upc_elemsizeof keep the rules of sizeof too (UPC 6.4.1.2 to 6.4.1.4).
#include <upc.h>
struct fields { int a : 3; };
static shared struct fields s;
shared int x[THREADS];
shared [7] double y[7 * THREADS];
extern shared int unknown[];
int f(void);
unsigned long sizes(void)
{
  upc_localsizeof(s.a); // expected-error{{'upc_localsizeof' applied to a bit-field (UPC 1.3, 6.4.1.2)}}
  upc_blocksizeof(shared void); // expected-error{{invalid application of 'upc_blocksizeof' to incomplete type 'shared void' (UPC 1.3, 6.4.1.3)}}
  upc_elemsizeof(shared struct incomplete); // expected-error{{invalid application of 'upc_elemsizeof' to incomplete type 'shared struct incomplete' (UPC 1.3, 6.4.1.4)}}
  upc_localsizeof(unknown); // expected-error{{invalid application of 'upc_localsizeof' to incomplete type 'shared int[]' (UPC 1.3, 6.4.1.2)}}
  upc_localsizeof(f); // expected-error{{'upc_localsizeof' needs a shared type, not 'int(void)' (UPC 1.3, 6.4.1.2)}} expected-note{{private data has no layout; 'sizeof' gives its size}}
  upc_elemsizeof(f()); // expected-error{{'upc_elemsizeof' needs a shared type, not 'int' (UPC 1.3, 6.4.1.4)}} expected-note{{private data has no layout; 'sizeof' gives its size}}
  upc_blocksizeof(&x[0]); // expected-error{{'upc_blocksizeof' needs a shared type, not 'shared int *' (UPC 1.3, 6.4.1.3)}} expected-note{{private data has no layout; 'sizeof' gives its size}}
  upc_elemsizeof("text"); // expected-error{{'upc_elemsizeof' needs a shared type, not 'char[5]' (UPC 1.3, 6.4.1.4)}} expected-note{{private data has no layout; 'sizeof' gives its size}}
  upc_blocksizeof x[0];
  switch (1) { case upc_localsizeof(y): case upc_blocksizeof(y): case upc_elemsizeof y: break; case sizeof(y): break; } // expected-error{{case label is not an integer constant expression}}
  return upc_localsizeof(shared [3] char[5][THREADS]) + upc_blocksizeof(s) + upc_elemsizeof(shared int[4][THREADS]);
}
