// Barriers and upc_forall (UPC 6.6).
#include <upc.h>
shared int a[THREADS];
struct s { int x; } s;
shared struct s ss;
int *p;
double x;
void barriers(void)
{
  upc_notify p; // expected-error{{the value of 'upc_notify' has type 'int *', which cannot be assigned to 'int' (UPC 1.3, 6.6.1)}} expected-note{{give a number, the same on every thread, or nothing}}
  upc_wait s; // expected-error{{the value of 'upc_wait' has type 'struct s', which cannot be assigned to 'int' (UPC 1.3, 6.6.1)}} expected-note{{give a number, the same on every thread, or nothing}}
  upc_barrier ss; // expected-error{{the value of 'upc_barrier' has type 'struct s', which cannot be assigned to 'int' (UPC 1.3, 6.6.1)}} expected-note{{give a number, the same on every thread, or nothing}}
  upc_barrier "text"; // expected-error{{the value of 'upc_barrier' has type 'char *', which cannot be assigned to 'int' (UPC 1.3, 6.6.1)}} expected-note{{give a number, the same on every thread, or nothing}}
  upc_barrier 2.5;
  upc_barrier x;
  upc_barrier a[0];
  upc_notify 1;
  upc_wait;
}
int affinity(void)
{
  int i;
  upc_forall (i = 0; i < 3; i++; 2.5) ; // expected-error{{affinity of upc_forall has type 'double', neither a pointer-to-shared nor an integer (UPC 1.3, 6.6.2)}} expected-note{{give the element whose thread is to run the iteration, as '&a[i]', or a number, as 'i'}}
  upc_forall (i = 0; i < 3; i++; p) ; // expected-error{{affinity of upc_forall has type 'int *', neither a pointer-to-shared nor an integer (UPC 1.3, 6.6.2)}} expected-note{{give the element whose thread is to run the iteration, as '&a[i]', or a number, as 'i'}}
  upc_forall (i = 0; i < 3; i++; s) ; // expected-error{{affinity of upc_forall has type 'struct s', neither a pointer-to-shared nor an integer (UPC 1.3, 6.6.2)}} expected-note{{give the element whose thread is to run the iteration, as '&a[i]', or a number, as 'i'}}
  upc_forall (i = 0; i < 3; i++; a) ;
  upc_forall (i = 0; i < 3; i++; &a[i]) ;
  upc_forall (i = 0; i < 3; i++; continue) ;
  upc_forall (i = 0; i < 3; i++; ) ;
  upc_forall (i = 0; i < 3; i++; i) break; // expected-error{{'break' leaves a upc_forall before its end (UPC 1.3, 6.6.2)}} expected-note{{the upc_forall is here}}
  upc_forall (i = 0; i < 3; i++; i) return 2; // expected-error{{'return' leaves a upc_forall before its end (UPC 1.3, 6.6.2)}} expected-note{{the upc_forall is here}}
  upc_forall (i = 0; i < 3; i++; i) { if (i) goto out; } // expected-error{{'goto' leaves a upc_forall before its end (UPC 1.3, 6.6.2)}} expected-note{{the upc_forall is here}}
  upc_forall (i = 0; i < 3; i++; i) { while (1) break; switch (i) { case 1: break; } continue; }
  goto in; // expected-error{{jump into the body of a upc_forall (UPC 1.3, 6.6.2)}}
  upc_forall (i = 0; i < 3; i++; i) { in: ; upc_barrier; } // expected-note{{it begins here}}
out:
  return 0;
}
int computed(int k) {
  int i;
  void *labels[] = {&&in, &&also, &&out};
  upc_forall (i = 0; i < 3; i++; i) { // expected-note{{the upc_forall is here}} expected-note{{it begins here}}
    int length[k + 1];
    goto *labels[k]; // expected-error{{'goto *&&out' leaves a upc_forall before its end (UPC 1.3, 6.6.2)}}
  in: also: ;
  }
  goto *labels[k]; // expected-error{{jump into the body of a upc_forall (UPC 1.3, 6.6.2)}}
out:
  return 0;
}
