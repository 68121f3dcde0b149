/* Strong consistency and atomicity: overlapping operations happen one after the other, and are seen at once. */
#include <upc.h>
#include "io-check.h"
#define PARTS 40
#define PART 50
#define BYTES (PARTS * PART)
shared [] char *shared target;

/* Whole list writes to the same places: one thread's bytes are in all of them. */
static void overlappingWrites(void) {
  char *bytes = malloc(BYTES);
  unsigned char all[2 * BYTES];
  struct upc_local_memvec memvec = {bytes, BYTES};
  struct upc_filevec filevec[PARTS];
  memset(bytes, 'a' + MYTHREAD, BYTES);
  for (int i = 0; i < PARTS; i++) {
    filevec[i].offset = 2 * PART * i;
    filevec[i].len = PART;
  }
  for (int round = 0; round < 20; round++) {
    upc_file_t *f = upc_all_fopen(path, UPC_WRONLY | UPC_INDIVIDUAL_FP | UPC_STRONG_CA | UPC_TRUNC, 0, NULL);
    CHECK(upc_all_fwrite_list_local(f, 1, &memvec, PARTS, filevec, UPC_IN_NOSYNC | UPC_OUT_NOSYNC) == BYTES);
    CHECK(upc_all_fclose(f) == 0);
    CHECK(contents(all, sizeof all) == 2 * BYTES - PART);
    CHECK(all[0] >= 'a' && all[0] < 'a' + THREADS);
    for (int i = 0; i < BYTES; i++) CHECK(all[2 * PART * (i / PART) + i % PART] == all[0]);
    upc_barrier;
  }
  free(bytes);
}

/* Reads of different parts of the file into the same shared memory. */
static void overlappingReads(void) {
  make_file(BYTES * THREADS);
  if (MYTHREAD == 0) target = upc_alloc(BYTES);
  upc_barrier;
  upc_file_t *f = upc_all_fopen(path, UPC_RDONLY | UPC_INDIVIDUAL_FP | UPC_STRONG_CA, 0, NULL);
  upc_all_fseek(f, BYTES * MYTHREAD, UPC_SEEK_SET);
  CHECK(upc_all_fread_shared(f, target, 0, 1, BYTES, UPC_IN_NOSYNC | UPC_OUT_NOSYNC) == BYTES);
  int from = 0;
  while (from < THREADS && target[0] != (char)BYTE(BYTES * from)) from++;
  CHECK(from < THREADS);
  for (int i = 0; i < BYTES; i++) CHECK(target[i] == (char)BYTE(BYTES * from + i));
  CHECK(upc_all_fclose(f) == 0);
}

/* What a thread has written, the others see when the call has returned, whatever the flags. */
static void seenAtOnce(void) {
  upc_file_t *f = upc_all_fopen(path, UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_TRUNC, 0, NULL);
  CHECK(upc_all_fcntl(f, UPC_SET_STRONG_CA_SEMANTICS, NULL) == 0);
  for (int round = 0; round < 50; round++) {
    int value = 100 * round + MYTHREAD, other = -1, next = (MYTHREAD + 1) % THREADS;
    upc_all_fseek(f, sizeof(int) * MYTHREAD, UPC_SEEK_SET);
    CHECK(upc_all_fwrite_local(f, &value, sizeof value, 1, UPC_IN_NOSYNC | UPC_OUT_NOSYNC) == 4);
    upc_all_fseek(f, sizeof(int) * next, UPC_SEEK_SET);
    CHECK(upc_all_fread_local(f, &other, sizeof other, 1, UPC_IN_NOSYNC | UPC_OUT_NOSYNC) == 4);
    CHECK(other == 100 * round + next);
  }
  CHECK(upc_all_fclose(f) == 0);
}

int main(int argc, char **argv) {
  name_file(argv);
  make_file(0);
  overlappingWrites();
  overlappingReads();
  seenAtOnce();
  upc_barrier;
  if (MYTHREAD == 0) remove(path);
  return bad != 0;
}
