/*
 * A stable sort that needs no memory, for when there is none: halves are merged by exchanging what is out of place in
 * the middle (Dudzinski and Dydek 1981). n log n comparisons, n log^2 n moves, as much stack as there are halvings.
 */
#include "sort.h"

typedef struct {
  size_t size; /* of an element */
  comparison_r_t *compare;
  void *argument;
} order_t;

#define IS_LESS(left, right) (by->compare(left, right, by->argument) < 0)

/* The first of `count` elements that is not less than `key`, or with `or_equal` the first that is greater. */
static char *bound(char *base, size_t count, const char *key, int or_equal, const order_t *by) {
  while (count > 0) {
    char *middle = base + count / 2 * by->size;
    int is_before = or_equal ? !IS_LESS(key, middle) : IS_LESS(middle, key);
    if (is_before) base = middle + by->size;
    count = is_before ? count - count / 2 - 1 : count / 2;
  }
  return base;
}

static void exchange(char *left, char *right, size_t size) {
  for (; size > 0; size--, left++, right++) {
    char byte = *left;
    *left = *right;
    *right = byte;
  }
}

static void reverse(char *base, char *end, size_t size) {
  while (end - base > size) {
    end -= size;
    exchange(base, end, size);
    base += size;
  }
}

/* Exchanges the elements before and behind `middle`. */
static void rotate(char *base, char *middle, char *end, size_t size) {
  if (base == middle || middle == end) return;
  reverse(base, middle, size);
  reverse(middle, end, size);
  reverse(base, end, size);
}

/* Merges the sorted elements before and behind `middle`. */
static void merge(char *base, char *middle, char *end, const order_t *by) {
  size_t left = (middle - base) / by->size, right = (end - middle) / by->size;
  if (left == 0 || right == 0) return;
  char *first, *second; /* what is between the middle and these is out of place */
  if (left == 1 && right == 1) {
    if (IS_LESS(middle, base)) exchange(base, middle, by->size);
    return;
  }
  if (left > right) {
    first = base + left / 2 * by->size;
    second = bound(middle, right, first, 0, by);
  } else {
    second = middle + right / 2 * by->size;
    first = bound(base, left, second, 1, by);
  }
  rotate(first, middle, second, by->size);
  char *between = first + (second - middle);
  merge(base, first, between, by);
  merge(between, between + (middle - first), end, by);
}

static void sort(char *base, size_t count, const order_t *by) {
  if (count < 2) return;
  char *middle = base + count / 2 * by->size;
  sort(base, count / 2, by);
  sort(middle, count - count / 2, by);
  merge(base, middle, base + count * by->size, by);
}

void __pgasc_sort_in_place(char *base, size_t count, size_t size, comparison_r_t *compare, void *argument) {
  order_t by = {size, compare, argument};
  sort(base, count, &by);
}
