// The tag that lacks its keyword, the cast that a pointer-to-shared needs, and words of C++.
#include <upc.h>
struct point { int x; };
shared [4] int *blocked;
shared int *cyclic;
shared int *pick(void) { return cyclic; }
void casts(void) {
  blocked = cyclic; // expected-error{{assignment to 'shared [4] int *' from 'shared int *': a cast is needed, the block sizes are 4 and 1 (UPC 1.3, 6.5.1.1)}}
  blocked = pick(); // expected-error{{assignment to 'shared [4] int *' from 'shared int *': a cast is needed, the block sizes are 4 and 1 (UPC 1.3, 6.5.1.1)}}
  blocked = &cyclic[1]; // expected-error{{assignment to 'shared [4] int *' from 'shared int *': a cast is needed, the block sizes are 4 and 1 (UPC 1.3, 6.5.1.1)}}
  blocked = cyclic + 1; // expected-error{{assignment to 'shared [4] int *' from 'shared int *': a cast is needed, the block sizes are 4 and 1 (UPC 1.3, 6.5.1.1)}}
}
point origin; // expected-error{{unknown type name 'point'; did you mean 'struct point'?}}
void reference(int &x) { } // expected-error{{expected ',' or ')', found '&'}} expected-note{{to match this '('}} expected-note{{a reference is C++: C has pointers; pgasc compiles C and UPC}}
int heap(void) { int *p = new int[3]; return *p; } // expected-error{{expected ';' after declaration, found 'int'}} expected-note{{'new' is C++; pgasc compiles C and UPC}} expected-error{{expected identifier after 'int', found '['}} expected-note{{'new' is C++; pgasc compiles C and UPC}}
int undo(int *p) { delete p; return 0; } // expected-error{{unknown type name 'delete'}} expected-note{{'delete' is C++; pgasc compiles C and UPC}}
class stack { int depth; }; // expected-error{{unknown type name 'class'}} expected-note{{'class' is C++; pgasc compiles C and UPC}} expected-error{{expected ';' after declaration, found '{'}}
using namespace std; // expected-error{{unknown type name 'using'}} expected-note{{'using' is C++; pgasc compiles C and UPC}} expected-error{{expected ';' after declaration, found 'std'}} expected-note{{'std' is C++; pgasc compiles C and UPC}}
int console(void) { std::cout << 1; return 0; } // expected-error{{expected statement after ':', found ':'}} expected-note{{'std' is C++; pgasc compiles C and UPC}}
int nulls(void) { int *p = nullptr; return cout; } // expected-error{{'nullptr' undeclared (first use in this function)}} expected-note{{'nullptr' is C++; pgasc compiles C and UPC}}
int names(void) { int new = 1, class = 2; return new + class; }
upc_lock_t lock; // expected-error{{storage size of 'lock' isn't known ('upc_lock_t')}} expected-note{{a lock is allocated: 'upc_lock_t *lock = upc_all_lock_alloc();'}}
void locks(void) { upc_lock_t mine; } // expected-error{{storage size of 'mine' isn't known ('upc_lock_t')}} expected-note{{a lock is allocated: 'upc_lock_t *mine = upc_all_lock_alloc();'}}
upc_lock_t table[3]; // expected-error{{declaration of 'table' as array of elements of incomplete type 'upc_lock_t'}} expected-note{{use 'upc_lock_t *': upc_all_lock_alloc() and upc_global_lock_alloc() make the locks}}
struct locked { upc_lock_t lock; }; // expected-error{{member 'lock' has an incomplete type ('shared [] upc_lock_t')}} expected-note{{use 'upc_lock_t *': upc_all_lock_alloc() and upc_global_lock_alloc() make the locks}}
int slips(void) { return MYTHREADS + THREAD; } // expected-error{{'MYTHREADS' undeclared (first use in this function); did you mean 'MYTHREAD'?}} expected-error{{'THREAD' undeclared (first use in this function); did you mean 'THREADS'?}}
int value(void) { return (THREADS 3); } // expected-error{{expected ')', found '3'}} expected-note{{to match this '('}}
