/*
 * The usual distribution of an array: how many processes each dimension is divided among, and where the blocks begin.
 *
 * The prime factors of the number of processes, the largest first, are given to the dimensions in turn, each to that which it divides with
 * the least remainder, from the last dimension on. That is the distribution of GA 5, which programs print and rely on. A chunk is the least
 * extent of a block.
 */
#include "creation.h"

/* Prime factors, the least first; gives how many. */
static int factorize(int n, int *primes) {
  int count = 0;
  for (int prime = 2; n > 1; prime++)
    for (; n % prime == 0; n /= prime) primes[count++] = prime;
  return count;
}

/* What is left over if so many units are dealt to so many processes; 1.1 where some would have none. */
static double remainder_of(int units, int procs) { return units < procs ? 1.1 : (double)(units % procs) / units; }

/* `units` of each dimension; the dimension with the least remainder, from `start` on, towards the first. */
static int best_dimension(int ndim, const int *units, const int *procs, int factor, int start) {
  int best = start;
  double least = remainder_of(units[start], factor * procs[start]);
  for (int i = 1; i < ndim; i++) {
    int dim = (start - i + ndim) % ndim;
    double rest = remainder_of(units[dim], factor * procs[dim]);
    if (rest < least) least = rest, best = dim;
  }
  return best;
}

static void divide(int ndim, const int *units, int n, int *procs) {
  int primes[32], start = ndim - 1;
  for (int i = 0; i < ndim; i++) procs[i] = 1;
  for (int i = factorize(n, primes) - 1; i >= 0; i--) {
    procs[best_dimension(ndim, units, procs, primes[i], start)] *= primes[i];
    start = (start - 1 + ndim) % ndim;
  }
}

/* Blocks of a dimension of this extent: those of the first processes have `most` units, others one less. Gives how many there are. */
static int cut(int extent, int chunk, int most, int procs, int *map) {
  int unit = chunk > 1 ? (chunk < extent ? chunk : extent) : 1, units = (extent - 1) / unit + 1, full = units - (most - 1) * procs, blocks = 0;
  for (int at = 0; blocks < procs && at < extent; blocks++) {
    map[blocks] = at;
    at += (blocks < full ? most : most - 1) * unit;
  }
  return blocks;
}

/* Fills a->map, a->blocks and a->starts for n processes. */
void __ga_decompose(struct __ga_array *a, int n) {
  int units[GA_MAX_DIM], procs[GA_MAX_DIM], used = 0, room = 0;
  /* The chunk of the last dimension decides whether there are any. */
  int has_chunks = a->chunk[a->ndim - 1] != 0;
  for (int i = 0; i < a->ndim; i++) {
    int chunk = has_chunks && a->dims[i] > 1 ? (a->chunk[i] < a->dims[i] ? a->chunk[i] : a->dims[i]) : 1;
    units[i] = (a->dims[i] - 1) / (chunk > 1 ? chunk : 1) + 1;
  }
  divide(a->ndim, units, n, procs);
  for (int i = 0; i < a->ndim; i++) room += procs[i];
  a->map = malloc(room * sizeof *a->map);
  for (int i = 0; i < a->ndim; i++) {
    a->starts[i] = used;
    a->blocks[i] = cut(a->dims[i], a->chunk[i], (units[i] - 1) / procs[i] + 1, procs[i], a->map + used);
    used += a->blocks[i];
  }
}
