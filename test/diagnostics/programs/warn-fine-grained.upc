// -Wfine-grained: rows on one thread that a loop moves element by element (UPC 7.2.5).
// flags: -Wfine-grained
#include <upc.h>
#include <math.h>
#include <stdio.h>
#define N 100
shared [] double all[N];
shared double cyclic[N * THREADS];
shared [N] double rows[THREADS][N];
shared [2 * N] double pairs[THREADS][2][N];
shared [10] double tens[N * THREADS];
strict shared [] double ordered[N];
double buffer[N], sum;
float single[N];
struct block { shared [] double *data; int n; };
void reads(shared [] double *p, int lo, int hi, int k, struct block *b)
{
  int i;
  for (i = lo; i < hi; i++) buffer[i] = p[i]; // expected-warning{{the loop reads 'p' element by element, and its elements are on one thread: one transfer moves them all (UPC 1.3, 7.2.5)}} expected-note{{replace it by upc_memget(&buffer[lo], &p[lo], (hi - lo) * sizeof(double)), or, if they are the thread's own, a pointer of type 'double *'}}
  for (i = 0; i <= hi; i++) { buffer[i + 2] = p[i + k]; } // expected-warning{{the loop reads 'p' element by element, and its elements are on one thread: one transfer moves them all (UPC 1.3, 7.2.5)}} expected-note{{replace it by upc_memget(&buffer[2], &p[k], (hi + 1) * sizeof(double)), or, if they are the thread's own, a pointer of type 'double *'}}
  for (int j = 0; j < N; ++j) buffer[j] = rows[k][j]; // expected-warning{{the loop reads 'rows[k]' element by element, and its elements are on one thread: one transfer moves them all (UPC 1.3, 7.2.5)}} expected-note{{replace it by upc_memget(&buffer[0], &rows[k][0], 100 * sizeof(double)), or, if they are the thread's own, a pointer of type 'double *'}}
  for (int j = 0; j < N; j++) sum += sqrt(pairs[k][1][j]); // expected-warning{{the loop reads 'pairs[k][1]' element by element, and its elements are on one thread: one transfer moves them all (UPC 1.3, 7.2.5)}} expected-note{{before the loop upc_memget(buffer, &pairs[k][1][0], 100 * sizeof(double)), and read the buffer, or, if they are the thread's own, a pointer of type 'double *'}}
  for (i = lo; i < hi - 1; i += 1) single[i] = p[i]; // expected-warning{{the loop reads 'p' element by element, and its elements are on one thread: one transfer moves them all (UPC 1.3, 7.2.5)}} expected-note{{before the loop upc_memget(buffer, &p[lo], (hi - 1 - lo) * sizeof(double)), and read the buffer, or, if they are the thread's own, a pointer of type 'double *'}}
  for (i = 0; i < b->n; i++) sum += b->data[i]; // expected-warning{{the loop reads 'b->data' element by element, and its elements are on one thread: one transfer moves them all (UPC 1.3, 7.2.5)}} expected-note{{before the loop upc_memget(buffer, &b->data[0], b->n * sizeof(double)), and read the buffer, or, if they are the thread's own, a pointer of type 'double *'}}
  for (i = 0; i < N; i++) sum += all[i] * buffer[i]; // expected-warning{{the loop reads 'all' element by element, and its elements are on one thread: one transfer moves them all (UPC 1.3, 7.2.5)}} expected-note{{before the loop upc_memget(buffer, &all[0], 100 * sizeof(double)), and read the buffer, or, if they are the thread's own, a pointer of type 'double *'}}
}
void writes(shared [] double *p, shared [] double *q, int n, int k)
{
  int i;
  for (i = 0; i < n; i++) p[i] = buffer[i]; // expected-warning{{the loop writes 'p' element by element, and its elements are on one thread: one transfer moves them all (UPC 1.3, 7.2.5)}} expected-note{{replace it by upc_memput(&p[0], &buffer[0], n * sizeof(double)), or, if they are the thread's own, a pointer of type 'double *'}}
  for (i = 0; i < n; i++) p[i + k * N] = i * 0.5; // expected-warning{{the loop writes 'p' element by element, and its elements are on one thread: one transfer moves them all (UPC 1.3, 7.2.5)}} expected-note{{write to a private buffer, and after the loop upc_memput(&p[k * 100], buffer, n * sizeof(double)), or, if they are the thread's own, a pointer of type 'double *'}}
  for (i = 0; i < N; i++) rows[k][i] = 0; // expected-warning{{the loop writes 'rows[k]' element by element, and its elements are on one thread: one transfer moves them all (UPC 1.3, 7.2.5)}} expected-note{{write to a private buffer, and after the loop upc_memput(&rows[k][0], buffer, 100 * sizeof(double)), or, if they are the thread's own, a pointer of type 'double *'}}
  for (i = 0; i < n; i++) p[i] = q[i]; // expected-warning{{the loop writes 'p' element by element, and its elements are on one thread: one transfer moves them all (UPC 1.3, 7.2.5)}} expected-note{{replace it by upc_memcpy(&p[0], &q[0], n * sizeof(double)), or, if they are the thread's own, a pointer of type 'double *'}}
}
void fine(shared [] double *p, shared double *c, int n, int k)
{
  shared [] double *mine = (shared [] double *)&rows[MYTHREAD][0], *heap = upc_alloc(n * sizeof(double));
  int i;
  for (i = 0; i < n; i++) mine[i] = i;
  for (i = 0; i < n; i++) heap[i] = i;
  for (i = 0; i < N; i++) rows[MYTHREAD][i] = i;
  for (i = 0; i < n; i++) c[i] = i;
  for (i = 0; i < n; i++) sum += cyclic[i] + tens[i];
  for (i = 0; i < n; i++) sum += ordered[i];
  for (i = 0; i < 4; i++) sum += p[i];
  for (i = 0; i < n; i += 2) sum += p[i];
  for (i = 0; i < n; i++) sum += p[2 * i];
  for (i = 0; i < n; i++) sum += p[k];
  for (i = 0; i < n; i++) p[i] += 1;
  for (i = 0; i < n; i++) p[i] = p[i + 1];
  for (i = 0; i < n; i++) if (buffer[i] > 0) sum += p[i];
  for (i = 0; i < n; i++) printf("%g\n", p[i]);
  for (i = 0; i < n; i++) { sum += p[i]; if (sum > 3) break; }
  for (i = 0; i < n; i++) { sum += p[i]; upc_fence; }
  for (i = 0; i < n; i++) { k++; sum += p[i + k]; }
  for (i = 0; i < n; i++) { p = p + 1; sum += p[i]; }
  for (i = 0; i < 2 * N; i++) sum += rows[k][i];
  upc_forall (i = 0; i < n; i++; i) { for (int j = 0; j < N; j++) sum += rows[i][j]; }
  if (MYTHREAD == 0) for (i = 0; i < N; i++) all[i] = i;
}
