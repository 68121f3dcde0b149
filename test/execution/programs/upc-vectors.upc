// threads: 1 2 3 7
// static: 3
// flags: -O2
// upc_forall over a thread's own elements, in vectors where the back end has them: each element once, with its own value.
#include <stdio.h>
#include <upc_relaxed.h>

#define N 137
shared double a[N * THREADS], b[N * THREADS], c[N * THREADS];
#define K 23
shared [K] float d[K * 5 * THREADS], e[K * 5 * THREADS];
shared [*] int f[61 * THREADS], g[61 * THREADS];

static void cyclic(int n, double s) {
    int i;
    upc_forall (i = 0; i < n; i++; &a[i]) a[i] = b[i] + s * c[i];
}

static void blocked(int from, int to, float s) {
    int i;
    upc_forall (i = from; i < to; i++; &d[i]) d[i] = d[i] + s * e[i];
}

static void whole(int from, int to) {
    int i;
    upc_forall (i = from; i < to; i++; &f[i]) f[i] = g[i] * 3 - i;
}

static int failures;

static void check(int isRight, const char *what, int n, int i) {
    if (!isRight && failures++ < 5) printf("thread %d: %s to %d is wrong at %d\n", MYTHREAD, what, n, i);
}

static void reset(void) {
    int i;
    upc_barrier;
    upc_forall (i = 0; i < N * THREADS; i++; &a[i]) a[i] = -1, b[i] = i * 0.5, c[i] = 1.0 / (i + 1);
    upc_forall (i = 0; i < K * 5 * THREADS; i++; &d[i]) d[i] = i, e[i] = i * 0.25f;
    upc_forall (i = 0; i < 61 * THREADS; i++; &f[i]) f[i] = -7, g[i] = i * i;
    upc_barrier;
}

static void at(int n) {
    int from = n / 3;
    reset();
    cyclic(n, 3);
    blocked(from, n < K * 5 * THREADS ? n : K * 5 * THREADS, 2);
    whole(from, n < 61 * THREADS ? n : 61 * THREADS);
    upc_barrier;
    if (MYTHREAD != n % THREADS) return;
    for (int i = 0; i < N * THREADS; i++) check(a[i] == (i < n ? i * 0.5 + 3 * (1.0 / (i + 1)) : -1), "cyclic", n, i);
    for (int i = 0; i < K * 5 * THREADS; i++) check(d[i] == (i >= from && i < n ? i + 2 * (i * 0.25f) : i), "blocked", n, i);
    for (int i = 0; i < 61 * THREADS; i++) check(f[i] == (i >= from && i < n ? i * i * 3 - i : -7), "whole", n, i);
}

int main(void) {
    static const int lengths[] = {0, 1, 2, 3, 7, 16, 17, 40, 61, 100, 115, 136, 137};
    for (int k = 0; k < (int)(sizeof lengths / sizeof *lengths); k++) at(lengths[k]);
    at(N * THREADS);
    at(N * THREADS - 1);
    upc_barrier;
    return failures != 0;
}
