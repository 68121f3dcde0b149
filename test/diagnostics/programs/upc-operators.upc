// Operators, assignments, casts and calls with pointers-to-shared (UPC 6.4).
#include <upc.h>
#include <stddef.h>
shared int a[10 * THREADS];
shared [2] int b[10 * THREADS];
shared [] double c[10];
shared double d[THREADS];
int l[10];
shared int *pa;
shared [2] int *pb;
shared [] double *pc;
shared void *pv;
int *pl;
struct s { int x; };
shared struct s ss;
int sizes(void)
{
  return upc_localsizeof(l) + upc_blocksizeof(int) + upc_elemsizeof(pl) + upc_blocksizeof(pa); // expected-error{{'upc_localsizeof' needs a shared type, not 'int[10]' (UPC 1.3, 6.4.1.2)}} expected-note{{private data has no layout; 'sizeof' gives its size}} expected-error{{'upc_blocksizeof' needs a shared type, not 'int' (UPC 1.3, 6.4.1.3)}} expected-note{{private data has no layout; 'sizeof' gives its size}} expected-error{{'upc_elemsizeof' needs a shared type, not 'int *' (UPC 1.3, 6.4.1.4)}} expected-note{{private data has no layout; 'sizeof' gives its size}} expected-error{{'upc_blocksizeof' needs a shared type, not 'shared int *' (UPC 1.3, 6.4.1.3)}} expected-note{{private data has no layout; 'sizeof' gives its size}}
}
int binary(void)
{
  if (pa == pl) return 1; // expected-error{{operands of '==' are a pointer-to-shared and a pointer to private data ('shared int *' and 'int *'; UPC 1.3, 6.4.2)}} expected-note{{cast the pointer-to-shared where it points to own data}}
  if (pa < pl) return 1; // expected-error{{operands of '<' are a pointer-to-shared and a pointer to private data ('shared int *' and 'int *'; UPC 1.3, 6.4.2)}} expected-note{{cast the pointer-to-shared where it points to own data}}
  return pa - pl; // expected-error{{operands of '-' are a pointer-to-shared and a pointer to private data ('shared int *' and 'int *'; UPC 1.3, 6.4.2)}} expected-note{{cast the pointer-to-shared where it points to own data}}
}
int relational(shared void *p, shared void *q)
{
  struct inc;
  shared struct inc *x = 0, *y = 0;
  if (x < y) return 1; // expected-error{{'<' on 'shared struct inc *': the pointed-to type is incomplete (UPC 1.3, 6.4.2)}} expected-note{{cast it to a pointer to the elements, with their block size}}
  return p < q; // expected-error{{'<' on 'shared void *': the pointed-to type is incomplete (UPC 1.3, 6.4.2)}} expected-note{{cast it to a pointer to the elements, with their block size}}
}
void casts(void)
{
  pa = (shared int *)pl; // expected-error{{cast from 'int *' to 'shared int *': a pointer to private data cannot become a pointer-to-shared (UPC 1.3, 6.4.3)}} expected-note{{allocate the data with upc_alloc or declare it shared, or copy it with upc_memput}}
  pa = (shared int *)0;
  pa = (shared int *)&l[2]; // expected-error{{cast from 'int *' to 'shared int *': a pointer to private data cannot become a pointer-to-shared (UPC 1.3, 6.4.3)}} expected-note{{allocate the data with upc_alloc or declare it shared, or copy it with upc_memput}}
  pl = (int *)pa;
  pa = (shared int *)1234; // expected-error{{cast from 'int' to 'shared int *': only the constant 0 can become a pointer-to-shared (UPC 1.3, 6.4.3)}}
}
void assign(void)
{
  THREADS = 3; // expected-error{{'THREADS' is a value, not an object: assignment is not possible (UPC 1.3, 6.3.1)}}
  MYTHREAD = 2; // expected-error{{'MYTHREAD' is a value, not an object: assignment is not possible (UPC 1.3, 6.3.2)}}
  int *t = &THREADS; // expected-error{{'THREADS' is a value, not an object: it has no address (UPC 1.3, 6.3.1)}}
  const int *m = &MYTHREAD; // expected-error{{'MYTHREAD' is a value, not an object: it has no address (UPC 1.3, 6.3.2)}}
  MYTHREAD++; // expected-error{{'MYTHREAD' is a value, not an object: increment is not possible (UPC 1.3, 6.3.2)}}
}
void pointers(void)
{
  pa = pb; // expected-error{{assignment to 'shared int *' from 'shared [2] int *': a cast is needed, the block sizes are 1 and 2 (UPC 1.3, 6.5.1.1)}}
  pb = pa; // expected-error{{assignment to 'shared [2] int *' from 'shared int *': a cast is needed, the block sizes are 2 and 1 (UPC 1.3, 6.5.1.1)}}
  pc = &d[0]; // expected-error{{assignment to 'shared [] double *' from 'shared double *': a cast is needed, the block sizes are indefinite and 1 (UPC 1.3, 6.5.1.1)}}
  pv = pa;
  pa = pv;
  pl = pa; // expected-error{{assignment to 'int *' from 'shared int *': a pointer-to-shared becomes private only by a cast (UPC 1.3, 6.4.3)}} expected-note{{cast it where it points to own data (upc_threadof is MYTHREAD), or copy with upc_memget}}
  pa = pl; // expected-error{{assignment to 'shared int *' from 'int *': a pointer to private data cannot become a pointer-to-shared (UPC 1.3, 6.4.3)}} expected-note{{allocate the data with upc_alloc or declare it shared, or copy it with upc_memput}}
  pl = &a[3]; // expected-error{{assignment to 'int *' from 'shared int *': a pointer-to-shared becomes private only by a cast (UPC 1.3, 6.4.3)}} expected-note{{cast it where it points to own data (upc_threadof is MYTHREAD), or copy with upc_memget}}
  pa = (shared int *)pb;
  int *q = &ss.x; // expected-error{{initialization of 'int *' from 'shared [] int *': a pointer-to-shared becomes private only by a cast (UPC 1.3, 6.4.3)}} expected-note{{cast it where it points to own data (upc_threadof is MYTHREAD), or copy with upc_memget}}
  shared int *r = &ss.x; // expected-error{{initialization of 'shared int *' from 'shared [] int *': a cast is needed, the block sizes are 1 and indefinite (UPC 1.3, 6.5.1.1)}}
  shared [] int *s = &ss.x;
}
void generic(void)
{
  int x = *pv; // expected-error{{dereferencing 'shared void *' pointer: the object's type and layout are not known (UPC 1.3, 6.4.2)}} expected-note{{cast it to a pointer to the elements, with their block size}}
  pv = pv + 1; // expected-error{{arithmetic on 'shared void *': the pointed-to type has no size (UPC 1.3, 6.4.2)}} expected-note{{cast it to a pointer to the elements, with their block size}}
  pv++; // expected-error{{arithmetic on 'shared void *': the pointed-to type has no size (UPC 1.3, 6.4.2)}} expected-note{{cast it to a pointer to the elements, with their block size}}
  pv[1]; // expected-error{{arithmetic on 'shared void *': the pointed-to type has no size (UPC 1.3, 6.4.2)}} expected-note{{cast it to a pointer to the elements, with their block size}}
  upc_free(pl); // expected-error{{passing argument 1 of 'upc_free': a pointer to private data cannot become a pointer-to-shared ('int *' to 'shared void *'; UPC 1.3, 6.4.3)}} expected-note{{allocate the data with upc_alloc or declare it shared, or copy it with upc_memput}}
  upc_memput(pl, pl, 4); // expected-error{{passing argument 1 of 'upc_memput': a pointer to private data cannot become a pointer-to-shared ('int *' to 'shared void *'; UPC 1.3, 6.4.3)}} expected-note{{allocate the data with upc_alloc or declare it shared, or copy it with upc_memput}}
  upc_memget(pa, pa, 4); // expected-error{{passing argument 1 of 'upc_memget': a pointer-to-shared becomes private only by a cast ('shared int *' to 'void *'; UPC 1.3, 6.4.3)}} expected-note{{cast it where it points to own data (upc_threadof is MYTHREAD), or copy with upc_memget}}
  upc_memcpy(l, pa, 4); // expected-error{{passing argument 1 of 'upc_memcpy': a pointer to private data cannot become a pointer-to-shared ('int *' to 'shared void *'; UPC 1.3, 6.4.3)}} expected-note{{allocate the data with upc_alloc or declare it shared, or copy it with upc_memput}}
}
void two(shared int *p) {}
void call(void) { two(l); two(pb); two(a); two(&b[1]); two(1); } // expected-error{{passing argument 1 of 'two': a pointer to private data cannot become a pointer-to-shared ('int *' to 'shared int *'; UPC 1.3, 6.4.3)}} expected-note{{allocate the data with upc_alloc or declare it shared, or copy it with upc_memput}} expected-error{{passing argument 1 of 'two': a cast is needed, the block sizes are 1 and 2 ('shared [2] int *' to 'shared int *'; UPC 1.3, 6.5.1.1)}} expected-error{{passing argument 1 of 'two': a cast is needed, the block sizes are 1 and 2 ('shared [2] int *' to 'shared int *'; UPC 1.3, 6.5.1.1)}} expected-error{{passing argument 1 of 'two': only the constant 0 can become a pointer-to-shared ('int' to 'shared int *'; UPC 1.3, 6.4.3)}}
