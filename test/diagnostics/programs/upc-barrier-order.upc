// Orders of notify, wait and collective calls that are wrong for all to see (UPC 6.6.1).
#include <upc.h>
#include <upc_collective.h>
shared int a[THREADS];
shared [] int b[1];
void between(void)
{
  shared int *p;
  upc_notify; // expected-note{{after this upc_notify}}
  upc_all_broadcast(a, b, sizeof(int), 0); // expected-error{{'upc_all_broadcast' between 'upc_notify' and its 'upc_wait' (UPC 1.3, 6.6.1)}}
  upc_wait;
  upc_notify 3; // expected-note{{after this upc_notify}}
  p = upc_all_alloc(THREADS, 4); // expected-error{{'upc_all_alloc' between 'upc_notify' and its 'upc_wait' (UPC 1.3, 6.6.1)}}
  upc_wait 3;
  upc_notify;
  p = upc_global_alloc(THREADS, 4);
  upc_wait;
  upc_notify; // expected-note{{after this upc_notify}}
  upc_barrier; // expected-error{{'upc_barrier' between 'upc_notify' and its 'upc_wait' (UPC 1.3, 6.6.1)}}
}
void unknown(void)
{
  upc_wait;
  upc_notify;
}
int main(void)
{
  upc_wait; // expected-error{{'upc_wait' without a 'upc_notify' before it (UPC 1.3, 6.6.1)}}
  upc_notify; // expected-note{{after this upc_notify}}
  upc_notify; // expected-error{{'upc_notify' between 'upc_notify' and its 'upc_wait' (UPC 1.3, 6.6.1)}}
  upc_wait; // expected-note{{after this upc_wait}}
  upc_wait; // expected-error{{'upc_wait' without a 'upc_notify' before it (UPC 1.3, 6.6.1)}}
  unknown();
  upc_wait;
  upc_notify; // expected-note{{after this upc_notify}}
} // expected-error{{the end of 'main' between 'upc_notify' and its 'upc_wait' (UPC 1.3, 6.6.1)}}
