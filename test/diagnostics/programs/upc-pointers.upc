// Conversions between pointers-to-shared, and to and from others, in every place that has one (UPC 6.4.2, 6.4.3, 6.5.1.1).
#include <upc.h>
shared int *one;
shared [3] int *three;
shared [] int *all;
shared double *doubles;
shared void *generic;
const shared int *constant;
int *local;
shared int *array[2] = { 0, 0 };
shared int *initial = 5; // expected-error{{initialization of 'shared int *' from 'int': only the constant 0 can become a pointer-to-shared (UPC 1.3, 6.4.3)}}
shared int *give(int k)
{
  switch (k) {
  case 0: return three; // expected-error{{returning 'shared [3] int *' from a function with return type 'shared int *': a cast is needed, the block sizes are 1 and 3 (UPC 1.3, 6.5.1.1)}}
  case 1: return local; // expected-error{{returning 'int *' from a function with return type 'shared int *': a pointer to private data cannot become a pointer-to-shared (UPC 1.3, 6.4.3)}} expected-note{{allocate the data with upc_alloc or declare it shared, or copy it with upc_memput}}
  case 2: return 7; // expected-error{{returning 'int' from a function with return type 'shared int *': only the constant 0 can become a pointer-to-shared (UPC 1.3, 6.4.3)}}
  case 3: return generic;
  case 4: return doubles; // expected-error{{returning 'shared double *' from a function with return type 'shared int *': a cast is needed, the element types are 'shared int' and 'shared double' (UPC 1.3, 6.5.1.1)}}
  default: return 0;
  }
}
int *away(void) { return one; } // expected-error{{returning 'shared int *' from a function with return type 'int *': a pointer-to-shared becomes private only by a cast (UPC 1.3, 6.4.3)}} expected-note{{cast it where it points to own data (upc_threadof is MYTHREAD), or copy with upc_memget}}
void take(shared [] int *p, int *q);
void places(int k)
{
  struct { shared int *p; int *q; } s = { three, one }; // expected-error{{initialization of 'shared int *' from 'shared [3] int *': a cast is needed, the block sizes are 1 and 3 (UPC 1.3, 6.5.1.1)}} expected-error{{initialization of 'int *' from 'shared int *': a pointer-to-shared becomes private only by a cast (UPC 1.3, 6.4.3)}} expected-note{{cast it where it points to own data (upc_threadof is MYTHREAD), or copy with upc_memget}}
  shared int *a[2] = { all, local }; // expected-error{{initialization of 'shared int *' from 'shared [] int *': a cast is needed, the block sizes are 1 and indefinite (UPC 1.3, 6.5.1.1)}} expected-error{{initialization of 'shared int *' from 'int *': a pointer to private data cannot become a pointer-to-shared (UPC 1.3, 6.4.3)}} expected-note{{allocate the data with upc_alloc or declare it shared, or copy it with upc_memput}}
  take(one, local); // expected-error{{passing argument 1 of 'take': a cast is needed, the block sizes are indefinite and 1 ('shared int *' to 'shared [] int *'; UPC 1.3, 6.5.1.1)}}
  take(all, all); // expected-error{{passing argument 2 of 'take': a pointer-to-shared becomes private only by a cast ('shared [] int *' to 'int *'; UPC 1.3, 6.4.3)}} expected-note{{cast it where it points to own data (upc_threadof is MYTHREAD), or copy with upc_memget}}
  take(generic, (int *)all);
  take(0, 0);
  one = k ? one : three; // expected-error{{the sides of the conditional are pointers-to-shared of different types: the block sizes are 1 and 3 ('shared int *' and 'shared [3] int *'; UPC 1.3, 6.5.1.1)}} expected-note{{cast one of them to the other's type}}
  one = k ? one : local; // expected-error{{one side of the conditional is a pointer-to-shared, the other a pointer to private data ('shared int *' and 'int *'; UPC 1.3, 6.4.3)}} expected-note{{cast the pointer-to-shared where it points to own data}}
  one = k ? one : generic;
  one = k ? 0 : one;
  one = k ? one : 5; // expected-error{{pointer/integer type mismatch in conditional expression ('shared int *'): only the constant 0 can become a pointer-to-shared (UPC 1.3, 6.4.3)}}
  one = constant; // expected-warning{{assignment discards 'const' qualifier from pointer target type}}
  constant = one;
  k = one == three; // expected-error{{operands of '==' are pointers-to-shared of different types: the block sizes are 1 and 3 (UPC 1.3, 6.4.2)}} expected-note{{cast one of them to the other's type}}
  k = one == doubles; // expected-error{{operands of '==' are pointers-to-shared of different types: the element types are 'shared int' and 'shared double' (UPC 1.3, 6.4.2)}} expected-note{{cast one of them to the other's type}}
  k = one < all; // expected-error{{operands of '<' are pointers-to-shared of different types: the block sizes are 1 and indefinite (UPC 1.3, 6.4.2)}} expected-note{{cast one of them to the other's type}}
  k = one - three; // expected-error{{operands of '-' are pointers-to-shared of different types: the block sizes are 1 and 3 (UPC 1.3, 6.4.2)}} expected-note{{cast one of them to the other's type}}
  k = one == 5; // expected-error{{comparison between 'shared int *' and 'int': only the constant 0 can become a pointer-to-shared (UPC 1.3, 6.4.3)}}
  k = one == generic;
  k = one != 0;
  k = one; // expected-warning{{assignment to 'int' from 'shared int *' makes integer from pointer without a cast}}
  one = k; // expected-error{{assignment to 'shared int *' from 'int': only the constant 0 can become a pointer-to-shared (UPC 1.3, 6.4.3)}}
  one = 2.5; // expected-error{{assignment to 'shared int *' from 'double': only the constant 0 can become a pointer-to-shared (UPC 1.3, 6.4.3)}}
  one = (shared int *)2.5; // expected-error{{cannot convert from 'double' to 'shared int *'}}
  one = (shared int *)k; // expected-error{{cast from 'int' to 'shared int *': only the constant 0 can become a pointer-to-shared (UPC 1.3, 6.4.3)}}
  one = (shared int *)three;
  int **to_local = &one; // expected-error{{initialization of 'int **' from 'shared int **': only one of the pointers leads to pointers-to-shared (UPC 1.3, 6.5.1.1)}}
  shared int **to_shared = &local; // expected-error{{initialization of 'shared int **' from 'int **': only one of the pointers leads to pointers-to-shared (UPC 1.3, 6.5.1.1)}}
  shared [3] int **to_three = &one; // expected-warning{{initialization of 'shared [3] int **' from incompatible pointer type 'shared int **'}}
}
