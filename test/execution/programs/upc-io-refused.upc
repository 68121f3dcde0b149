// stderr: warning: upc_all_fopen: flags is 0x8; it must have exactly one of UPC_RDONLY, UPC_WRONLY and UPC_RDWR at
// stderr: upc-io-refused.upc:38
// stderr: warning: upc_all_fopen: flags is 0x1; it must have exactly one of UPC_INDIVIDUAL_FP and UPC_COMMON_FP at
// stderr: warning: upc_all_fopen: flags is 0x8c; UPC_EXCL needs UPC_CREATE at
// stderr: warning: upc_all_fopen: flags is 0x209; UPC_TRUNC needs a file that is open for writing at
// stderr: warning: upc_all_fopen: flags is 0x4009; 0x4000 is no flag of upc_io.h at
// stderr: warning: upc_all_fclose: fd is a null pointer; it must be what upc_all_fopen returned, of a file that is still open at
// stderr: ; it was opened by UPC_RDONLY and must be open for writing at
// stderr: ; it was opened by UPC_WRONLY and must be open for reading at
// stderr: warning: upc_all_fseek: offset is -6; it leads to -1, before the file at
// stderr: warning: upc_all_fseek: origin is 7; it must be UPC_SEEK_SET, UPC_SEEK_CUR or UPC_SEEK_END at
// stderr: warning: upc_all_fseek: offset is 9007199254740992; files have less than 2^53 bytes at
// stderr: warning: upc_all_fset_size: size is -1; it must not be negative at
// stderr: ; it has the common file pointer, which only shared buffers can be used with at
// stderr: warning: upc_all_fcntl: cmd is 99; it must be one of the commands of upc_io.h at
// stderr: warning: upc_all_fread_list_local: memvec is 8 bytes; filevec has 9, and both must be equal at
// stderr: warning: upc_all_fread_list_local: filevec[1].offset is 3; offsets must not decrease, and the one before is 4 at
// stderr: warning: upc_all_fwrite_list_local: filevec[1].offset is 3; regions that are written must be in order and not overlap, and the one before ends at 4 at
// stderr: warning: upc_all_fread_list_local: filevec[0].offset is -1; it must not be negative at
// stderr: warning: upc_all_fread_list_local: memvec is a list with overlapping regions; 1 bytes would be read twice at
// stderr: warning: upc_all_fclose: fd is 0x
// stderr: , on which upc_all_fwrite_local_async is outstanding; complete it first, by upc_all_fwait_async or upc_all_ftest_async at
// stderr: ; no asynchronous operation is outstanding on it at
/* Calls that the specification lets fail: -1 and errno, and a word on standard error. */
#include <upc.h>
#include "io-check.h"
#define FAILS(call, number) do { errno = 0; CHECK((call) == -1); CHECK(errno == (number)); } while (0)

