/* UPC_CSWAP compares values, as == does: zeros of both signs are equal, a NaN equals nothing. What is swapped keeps its sign. UPC_MIN is
   old < operand ? old : operand, and UPC_MAX likewise: so of a NaN, and of zeros of both signs, the operand. On memory of the thread itself and
   of the next one. */
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <upc.h>
#include <upc_atomic.h>
#include "check.h"

static shared double doubles[THREADS];
static shared float floats[THREADS];
static upc_atomicdomain_t *of_doubles, *of_floats;

/* Sets the word, swaps, and gives what is there then: its bits, as the comparison of zeros tells nothing. */
static uint64_t swapped_double(shared double *target, double before, double expected, double desired, uint64_t *old) {
  double seen, after;
  upc_atomic_strict(of_doubles, NULL, UPC_SET, target, &before, NULL);
  upc_atomic_strict(of_doubles, &seen, UPC_CSWAP, target, &expected, &desired);
  upc_atomic_strict(of_doubles, &after, UPC_GET, target, NULL, NULL);
  uint64_t bits;
  memcpy(old, &seen, sizeof seen);
  memcpy(&bits, &after, sizeof after);
  return bits;
}

static uint32_t swapped_float(shared float *target, float before, float expected, float desired, uint32_t *old) {
  float seen, after;
  upc_atomic_strict(of_floats, NULL, UPC_SET, target, &before, NULL);
  upc_atomic_strict(of_floats, &seen, UPC_CSWAP, target, &expected, &desired);
  upc_atomic_strict(of_floats, &after, UPC_GET, target, NULL, NULL);
  uint32_t bits;
  memcpy(old, &seen, sizeof seen);
  memcpy(&bits, &after, sizeof after);
  return bits;
}

static void try_doubles(shared double *target) {
  const uint64_t minus = UINT64_C(1) << 63, one = UINT64_C(0x3ff) << 52, two = UINT64_C(1) << 62;
  double of_two = 2.0, old;
  uint64_t seen;
  CHECK(swapped_double(target, 1.0, 1.0, 2.0, &seen) == two && seen == one);
  CHECK(swapped_double(target, 1.0, 1.5, 2.0, &seen) == one && seen == one);
  CHECK(swapped_double(target, -0.0, 0.0, 1.0, &seen) == one && seen == minus);
  CHECK(swapped_double(target, 0.0, -0.0, 1.0, &seen) == one && seen == 0);
  CHECK(swapped_double(target, 0.0, 0.0, -0.0, &seen) == minus && seen == 0);
  CHECK(swapped_double(target, 1.0, NAN, 2.0, &seen) == one && seen == one);
  uint64_t nan = swapped_double(target, NAN, NAN, 2.0, &seen);
  CHECK(nan != two && seen == nan);
  /* Without a place for the old value. */
  double zero = 0.0, negative = -0.0;
  upc_atomic_relaxed(of_doubles, NULL, UPC_SET, target, &negative, NULL);
  upc_atomic_relaxed(of_doubles, NULL, UPC_CSWAP, target, &zero, &of_two);
  upc_atomic_relaxed(of_doubles, &old, UPC_GET, target, NULL, NULL);
  CHECK(old == 2.0);
}

static void try_floats(shared float *target) {
  const uint32_t minus = UINT32_C(1) << 31, one = UINT32_C(0x7f) << 23, two = UINT32_C(1) << 30;
  uint32_t seen;
  CHECK(swapped_float(target, 1.0f, 1.0f, 2.0f, &seen) == two && seen == one);
  CHECK(swapped_float(target, 1.0f, 1.5f, 2.0f, &seen) == one && seen == one);
  CHECK(swapped_float(target, -0.0f, 0.0f, 1.0f, &seen) == one && seen == minus);
  CHECK(swapped_float(target, 0.0f, -0.0f, 1.0f, &seen) == one && seen == 0);
  CHECK(swapped_float(target, 0.0f, 0.0f, -0.0f, &seen) == minus && seen == 0);
  CHECK(swapped_float(target, 1.0f, NAN, 2.0f, &seen) == one && seen == one);
  uint32_t nan = swapped_float(target, NAN, NAN, 2.0f, &seen);
  CHECK(nan != two && seen == nan);
}

static int same_double(double a, double b) { return isnan(b) ? isnan(a) : a == b && signbit(a) == signbit(b); }

/* Each of the pairs, in both orders; with a place for the old value and without. */
static void try_extremes(shared double *target, shared float *narrow) {
  static const double values[] = {0.0, -0.0, 1.0, -1.0, NAN, INFINITY, -INFINITY};
  const int count = sizeof values / sizeof *values;
  for (int i = 0; i < 2 * 2 * count * count; i++) {
    double old = values[i / 4 % count], operand = values[i / 4 / count], seen = old, after;
    float narrow_old = old, narrow_operand = operand, narrow_after;
    upc_op_t op = i % 2 == 0 ? UPC_MIN : UPC_MAX;
    double expected = op == UPC_MIN ? (old < operand ? old : operand) : (old > operand ? old : operand);
    upc_atomic_strict(of_doubles, NULL, UPC_SET, target, &old, NULL);
    upc_atomic_strict(of_doubles, i % 4 < 2 ? &seen : NULL, op, target, &operand, NULL);
    upc_atomic_strict(of_doubles, &after, UPC_GET, target, NULL, NULL);
    CHECK(same_double(seen, old) && same_double(after, expected));
    upc_atomic_relaxed(of_floats, NULL, UPC_SET, narrow, &narrow_old, NULL);
    upc_atomic_relaxed(of_floats, NULL, op, narrow, &narrow_operand, NULL);
    upc_atomic_relaxed(of_floats, &narrow_after, UPC_GET, narrow, NULL, NULL);
    CHECK(same_double(narrow_after, expected));
  }
}

int main(void) {
  const upc_op_t operations = UPC_GET | UPC_SET | UPC_CSWAP | UPC_MIN | UPC_MAX;
  of_doubles = upc_all_atomicdomain_alloc(UPC_DOUBLE, operations, 0);
  of_floats = upc_all_atomicdomain_alloc(UPC_FLOAT, operations, 0);
  for (int distance = 0; distance < 2; distance++) {
    int t = (MYTHREAD + distance) % THREADS;
    try_doubles(&doubles[t]);
    try_floats(&floats[t]);
    try_extremes(&doubles[t], &floats[t]);
    upc_barrier;
  }
  upc_all_atomicdomain_free(of_doubles);
  upc_all_atomicdomain_free(of_floats);
  return bad != 0;
}
