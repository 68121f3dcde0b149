/* For the programs about files: a name beside the program, and the file's bytes as C sees them. */
#include "check.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <upc_io.h>
static char path[4096];
static void name_file(char **argv) { snprintf(path, sizeof path, "%s.data", argv[0]); }
/* The whole file, at most `room` bytes; gives its size. Called between upc_all_fclose and the next upc_all_fopen. */
static long contents(unsigned char *bytes, long room) {
  FILE *file = fopen(path, "rb");
  long size = file ? (long)fread(bytes, 1, room, file) : -1;
  if (file) fclose(file);
  return size;
}
/* A file of `size` bytes: byte i is i * 7 + 3. */
#define BYTE(i) ((unsigned char)((i) * 7 + 3))
static void make_file(long size) {
  upc_barrier;
  if (MYTHREAD == 0) {
    FILE *file = fopen(path, "wb");
    for (long i = 0; i < size; i++) putc(BYTE(i), file);
    fclose(file);
  }
  upc_barrier;
}
