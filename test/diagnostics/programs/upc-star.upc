// Layouts in every place: blocks counted through typedefs, arrays of arrays, pointers to them (UPC 6.5.1.1).
#include <upc.h>
typedef shared [4] int four_t;
four_t a[8 * THREADS];
shared four_t b[8 * THREADS];
shared [4] four_t same[8 * THREADS];
shared [*] double spread[100 * THREADS];
shared [*] double rows[THREADS][10];
shared [] int *indefinite = a; // expected-error{{initialization of 'shared [] int *' from 'shared [4] int *': a cast is needed, the block sizes are indefinite and 4 (UPC 1.3, 6.5.1.1)}}
shared [4] int *p4 = a;
shared [10] double (*pr)[10] = rows;
shared [5] double (*wrong)[10] = rows; // expected-error{{initialization of 'shared [5] double (*)[10]' from 'shared [10] double (*)[10]': a cast is needed, the block sizes are 5 and 10 (UPC 1.3, 6.5.1.1)}}
shared int *shared q;
int *shared private_in_shared;
struct pair { shared [2] int *x; struct pair *shared *next; };
shared struct pair pairs[THREADS];
void f(shared [4] int *p, shared int *r)
{
  shared [4] int *u = &p[3];
  shared void *v = p;
  p = v;
  r = (shared int *)p;
  u = (shared [4] int *)r;
  int *l = (int *)u;
  pairs[0].x = p; // expected-error{{assignment to 'shared [2] int *' from 'shared [4] int *': a cast is needed, the block sizes are 2 and 4 (UPC 1.3, 6.5.1.1)}}
  q = r;
  *l = *p + *r;
  r = 0;
  r = NULL;
  if (!r || r == NULL || p == (shared [4] int *)r || v == p) return;
}
