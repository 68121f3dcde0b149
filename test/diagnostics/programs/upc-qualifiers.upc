// qualifiers and layout qualifiers (UPC 6.5.1.1).
#include <upc.h>
strict relaxed shared int both; // expected-error{{both 'strict' and 'relaxed' in one list of qualifiers (UPC 1.3, 6.5.2)}} expected-note{{keep one of them}}
typedef strict shared int strict_int;
relaxed strict_int through_typedef; // expected-error{{both 'strict' and 'relaxed' in one list of qualifiers (UPC 1.3, 6.5.2)}} expected-note{{keep one of them}}
shared [2] shared [3] int two_blocks; // expected-error{{more than one block size in one list of qualifiers: [2] and [3] (UPC 1.3, 6.5.2)}} expected-note{{keep one of them}}
typedef shared [2] int by_two;
shared [3] by_two three_of_two[THREADS]; // expected-error{{more than one block size in one list of qualifiers: [2] and [3] (UPC 1.3, 6.5.2)}} expected-note{{keep one of them}}
strict int unshared; // expected-error{{'strict' without 'shared' (UPC 1.3, 6.5.1.1)}} expected-note{{add 'shared', or leave 'strict' out}}
relaxed int *p_unshared; // expected-error{{'relaxed' without 'shared' (UPC 1.3, 6.5.1.1)}} expected-note{{add 'shared', or leave 'relaxed' out}}
struct members {
  shared int bad; // expected-error{{member 'bad' of a struct or union cannot be shared; only what a pointer points to can (UPC 1.3, 6.5.1.1)}} expected-note{{objects of the struct or union can be declared shared as a whole}}
  char *shared also_bad; // expected-error{{member 'also_bad' of a struct or union cannot be shared; only what a pointer points to can (UPC 1.3, 6.5.1.1)}} expected-note{{objects of the struct or union can be declared shared as a whole}}
  shared char *good;
  int *shared *fine;
};
shared [*] int *star_pointer; // expected-error{{layout '[*]' in the specifiers of a pointer type (UPC 1.3, 6.5.1.1)}} expected-note{{give the block size of the array that it points into}}
typedef shared [*] int star_type[10 * THREADS]; // expected-error{{layout '[*]' in a typedef (UPC 1.3, 6.5.1.1)}} expected-note{{declare the array itself '[*]', or give the block size}}
shared [2] void *void_blocked; // expected-error{{a pointer to 'shared void' has no layout qualifier (UPC 1.3, 6.5.1.1)}} expected-note{{write 'shared void *'; a cast to a pointer with a layout qualifier gives it one}}
shared [] void *void_indefinite; // expected-error{{a pointer to 'shared void' has no layout qualifier (UPC 1.3, 6.5.1.1)}} expected-note{{write 'shared void *'; a cast to a pointer with a layout qualifier gives it one}}
shared void *generic;
shared [-1] int negative[THREADS]; // expected-error{{block size -1 is negative (UPC 1.3, 6.5.1.1)}} expected-note{{0 or nothing in the brackets keeps all on one thread}}
shared [UPC_MAX_BLOCK_SIZE + 1] char huge[THREADS]; // expected-error{{block size 1073741824 is larger than UPC_MAX_BLOCK_SIZE, 1073741823 (UPC 1.3, 6.3.3)}}
int n = 4;
shared [n] int variable[THREADS]; // expected-error{{block size is not an integer constant expression (UPC 1.3, 6.5.1.1)}}
shared [2.5] int floating[THREADS]; // expected-error{{block size has type 'double', not an integer type (UPC 1.3, 6.5.1.1)}}
int f(shared int by_value, shared int a[10], int *shared p); // expected-error{{parameter 'by_value' cannot be shared: parameters have automatic storage duration (UPC 1.3, 6.5.2)}} expected-note{{take the value, or a pointer: 'shared int *'}} expected-error{{parameter 'p' cannot be shared: parameters have automatic storage duration (UPC 1.3, 6.5.2)}} expected-note{{take the value, or a pointer: 'int * shared *'}}
shared int g(void); // expected-error{{'g' returns 'shared int': a value is no object and cannot be shared (UPC 1.3, 3.4.1)}} expected-note{{return 'int', or a pointer to the object, 'shared int *'}}
int h(void)
{
  shared int automatic; // expected-error{{'automatic' cannot be shared: it has automatic storage duration (UPC 1.3, 6.5.2)}} expected-note{{declare it 'static shared' or outside of the function}}
  shared int array[THREADS]; // expected-error{{'array' cannot be shared: it has automatic storage duration (UPC 1.3, 6.5.2)}} expected-note{{declare it 'static shared' or outside of the function}}
  int *shared pointer; // expected-error{{'pointer' cannot be shared: it has automatic storage duration (UPC 1.3, 6.5.2)}} expected-note{{declare it 'static shared' or outside of the function}}
  static shared int ok;
  shared int *fine;
  register shared int reg; // expected-error{{'reg' cannot be shared: it has automatic storage duration (UPC 1.3, 6.5.2)}} expected-note{{declare it 'static shared' or outside of the function}}
  for (shared int i = 0; i < 3; i++) ; // expected-error{{'i' cannot be shared: it has automatic storage duration (UPC 1.3, 6.5.2)}} expected-note{{declare it 'static shared' or outside of the function}}
  return 0;
}
int k(by_two x) { return x; } // expected-error{{parameter 'x' cannot be shared: parameters have automatic storage duration (UPC 1.3, 6.5.2)}} expected-note{{take the value, or a pointer: 'shared [2] int *'}}
