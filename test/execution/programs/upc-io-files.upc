// static: 3
/* Opening, closing, sizes, places and upc_all_fcntl. */
#include <upc.h>
#include <sys/stat.h>
#include "io-check.h"
#if __UPC_IO__ != 1
#error __UPC_IO__ is not predefined
#endif
#define FLAGS (UPC_RDONLY | UPC_WRONLY | UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_COMMON_FP | UPC_APPEND | UPC_CREATE | \
               UPC_EXCL | UPC_STRONG_CA | UPC_TRUNC | UPC_DELETE_ON_CLOSE)

static void opening(void) {
  errno = 0;
  CHECK(upc_all_fopen(path, UPC_RDWR | UPC_INDIVIDUAL_FP, 0, NULL) == NULL);
  CHECK(errno == ENOENT);
  upc_file_t *f = upc_all_fopen(path, UPC_WRONLY | UPC_COMMON_FP | UPC_CREATE | UPC_EXCL, 0, NULL);
  CHECK(f != NULL);
  CHECK(upc_all_fget_size(f) == 0);
  CHECK(upc_all_fclose(f) == 0);
  errno = 0;
  CHECK(upc_all_fopen(path, UPC_RDWR | UPC_COMMON_FP | UPC_CREATE | UPC_EXCL, 0, NULL) == NULL);
  CHECK(errno == EEXIST);
  errno = 0;
  CHECK(upc_all_fopen("/", UPC_RDWR | UPC_COMMON_FP, 0, NULL) == NULL);
  CHECK(errno == EISDIR);
  make_file(1000);
  f = upc_all_fopen(path, UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_APPEND, 0, NULL);
  CHECK(upc_all_fseek(f, 0, UPC_SEEK_CUR) == 1000);
  CHECK(upc_all_fseek(f, 1, UPC_SEEK_SET) == 1);
  CHECK(upc_all_fclose(f) == 0);
  upc_file_t *other = upc_all_fopen(path, UPC_WRONLY | UPC_INDIVIDUAL_FP | UPC_TRUNC, 0, NULL);
  CHECK(upc_all_fget_size(other) == 0);
  CHECK(upc_all_fclose(other) == 0);
}

static void sizes(void) {
  make_file(100);
  upc_file_t *f = upc_all_fopen(path, UPC_RDWR | UPC_INDIVIDUAL_FP, 0, NULL);
  CHECK(upc_all_fget_size(f) == 100);
  CHECK(upc_all_fset_size(f, 40) == 0);
  CHECK(upc_all_fget_size(f) == 40);
  CHECK(upc_all_fset_size(f, 3000000001LL) == 0);
  CHECK(upc_all_fget_size(f) == 3000000001LL);
  CHECK(upc_all_fseek(f, -1, UPC_SEEK_END) == 3000000000LL);
  CHECK(upc_all_fset_size(f, 0) == 0);
  CHECK(upc_all_fseek(f, 0, UPC_SEEK_CUR) == 3000000000LL);
  CHECK(upc_all_fpreallocate(f, 5000) == 0);
  CHECK(upc_all_fget_size(f) == 5000);
  CHECK(upc_all_fpreallocate(f, 10) == 0);
  CHECK(upc_all_fget_size(f) == 5000);
  CHECK(upc_all_fclose(f) == 0);
  /* what was written stays, holes or not */
  make_file(777);
  f = upc_all_fopen(path, UPC_WRONLY | UPC_INDIVIDUAL_FP, 0, NULL);
  CHECK(upc_all_fset_size(f, 3000000) == 0);
  CHECK(upc_all_fpreallocate(f, 2500000) == 0);
  CHECK(upc_all_fget_size(f) == 3000000);
  CHECK(upc_all_fclose(f) == 0);
  unsigned char head[778];
  CHECK(contents(head, 778) == 778);
  for (int i = 0; i < 777; i++) CHECK(head[i] == BYTE(i));
  struct stat status;
  CHECK(stat(path, &status) == 0 && status.st_blocks * 512 >= 2500000);
  upc_barrier;
}

