// static: 2 3
/* Shared buffers of every block size, from any thread on, with individual and common file pointers. */
#include <upc.h>
#include "io-check.h"
#define ELEMENTS 131

/* Element i of `shared [block] char[]` that starts at `base`, whatever the phase of `base`. */
static shared char *element(shared void *base, long block, long i) {
  return (shared char *)bupc_ptradd(upc_resetphase(base), block, 1, i);
}

static void fill(shared void *base, long block, long bytes, int with) {
  for (long i = 0; i < bytes; i++) *element(base, block, i) = with < 0 ? BYTE(i) : with;
}

static void individually(long block, long size, long count, int from) {
  long bytes = size * count;
  shared void *memory = upc_global_alloc(bytes / (block ? block * size : 1) + 3 * THREADS, block ? block * size : bytes);
  shared void *base = block ? (shared void *)element(memory, block * size, block * size * from) : memory;
  long room = block ? block * size : 0;
  unsigned char all[ELEMENTS * 16 * 8];
  fill(base, room, bytes, -1);
  upc_file_t *f = upc_all_fopen(path, UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_TRUNC, 0, NULL);
  upc_all_fseek(f, bytes * MYTHREAD, UPC_SEEK_SET);
  CHECK(upc_all_fwrite_shared(f, base, block, size, count, 0) == bytes);
  CHECK(upc_all_fseek(f, 0, UPC_SEEK_CUR) == bytes * (MYTHREAD + 1));
  CHECK(upc_all_fsync(f) == 0);
  fill(base, room, bytes, 0);
  upc_all_fseek(f, bytes * ((MYTHREAD + 1) % THREADS), UPC_SEEK_SET);
  CHECK(upc_all_fread_shared(f, base, block, size, count, 0) == bytes);
  for (long i = 0; i < bytes; i++) CHECK(*element(base, room, i) == (char)BYTE(i));
  CHECK(upc_all_fread_shared(f, NULL, block, size, 0, 0) == 0);
  CHECK(upc_all_fwrite_shared(f, NULL, block, 0, count, 0) == 0);
  CHECK(upc_all_fclose(f) == 0);
  CHECK(contents(all, sizeof all) == bytes * THREADS);
  for (long i = 0; i < bytes * THREADS; i++) CHECK(all[i] == BYTE(i % bytes));
  upc_barrier;
  upc_free(memory);
}

static void commonly(long block, long size, long count, int from, upc_flag_t flags) {
  long bytes = size * count, room = block ? block * size : 0;
  shared void *memory = upc_all_alloc(bytes / (block ? block * size : 1) + 3 * THREADS, block ? block * size : bytes);
  shared void *base = block ? (shared void *)element(memory, room, room * from) : memory;
  upc_barrier;
  if (MYTHREAD == 0) fill(base, room, bytes, -1);
  upc_barrier;
  upc_file_t *f = upc_all_fopen(path, UPC_RDWR | UPC_COMMON_FP | UPC_TRUNC, 0, NULL);
  CHECK(upc_all_fwrite_shared(f, base, block, size, count, flags) == bytes);
  CHECK(upc_all_fwrite_shared(f, base, block, size, count, flags) == bytes);
  CHECK(upc_all_fseek(f, 0, UPC_SEEK_CUR) == 2 * bytes);
  CHECK(upc_all_fget_size(f) == 2 * bytes);
  CHECK(upc_all_fsync(f) == 0);
  if (MYTHREAD == 0) fill(base, room, bytes, 0);
  upc_barrier;
  /* one element before the end: what is there is read and counted by all */
  CHECK(upc_all_fseek(f, bytes + size, UPC_SEEK_SET) == bytes + size);
  CHECK(upc_all_fread_shared(f, base, block, size, count, flags) == bytes - size);
  upc_barrier;
  for (long i = 0; i < bytes; i += 1 + MYTHREAD) CHECK(*element(base, room, i) == (char)(i < bytes - size ? BYTE(i + size) : 0));
  CHECK(upc_all_fseek(f, 0, UPC_SEEK_CUR) == 2 * bytes);
  CHECK(upc_all_fread_shared(f, base, block, size, count, flags) == 0);
  CHECK(upc_all_fread_shared(f, NULL, block, size, 0, flags) == 0);
  CHECK(upc_all_fclose(f) == 0);
  upc_all_free(memory);
}

/* More than one thread's share and one system call's worth, block sizes that divide nothing. */
static void largely(long block, long bytes) {
  shared void *memory = upc_all_alloc(bytes / block + THREADS, block);
  upc_barrier;
  for (long i = MYTHREAD; i < bytes; i += THREADS) *element(memory, block, i) = BYTE(i);
  upc_file_t *f = upc_all_fopen(path, UPC_RDWR | UPC_COMMON_FP | UPC_TRUNC, 0, NULL);
  CHECK(upc_all_fwrite_shared(f, memory, block, 1, bytes, 0) == bytes);
  CHECK(upc_all_fseek(f, 0, UPC_SEEK_SET) == 0);
  CHECK(upc_all_fsync(f) == 0);
  for (long i = MYTHREAD; i < bytes; i += THREADS) *element(memory, block, i) = 0;
  CHECK(upc_all_fread_shared(f, memory, block, 1, bytes, 0) == bytes);
  long wrong = 0;
  for (long i = MYTHREAD; i < bytes; i += THREADS) wrong += *element(memory, block, i) != (char)BYTE(i);
  CHECK(wrong == 0);
  CHECK(upc_all_fclose(f) == 0);
  upc_all_free(memory);
}

shared [5] int blocked[5 * 4 * THREADS];
shared int cyclic[7 * THREADS];

/* As in the specification's example: the buffer is a declared array, its phase of no account. */
static void declared(void) {
  long ints = 5 * 4 * THREADS;
  upc_forall (int i = 0; i < ints; i++; &blocked[i]) blocked[i] = i * i;
  upc_barrier;
  upc_file_t *f = upc_all_fopen(path, UPC_RDWR | UPC_COMMON_FP | UPC_TRUNC, 0, NULL);
  CHECK(upc_all_fwrite_shared(f, blocked, upc_blocksizeof(blocked), upc_elemsizeof(blocked), ints, 0) == 4 * ints);
  upc_all_fseek(f, 0, UPC_SEEK_SET);
  CHECK(upc_all_fread_shared(f, cyclic, 1, sizeof(int), 7 * THREADS, 0) == 28 * THREADS);
  for (int i = 0; i < 7 * THREADS; i++) CHECK(cyclic[i] == i * i);
  CHECK(upc_all_fclose(f) == 0);
}

int main(int argc, char **argv) {
  name_file(argv);
  make_file(1);
  long blocks[] = {0, 1, 2, 3, 7, 64, 1000};
  for (int b = 0; b < 7; b++) {
    individually(blocks[b], 1, ELEMENTS, 0);
    individually(blocks[b], 8, ELEMENTS, THREADS - 1);
    commonly(blocks[b], 1, ELEMENTS, 0, 0);
    commonly(blocks[b], 12, ELEMENTS, THREADS - 1, UPC_IN_NOSYNC | UPC_OUT_MYSYNC);
  }
  largely(1009, 1500007);
  largely(5, 500003);
  largely(70000, 500003);
  declared();
  upc_barrier;
  if (MYTHREAD == 0) remove(path);
  return bad != 0;
}
