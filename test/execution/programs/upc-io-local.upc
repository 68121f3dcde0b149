/* Individual file pointers and private buffers: ends of files, zero lengths, buffers larger than a staging area. */
#include <upc.h>
#include "io-check.h"
#define SIZE 1003

static void reading(upc_flag_t flags) {
  unsigned char bytes[SIZE + 1];
  make_file(SIZE);
  upc_file_t *f = upc_all_fopen(path, UPC_RDONLY | UPC_INDIVIDUAL_FP, 0, NULL);
  long start = 5 * MYTHREAD, count = 17 + MYTHREAD;
  CHECK(upc_all_fseek(f, start, UPC_SEEK_SET) == start);
  CHECK(upc_all_fread_local(f, bytes, 1, count, flags) == count);
  for (long i = 0; i < count; i++) CHECK(bytes[i] == BYTE(start + i));
  CHECK(upc_all_fseek(f, 0, UPC_SEEK_CUR) == start + count);
  /* nothing: the buffer does not count */
  CHECK(upc_all_fread_local(f, NULL, 0, 5, flags) == 0);
  CHECK(upc_all_fread_local(f, NULL, 5, 0, flags) == 0);
  CHECK(upc_all_fseek(f, 0, UPC_SEEK_CUR) == start + count);
  /* up to the end, at the end, behind it */
  CHECK(upc_all_fseek(f, -10 - MYTHREAD, UPC_SEEK_END) == SIZE - 10 - MYTHREAD);
  CHECK(upc_all_fread_local(f, bytes, 2, 400, flags) == 10 + MYTHREAD);
  for (int i = 0; i < 10 + MYTHREAD; i++) CHECK(bytes[i] == BYTE(SIZE - 10 - MYTHREAD + i));
  CHECK(upc_all_fread_local(f, bytes, 1, 1, flags) == 0);
  CHECK(upc_all_fseek(f, 5000, UPC_SEEK_SET) == 5000);
  CHECK(upc_all_fread_local(f, bytes, 1, 1, flags) == 0);
  CHECK(upc_all_fseek(f, 0, UPC_SEEK_CUR) == 5000);
  CHECK(upc_all_fget_size(f) == SIZE);
  CHECK(upc_all_fclose(f) == 0);
}

/* Each thread writes every THREADS-th record, the last thread first in the file; gaps are closed by others. */
static void writing(upc_flag_t flags) {
  enum { RECORD = 24, RECORDS = 11 };
  unsigned char bytes[RECORD], all[RECORD * RECORDS * 8];
  upc_file_t *f = upc_all_fopen(path, UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_TRUNC, 0, NULL);
  for (int i = 0; i < RECORDS; i++) {
    int record = i * THREADS + (THREADS - 1 - MYTHREAD);
    for (int j = 0; j < RECORD; j++) bytes[j] = BYTE(record * RECORD + j);
    upc_all_fseek(f, record * RECORD, UPC_SEEK_SET);
    CHECK(upc_all_fwrite_local(f, bytes, 8, 3, flags) == RECORD);
    CHECK(upc_all_fseek(f, -RECORD, UPC_SEEK_CUR) == record * RECORD);
    memset(bytes, 0, RECORD);
    CHECK(upc_all_fread_local(f, bytes, 1, RECORD, flags) == RECORD); /* a thread sees what it wrote */
    for (int j = 0; j < RECORD; j++) CHECK(bytes[j] == BYTE(record * RECORD + j));
  }
  CHECK(upc_all_fget_size(f) == RECORD * RECORDS * THREADS);
  CHECK(upc_all_fclose(f) == 0);
  long size = contents(all, sizeof all);
  CHECK(size == RECORD * RECORDS * THREADS);
  for (long i = 0; i < size; i++) CHECK(all[i] == BYTE(i));
  upc_barrier;
}

/* After a sync every thread sees what the others wrote. Sizes differ from thread to thread. */
static void exchanging(void) {
  long share = 1500001 + 13 * MYTHREAD, start = 0;
  for (int t = 0; t < MYTHREAD; t++) start += 1500001 + 13 * t;
  unsigned char *bytes = malloc(share + 100);
  for (long i = 0; i < share; i++) bytes[i] = BYTE(start + i);
  upc_file_t *f = upc_all_fopen(path, UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_TRUNC, 0, NULL);
  upc_all_fseek(f, start, UPC_SEEK_SET);
  CHECK(upc_all_fwrite_local(f, bytes, share, 1, UPC_IN_NOSYNC | UPC_OUT_NOSYNC) == share);
  CHECK(upc_all_fsync(f) == 0);
  int next = (MYTHREAD + 1) % THREADS;
  start = next == 0 ? 0 : start + share;
  share = 1500001 + 13 * next;
  upc_all_fseek(f, start, UPC_SEEK_SET);
  CHECK(upc_all_fread_local(f, bytes, 1, share, UPC_IN_NOSYNC | UPC_OUT_NOSYNC) == share);
  long wrong = 0;
  for (long i = 0; i < share; i++) wrong += bytes[i] != BYTE(start + i);
  CHECK(wrong == 0);
  CHECK(upc_all_fclose(f) == 0);
  free(bytes);
}

/* A private pointer to shared data with affinity to the thread: the flags count there. */
shared [64] unsigned char line[64 * THREADS];
static void ownShared(void) {
  unsigned char *own = (unsigned char *)&line[64 * MYTHREAD];
  make_file(64 * THREADS);
  upc_file_t *f = upc_all_fopen(path, UPC_RDONLY | UPC_INDIVIDUAL_FP, 0, NULL);
  upc_all_fseek(f, 64 * MYTHREAD, UPC_SEEK_SET);
  CHECK(upc_all_fread_local(f, own, 4, 16, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC) == 64);
  for (int i = 0; i < 64 * THREADS; i++) CHECK(line[i] == BYTE(i));
  CHECK(upc_all_fclose(f) == 0);
}

int main(int argc, char **argv) {
  name_file(argv);
  upc_flag_t flags[] = {0, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC, UPC_IN_MYSYNC | UPC_OUT_MYSYNC, UPC_IN_NOSYNC | UPC_OUT_NOSYNC};
  for (int i = 0; i < 4; i++) {
    reading(flags[i]);
    writing(flags[i]);
  }
  exchanging();
  ownShared();
  upc_barrier;
  if (MYTHREAD == 0) remove(path);
  return bad != 0;
}
