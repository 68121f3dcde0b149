/* List I/O: vectors of any shape on both sides, entries of length zero, ends of files, both kinds of file pointer. */
#include <upc.h>
#include "io-check.h"
#define RECORD 16

/* The specification's example: parts of the file into parts of a private buffer. */
static void example(void) {
  make_file(11 * THREADS + 40);
  char buffer[12];
  memset(buffer, 0, sizeof buffer);
  struct upc_local_memvec memvec[2] = {{&buffer[0], 4}, {&buffer[7], 3}};
  struct upc_filevec filevec[2] = {{MYTHREAD * 5, 2}, {10 + MYTHREAD * 5, 5}};
  upc_file_t *f = upc_all_fopen(path, UPC_RDONLY | UPC_INDIVIDUAL_FP, 0, NULL);
  upc_all_fseek(f, 3, UPC_SEEK_SET);
  CHECK(upc_all_fread_list_local(f, 2, memvec, 2, filevec, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC) == 7);
  int at[7] = {0, 1, 10, 11, 12, 13, 14}, to[7] = {0, 1, 2, 3, 7, 8, 9};
  for (int i = 0; i < 7; i++) CHECK(buffer[to[i]] == (char)BYTE(at[i] + MYTHREAD * 5));
  CHECK(buffer[4] == 0 && buffer[5] == 0 && buffer[6] == 0 && buffer[10] == 0);
  CHECK(upc_all_fseek(f, 0, UPC_SEEK_CUR) == 3); /* file pointers stay */
  CHECK(upc_all_fclose(f) == 0);
}

/* Thread t writes records t, t + THREADS, ... from a buffer in reverse order of memory, and reads them back. */
static void local(int pointer) {
  enum { N = 9 };
  char buffer[N * RECORD], back[N * RECORD];
  unsigned char all[N * RECORD * 8];
  struct upc_local_memvec memvec[N + 2];
  struct upc_filevec filevec[N + 1];
  for (int i = 0; i < N; i++) {
    int record = i * THREADS + MYTHREAD;
    memvec[i].baseaddr = buffer + (N - 1 - i) * RECORD;
    memvec[i].len = RECORD;
    for (int j = 0; j < RECORD; j++) buffer[(N - 1 - i) * RECORD + j] = BYTE(record * RECORD + j);
    filevec[i].offset = record * RECORD;
    filevec[i].len = RECORD;
  }
  memvec[N].baseaddr = memvec[N + 1].baseaddr = NULL;
  memvec[N].len = memvec[N + 1].len = 0;
  filevec[N].offset = 0; /* before the others, and ignored as it is empty */
  filevec[N].len = 0;
  upc_file_t *f = upc_all_fopen(path, UPC_RDWR | pointer | UPC_TRUNC, 0, NULL);
  CHECK(upc_all_fwrite_list_local(f, N + 2, memvec, N + 1, filevec, 0) == N * RECORD);
  CHECK(upc_all_fget_size(f) == N * RECORD * THREADS);
  struct upc_local_memvec whole = {back, N * RECORD};
  CHECK(upc_all_fread_list_local(f, 1, &whole, N, filevec, 0) == N * RECORD);
  for (int i = 0; i < N; i++) CHECK(memcmp(back + i * RECORD, memvec[i].baseaddr, RECORD) == 0);
  CHECK(upc_all_fread_list_local(f, 0, NULL, 0, NULL, 0) == 0);
  CHECK(upc_all_fseek(f, 0, UPC_SEEK_CUR) == 0);
  /* the last region reaches beyond the end */
  struct upc_filevec beyond[2] = {{0, RECORD}, {N * RECORD * THREADS - 5, (N - 1) * RECORD}};
  CHECK(upc_all_fread_list_local(f, 1, &whole, 2, beyond, 0) == RECORD + 5);
  for (int i = 0; i < RECORD; i++) CHECK(back[i] == (char)BYTE(i));
  for (int i = 0; i < 5; i++) CHECK(back[RECORD + i] == (char)BYTE(N * RECORD * THREADS - 5 + i));
  CHECK(upc_all_fclose(f) == 0);
  CHECK(contents(all, sizeof all) == N * RECORD * THREADS);
  for (int i = 0; i < N * RECORD * THREADS; i++) CHECK(all[i] == BYTE(i));
  upc_barrier;
}

/* Only one thread has work. */
static void alone(void) {
  char byte = 'x';
  struct upc_local_memvec memvec = {&byte, 1};
  struct upc_filevec filevec = {THREADS, 1};
  upc_file_t *f = upc_all_fopen(path, UPC_RDWR | UPC_COMMON_FP | UPC_TRUNC, 0, NULL);
  int mine = MYTHREAD == THREADS - 1;
  CHECK(upc_all_fwrite_list_local(f, mine, mine ? &memvec : NULL, mine, mine ? &filevec : NULL, 0) == mine);
  CHECK(upc_all_fget_size(f) == THREADS + 1);
  CHECK(upc_all_fclose(f) == 0);
}

