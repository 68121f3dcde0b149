// threads: 2 3
// stderr: thread 1: warning: upc_all_fseek: offset leads to 11 here and to 10 on thread 0; thread 0's is taken, as with the common file pointer all threads must give the same at
// stderr: upc-io-disagree.upc:20
// stderr: thread 1: warning: upc_all_fwrite_shared: buffer is 0x
// stderr:  on thread 0; thread 0's is taken, as with the common file pointer all threads must give the same at
// stderr: upc-io-disagree.upc:22
// stderr: thread 1: warning: upc_all_fwrite_shared: nmemb is 3 here and 4 on thread 0; thread 0's is taken
/* Threads that do not agree about the common file pointer: thread 0 counts, and the others are told. */
#include <upc.h>
#include "io-check.h"
shared [] char zero[8];
shared [8] char each[8 * THREADS];

int main(int argc, char **argv) {
  name_file(argv);
  make_file(40);
  if (MYTHREAD == 0)
    for (int i = 0; i < 8; i++) zero[i] = each[i] = 'a' + i;
  upc_file_t *f = upc_all_fopen(path, UPC_RDWR | UPC_COMMON_FP, 0, NULL);
  CHECK(upc_all_fseek(f, 10 + MYTHREAD, UPC_SEEK_SET) == 10);
  CHECK(upc_all_fseek(f, 0, UPC_SEEK_CUR) == 10);
  CHECK(upc_all_fwrite_shared(f, &each[8 * MYTHREAD], 0, 1, 4, 0) == 4);
  CHECK(upc_all_fwrite_shared(f, zero, 0, 1, 4 - MYTHREAD, 0) == 4);
  CHECK(upc_all_fseek(f, 0, UPC_SEEK_CUR) == 18);
  CHECK(upc_all_fclose(f) == 0);
  unsigned char all[40];
  CHECK(contents(all, 40) == 40 && memcmp(all + 10, "abcdabcd", 8) == 0 && all[18] == BYTE(18));
  upc_barrier;
  if (MYTHREAD == 0) remove(path);
  return bad != 0;
}
