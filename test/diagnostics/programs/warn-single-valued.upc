// -Wsingle-valued: what must be the same on all threads (UPC 3.10, 6.6.2p4, 7.2.2, 7.4).
#include <upc.h>
#include <upc_collective.h>
shared int a[THREADS], b[2 * THREADS];
shared [] int one[1];
void foralls(int n)
{
  int i, me = MYTHREAD; // expected-note{{every thread runs through all iterations; the affinity, as in &a[i] or i, chooses its own}}
  upc_forall (i = 0; i < n; i++; MYTHREAD) a[i] = 1; // expected-warning{{the affinity of upc_forall depends on MYTHREAD, and must be the same on all threads (UPC 1.3, 6.6.2)}} expected-note{{every thread runs through all iterations; the affinity, as in &a[i] or i, chooses its own}}
  upc_forall (i = 0; i < n; i++; &a[MYTHREAD]) a[i] = 1; // expected-warning{{the affinity of upc_forall depends on MYTHREAD, and must be the same on all threads (UPC 1.3, 6.6.2)}} expected-note{{every thread runs through all iterations; the affinity, as in &a[i] or i, chooses its own}}
  upc_forall (i = 0; i < n; i++; a + me) a[i] = 1; // expected-warning{{the affinity of upc_forall depends on 'me', and must be the same on all threads (UPC 1.3, 6.6.2)}}
  upc_forall (i = MYTHREAD; i < n; i += THREADS; &a[i]) a[i] = 1; // expected-warning{{the condition of upc_forall depends on 'i', and must be the same on all threads (UPC 1.3, 6.6.2)}} expected-note{{every thread runs through all iterations; the affinity, as in &a[i] or i, chooses its own}}
  upc_forall (i = MYTHREAD; i < n; i += THREADS; continue) a[i] = 1;
  upc_forall (i = 0; i < n; i++; &a[i]) { me = 3; a[i] = MYTHREAD; }
  upc_forall (i = 0; i < n; i++; i)
    upc_forall (int k = MYTHREAD; k < n; k++; continue) a[k] = 1;
  upc_forall (i = 0; i < n; i++; i % THREADS) a[i] = me;
}
void calls(int n)
{
  shared int *p = upc_all_alloc(THREADS, sizeof(int) * (MYTHREAD + 1)); // expected-warning{{argument 2 of 'upc_all_alloc' depends on MYTHREAD, and must be the same on all threads (UPC 1.3, 7.2.2)}} expected-note{{it differs because of this}}
  shared int *q = upc_all_alloc(THREADS, n);
  shared int *r = upc_alloc(MYTHREAD);
  upc_all_broadcast(&a[MYTHREAD], one, sizeof(int), 0); // expected-warning{{argument 1 of 'upc_all_broadcast' depends on MYTHREAD, and must be the same on all threads (UPC 1.3, 7.4)}} expected-note{{give the whole array: each thread finds its own part}}
  upc_all_broadcast(a, one, sizeof(int), 0);
  upc_all_scatter(a + MYTHREAD, b, sizeof(int), MYTHREAD ? UPC_IN_NOSYNC : 0); // expected-warning{{argument 1 of 'upc_all_scatter' depends on MYTHREAD, and must be the same on all threads (UPC 1.3, 7.4)}} expected-note{{give the whole array: each thread finds its own part}} expected-warning{{argument 4 of 'upc_all_scatter' depends on MYTHREAD, and must be the same on all threads (UPC 1.3, 7.4)}} expected-note{{it differs because of this}}
  upc_all_reduceI(one, a, UPC_ADD, n, n, 0, MYTHREAD * 2); // expected-warning{{argument 7 of 'upc_all_reduceI' depends on MYTHREAD, and must be the same on all threads (UPC 1.3, 7.4)}} expected-note{{it differs because of this}}
  upc_all_free(r);
  upc_all_free(MYTHREAD ? p : q); // expected-warning{{argument 1 of 'upc_all_free' depends on MYTHREAD, and must be the same on all threads (UPC 1.3, 7.2.2)}} expected-note{{give the whole array: each thread finds its own part}}
  upc_all_lock_free(MYTHREAD ? 0 : upc_all_lock_alloc()); // expected-warning{{argument 1 of 'upc_all_lock_free' depends on MYTHREAD, and must be the same on all threads (UPC 1.3, 7.2.4)}} expected-note{{give the whole array: each thread finds its own part}}
}
