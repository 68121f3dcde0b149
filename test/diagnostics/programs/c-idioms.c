// Valid idioms: all must be accepted without an error.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdarg.h>
#include <errno.h>
#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <float.h>
#include <time.h>
#include <complex.h>
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>
#include <sys/time.h>
#include <stdbool.h>
#include <inttypes.h>
#include <locale.h>
#include <fenv.h>
#include <wchar.h>
#include <tgmath.h>
typedef struct node { struct node *next; int v; } node_t, *node_p;
typedef int (*cmp)(const void *, const void *);
static int (*table[3])(int, int);
static int add(a, b) int a, b; { return a + b; }
int (*pick(int k))(int, int) { return k ? add : 0; }
extern int printf(const char *, ...);
enum color { RED, GREEN = 5, BLUE, };
struct flex { int n; double d[]; };
union u { int i; float f; struct { short lo, hi; }; };
struct bf { unsigned a : 3, : 0, b : 5; int : 4; _Bool c : 1; };
static const char *const names[] = { [RED] = "red", [BLUE] = "blue" };
static int m[][3] = { { 1, 2, 3 }, { 4 }, [3] = { [1] = 7 } };
char str[] = "abc" "def";
char arr[3] = "abc";
wchar_t ws[] = L"wide";
#define MIN(a, b) ({ typeof(a) _a = (a); typeof(b) _b = (b); _a < _b ? _a : _b; })
#define container_of(p, t, f) ((t *)((char *)(p) - offsetof(t, f)))
#define ARRAY(a) (sizeof(a) / sizeof((a)[0]))
inline static int sq(int x) { return x * x; }
static inline __attribute__((always_inline)) int cu(int x) { return x * x * x; }
int vla(int n, double a[n][n], double b[static 1], double c[restrict]) { double t[n][2 * n]; return sizeof t + (int)a[0][0]; }
int old_style();
int variadic(int n, ...) { va_list ap, aq; va_start(ap, n); va_copy(aq, ap); int s = 0; while (n--) s += va_arg(ap, int); va_end(aq); va_end(ap); return s; }
static int fwd(int);
static int fwd(int x) { return x ? fwd(x - 1) : 0; }
int dup(int a) { switch (a) { case 1 ... 3: return 1; case 'x': default: break; } return 0; }
struct point { double x, y; };
static struct point mk(double x, double y) { return (struct point){ .x = x, .y = y }; }
volatile sig_atomic_t flag; __thread int tls; static __thread int tls2 = 3; extern _Thread_local int tls;
void handler(int s) { (void)s; flag = 1; }
int *const cp = 0;
int compare(const void *a, const void *b) { return *(int *)a - *(int *)b; }
_Noreturn void die(void) { exit(1); }
_Static_assert(sizeof(int) == 4, "int");

typedef double v3[3];
void takes(v3 v, int (*f)(int), int g(int), char **argv, char *av[], const v3 w) { v[0] = w[1]; f(1); (*g)(2); (**f)(3); }
int computed(int x) { if (x) { lab: return 1; } else goto lab; }
int empty(void) { ; ; { } for (;;) break; do ; while (0); return 0; }
void unused(int __attribute__((unused)) x) { }
typedef struct opaque opaque;
opaque *mkop(void);
extern int later[];
int later[10];
int tentative; int tentative;
int f2(void), g2, *h2(void);
long long ll = 0x7fffffffffffffffLL; unsigned long ul = -1UL; double hex = 0x1.8p3; float ff = 1.f; long double ld = 1.0L;
int main(int argc, char **argv, char **envp)
{
  node_t n = { 0 }; node_p p = &n; struct node q = *p;
  int a[10] = { [2 ... 4] = 1 }, *pa = a, (*pb)[10] = &a;
  double complex z = 1.0 + 2.0 * I; float complex zf = z;
  jmp_buf jb;
  union u u = { .f = 1.0f };
  struct bf b = { 1, 2 };
  struct flex *fl = malloc(sizeof *fl + 4 * sizeof(double));
  int x = MIN(1, 2), y = MIN(x, 4);
  size_t k = ARRAY(a);
  char c = argc > 1 ? argv[1][0] : 'x';
  void *vp = &n; node_t *np = vp; vp = (char *)vp + 1; vp++;
  const char *s = argc ? "a" : NULL;
  pa = argc ? a : 0; pa = argc ? NULL : a;
  long d = pa - a; unsigned char uc = 300 & 0xff; signed char sc = -1;
  if (!setjmp(jb)) longjmp(jb, 1);
  signal(SIGINT, handler); signal(SIGTERM, SIG_DFL);
  qsort(a, 10, sizeof *a, compare);
  qsort(a, 10, sizeof a[0], (int (*)(const void *, const void *))compare);
  table[0] = add; table[1] = &add; x = table[0](1, 2) + (*table[1])(3, 4);
  for (int i = 0, j = 10; i < j; i++, j--) ;
  while (x --> 0) continue;
  do { if (x) break; } while (0);
  (void)z; (void)zf; (void)u.lo; (void)b; (void)uc; (void)sc; (void)d;
  printf("%s %d %zu %p %" PRId64 "\n", names[0], m[3][1], k, (void *)p, (int64_t)1);
  y = (x = 3, x + 1); y <<= 2; y ^= x; y = !!x;
  struct { int a; union { int b; float c; }; struct { int e[2]; } d[2]; } nest = { 1, { 2 }, { { { 3, 4 } }, { { 5 } } } };
  struct point pt = mk(1, 2), *pp = &(struct point){ 3, 4 };
  int (*fp)(int, int) = pick(1); y = fp(1, 2) + pick(1)(3, 4);
  int arr2[2][3][4]; int (*p3)[3][4] = arr2; p3[1][2][3] = 5; *(*(*(arr2 + 1) + 2) + 3) = 6;
  char buf[100]; snprintf(buf, sizeof buf, "%.*f %-*s", 3, 1.5, 10, "x"); sprintf(buf, "%5.2lf", 2.0);
  if ((fl = malloc(10)) == NULL) return 1;
  errno = 0; assert(y != 12345); fabs(-1.0f); pow(2, 3); isalpha('c'); NAN; INFINITY; HUGE_VAL;
  static int counter; counter++; { int counter = 3; (void)counter; }
  extern char **environ; struct timeval tv; gettimeofday(&tv, NULL); time_t t = time(0); clock_t ck = clock(); (void)t; (void)ck;
  goto end; 
  { int i; for (i = 0; i < 3; ++i) { switch (i) { case 0: { case 1: x++; } break; default: x--; } } }
  __builtin_expect(x, 1); if (__builtin_expect(!!(x), 0)) y = 1; __builtin_unreachable;
  sizeof(int[3]); sizeof x; _Alignof(double); __alignof__(x);
end:
  (void)pt; (void)pp; (void)nest; (void)p3; (void)np; (void)q; (void)s; (void)c; (void)pb; (void)envp; return EXIT_SUCCESS;
}
