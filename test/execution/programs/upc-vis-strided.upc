// static: 3
/* bupc_mem{cpy,put,get}_{fstrided,strided} and _async, against loops over the bytes. */
#include <upc.h>
#include <string.h>
#include "check.h"
#define SIZE 8192
shared [SIZE] unsigned char a[SIZE * THREADS], b[SIZE * THREADS];
static unsigned char mine[SIZE], model[SIZE];
static unsigned seed;
static unsigned pick(unsigned n) { seed = seed * 1664525u + 1013904223u; return (seed >> 8) % n; }

enum { CPY, PUT, GET };
static int to, from;

/* Clears the targets and gives the thread that the source is on. */
static int begin(int kind)
{
  upc_memset(&b[to * SIZE], 0, SIZE);
  memset(mine, 0, SIZE);
  memset(model, 0, SIZE);
  return kind == PUT ? MYTHREAD : from;
}

static void finish(int kind, bupc_handle_t handle)
{
  while (!bupc_trysync(handle)) bupc_poll();
  if (kind != GET) upc_memget(mine, &b[to * SIZE], SIZE);
  CHECK(memcmp(mine, model, SIZE) == 0);
}

static void fstrided(int kind, int asynchronous, int tl, int ts, int tc, int fl, int fs, int fc)
{
  bupc_handle_t h = BUPC_COMPLETE_HANDLE;
  int source = begin(kind), i;
  void *private = (void *)&a[MYTHREAD * SIZE];
  for (i = 0; i < tl * tc; i++) model[i / tl * ts + i % tl] = a[source * SIZE + i / fl * fs + i % fl];
  if (kind == CPY && asynchronous)
    h = bupc_memcpy_fstrided_async(&b[to * SIZE], tl, ts, tc, &a[from * SIZE], fl, fs, fc);
  else if (kind == CPY) bupc_memcpy_fstrided(&b[to * SIZE], tl, ts, tc, &a[from * SIZE], fl, fs, fc);
  else if (kind == PUT && asynchronous) h = bupc_memput_fstrided_async(&b[to * SIZE], tl, ts, tc, private, fl, fs, fc);
  else if (kind == PUT) bupc_memput_fstrided(&b[to * SIZE], tl, ts, tc, private, fl, fs, fc);
  else if (asynchronous) h = bupc_memget_fstrided_async(mine, tl, ts, tc, &a[from * SIZE], fl, fs, fc);
  else bupc_memget_fstrided(mine, tl, ts, tc, &a[from * SIZE], fl, fs, fc);
  finish(kind, h);
}

/* Strided with places given as the start of each side. */
static void strided(int kind, int asynchronous, int t0, const size_t *ts, int f0, const size_t *fs, const size_t *count,
                    int levels)
{
  bupc_handle_t h = BUPC_COMPLETE_HANDLE;
  int source = begin(kind), i, k, total = count[0];
  const void *private = (const void *)&a[MYTHREAD * SIZE + f0];
  for (i = 0; i < levels; i++) total *= count[i + 1];
  for (i = 0; i < total; i++) {
    int rest = i / count[0], t = t0 + i % count[0], f = f0 + i % count[0];
    for (k = 0; k < levels; k++) {
      t += rest % count[k + 1] * (int)ts[k];
      f += rest % count[k + 1] * (int)fs[k];
      rest /= count[k + 1];
    }
    model[t] = a[source * SIZE + f];
  }
  if (kind == CPY && asynchronous)
    h = bupc_memcpy_strided_async(&b[to * SIZE + t0], ts, &a[from * SIZE + f0], fs, count, levels);
  else if (kind == CPY) bupc_memcpy_strided(&b[to * SIZE + t0], ts, &a[from * SIZE + f0], fs, count, levels);
  else if (kind == PUT && asynchronous) h = bupc_memput_strided_async(&b[to * SIZE + t0], ts, private, fs, count, levels);
  else if (kind == PUT) bupc_memput_strided(&b[to * SIZE + t0], ts, private, fs, count, levels);
  else if (asynchronous) h = bupc_memget_strided_async(mine + t0, ts, &a[from * SIZE + f0], fs, count, levels);
  else bupc_memget_strided(mine + t0, ts, &a[from * SIZE + f0], fs, count, levels);
  finish(kind, h);
}

