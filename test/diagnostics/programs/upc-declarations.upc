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
int *ptr = &scalar; // expected-error{{initialization of 'int *' from 'shared int *': a pointer-to-shared becomes private only by a cast (UPC 1.3, 6.4.3)}}
#pragma upc strikt // expected-warning{{unknown '#pragma upc strikt' is ignored: strict and relaxed are known}}
#pragma upc // expected-warning{{unknown '#pragma upc' is ignored: strict and relaxed are known}}
#pragma upc strict
#pragma upc strict extra // expected-warning{{extra text after '#pragma upc strict' is ignored}}
void f(void)
{
#pragma upc relaxed
  int x = 0;
  x++;
#pragma upc strict
  x--;
}
shared int returned(void) { return 1; } // expected-warning{{'shared' on a function's result is ignored: a value is not shared}}
void takes(shared int x) {} // expected-error{{parameter 'x' cannot be shared: parameters have automatic storage duration (UPC 1.3, 6.5.2)}}
struct s { int n; };
void takes2(shared struct s x); // expected-error{{parameter 'x' cannot be shared: parameters have automatic storage duration (UPC 1.3, 6.5.2)}}
shared int main(void) { return 0; } // expected-warning{{'shared' on a function's result is ignored: a value is not shared}}
