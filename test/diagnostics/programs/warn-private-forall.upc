// -Wprivate-forall: a private array that a upc_forall fills, and one thread reads as if it were shared.
// flags: -Wall
#include <upc.h>
#include <stdio.h>
#define N 16
int squares[N]; // expected-note{{declare 'squares' shared}}
int elsewhere[N];
shared int cubes[N * THREADS];
void use(int *);
void show(void) { printf("%d\n", elsewhere[3]); }
int main(void)
{
  int i, total = 0, me = MYTHREAD;
  int sums[N], own[N], given[N], filled[N], rows[N][2]; 
  double means[THREADS][3]; // expected-note{{declare 'means' shared}}
  upc_forall (i = 0; i < N; i++; i) { // expected-note{{the upc_forall that fills 'sums' is here}} expected-note{{the upc_forall that fills 'squares' is here}}  expected-note{{the upc_forall that fills 'means' is here}} expected-note{{the upc_forall that fills 'rows' is here}}
    squares[i] = i * i;
    sums[i] += i;
    own[i] = given[i] = filled[i] = elsewhere[i] = i;
    rows[i][1]++;
    for (int k = 0; k < 3; k++) means[i % THREADS][k] = i;
    cubes[i] = i * i * i;
  }
  upc_barrier;
  if (MYTHREAD == 0) {
    for (i = 0; i < N; i++) total += squares[i]; // expected-warning{{'squares' is private: each thread has its own, with the elements of its own iterations alone, and one thread reads them all here (UPC 1.3, 6.6.2)}} expected-note{{'shared' without '[]' deals the elements to the threads, where their number is a multiple of THREADS or -T=N fixes it}}
    for (i = 0; i < N; i++) printf("%d %d\n", i, sums[i]); // expected-warning{{'sums' is private: each thread has its own, with the elements of its own iterations alone, and one thread reads them all here (UPC 1.3, 6.6.2)}} expected-note{{declare 'sums' shared}} expected-note{{'shared' without '[]' deals the elements to the threads, where their number is a multiple of THREADS or -T=N fixes it}}
    for (i = 0; i < N; i++) total += cubes[i] + elsewhere[i];
    for (i = MYTHREAD; i < N; i += THREADS) total += own[i];
    use(given);
    for (i = 0; i < N; i++) total += given[i];
    for (i = 0; i < N; i++) filled[i] = i;
    for (i = 0; i < N; i++) total += filled[i];
  }
  if (!me && total)
    for (i = 0; i < N; i++) total += rows[i][0]; // expected-warning{{'rows' is private: each thread has its own, with the elements of its own iterations alone, and one thread reads them all here (UPC 1.3, 6.6.2)}} expected-note{{declare 'rows' shared}} expected-note{{'shared' without '[]' deals the elements to the threads, where their number is a multiple of THREADS or -T=N fixes it}}
  if (me == 2) for (i = 0; i < THREADS; i++) total += means[i][0]; // expected-warning{{'means' is private: each thread has its own, with the elements of its own iterations alone, and one thread reads them all here (UPC 1.3, 6.6.2)}}
  if (me == 2) for (i = 0; i < THREADS; i++) if (i % THREADS == 2) total += own[i];
  for (i = 0; i < N; i++) total += own[i];
  show();
  return total;
}