static void all(int kind, int asynchronous)
{
  size_t one[] = { 24 }, other[] = { 40 }, row[] = { 16, 9 };
  size_t cube[] = { 8, 96, 1200 }, packed[] = { 8, 32, 160 }, box[] = { 8, 4, 5, 3 };
  size_t across[] = { 80, 8 }, along[] = { 8, 48 }, turned[] = { 8, 6, 10 };
  size_t back[] = { (size_t)-24 }, same[] = { 0 }, none[] = { 8, 0 };
  int chunk = 1 + pick(40), gap = pick(20), n = 1 + pick(30);
  fstrided(kind, asynchronous, chunk, chunk + gap, n, chunk, chunk + pick(20), n);
  fstrided(kind, asynchronous, chunk, chunk + gap, n, chunk * n, 1, 1);         /* from one piece */
  fstrided(kind, asynchronous, chunk * n, 1, 1, chunk, chunk + gap, n);         /* into one */
  fstrided(kind, asynchronous, 2 * chunk, 2 * chunk, n, chunk, chunk + gap, 2 * n);
  fstrided(kind, asynchronous, 6, 7, 20, 8, 11, 15);                            /* neither: pieces of 2, 4, 6 */
  fstrided(kind, asynchronous, 8, 8, 0, 4, 4, 0);
  fstrided(kind, asynchronous, 0, 8, 3, 4, 0, 0);
  strided(kind, asynchronous, 3, one, 5, other, row, 1);
  strided(kind, asynchronous, 0, cube, 8, packed, box, 3);
  strided(kind, asynchronous, 1, packed, 2, cube, box, 3);
  strided(kind, asynchronous, 0, across, 0, along, turned, 2);                  /* a transposition */
  strided(kind, asynchronous, 1000, back, 2000, one, row, 1);                   /* backwards */
  strided(kind, asynchronous, 100, one, 7, same, row, 1);                       /* one row repeated */
  strided(kind, asynchronous, 5, NULL, 6, NULL, row, 0);
  strided(kind, asynchronous, 5, one, 6, one, none, 1);
}

/* Columns of a matrix whose rows lie on one thread, to rows of another's. */
static void columns(void)
{
  enum { N = 16 };
  static double local[N];
  shared [SIZE] double *matrix = (shared [SIZE] double *)&a[(MYTHREAD + 1) % THREADS * SIZE];
  bupc_handle_t handles[N];
  int i, k;
  upc_barrier;
  for (i = 0; i < N * N; i++) matrix[i] = 1000 * MYTHREAD + i;
  for (k = 0; k < N; k++) {
    handles[k] = bupc_memget_fstrided_async(local, sizeof(double) * N, 0, 1, &matrix[k], sizeof(double),
                                            N * sizeof(double), N);
    bupc_waitsync_all(handles, k + 1);
    CHECK(bupc_trysync_all(handles, k + 1) && bupc_trysync_some(handles, k + 1));
    for (i = 0; i < N; i++) CHECK(local[i] == 1000 * MYTHREAD + N * i + k);
  }
}

int main(void)
{
  int i, round;
  seed = MYTHREAD + 1;
  for (i = 0; i < SIZE; i++) a[MYTHREAD * SIZE + i] = 1 + pick(255);
  for (round = 0; round < 8; round++) {
    upc_barrier;
    to = (MYTHREAD + round) % THREADS;
    from = pick(THREADS);
    for (i = 0; i < 6; i++) all(i % 3, i / 3);
  }
  columns();
  return bad != 0;
}
