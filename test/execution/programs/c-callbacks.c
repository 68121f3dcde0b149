/*
 * Functions that are given functions, known and unknown ones: in loops, recursion and circles of calls, passed on, set,
 * compared, kept; with results and arguments of all kinds, and jumps out of them.
 */
#include <complex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include "check.h"

typedef int int_f(int);
static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int calls;
static int counting(int x) { return calls++, x + 1; }

static int sum(int n, int_f *f) {
  int s = 0;
  for (int i = 0; i < n; i++) s += f(i);
  return s;
}
static int sum_of_both(int n, int_f *f, int_f *g) { return sum(n, f) + 10000 * sum(n, g); }
static int changing(int n, int_f *f) {
  int s = 0;
  for (int i = 0; i < n; i++, f = f == twice ? square : twice) s += f(i);
  return s;
}
static int by_kind(int n, int kind, int_f *f) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    if (kind == 1) s += f(i);
    else if (kind == 2) s -= f(i);
    else if (kind != 7) s += 1000;
  }
  return s;
}

static int odd(int n, int_f *f);
static int even(int n, int_f *f) { return n == 0 ? 0 : f(n) + odd(n - 1, f); }
static int odd(int n, int_f *f) { return n == 0 ? 0 : -f(n) + even(n - 1, f); }

/* Each goes on with the other function. */
static int swapping(int n, int_f *f, int_f *g) { return n == 0 ? 0 : f(n) + 3 * swapping(n - 1, g, f); }

typedef struct node { struct node *left, *right; int value; } node_t;
static node_t *insert(node_t *tree, int value) {
  if (!tree) {
    tree = malloc(sizeof *tree);
    *tree = (node_t){NULL, NULL, value};
  } else if (value < tree->value) tree->left = insert(tree->left, value);
  else tree->right = insert(tree->right, value);
  return tree;
}
static void walk(node_t *tree, void (*visit)(node_t *, void *), void *told) {
  if (!tree) return;
  node_t *right = tree->right;
  walk(tree->left, visit, told);
  visit(tree, told);
  walk(right, visit, told);
}
static void add_up(node_t *tree, void *told) { *(long *)told = *(long *)told * 3 + tree->value; }
static void forget(node_t *tree, void *told) { free(tree), ++*(int *)told; }
static jmp_buf out;
static void leave(node_t *tree, void *told) {
  *(int *)told = tree->value;
  if (tree->value == 5) longjmp(out, 7);
}

typedef struct { double a[3]; } triple_t;
static triple_t next(triple_t t) { return (triple_t){{t.a[1], t.a[2], t.a[0] + 0.5}}; }
static triple_t repeated(int n, triple_t t, triple_t (*f)(triple_t)) {
  while (n-- > 0) t = f(t);
  return t;
}
static double complex turned(double complex z) { return z * I; }
static double complex turns(int n, double complex z, double complex (*f)(double complex)) {
  for (; n > 0; n--) z = f(z);
  return z;
}
static int last_of(int n, ...) {
  va_list list;
  int last = 0;
  va_start(list, n);
  while (n-- > 0) last = va_arg(list, int);
  va_end(list);
  return last;
}
static int variadic(int n, int (*f)(int, ...)) {
  int s = 0;
  for (int i = 1; i <= n; i++) s += f(i % 3 + 1, i, 2 * i, 3 * i);
  return s;
}

int main(int argc, char **argv) {
  int_f *unknown = argc > 100 ? square : twice;
  CHECK(sum(10, twice) == 90 && sum(10, square) == 285 && sum(10, unknown) == 90);
  CHECK(sum_of_both(10, twice, square) == 2850090 && sum_of_both(10, square, unknown) == 900285);
  CHECK(sum_of_both(10, twice, twice) == 900090 && sum(0, counting) == 0 && sum(5, counting) == 15 && calls == 5);
  CHECK(changing(4, twice) == 0 + 1 + 4 + 9 && changing(4, square) == 0 + 2 + 4 + 6);
  CHECK(by_kind(4, 1, twice) == 12 && by_kind(4, 2, twice) == -12 && by_kind(4, 3, twice) == 4000);
  CHECK(by_kind(4, 7, twice) == 0 && by_kind(4, argc, square) == (argc == 1 ? 14 : 4000));
  CHECK(even(4, twice) == 8 - 6 + 4 - 2 && odd(3, square) == -9 + 4 - 1 && even(3, unknown) == 6 - 4 + 2);
  CHECK(swapping(3, twice, square) == 6 + 3 * (4 + 3 * (2 + 0)) && swapping(3, square, twice) == 9 + 3 * (4 + 3 * 1));
  node_t *tree = NULL;
  for (int i = 0; i < 10; i++) tree = insert(tree, i * 7 % 10);
  long order = 0;
  volatile int at = 0;
  int freed = 0;
  walk(tree, add_up, &order);
  CHECK(order == 14757);
  if (setjmp(out) == 0) walk(tree, leave, (void *)&at);
  CHECK(at == 5);
  walk(tree, forget, &freed);
  CHECK(freed == 10);
  triple_t t = repeated(7, (triple_t){{1, 2, 3}}, next);
  CHECK(t.a[0] == 3 && t.a[1] == 4 && t.a[2] == 2.5);
  CHECK(turns(3, 1 + 2 * I, turned) == 2 - I);
  CHECK(variadic(6, last_of) == 1 * 2 + 2 * 3 + 3 + 4 * 2 + 5 * 3 + 6);
  return bad != 0;
}