static void places(void) {
  make_file(50);
  upc_file_t *f = upc_all_fopen(path, UPC_RDONLY | UPC_INDIVIDUAL_FP, 0, NULL);
  CHECK(upc_all_fseek(f, MYTHREAD + 1, UPC_SEEK_SET) == MYTHREAD + 1);
  CHECK(upc_all_fseek(f, MYTHREAD, UPC_SEEK_CUR) == 2 * MYTHREAD + 1);
  CHECK(upc_all_fseek(f, -(MYTHREAD + 1), UPC_SEEK_CUR) == MYTHREAD);
  CHECK(upc_all_fseek(f, 10, UPC_SEEK_END) == 60);
  CHECK(upc_all_fseek(f, MYTHREAD % 2 ? 0 : 7, MYTHREAD % 2 ? UPC_SEEK_END : UPC_SEEK_SET) == (MYTHREAD % 2 ? 50 : 7));
  CHECK(upc_all_fcntl(f, UPC_SET_COMMON_FP, NULL) == 0);
  CHECK(upc_all_fseek(f, 0, UPC_SEEK_CUR) == 0);
  CHECK(upc_all_fseek(f, -20, UPC_SEEK_END) == 30);
  CHECK(upc_all_fseek(f, 5, UPC_SEEK_CUR) == 35);
  CHECK(upc_all_fclose(f) == 0);
}

static void control(void) {
  struct upc_hint hints[3] = {{"file_perm", "640"}, {"no such hint", "x"}, {"cb_nodes", "2"}};
  if (MYTHREAD == 0) remove(path);
  upc_barrier;
  upc_file_t *f = upc_all_fopen(path, UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_CREATE, 3, hints);
  CHECK(upc_all_fcntl(f, UPC_GET_FL, NULL) == (UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_CREATE));
  CHECK(upc_all_fcntl(f, UPC_GET_FP, NULL) == UPC_INDIVIDUAL_FP);
  CHECK(upc_all_fcntl(f, UPC_GET_CA_SEMANTICS, NULL) == 0);
  CHECK(upc_all_fcntl(f, UPC_SET_STRONG_CA_SEMANTICS, NULL) == 0);
  CHECK(upc_all_fcntl(f, UPC_GET_CA_SEMANTICS, NULL) == UPC_STRONG_CA);
  CHECK(upc_all_fseek(f, 12, UPC_SEEK_SET) == 12);
  CHECK(upc_all_fcntl(f, UPC_SET_COMMON_FP, NULL) == 0);
  CHECK(upc_all_fseek(f, 0, UPC_SEEK_CUR) == 0);
  CHECK(upc_all_fcntl(f, UPC_GET_FP, NULL) == UPC_COMMON_FP);
  CHECK(upc_all_fcntl(f, UPC_GET_FL, NULL) == (UPC_RDWR | UPC_COMMON_FP | UPC_CREATE | UPC_STRONG_CA));
  CHECK(upc_all_fcntl(f, UPC_SET_WEAK_CA_SEMANTICS, NULL) == 0);
  CHECK(upc_all_fcntl(f, UPC_SET_INDIVIDUAL_FP, NULL) == 0);
  CHECK(upc_all_fcntl(f, UPC_GET_FL, NULL) == (UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_CREATE));
  const char *name = NULL;
  CHECK(upc_all_fcntl(f, UPC_GET_FN, &name) == 0);
  CHECK(strcmp(name, path) == 0 && name != path);
  const struct upc_hint *got;
  CHECK(upc_all_fcntl(f, UPC_GET_HINTS, &got) == 2);
  CHECK(strcmp(got[0].key, "file_perm") == 0 && strcmp(got[0].value, "640") == 0);
  CHECK(strcmp(got[1].key, "cb_nodes") == 0 && strcmp(got[1].value, "2") == 0);
  struct upc_hint more = {"cb_nodes", "16"};
  CHECK(upc_all_fcntl(f, UPC_SET_HINT, &more) == 0);
  CHECK(upc_all_fcntl(f, UPC_GET_HINTS, &got) == 2);
  CHECK(strcmp(got[1].value, "16") == 0);
  CHECK(upc_all_fcntl(f, UPC_ASYNC_OUTSTANDING, NULL) == 0);
  CHECK(upc_all_fsync(f) == 0);
  CHECK(upc_all_fclose(f) == 0);
  struct stat status;
  CHECK(stat(path, &status) == 0 && (status.st_mode & 07137) == 0 && (status.st_mode & 0600) == 0600);
  upc_barrier;
}

