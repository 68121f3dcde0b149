/* Functions that JavaScript calls: test/api. */
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include "point.h"
static double hidden(double x) { return x; }
shared double sums[THREADS];
double solve(double *u, int n, double by) {
  double sum = 0;
  for (int i = MYTHREAD; i < n; i += THREADS) { u[i] *= by; sum += u[i]; }
  sums[MYTHREAD] = sum;
  upc_barrier;
  sum = 0;
  for (int t = 0; t < THREADS; t++) sum += sums[t];
  upc_barrier;
  return hidden(sum);
}
int me(void) { return MYTHREAD; }
long long twice(long long x) { return 2 * x; }
unsigned char byte(unsigned char b, _Bool c, float f, short s) { return b + c + (int)f + s; }
double total(const double *u, int n) { double s = 0; for (int i = 0; i < n; i++) s += u[i]; return s; }
double norm(struct point p) { return p.x + p.y; }
void quit(int code) { if (MYTHREAD == 1) exit(code); upc_barrier; }
int divide(int a, int b) { return a / b; }
void stuck(int first) {
  if (MYTHREAD >= first) upc_barrier;
}
void forever(void) { for (;;) upc_fence; }
void hello(void) { printf("hello from %d\n", MYTHREAD); }
void stop(void) { abort(); }
void global(int x) { upc_global_exit(x); }
shared[] int there;
int *place(void) {
  if (MYTHREAD > 0) return NULL;
  there = 5;
  return (int *)&there;
}
int at(const int *p) { return *p; }
void sum(const double *a, const double *b, double *c, int n) {
  for (int i = MYTHREAD; i < n; i += THREADS) c[i] = a[i] + b[i];
}
void shift(const double *from, double *to, int n) {
  if (MYTHREAD == 0) for (int i = 0; i < n; i++) to[i] = from[i] + 1;
}
void linger(double *u, volatile int *flags) {
  flags[0] = 1;
  while (!flags[1]) upc_fence;
}
int apart(const void *a, const void *b) { return (int)((const char *)b - (const char *)a); }
static void last(void) { printf("thread %d ends\n", MYTHREAD); }
void remember(void) { atexit(last); }
int main(void) { return 7; }
