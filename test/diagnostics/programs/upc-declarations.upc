// Redeclarations, initializers, pragmas, functions of shared types (UPC 6.5, 6.7.1).
#include <upc.h>
extern shared int a[10 * THREADS]; // expected-note{{previous declaration of 'a' with type 'shared int[10*THREADS]'}}
shared [2] int a[10 * THREADS]; // expected-error{{conflicting types for 'a'; have 'shared [2] int[10*THREADS]': the block size is a part of the type (UPC 1.3, 6.5.1.1)}}
extern shared int b; // expected-note{{previous declaration of 'b' with type 'shared int'}}
int b; // expected-error{{conflicting types for 'b'; have 'int': both or neither must be 'shared' (UPC 1.3, 6.5.1.1)}}
int c; // expected-note{{previous declaration of 'c' with type 'int'}}
extern shared int c; // expected-error{{conflicting types for 'c'; have 'shared int': both or neither must be 'shared' (UPC 1.3, 6.5.1.1)}}
shared int list[THREADS] = { 1, 2 }; // expected-error{{initializer of shared array 'list', whose elements' threads depend on the number of threads (UPC 1.3, 6.5.2.1)}} expected-note{{compile with -T=N, or assign its elements at the start of the program, each thread its own}}
shared int scalar = 5;
shared int run = MYTHREAD; // expected-error{{initializer element is not constant: 'MYTHREAD' is known only at run time}}
int ten;
shared int var = ten; // expected-error{{initializer element is not constant}}
shared int *null = 0;
shared int *shared sp = &scalar;
int *ptr = &scalar; // expected-error{{initialization of 'int *' from 'shared int *': a pointer-to-shared becomes private only by a cast (UPC 1.3, 6.4.3)}} expected-note{{cast it where it points to own data (upc_threadof is MYTHREAD), or copy with upc_memget}}
#pragma upc strikt // expected-warning{{unknown '#pragma upc strikt' is ignored: strict and relaxed are known}}
#pragma upc // expected-warning{{unknown '#pragma upc' is ignored: strict and relaxed are known}}
#pragma upc strict
#pragma upc strict extra // expected-warning{{extra text after '#pragma upc strict' is ignored}}
void f(void)
{
#pragma upc relaxed
  int x = 0;
  x++;
#pragma upc strict // expected-warning{{'#pragma upc strict' after declarations or statements of its block (UPC 1.3, 6.7.1)}} expected-note{{put it first in a block of its own}}
  x--;
}
shared int returned(void) { return 1; } // expected-error{{'returned' returns 'shared int': a value is no object and cannot be shared (UPC 1.3, 3.4.1)}} expected-note{{return 'int', or a pointer to the object, 'shared int *'}}
void takes(shared int x) {} // expected-error{{parameter 'x' cannot be shared: parameters have automatic storage duration (UPC 1.3, 6.5.2)}} expected-note{{take the value, or a pointer: 'shared int *'}}
struct s { int n; };
void takes2(shared struct s x); // expected-error{{parameter 'x' cannot be shared: parameters have automatic storage duration (UPC 1.3, 6.5.2)}} expected-note{{take the value, or a pointer: 'shared struct s *'}}
shared int main(void) { return 0; } // expected-error{{'main' returns 'shared int': a value is no object and cannot be shared (UPC 1.3, 3.4.1)}} expected-note{{return 'int', or a pointer to the object, 'shared int *'}}
