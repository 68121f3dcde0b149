/*
 * Functions that wait in all the ways in which a call can stand: what a thread has on its stack is there when it goes on. Every thread does the same, and waits
 * for all others in each call of `meet`.
 */
#include <alloca.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>

shared int numbers[THREADS];
int rounds, errors;

#define CHECK(test) do { if (!(test)) { errors++; printf("thread %d, line %d: %s\n", MYTHREAD, __LINE__, #test); } } while (0)

/* All threads are at the same round. */
int meet(int value) {
  numbers[MYTHREAD] = ++rounds;
  upc_barrier;
  for (int i = 0; i < THREADS; i++) CHECK(numbers[i] == rounds);
  upc_barrier;
  return value;
}

int compare(const void *a, const void *b) {
  meet(0);
  return *(const int *)a - *(const int *)b;
}

void sorted(void) {
  int list[] = {5, 3, 9, 1, 7, 2, 8}, key = 7;
  qsort(list, 7, sizeof *list, compare);
  for (int i = 1; i < 7; i++) CHECK(list[i - 1] < list[i]);
  int *found = bsearch(&key, list, 7, sizeof *list, compare);
  CHECK(found != 0 && *found == 7);
}

int add(int a, int b) { return meet(a) + meet(b); }
int subtract(int a, int b) { return a - meet(b); }
double scaled(double x, int n) { meet(n); return x * n; }

void pointers(void) {
  int (*operations[])(int, int) = {add, subtract};
  double (*volatile scale)(double, int) = scaled;
  int sum = 0;
  for (int i = 0; i < 6; i++) sum += operations[i % 2](10 * i, i);
  CHECK(sum == 0 + 9 + 22 + 27 + 44 + 45);
  CHECK(scale(1.5, 4) == 6.0);
}

long total(int count, ...) {
  va_list values;
  long sum = 0;
  va_start(values, count);
  for (int i = 0; i < count; i++) {
    sum += va_arg(values, int);
    meet(0);
    sum += va_arg(values, double);
  }
  va_end(values);
  return sum;
}

void allocated(int size) {
  char *low = alloca(size);
  int sizes[size];
  for (int i = 0; i < size; i++) low[i] = sizes[i] = i;
  meet(0);
  char *more = alloca(meet(16));
  more[0] = 1;
  for (int i = 0; i < size; i++) CHECK(low[i] == i && sizes[i] == i);
}

long deep(int depth, long sum) {
  char kept[8] = {depth};
  if (depth == 0) return meet(sum);
  long below = deep(depth - 1, sum + depth);
  CHECK(kept[0] == (char)depth);
  return below + 1;
}

jmp_buf out;

void leave(int depth) {
  if (depth > 0) leave(depth - 1);
  meet(0);
  longjmp(out, depth + 3);
}

void jumped(void) {
  volatile int times = 0;
  int code = setjmp(out);
  times++;
  meet(times);
  if (times < 4) leave(times);
  CHECK(times == 4 && code == 3);
}

struct pair { long first; double second; };
struct pair paired(long a) { struct pair p = {meet(a), 0.5 * meet(a)}; return p; }
long long large(long long a) { meet(1); return a << 33; }
float small(float a) { meet(1); return a / 2; }

void results(void) {
  struct pair p = paired(6);
  CHECK(p.first == 6 && p.second == 3.0);
  CHECK(large(3) == 3LL << 33 && small(3) == 1.5f);
}

void control(void) {
  int met = 0;
  for (int i = meet(0); i < meet(3); i += meet(1)) {
    switch (i) {
      case 0: met += meet(1); /* falls through */
      case 1: met += meet(10); continue;
      default: met += meet(100);
    }
    while (meet(met) < 500) if ((met += meet(150)) > 400 && meet(1)) break;
  }
  do met += meet(1); while (met % 4);
  if (!meet(0) && (meet(1) || meet(2))) met += meet(1000) ? meet(2000) : meet(3000);
  CHECK(met == 2424);
again:
  if (meet(met++) < 2426) goto again;
  CHECK(met == 2427);
}

int main(void) {
  sorted();
  pointers();
  CHECK(total(3, 1, 2.0, 3, 4.0, 5, 6.0) == 21);
  allocated(20);
  CHECK(deep(10000, 0) == 10000L * 10001 / 2 + 10000);
  jumped();
  results();
  control();
  upc_barrier;
  if (MYTHREAD == 0) printf("%d rounds\n", rounds);
  return errors != 0;
}
