/*
 * Operators of reductions: the numbers of types and operations, and the combination of two arrays, which the runtime calls (messages.ts).
 */
#include "job.h"

enum { ADD, MULTIPLY, MAX, MIN, ABSMAX, ABSMIN, OR };
static const char *const operations[] = {"+", "*", "max", "min", "absmax", "absmin", "or"};
static const int types[] = {ARMCI_INT, ARMCI_LONG, ARMCI_LONG_LONG, ARMCI_FLOAT, ARMCI_DOUBLE};
static const int sizes[] = {sizeof(int), sizeof(long), sizeof(long long), sizeof(float), sizeof(double)};
enum { TYPES = sizeof types / sizeof *types };

int __armci_type_number(int type) {
  for (int i = 0; i < TYPES; i++)
    if (types[i] == type) return i;
  return -1;
}

int __armci_type_size(int number) { return sizes[number]; }

int __armci_operation_number(const char *op, int number) {
  int is_real = types[number] == ARMCI_FLOAT || types[number] == ARMCI_DOUBLE;
  for (int i = 0; i < (is_real ? OR : OR + 1); i++)
    if (strcmp(operations[i], op) == 0) return i;
  return -1;
}

#define MAGNITUDE(x) ((x) < 0 ? -(x) : (x))
#define COMBINE(TYPE, NAME, EXTRA) \
  static void combine_##NAME(int operation, TYPE *to, const TYPE *from, int n) { \
    for (int i = 0; i < n; i++) { \
      TYPE a = to[i], b = from[i], p = MAGNITUDE(a), q = MAGNITUDE(b); \
      switch (operation) { \
        case ADD: to[i] = a + b; break; \
        case MULTIPLY: to[i] = a * b; break; \
        case MAX: to[i] = a > b ? a : b; break; \
        case MIN: to[i] = a < b ? a : b; break; \
        case ABSMAX: to[i] = p > q ? p : q; break; \
        case ABSMIN: to[i] = p < q ? p : q; break; \
        EXTRA \
      } \
    } \
  }
#define BITS case OR: to[i] = a | b; break;
COMBINE(int, int, BITS)
COMBINE(long, long, BITS)
COMBINE(float, float, )
COMBINE(double, double, )

void __armci_combine(int type, int operation, void *to, const void *from, int n) {
  switch (types[type]) {
    case ARMCI_INT: return combine_int(operation, to, from, n);
    case ARMCI_FLOAT: return combine_float(operation, to, from, n);
    case ARMCI_DOUBLE: return combine_double(operation, to, from, n);
    default: return combine_long(operation, to, from, n);
  }
}
