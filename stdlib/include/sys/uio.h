/* Scatter-gather I/O: reading and writing of several blocks in one call. (POSIX) */
#ifndef _SYS_UIO_H
#define _SYS_UIO_H

#include <sys/types.h>

#define UIO_MAXIOV 1024

struct iovec {
  void *iov_base;
  size_t iov_len;
};

ssize_t readv(int, const struct iovec *, int);
ssize_t writev(int, const struct iovec *, int);

#endif
