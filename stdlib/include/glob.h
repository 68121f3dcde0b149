/* Names of files that match a pattern. (POSIX; GNU's braces and tilde) */
#ifndef _GLOB_H
#define _GLOB_H

#include <stddef.h>

#define GLOB_ERR 0x1
#define GLOB_MARK 0x2
#define GLOB_NOSORT 0x4
#define GLOB_DOOFFS 0x8
#define GLOB_NOCHECK 0x10
#define GLOB_APPEND 0x20
#define GLOB_NOESCAPE 0x40
#define GLOB_PERIOD 0x80
#define GLOB_BRACE 0x400
#define GLOB_NOMAGIC 0x800
#define GLOB_TILDE 0x1000
#define GLOB_ONLYDIR 0x2000

#define GLOB_NOSPACE 1
#define GLOB_ABORTED 2
#define GLOB_NOMATCH 3

typedef struct {
  size_t gl_pathc;
  char **gl_pathv;
  size_t gl_offs;
} glob_t;

int glob(const char *restrict, int, int (*)(const char *, int), glob_t *restrict);
void globfree(glob_t *);

#endif
