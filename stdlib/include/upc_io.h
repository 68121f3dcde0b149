/* UPC 1.3 library: parallel I/O. All functions are collective. A file is one file of the system, byte for byte. */
#ifndef _UPC_IO_H
#define _UPC_IO_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <upc_types.h>

typedef int64_t upc_off_t;

/* Only pointers to it are used: they carry no phase. */
typedef shared [] struct __upc_file upc_file_t;

typedef struct upc_hint {
  const char *key;
  const char *value;
} upc_hint_t;

typedef struct upc_local_memvec {
  void *baseaddr;
  size_t len;
} upc_local_memvec_t;

/* blocksize in bytes; 0 for an indefinite one */
typedef struct upc_shared_memvec {
  shared void *baseaddr;
  size_t blocksize;
  size_t len;
} upc_shared_memvec_t;

typedef struct upc_filevec {
  upc_off_t offset;
  size_t len;
} upc_filevec_t;

/* upc_all_fopen */
#define UPC_RDONLY (1 << 0)
#define UPC_WRONLY (1 << 1)
#define UPC_RDWR (1 << 2)
#define UPC_INDIVIDUAL_FP (1 << 3)
#define UPC_COMMON_FP (1 << 4)
#define UPC_APPEND (1 << 5)
#define UPC_CREATE (1 << 6)
#define UPC_EXCL (1 << 7)
#define UPC_STRONG_CA (1 << 8)
#define UPC_TRUNC (1 << 9)
#define UPC_DELETE_ON_CLOSE (1 << 10)

/* upc_all_fseek */
#define UPC_SEEK_SET 1
#define UPC_SEEK_CUR 2
#define UPC_SEEK_END 4

/* upc_all_fcntl */
#define UPC_GET_CA_SEMANTICS 1
#define UPC_SET_WEAK_CA_SEMANTICS 2
#define UPC_SET_STRONG_CA_SEMANTICS 3
#define UPC_GET_FP 4
#define UPC_SET_COMMON_FP 5
#define UPC_SET_INDIVIDUAL_FP 6
#define UPC_GET_FL 7
#define UPC_GET_FN 8
#define UPC_GET_HINTS 9
#define UPC_SET_HINT 10
#define UPC_ASYNC_OUTSTANDING 11

upc_file_t *upc_all_fopen(const char *fname, int flags, size_t numhints, struct upc_hint const *hints);
int upc_all_fclose(upc_file_t *fd);
int upc_all_fsync(upc_file_t *fd);
upc_off_t upc_all_fseek(upc_file_t *fd, upc_off_t offset, int origin);
int upc_all_fset_size(upc_file_t *fd, upc_off_t size);
upc_off_t upc_all_fget_size(upc_file_t *fd);
int upc_all_fpreallocate(upc_file_t *fd, upc_off_t size);
int upc_all_fcntl(upc_file_t *fd, int cmd, void *arg);

/* Each blocking, and asynchronous: started now, and completed by upc_all_fwait_async or upc_all_ftest_async. */
#define __UPC_IO_LOCAL(name, result, suffix) \
  result upc_all_f##name##_local##suffix(upc_file_t *fd, void *buffer, size_t size, size_t nmemb, upc_flag_t flags)
#define __UPC_IO_SHARED(name, result, suffix) \
  result upc_all_f##name##_shared##suffix(upc_file_t *fd, shared void *buffer, size_t blocksize, size_t size, \
                                          size_t nmemb, upc_flag_t flags)
#define __UPC_IO_LIST(name, memory, result, suffix) \
  result upc_all_f##name##_list_##memory##suffix( \
      upc_file_t *fd, size_t memvec_entries, struct upc_##memory##_memvec const *memvec, size_t filevec_entries, \
      struct upc_filevec const *filevec, upc_flag_t flags)
#define __UPC_IO(name, result, suffix) \
  __UPC_IO_LOCAL(name, result, suffix); \
  __UPC_IO_SHARED(name, result, suffix); \
  __UPC_IO_LIST(name, local, result, suffix); \
  __UPC_IO_LIST(name, shared, result, suffix)

__UPC_IO(read, upc_off_t, );
__UPC_IO(write, upc_off_t, );
__UPC_IO(read, void, _async);
__UPC_IO(write, void, _async);

#undef __UPC_IO
#undef __UPC_IO_LIST
#undef __UPC_IO_SHARED
#undef __UPC_IO_LOCAL

upc_off_t upc_all_fwait_async(upc_file_t *fd);
upc_off_t upc_all_ftest_async(upc_file_t *fd, int *flag);

#endif
