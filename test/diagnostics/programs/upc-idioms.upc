// Valid idioms of UPC: none may be an error.
#include <upc_relaxed.h>
#include <upc_tick.h>
#include <upc_atomic.h>
#include <upc_nb.h>
#include <stdio.h>
#include <stdlib.h>
#define N 16
#define BLK (N / 4)
typedef struct { double re, im; } cplx;
typedef shared [] cplx *dir_t;
shared dir_t dir[THREADS];
shared [BLK] double A[N * THREADS][N];
shared [N * N] double B[THREADS][N][N];
shared double s1; shared [4] int blk[4 * THREADS]; shared [*] int st[100 * THREADS];
strict shared int flag; relaxed shared int rflag; shared strict int flag2;
shared int *shared sp; shared [] int *shared [1] dirs[THREADS];
upc_lock_t *lock; upc_lock_t *shared slock; upc_lock_t *locks[10]; shared [] upc_lock_t *x1;
const shared int cs = 3; static shared int hidden[THREADS]; extern shared int later[THREADS]; shared int later[THREADS];
shared struct { int a[4]; struct { double d; } in; } ss[THREADS];
int f(shared const void *p, shared [] char *q) { return p == q; }
shared void *g(void) { return upc_all_alloc(THREADS, 10 * sizeof(int)); }
shared [10] int *h(shared [10] int *p, int i) { return p + i; }
typedef shared [BLK] double row_t[N]; row_t *rp; shared [BLK] double (*ra)[N] = A;
int main(int argc, char **argv)
{
  int i, j; double sum = 0; shared [BLK] double *p; double *l; cplx c, *lc;
  upc_forall (i = 0; i < N * THREADS; i++; &A[i][0]) for (j = 0; j < N; j++) A[i][j] = i * j;
  upc_forall (int k = 0; k < N; k++; k) { if (k == 3) continue; sum += k; }
  upc_forall (;;;continue) { int q; for (;;) break; if (i) continue; }
  for (i = MYTHREAD; i < 100 * THREADS; i += THREADS) st[i] = i;
  upc_barrier; upc_notify 3; upc_wait 3; upc_fence; upc_barrier(MYTHREAD * 0); barrier_label: ;
  p = &A[MYTHREAD][0]; l = (double *)p; l = (double *)&A[MYTHREAD][0]; p = (shared [BLK] double *)g(); p++; --p; p += 3; i = p - &A[0][0];
  dir[MYTHREAD] = upc_alloc(10 * sizeof(cplx)); dir[0][1].re = 3; c = dir[0][1]; lc = (cplx *)dir[MYTHREAD]; *lc = c; dir[0]->im += 2;
  lock = upc_all_lock_alloc(); upc_lock(lock); s1 += sum; upc_unlock(lock); if (upc_lock_attempt(lock)) upc_unlock(lock);
  upc_memput(&B[(MYTHREAD + 1) % THREADS][0][0], l, N * sizeof(double)); upc_memget(l, &A[0][0], 8); upc_memcpy(&A[0][0], &B[0][0][0], 8);
  if (flag) flag = 1; while (flag2 == 7) ; { static shared int once; once++; }
  size_t z = upc_threadof(&A[1][1]) + upc_phaseof(p) + upc_addrfield(p) + upc_blocksizeof(A) + upc_localsizeof(B) + upc_elemsizeof(st) + sizeof(A[0]) + upc_affinitysize(100, 10, 0);
  ss[MYTHREAD].a[2] = 3; ss[0].in.d = 2.5; int *lp = (int *)&ss[MYTHREAD].a[0]; shared [] int *mp = &ss[0].a[1]; mp[1]++;
  sp = (shared int *)&blk[0]; sp = NULL; if (sp == NULL && !sp && p != 0) z++; shared void *v = A; v = p; p = v; v = (shared void *)0;
  bupc_tick_t tt = bupc_ticks_now(); upc_tick_t t = upc_ticks_now(); (void)t; (void)tt; (void)z; (void)lp; (void)h; (void)f(v, 0);
  switch (MYTHREAD) { case 0: if (THREADS > 1) printf("%d\n", (int)upc_threadof(&blk[4])); break; default: ; }
  (void)(MYTHREAD == THREADS - 1 ? &A[0][0] : p); (void)(A + 1); *(A[0] + 1) = 2; (*ra)[1] = 3; (void)&B; (void)*B; rp = ra;
  dirs[MYTHREAD] = (shared [] int *)upc_alloc(4); dirs[0][0] = 1; shared [] int *ll = dirs[0]; ll[0] = (int)cs; upc_free(lock ? v : 0); 
  for (upc_lock_t **q = locks; q < locks + 10; q++) *q = upc_global_lock_alloc(); upc_global_exit(argc > 1 ? atoi(argv[1]) : 0);
  return 0;
}
