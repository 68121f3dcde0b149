// malloc, calloc, realloc and free of small blocks, which are kept for the next malloc, in every order; an exhausted heap.
// threads: 1 3
// arguments: --heap=4M
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include "check.h"

#define BLOCKS 300
#define MANY 20000

static struct block { unsigned char *at; size_t size; unsigned char fill; } blocks[BLOCKS];
static unsigned seed = 1;

static unsigned below(unsigned limit)
{
  seed = seed * 1664525 + 1013904223;
  return (seed >> 8) % limit;
}

static void fill(struct block *b, unsigned char *at, size_t size)
{
  CHECK(at && ((uintptr_t)at & 15) == 0 && malloc_usable_size(at) >= size);
  *b = (struct block){at, size, below(256)};
  memset(at, b->fill, size);
}

static int is_whole(struct block *b, size_t size)
{
  for (size_t i = 0; i < size; i++) if (b->at[i] != b->fill) return 0;
  return 1;
}

static int is_zero(unsigned char *at, size_t size)
{
  for (size_t i = 0; i < size; i++) if (at[i] != 0) return 0;
  return 1;
}

static void change(struct block *b)
{
  size_t size = below(8) ? below(1200) : below(20000);
  if (!b->at) {
    int zero = below(2);
    unsigned char *at = zero ? calloc(1 + below(3), size) : malloc(size);
    if (zero) CHECK(is_zero(at, size));
    fill(b, at, size);
    return;
  }
  CHECK(is_whole(b, b->size));
  if (below(3) == 0 && size > 0) {
    struct block old = *b;
    b->at = realloc(b->at, size);
    CHECK(is_whole(b, size < old.size ? size : old.size));
    fill(b, b->at, size);
    return;
  }
  free(b->at);
  b->at = NULL;
}

static void in_every_order(void)
{
  for (int i = 0; i < 40000; i++) change(&blocks[below(BLOCKS)]);
  for (int i = 0; i < BLOCKS; i++) free(blocks[i].at), blocks[i].at = NULL;
}

/* The same memory as another type: nothing of the program's reaches the list, nothing of the list the program. */
static void as_other_types(void)
{
  double sum = 0;
  for (int i = 0; i < 1000; i++) {
    double *d = malloc(4 * sizeof *d);
    for (int k = 0; k < 4; k++) d[k] = i + k;
    sum += d[0] + d[3];
    free(d);
    long long *l = malloc(4 * sizeof *l);
    for (int k = 0; k < 4; k++) l[k] = ~(long long)i;
    sum += l[0] + l[3];
    free(l);
  }
  CHECK(sum == 2 * 499500 + 3000 - 2 * 500500);
}

static void aligned(void)
{
  for (int round = 0; round < 50; round++) {
    void *some[20];
    for (int i = 0; i < 20; i++) {
      size_t alignment = 16 << below(7), size = 1 + below(600);
      some[i] = memalign(alignment, size);
      CHECK(some[i] && ((uintptr_t)some[i] & (alignment - 1)) == 0);
      memset(some[i], 0xff, size);
    }
    for (int i = 0; i < 20; i++) free(some[i]);
    for (int i = 0; i < BLOCKS; i++) fill(&blocks[i], malloc(i * 4), i * 4);
    for (int i = 0; i < BLOCKS; i++) {
      CHECK(is_whole(&blocks[i], blocks[i].size));
      free(blocks[i].at);
    }
    memset(blocks, 0, sizeof blocks);
  }
}

static void *all[MANY];

/* Takes what there is in blocks of `size`; gives their number. */
static int exhaust(size_t size)
{
  int count = 0;
  errno = 0;
  while (count < MANY && (all[count] = malloc(size))) count++;
  CHECK(count > 1000 && count < MANY && errno == ENOMEM && calloc(1, size) == NULL);
  return count;
}

/* What is kept of small blocks is there for large ones, and for the library's own. */
static void exhausted(void)
{
  for (int round = 0; round < 4; round++) {
    int count = exhaust(300 + 200 * round);
    for (int i = 1; i < count; i++) free(all[i]);
    errno = 0;
    void *large = round == 0 ? malloc(3 << 19) : round == 1 ? calloc(3, 1 << 19) : round == 2 ? realloc(all[0], 3 << 19) : NULL;
    if (round == 3) {
      static char text[1 << 20];
      memset(text, 'x', sizeof text - 1);
      large = strdup(text);
      CHECK(large && strcmp(large, text) == 0);
    }
    CHECK(large && errno == 0);
    free(large);
    if (round != 2) free(all[0]);
  }
}

int main(void)
{
  seed += MYTHREAD;
  in_every_order();
  as_other_types();
  aligned();
  exhausted();
  in_every_order();
  void *(*volatile give)(size_t) = malloc;
  void (*volatile take)(void *) = free;
  void *last = give(100);
  CHECK(last != NULL);
  take(last);
  take(NULL);
  upc_barrier;
  return bad != 0;
}
