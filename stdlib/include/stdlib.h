/* C99 7.20, with POSIX's functions. */
#ifndef _STDLIB_H
#define _STDLIB_H

#include <alloca.h>
#include <stddef.h>
#if !defined(__STRICT_ANSI__) || defined(_DEFAULT_SOURCE) || defined(_GNU_SOURCE) || defined(_XOPEN_SOURCE)
#include <sys/types.h>
#endif

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX 4

typedef struct {
  int quot;
  int rem;
} div_t;
typedef struct {
  long quot;
  long rem;
} ldiv_t;
typedef struct {
  long long quot;
  long long rem;
} lldiv_t;

/* 7.20.1 numbers from text */
double atof(const char *);
int atoi(const char *);
long atol(const char *);
long long atoll(const char *);
double strtod(const char *restrict, char **restrict);
float strtof(const char *restrict, char **restrict);
long double strtold(const char *restrict, char **restrict);
long strtol(const char *restrict, char **restrict, int);
long long strtoll(const char *restrict, char **restrict, int);
unsigned long strtoul(const char *restrict, char **restrict, int);
unsigned long long strtoull(const char *restrict, char **restrict, int);

/* 7.20.2 pseudo-random sequences, glibc's */
int rand(void);
void srand(unsigned int);
int rand_r(unsigned int *);
long random(void);
void srandom(unsigned int);
char *initstate(unsigned int, char *, size_t);
char *setstate(char *);
double drand48(void);
double erand48(unsigned short[3]);
long lrand48(void);
long nrand48(unsigned short[3]);
long mrand48(void);
long jrand48(unsigned short[3]);
void srand48(long);
unsigned short *seed48(unsigned short[3]);
void lcong48(unsigned short[7]);

/* 7.20.3 memory */
void *malloc(size_t) __attribute__((__malloc__));
void *calloc(size_t, size_t) __attribute__((__malloc__));
void *realloc(void *, size_t);
void *reallocarray(void *, size_t, size_t);
void free(void *);
void *aligned_alloc(size_t, size_t);
int posix_memalign(void **, size_t, size_t);
void *valloc(size_t);

/* 7.20.4 the environment */
void abort(void) __attribute__((__noreturn__));
int atexit(void (*)(void));
int at_quick_exit(void (*)(void));
void quick_exit(int) __attribute__((__noreturn__));
void exit(int) __attribute__((__noreturn__));
void _Exit(int) __attribute__((__noreturn__));
char *getenv(const char *);
int setenv(const char *, const char *, int);
int unsetenv(const char *);
int putenv(char *);
int clearenv(void);
int system(const char *);

/* 7.20.5 searching and sorting */
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));

/* 7.20.6 integers */
int abs(int);
long labs(long);
long long llabs(long long);
div_t div(int, int);
ldiv_t ldiv(long, long);
lldiv_t lldiv(long long, long long);

/* 7.20.7, 7.20.8 multibyte characters: UTF-8 */
int mblen(const char *, size_t);
int mbtowc(wchar_t *restrict, const char *restrict, size_t);
int wctomb(char *, wchar_t);
size_t mbstowcs(wchar_t *restrict, const char *restrict, size_t);
size_t wcstombs(char *restrict, const wchar_t *restrict, size_t);

/* POSIX files */
int mkstemp(char *);
int mkstemps(char *, int);
char *mktemp(char *);
int getsubopt(char **, char *const *, char **);
int getloadavg(double[], int);
char *mkdtemp(char *);
char *realpath(const char *restrict, char *restrict);

#ifdef _GNU_SOURCE
char *secure_getenv(const char *);
int mkostemp(char *, int);
char *canonicalize_file_name(const char *);
void qsort_r(void *, size_t, size_t, int (*)(const void *, const void *, void *), void *);
#endif

#endif