static void deleting(void) {
  struct stat status;
  upc_file_t *f = upc_all_fopen(path, UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_DELETE_ON_CLOSE, 0, NULL);
  CHECK(f != NULL && stat(path, &status) == 0);
  upc_barrier;
  CHECK(upc_all_fclose(f) == 0);
  CHECK(stat(path, &status) == -1 && errno == ENOENT);
}

static void many(void) {
  enum { N = 40 };
  upc_file_t *open[N];
  char name[5000];
  for (int i = 0; i < N; i++) {
    snprintf(name, sizeof name, "%s.%d", path, i);
    open[i] = upc_all_fopen(name, UPC_RDWR | UPC_COMMON_FP | UPC_CREATE | UPC_DELETE_ON_CLOSE, 0, NULL);
    CHECK(open[i] != NULL);
    for (int j = 0; j < i; j++) CHECK(open[j] != open[i]);
    CHECK(upc_all_fseek(open[i], i, UPC_SEEK_SET) == i);
  }
  for (int i = 0; i < N; i++) {
    CHECK(upc_all_fseek(open[i], 0, UPC_SEEK_CUR) == i);
    CHECK(upc_all_fclose(open[i]) == 0);
  }
}

/* Not all that can be opened is a disk: nothing to sync, no room, far places. */
static void devices(void) {
  char bytes[10] = "123456789", back[10] = "";
  upc_file_t *f = upc_all_fopen("/dev/null", UPC_RDWR | UPC_INDIVIDUAL_FP, 0, NULL);
  CHECK(upc_all_fwrite_local(f, bytes, 1, 10, 0) == 10);
  CHECK(upc_all_fread_local(f, bytes, 1, 10, 0) == 0);
  CHECK(upc_all_fsync(f) == 0 && upc_all_fclose(f) == 0);
  f = upc_all_fopen("/dev/full", UPC_WRONLY | UPC_INDIVIDUAL_FP, 0, NULL);
  errno = 0;
  CHECK(upc_all_fwrite_local(f, bytes, 1, 10, 0) == -1 && errno == ENOSPC);
  CHECK(upc_all_fclose(f) == 0);
  f = upc_all_fopen(path, UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_CREATE | UPC_DELETE_ON_CLOSE, 0, NULL);
  upc_off_t far = 20000000000LL + 10 * MYTHREAD;
  CHECK(upc_all_fseek(f, far, UPC_SEEK_SET) == far);
  CHECK(upc_all_fwrite_local(f, bytes, 1, 10, 0) == 10);
  CHECK(upc_all_fget_size(f) == 20000000000LL + 10 * THREADS);
  CHECK(upc_all_fseek(f, -10, UPC_SEEK_CUR) == far);
  CHECK(upc_all_fread_local(f, back, 1, 10, 0) == 10 && strcmp(back, bytes) == 0);
  CHECK(upc_all_fclose(f) == 0);
}

int main(int argc, char **argv) {
  int different = FLAGS;
  CHECK(different == 2047); /* each has a bit of its own */
  name_file(argv);
  if (MYTHREAD == 0) remove(path);
  upc_barrier;
  opening();
  sizes();
  places();
  control();
  deleting();
  many();
  devices();
  return bad != 0;
}
