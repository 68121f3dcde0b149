// -Wspin: loops that wait and read relaxed (UPC 5.1.2.3).
#include <upc_relaxed.h>
shared int flag, flags[THREADS];
strict shared int ordered;
shared volatile int moving;
struct s { int ready; };
shared struct s box;
shared [] int *p;
int alone, *q;
volatile int v;
_Atomic int a;
int poll(void);
void waits(int n, shared struct s *b)
{
  while (!flag) ; // expected-warning{{the loop waits for 'flag' to change, and reads it relaxed: it need never see another thread's write (UPC 1.3, 5.1.2.3)}} expected-note{{declare it 'strict', or put 'upc_fence' into the loop}}
  while (flags[MYTHREAD] == 0) {} // expected-warning{{the loop waits for 'flags[MYTHREAD]' to change, and reads it relaxed: it need never see another thread's write (UPC 1.3, 5.1.2.3)}} expected-note{{declare it 'strict', or put 'upc_fence' into the loop}}
  do {} while (flag != n); // expected-warning{{the loop waits for 'flag' to change, and reads it relaxed: it need never see another thread's write (UPC 1.3, 5.1.2.3)}} expected-note{{declare it 'strict', or put 'upc_fence' into the loop}}
  for (; box.ready == 0; ) ; // expected-warning{{the loop waits for 'box.ready' to change, and reads it relaxed: it need never see another thread's write (UPC 1.3, 5.1.2.3)}} expected-note{{declare it 'strict', or put 'upc_fence' into the loop}}
  while (!b->ready) ; // expected-warning{{the loop waits for 'b->ready' to change, and reads it relaxed: it need never see another thread's write (UPC 1.3, 5.1.2.3)}} expected-note{{declare it 'strict', or put 'upc_fence' into the loop}}
  while (p[n] < 3 && n) { ; } // expected-warning{{the loop waits for 'p[n]' to change, and reads it relaxed: it need never see another thread's write (UPC 1.3, 5.1.2.3)}} expected-note{{declare it 'strict', or put 'upc_fence' into the loop}}
  while (!*q) ; // expected-warning{{the loop waits for '*q' to change, and reads it as private data that nothing in the loop writes}} expected-note{{declare it 'volatile', or read it through a pointer to strict shared data}}
  while (!alone) ; // expected-warning{{the loop waits for 'alone' to change, and reads it as private data that nothing in the loop writes}} expected-note{{declare it 'volatile', or read it through a pointer to strict shared data}}
  while (q[n]) ; // expected-warning{{the loop waits for 'q[n]' to change, and reads it as private data that nothing in the loop writes}} expected-note{{declare it 'volatile', or read it through a pointer to strict shared data}}
  while (upc_threadof(&flags[n]) == 2 || flag) ;
}
void right(int n, strict shared int *s)
{
  while (!ordered) ;
  while (!*s) ;
  while (!moving) ;
  while (!v) ;
  while (!a) ;
  while (!flag) upc_fence;
  while (!flag) poll();
  while (poll() && !flag) ;
  while (!flag) n++;
  while (!flag && n--) ;
  while (!flag) { if (ordered) break; }
  while (n) ;
  for (;;) ;
  while (!flag && !ordered) ;
  {
#pragma upc strict
    while (!flag) ;
  }
}
