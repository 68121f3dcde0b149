// -Wunmatched-barriers: what not all threads execute, or not equally often (UPC 3.9, 6.6.1, 6.6.2).
#include <upc.h>
#include <upc_collective.h>
#include <stdlib.h>
shared int a[THREADS], b[THREADS];
shared [] int one[1];
shared int *p;
int external(void);
static void all(void) { upc_barrier; }
static void maybe(int x) { if (x) upc_barrier; }
static void master(void) { upc_barrier; upc_barrier; }
static void worker(void) { upc_notify; upc_wait; upc_barrier; }

void branches(int n)
{
  int me = MYTHREAD; // expected-note{{'me' differs between threads because of this}} expected-note{{'me' differs between threads because of this}} expected-note{{'me' differs between threads because of this}} expected-note{{'me' differs between threads because of this}} expected-note{{'me' differs between threads because of this}}
  if (MYTHREAD == 0) // expected-note{{the condition depends on MYTHREAD}}
    upc_barrier; // expected-warning{{'upc_barrier' is executed only by threads that the condition on MYTHREAD chooses: all must execute the same collective operations (UPC 1.3, 3.9)}}
  if (me == 0) { a[0] = 1; } else upc_barrier 3; // expected-warning{{'upc_barrier' is executed only by threads that the condition on 'me' chooses: all must execute the same collective operations (UPC 1.3, 3.9)}} expected-note{{the condition depends on 'me'}}
  if (me) upc_barrier; else { upc_notify; a[0] = 2; upc_wait; }
  if (me) { upc_barrier; upc_barrier; } else upc_barrier; // expected-warning{{'upc_barrier' is executed only by threads that the condition on 'me' chooses: all must execute the same collective operations (UPC 1.3, 3.9)}} expected-note{{the condition depends on 'me'}}
  if (!me) p = upc_all_alloc(THREADS, 4); // expected-warning{{'upc_all_alloc' is executed only by threads that the condition on 'me' chooses: all must execute the same collective operations (UPC 1.3, 3.9)}} expected-note{{the condition depends on 'me'}}
  if (!me) p = upc_global_alloc(THREADS, 4);
  if (me > 2) all(); // expected-warning{{'all' is executed only by threads that the condition on 'me' chooses: all must execute the same collective operations (UPC 1.3, 3.9)}} expected-note{{the condition depends on 'me'}}
  if (me > 2) maybe(n);
  if (me > 2) external(); else upc_barrier;
  if (me == 0) master(); else worker();
  if (n > 2) upc_barrier;
  if (me == 0) { if (n) upc_barrier; }
  if (me == 0) { for (int i = 0; i < n; i++) upc_barrier; } // expected-warning{{'upc_barrier' is executed only by threads that the condition on 'me' chooses: all must execute the same collective operations (UPC 1.3, 3.9)}} expected-note{{the condition depends on 'me'}}
  if (me == 0) { a[0] = 1; upc_fence; } else { a[1] = 2; }
  if (me == 0 && n) abort();
  if (me == 0 && n) { upc_barrier; exit(1); }
}
void variables(int n)
{
  int i = MYTHREAD, k, left = n, mine = 0, half = upc_threadof(&a[MYTHREAD]) < 2; // expected-note{{'half' differs between threads because of this}}
  for (i = 0; i < n; i++) upc_barrier;
  for (i = MYTHREAD; i < n; i += THREADS) upc_barrier; // expected-warning{{'upc_barrier' in a loop whose number of iterations depends on 'i': threads execute it unequally often (UPC 1.3, 3.9)}} expected-note{{the condition depends on 'i'}} expected-note{{'i' differs between threads because of this}}
  while (left > MYTHREAD) { upc_barrier; left--; } // expected-warning{{'upc_barrier' in a loop whose number of iterations depends on MYTHREAD: threads execute it unequally often (UPC 1.3, 3.9)}} expected-note{{the condition depends on MYTHREAD}}
  if (half) upc_barrier; // expected-warning{{'upc_barrier' is executed only by threads that the condition on 'half' chooses: all must execute the same collective operations (UPC 1.3, 3.9)}} expected-note{{the condition depends on 'half'}}
  if (MYTHREAD == 0) k = 1; else k = 2; // expected-note{{'k' differs between threads because of this}}
  if (k == 1) upc_barrier; // expected-warning{{'upc_barrier' is executed only by threads that the condition on 'k' chooses: all must execute the same collective operations (UPC 1.3, 3.9)}} expected-note{{the condition depends on 'k'}}
  upc_forall (i = 0; i < n; i++; i) mine++; // expected-note{{'mine' differs between threads because of this}}
  do upc_barrier; while (mine-- > 0); // expected-warning{{'upc_barrier' in a loop whose number of iterations depends on 'mine': threads execute it unequally often (UPC 1.3, 3.9)}} expected-note{{the condition depends on 'mine'}}
  mine = a[0];
  while (mine-- > 0) upc_barrier;
  k = MYTHREAD;
  external();
  if (a[MYTHREAD]) upc_barrier;
  if (upc_lock_attempt((upc_lock_t *)0)) upc_barrier; // expected-warning{{'upc_barrier' is executed only by threads that the condition on the result of upc_lock_attempt chooses: all must execute the same collective operations (UPC 1.3, 3.9)}} expected-note{{the condition depends on the result of upc_lock_attempt}}
}
void scanf_like(int *);
void given(int n)
{
  int x = MYTHREAD;
  scanf_like(&x);
  if (x) upc_barrier;
}
int leaves(int n)
{
  if (MYTHREAD == 0) return 0; // expected-note{{the condition depends on MYTHREAD}}
  a[1] = 2;
  upc_barrier; // expected-warning{{'upc_barrier' is executed only by threads that the condition on MYTHREAD chooses: all must execute the same collective operations (UPC 1.3, 3.9)}}
  return 1;
}
int leaves_alike(int n)
{
  if (MYTHREAD == 0) { a[0] = 1; upc_barrier; return 0; }
  upc_barrier;
  return 1;
}
void loops(int n)
{
  for (int i = 0; i < n; i++) {
    if (i == MYTHREAD) continue; // expected-note{{the condition depends on MYTHREAD}}
    upc_all_broadcast(a, one, 4, 0); // expected-warning{{'upc_all_broadcast' is executed only by threads that the condition on MYTHREAD chooses: all must execute the same collective operations (UPC 1.3, 3.9)}}
  }
  for (int i = 0; i < n; i++) {
    if (i == MYTHREAD) { a[i] = 2; }
    upc_all_broadcast(a, one, 4, 0);
  }
  while (1) {
    if (n-- == MYTHREAD) break; // expected-note{{the condition depends on MYTHREAD}}
    all(); // expected-warning{{'all' is executed only by threads that the condition on MYTHREAD chooses: all must execute the same collective operations (UPC 1.3, 3.9)}}
  }
}
void foralls(int n)
{
  int i;
  upc_forall (i = 0; i < n; i++; &a[i]) { a[i] = 1; if (n) continue; upc_barrier; } // expected-warning{{'upc_barrier' in the body of a upc_forall, where nothing collective may be executed (UPC 1.3, 6.6.2)}} expected-note{{the upc_forall is here}}
  upc_forall (i = 0; i < n; i++; continue) upc_barrier; // expected-warning{{'upc_barrier' in the body of a upc_forall, where nothing collective may be executed (UPC 1.3, 6.6.2)}} expected-note{{the upc_forall is here}}
  upc_forall (i = 0; i < n; i++; i) { if (MYTHREAD == 0) upc_all_free(p); } // expected-warning{{'upc_all_free' in the body of a upc_forall, where nothing collective may be executed (UPC 1.3, 6.6.2)}} expected-note{{the upc_forall is here}}
  upc_forall (i = 0; i < n; i++; i) a[i] = 2;
}
int main(void)
{
  if (MYTHREAD == 0) { a[0] = 1; return 0; } // expected-note{{the condition depends on MYTHREAD}}
  upc_barrier; // expected-warning{{'upc_barrier' is executed only by threads that the condition on MYTHREAD chooses: all must execute the same collective operations (UPC 1.3, 3.9)}}
}