int main(int argc, char **argv) {
  char bytes[16];
  name_file(argv);
  make_file(100);
  int flags[] = {UPC_INDIVIDUAL_FP, UPC_RDONLY, UPC_RDWR | UPC_EXCL | UPC_INDIVIDUAL_FP,
                 UPC_RDONLY | UPC_TRUNC | UPC_INDIVIDUAL_FP, UPC_RDONLY | UPC_INDIVIDUAL_FP | 0x4000,
                 UPC_RDONLY | UPC_WRONLY | UPC_COMMON_FP, UPC_RDWR | UPC_COMMON_FP | UPC_INDIVIDUAL_FP};
  for (int i = 0; i < 7; i++) {
    errno = 0;
    CHECK(upc_all_fopen(path, flags[i], 0, NULL) == NULL);
    CHECK(errno == EINVAL);
  }
  FAILS(upc_all_fclose(NULL), EBADF);

  upc_file_t *r = upc_all_fopen(path, UPC_RDONLY | UPC_INDIVIDUAL_FP, 0, NULL);
  FAILS(upc_all_fwrite_local(r, bytes, 1, 1, 0), EBADF);
  FAILS(upc_all_fset_size(r, 10), EBADF);
  FAILS(upc_all_fpreallocate(r, 10), EBADF);
  upc_all_fwrite_local_async(r, bytes, 1, 1, 0);
  FAILS(upc_all_fwait_async(r), EBADF);
  CHECK(upc_all_fseek(r, 5, UPC_SEEK_SET) == 5);
  FAILS(upc_all_fseek(r, -6, UPC_SEEK_CUR), EINVAL);
  FAILS(upc_all_fseek(r, 0, 7), EINVAL);
  FAILS(upc_all_fseek(r, 1LL << 53, UPC_SEEK_SET), EOVERFLOW);
  CHECK(upc_all_fseek(r, 0, UPC_SEEK_CUR) == 5);
  FAILS(upc_all_fcntl(r, 99, NULL), EINVAL);
  FAILS(upc_all_fwait_async(r), EINVAL);
  int flag = 0;
  FAILS(upc_all_ftest_async(r, &flag), EINVAL);
  CHECK(flag == 1);

  struct upc_local_memvec memory[2] = {{bytes, 4}, {bytes + 4, 4}};
  struct upc_filevec places[2] = {{4, 4}, {8, 5}};
  FAILS(upc_all_fread_list_local(r, 2, memory, 2, places, 0), EINVAL);
  places[1].offset = 3;
  places[1].len = 4;
  FAILS(upc_all_fread_list_local(r, 2, memory, 2, places, 0), EINVAL);
  places[0].offset = -1;
  FAILS(upc_all_fread_list_local(r, 2, memory, 2, places, 0), EINVAL);
  places[0].offset = 0;
  memory[1].baseaddr = bytes + 3;
  FAILS(upc_all_fread_list_local(r, 2, memory, 2, places, 0), EINVAL);
  memory[1].baseaddr = bytes + 4;
  CHECK(upc_all_fread_list_local(r, 2, memory, 2, places, 0) == 8); /* regions of reads may overlap */
  CHECK(upc_all_fclose(r) == 0);
  FAILS(upc_all_fclose(r), EBADF);
  FAILS(upc_all_fread_local(r, bytes, 1, 1, 0), EBADF);
  FAILS(upc_all_fget_size(r), EBADF);
  FAILS(upc_all_fcntl(r, UPC_GET_FL, NULL), EBADF);

  upc_file_t *w = upc_all_fopen(path, UPC_WRONLY | UPC_INDIVIDUAL_FP, 0, NULL);
  FAILS(upc_all_fread_local(w, bytes, 1, 1, 0), EBADF);
  FAILS(upc_all_fset_size(w, -1), EINVAL);
  CHECK(upc_all_fcntl(w, UPC_SET_COMMON_FP, NULL) == 0);
  FAILS(upc_all_fwrite_local(w, bytes, 1, 1, 0), EINVAL);
  FAILS(upc_all_fwrite_list_local(w, 2, memory, 2, places, 0), EINVAL);
  CHECK(upc_all_fcntl(w, UPC_SET_INDIVIDUAL_FP, NULL) == 0);
  upc_all_fseek(w, MYTHREAD, UPC_SEEK_SET);
  upc_all_fwrite_local_async(w, bytes, 1, 1, 0);
  FAILS(upc_all_fclose(w), EBUSY);
  FAILS(upc_all_fsync(w), EBUSY);
  FAILS(upc_all_fseek(w, 0, UPC_SEEK_CUR), EBUSY);
  FAILS(upc_all_fcntl(w, UPC_GET_FL, NULL), EBUSY);
  FAILS(upc_all_fwrite_local(w, bytes, 1, 1, 0), EBUSY);
  CHECK(upc_all_fwait_async(w) == 1);
  CHECK(upc_all_fclose(w) == 0);

  upc_file_t *d = upc_all_fopen("/", UPC_RDONLY | UPC_COMMON_FP, 0, NULL);
  CHECK(d != NULL);
  shared char *one = upc_all_alloc(1, 1);
  FAILS(upc_all_fread_shared(d, one, 1, 1, 1, 0), EISDIR);
  CHECK(upc_all_fclose(d) == 0);
  if (MYTHREAD == 0) remove(path);
  return bad != 0;
}