shared [3] char three[3 * 10 * THREADS];
shared char one[37 * THREADS];
/* The file is gathered from two arrays of different layout, and read into two others. Block sizes are bytes. */
static void sharedLists(int pointer) {
  shared [] char *own = upc_alloc(50);
  unsigned char all[800];
  long n3 = 29 * THREADS, n1 = 37 * THREADS - 4;
  upc_forall (int i = 0; i < 30 * THREADS; i++; &three[i]) three[i] = BYTE(i);
  upc_forall (int i = 0; i < 37 * THREADS; i++; &one[i]) one[i] = BYTE(1000 + i);
  upc_barrier;
  upc_file_t *f = upc_all_fopen(path, UPC_RDWR | pointer | UPC_TRUNC, 0, NULL);
  /* all threads write the same, to places of their own */
  struct upc_shared_memvec memvec[3] = {{&one[3], 1, n1}, {NULL, 0, 0}, {three, 3, n3}};
  long start = (n1 + n3) * MYTHREAD;
  struct upc_filevec filevec[2] = {{start, 1}, {start + 1, n1 + n3 - 1}};
  CHECK(upc_all_fwrite_list_shared(f, 3, memvec, 2, filevec, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC) == n1 + n3);
  CHECK(upc_all_fsync(f) == 0);
  if (MYTHREAD == 0) {
    for (int i = 0; i < 37 * THREADS; i++) one[i] = 0;
    for (int i = 0; i < 30 * THREADS; i++) three[i] = 0;
  }
  upc_barrier;
  /* thread 0 restores the arrays; the others read into memory of their own */
  struct upc_shared_memvec mine[2] = {{own, 0, 50}, {NULL, 0, 0}};
  struct upc_filevec part = {(n1 + n3) * (THREADS - 1) + MYTHREAD, 50};
  CHECK((MYTHREAD == 0 ? upc_all_fread_list_shared(f, 3, memvec, 2, filevec, 0)
                       : upc_all_fread_list_shared(f, 2, mine, 1, &part, 0)) == (MYTHREAD == 0 ? n1 + n3 : n1 + n3 < 50 + MYTHREAD ? n1 + n3 - MYTHREAD : 50));
  for (int i = 0; i < n1; i++) CHECK(one[3 + i] == (char)BYTE(1003 + i));
  for (int i = 0; i < n3; i++) CHECK(three[i] == (char)BYTE(i));
  CHECK(one[2] == 0 && one[37 * THREADS - 1] == 0 && three[n3] == 0);
  if (MYTHREAD > 0)
    for (int i = 0; i < 50 && MYTHREAD + i < n1; i++) CHECK(own[i] == (char)BYTE(1003 + MYTHREAD + i));
  CHECK(upc_all_fclose(f) == 0);
  long size = contents(all, sizeof all);
  CHECK(size == (800 < (n1 + n3) * THREADS ? 800 : (n1 + n3) * THREADS));
  for (long i = 0; i < size; i++) {
    long at = i % (n1 + n3);
    CHECK(all[i] == (at < n1 ? BYTE(1003 + at) : BYTE(at - n1)));
  }
  upc_barrier;
  upc_free(own);
}

/* The lists may go at once where the operation is asynchronous. */
static void forgotten(void) {
  make_file(64 * THREADS);
  char bytes[64];
  struct upc_local_memvec *memvec = malloc(sizeof *memvec);
  struct upc_filevec *filevec = malloc(sizeof *filevec);
  memvec->baseaddr = bytes;
  memvec->len = filevec->len = 64;
  filevec->offset = 64 * MYTHREAD;
  upc_file_t *f = upc_all_fopen(path, UPC_RDONLY | UPC_COMMON_FP, 0, NULL);
  upc_all_fread_list_local_async(f, 1, memvec, 1, filevec, 0);
  memset(memvec, 255, sizeof *memvec);
  memset(filevec, 255, sizeof *filevec);
  CHECK(upc_all_fwait_async(f) == 64);
  for (int i = 0; i < 64; i++) CHECK(bytes[i] == (char)BYTE(64 * MYTHREAD + i));
  CHECK(upc_all_fclose(f) == 0);
  free(memvec);
  free(filevec);
}

int main(int argc, char **argv) {
  name_file(argv);
  example();
  local(UPC_INDIVIDUAL_FP);
  local(UPC_COMMON_FP);
  alone();
  sharedLists(UPC_INDIVIDUAL_FP);
  sharedLists(UPC_COMMON_FP | UPC_STRONG_CA);
  forgotten();
  upc_barrier;
  if (MYTHREAD == 0) remove(path);
  return bad != 0;
}
