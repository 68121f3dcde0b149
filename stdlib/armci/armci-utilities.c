/* What armci.h has beside communication: strided data packed and unpacked, ends with a message, assertions. */
#include "job.h"
#include "rows.h"
#include <stdarg.h>
#include <stdio.h>

/* Copies between two layouts of this process's memory. */
static void copy(char *src, const int *src_strides, char *dst, const int *dst_strides, const int *count, int levels) {
  int at[ARMCI_MAX_STRIDE_LEVEL] = {0};
  do memcpy(dst, src, count[0]);
  while (__armci_next_row(at, count, levels, &src, src_strides, &dst, dst_strides));
}

/* The strides of data without gaps. */
static void packed(const char *name, int *strides, const int *count, int levels) {
  if ((unsigned)levels > ARMCI_MAX_STRIDE_LEVEL) __armci_refuse(name, "stride_levels", levels, "it is 0 .. 8");
  for (int i = 0, size = count[0]; i < levels; size *= count[++i]) strides[i] = size;
}

void armci_write_strided(void *ptr, int stride_levels, int stride_arr[], int count[], char *buf) {
  int strides[ARMCI_MAX_STRIDE_LEVEL];
  packed("armci_write_strided", strides, count, stride_levels);
  copy(ptr, stride_arr, buf, strides, count, stride_levels);
}

void armci_read_strided(void *ptr, int stride_levels, int stride_arr[], int count[], char *buf) {
  int strides[ARMCI_MAX_STRIDE_LEVEL];
  packed("armci_read_strided", strides, count, stride_levels);
  copy(buf, strides, ptr, stride_arr, count, stride_levels);
}

/* All regions have the same layout: an address needs nothing added to it. */
void armci_set_mem_offset(void *ptr) {}

/* ---------------------------------------------------------------- ends with a message */

void armci_die(const char *msg, int code) { __armci_error(msg, code); }

void armci_die2(const char *msg, int code1, int code2) {
  char text[256];
  snprintf(text, sizeof text, "%s %d", msg, code1);
  __armci_error(text, code2);
}

void derr_printf(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
}

int dassertp_fail(const char *cond_string, const char *file, const char *func, unsigned int line, int code) {
  char text[256];
  snprintf(text, sizeof text, "%s:%u: %s: not true: %s;", file, line, func, cond_string);
  __armci_error(text, code);
}
