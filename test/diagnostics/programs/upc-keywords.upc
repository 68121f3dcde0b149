// Keywords and the names that belong to the language (UPC 6.3).
#include <upc.h>
int THREADS; // expected-error{{expected identifier after 'int', found 'THREADS'}} expected-note{{'THREADS' is a keyword in UPC and cannot be used as a name; a program in C is compiled with -x c}}
int MYTHREAD = 2; // expected-error{{expected identifier after 'int', found 'MYTHREAD'}} expected-note{{'MYTHREAD' is a keyword in UPC and cannot be used as a name; a program in C is compiled with -x c}}
void upc_fence(void); // expected-error{{expected identifier after 'void', found 'upc_fence'}}
int shared; // expected-warning{{declaration does not declare anything}}
int g(int upc_barrier) { return 1; } // expected-error{{expected ',' or ')', found 'upc_barrier'}} expected-note{{to match this '('}}
#define THREADS 2
#undef MYTHREAD
#undef __UPC__ // expected-error{{"__UPC__" cannot be undefined: it belongs to the language (UPC 1.3, predefined macro names)}}
#define shared
