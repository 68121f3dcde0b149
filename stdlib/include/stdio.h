/* C99 7.19 with POSIX's and GNU's common additions. Only a FILE's address counts, its size is glibc's; positions are 64 bits. */
#ifndef _STDIO_H
#define _STDIO_H

#include <stdarg.h>
#include <stddef.h>

#ifndef _SSIZE_T_DEFINED
#define _SSIZE_T_DEFINED
typedef int ssize_t;
#endif
#ifndef _OFF_T_DEFINED
#define _OFF_T_DEFINED
typedef long off_t;
#endif

typedef struct __pgasc_file {
  long __opaque[27];
} FILE;
typedef struct {
  long __position;
} fpos_t;

#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define TMP_MAX 238328
#define P_tmpdir "/tmp"

#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2

#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif

FILE *__pgasc_stdin(void);
FILE *__pgasc_stdout(void);
FILE *__pgasc_stderr(void);
#define stdin (__pgasc_stdin())
#define stdout (__pgasc_stdout())
#define stderr (__pgasc_stderr())

int remove(const char *);
int rename(const char *, const char *);
FILE *tmpfile(void);
char *tmpnam(char *);

FILE *fopen(const char *restrict, const char *restrict);
FILE *freopen(const char *restrict, const char *restrict, FILE *restrict);
FILE *fdopen(int, const char *);
FILE *fmemopen(void *restrict, size_t, const char *restrict);
FILE *open_memstream(char **, size_t *);
FILE *popen(const char *, const char *);
int pclose(FILE *);
int renameat(int, const char *, int, const char *);
char *tempnam(const char *, const char *);
char *ctermid(char *);
void flockfile(FILE *);
int ftrylockfile(FILE *);
void funlockfile(FILE *);
#define L_ctermid 9
int fclose(FILE *);
int fflush(FILE *);
int fileno(FILE *);
void setbuf(FILE *restrict, char *restrict);
int setvbuf(FILE *restrict, char *restrict, int, size_t);
void setbuffer(FILE *, char *, size_t);
void setlinebuf(FILE *);

int printf(const char *restrict, ...) __attribute__((__format__(__printf__, 1, 2)));
int fprintf(FILE *restrict, const char *restrict, ...) __attribute__((__format__(__printf__, 2, 3)));
int sprintf(char *restrict, const char *restrict, ...) __attribute__((__format__(__printf__, 2, 3)));
int snprintf(char *restrict, size_t, const char *restrict, ...) __attribute__((__format__(__printf__, 3, 4)));
int dprintf(int, const char *restrict, ...) __attribute__((__format__(__printf__, 2, 3)));
int asprintf(char **restrict, const char *restrict, ...) __attribute__((__format__(__printf__, 2, 3)));
int vprintf(const char *restrict, va_list);
int vfprintf(FILE *restrict, const char *restrict, va_list);
int vsprintf(char *restrict, const char *restrict, va_list);
int vsnprintf(char *restrict, size_t, const char *restrict, va_list);
int vdprintf(int, const char *restrict, va_list);
int vasprintf(char **restrict, const char *restrict, va_list);

int scanf(const char *restrict, ...) __attribute__((__format__(__scanf__, 1, 2)));
int fscanf(FILE *restrict, const char *restrict, ...) __attribute__((__format__(__scanf__, 2, 3)));
int sscanf(const char *restrict, const char *restrict, ...) __attribute__((__format__(__scanf__, 2, 3)));
int vscanf(const char *restrict, va_list);
int vfscanf(FILE *restrict, const char *restrict, va_list);
int vsscanf(const char *restrict, const char *restrict, va_list);

int fgetc(FILE *);
int getc(FILE *);
int getchar(void);
int getc_unlocked(FILE *);
int getchar_unlocked(void);
int ungetc(int, FILE *);
int fputc(int, FILE *);
int putc(int, FILE *);
int putchar(int);
int putc_unlocked(int, FILE *);
int putchar_unlocked(int);
char *fgets(char *restrict, int, FILE *restrict);
int fputs(const char *restrict, FILE *restrict);
int puts(const char *);
ssize_t getline(char **restrict, size_t *restrict, FILE *restrict);
ssize_t getdelim(char **restrict, size_t *restrict, int, FILE *restrict);

size_t fread(void *restrict, size_t, size_t, FILE *restrict);
size_t fwrite(const void *restrict, size_t, size_t, FILE *restrict);

int fseek(FILE *, long, int);
long ftell(FILE *);
int fseeko(FILE *, off_t, int);
off_t ftello(FILE *);
void rewind(FILE *);
int fgetpos(FILE *restrict, fpos_t *restrict);
int fsetpos(FILE *, const fpos_t *);

void clearerr(FILE *);
int feof(FILE *);
int ferror(FILE *);
void clearerr_unlocked(FILE *);
int feof_unlocked(FILE *);
int ferror_unlocked(FILE *);
void perror(const char *);

#ifdef _GNU_SOURCE
int fputs_unlocked(const char *restrict, FILE *restrict);
size_t fread_unlocked(void *restrict, size_t, size_t, FILE *restrict);
size_t fwrite_unlocked(const void *restrict, size_t, size_t, FILE *restrict);
int fflush_unlocked(FILE *);
int fgetc_unlocked(FILE *);
int fputc_unlocked(int, FILE *);
char *fgets_unlocked(char *restrict, int, FILE *restrict);
#endif
#if defined _LARGEFILE64_SOURCE || defined _GNU_SOURCE
#define fopen64 fopen
#define freopen64 freopen
#define fseeko64 fseeko
#define ftello64 ftello
#define tmpfile64 tmpfile
#endif

#endif
