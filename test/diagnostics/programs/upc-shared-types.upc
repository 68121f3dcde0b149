// Things that cannot be shared: functions, values, unnamed objects (UPC 3.3, 3.4.1, 6.4.3, 6.5.2).
#include <upc.h>
typedef int function(void);
shared function *to_function; // expected-error{{'shared' on the function type 'int(void)': only objects are shared (UPC 1.3, 3.3)}}
shared function declared; // expected-error{{'shared' on the function type 'int(void)': only objects are shared (UPC 1.3, 3.3)}}
function *shared fine;
shared int result(void); // expected-error{{'result' returns 'shared int': a value is no object and cannot be shared (UPC 1.3, 3.4.1)}} expected-note{{return 'int', or a pointer to the object, 'shared int *'}}
shared int *shared pointer_result(void); // expected-error{{'pointer_result' returns 'shared int * shared': a value is no object and cannot be shared (UPC 1.3, 3.4.1)}} expected-note{{return 'shared int *', or a pointer to the object, 'shared int * shared *'}}
typedef shared int shared_int;
shared_int through_typedef(void); // expected-error{{'through_typedef' returns 'shared int': a value is no object and cannot be shared (UPC 1.3, 3.4.1)}} expected-note{{return 'int', or a pointer to the object, 'shared int *'}}
shared int *right(void);
int callback(int (*f)(shared int)); // expected-error{{parameter cannot be shared: parameters have automatic storage duration (UPC 1.3, 6.5.2)}} expected-note{{take the value, or a pointer: 'shared int *'}}
shared int x;
struct s { int a; } ps;
shared struct s ss;
void casts(int i)
{
  i = (shared int)0; // expected-error{{cast to 'shared int': a value is no object and cannot be shared (UPC 1.3, 6.4.3)}} expected-note{{cast to 'int'}}
  i = (shared int)x; // expected-error{{cast to 'shared int': a value is no object and cannot be shared (UPC 1.3, 6.4.3)}} expected-note{{cast to 'int'}}
  i = (strict shared int)i; // expected-error{{cast to 'strict shared int': a value is no object and cannot be shared (UPC 1.3, 6.4.3)}} expected-note{{cast to 'int'}}
  ps = (shared struct s)ss; // expected-error{{cast to 'shared struct s': a value is no object and cannot be shared (UPC 1.3, 6.4.3)}} expected-note{{cast to 'struct s'}}
  i = (int)x;
  x = (const int)i;
}
void literals(void)
{
  (void)(shared int[]){ 1, 2 }; // expected-error{{compound literal of type 'shared int[]' cannot be shared: it has automatic storage duration (UPC 1.3, 6.5.2)}} expected-note{{declare a 'static shared' object and use its name}}
  (void)&(shared int){ 1 }; // expected-error{{compound literal of type 'shared int' cannot be shared: it has automatic storage duration (UPC 1.3, 6.5.2)}} expected-note{{declare a 'static shared' object and use its name}}
  (void)(shared int *[]){ &x };
}
shared int *at_file_scope = &(shared int){ 1 }; // expected-error{{compound literal of type 'shared int' cannot be shared: it has no name that other threads could share (UPC 1.3, 6.5.2)}} expected-note{{declare a 'static shared' object and use its name}}
// A typedef without a layout qualifier takes one in the list that uses it (UPC 6.5.1.1).
shared [3] shared_int blocked[3 * THREADS];
shared [3] int *to_blocked = blocked;
shared [] shared_int *indefinite;
typedef shared_int row[THREADS];
shared [2] row *rows;
typedef shared [1] int by_one;
shared [2] by_one two_of_one[2 * THREADS]; // expected-error{{more than one block size in one list of qualifiers: [1] and [2] (UPC 1.3, 6.5.2)}} expected-note{{keep one of them}}
shared [1] by_one one_of_one[2 * THREADS];
shared int *one = one_of_one;
// Mixed pointers are no operands of any operator (UPC 6.4.2).
void mixed(shared int *p, int *q)
{
  p + q; // expected-error{{operands of '+' are a pointer-to-shared and a pointer to private data ('shared int *' and 'int *'; UPC 1.3, 6.4.2)}} expected-note{{cast the pointer-to-shared where it points to own data}}
  q * p; // expected-error{{operands of '*' are a pointer-to-shared and a pointer to private data ('int *' and 'shared int *'; UPC 1.3, 6.4.2)}} expected-note{{cast the pointer-to-shared where it points to own data}}
  q += p; // expected-error{{operands of '+' are a pointer-to-shared and a pointer to private data ('int *' and 'shared int *'; UPC 1.3, 6.4.2)}} expected-note{{cast the pointer-to-shared where it points to own data}}
  p -= q; // expected-error{{operands of '-' are a pointer-to-shared and a pointer to private data ('shared int *' and 'int *'; UPC 1.3, 6.4.2)}} expected-note{{cast the pointer-to-shared where it points to own data}}
}
