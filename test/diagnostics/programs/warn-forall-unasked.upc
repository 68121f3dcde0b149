// -Wnested-forall and -Wforall-affinity: affinities that do not do what they seem to (UPC 6.6.2).
// The same without -Wall is silent.
#include <upc.h>
shared int cyclic[10 * THREADS];
shared [10] int blocked[10 * THREADS];
shared [] int all[100];
shared [4] int rows[THREADS][4];
shared [10] int *p;
void nested(int n)
{
  int i, k;
  upc_forall (i = 0; i < n; i++; &cyclic[i])
    upc_forall (k = 0; k < n; k++; &cyclic[k]) cyclic[k] = i;
  upc_forall (i = 0; i < n; i++; continue)
    upc_forall (k = 0; k < n; k++; &cyclic[k]) cyclic[k] = i;
  upc_forall (i = 0; i < n; i++; &cyclic[i])
    upc_forall (k = 0; k < n; k++; continue) cyclic[k] = i;
  upc_forall (i = 0; i < n; i++; ) {
    if (n) { upc_forall (k = 0; k < n; k++; k) { upc_forall (int j = 0; j < n; j++; j) cyclic[j] = i; } }
  }
}
void dealt(int n)
{
  int i, sum = 0;
  upc_forall (i = 0; i < n; i++; i) blocked[i] = i;
  upc_forall (i = 0; i < n; i++; i) sum += all[i];
  upc_forall (i = 0; i < n; i++; i) cyclic[i] = blocked[i];
  upc_forall (i = 0; i < n; i++; &blocked[i]) blocked[i] = i;
  upc_forall (i = 0; i < n; i++; i) blocked[i + 1] = i;
  upc_forall (i = 0; i < n; i++; i / 10) blocked[i] = i;
  upc_forall (i = 0; i < n; i++; i) rows[i][0] = i;
  upc_forall (i = 0; i < n; i++; i) p[i] = i;
  upc_forall (i = 0; i < n; i++; i) cyclic[i] = i;
}
