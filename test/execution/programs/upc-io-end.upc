/* Files that are open when the program ends: what was written is there, and what was to be deleted is not. */
#include <upc.h>
#include <sys/stat.h>
#include "io-check.h"
int main(int argc, char **argv) {
  char kept[4200], gone[4200], byte = 'a' + MYTHREAD;
  name_file(argv);
  snprintf(kept, sizeof kept, "%s.kept", path);
  snprintf(gone, sizeof gone, "%s.gone", path);
  struct stat status;
  /* a job finds what the one before it left: its number of threads says how much that is */
  FILE *before = fopen(path, "r");
  if (before) {
    char bytes[16];
    int threads = getc(before);
    FILE *file = fopen(kept, "r");
    CHECK(fread(bytes, 1, 16, file) == threads);
    for (int i = 0; i < threads; i++) CHECK(bytes[i] == 'a' + i);
    fclose(file);
    fclose(before);
    CHECK(stat(gone, &status) == -1 && errno == ENOENT);
  }
  upc_barrier;
  upc_file_t *k = upc_all_fopen(kept, UPC_WRONLY | UPC_INDIVIDUAL_FP | UPC_CREATE | UPC_TRUNC, 0, NULL);
  upc_file_t *g = upc_all_fopen(gone, UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_CREATE | UPC_EXCL | UPC_DELETE_ON_CLOSE, 0, NULL);
  CHECK(k != NULL && g != NULL);
  upc_all_fseek(k, MYTHREAD, UPC_SEEK_SET);
  upc_all_fwrite_local(k, &byte, 1, 1, UPC_IN_NOSYNC | UPC_OUT_NOSYNC);
  upc_all_fwrite_local_async(g, &byte, 1, 1, UPC_IN_NOSYNC | UPC_OUT_NOSYNC);
  if (MYTHREAD == 0) {
    FILE *file = fopen(path, "w");
    putc(THREADS, file);
    fclose(file);
  }
  if (THREADS > 2) exit(bad != 0);
  if (THREADS > 1 && MYTHREAD == 1) {
    upc_barrier;
    upc_global_exit(bad != 0);
  }
  upc_barrier;
  return bad != 0;
}
