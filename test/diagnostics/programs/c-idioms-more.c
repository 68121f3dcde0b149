// More valid idioms: none may be an error.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
typedef unsigned char byte;
typedef struct { byte b[4]; } quad;
struct list; typedef struct list list;
struct list { list *n; int (*f)(list *, int); };
extern const int ext[];
static const double tab[] = { 1., .5, 1e-3, 0x1p-2, 3.f };
void swap(void *a, void *b, size_t n) { char *x = a, *y = b; while (n--) { char t = *x; *x++ = *y; *y++ = t; } }
int (*(*fpp(void))(int))[3];
void (*signal2(int, void (*)(int)))(int);
char *(*(**foo[2][3])(void))[4];
int main2() { return 0; }
unsigned hash(const char *s) { unsigned h = 5381; int c; while ((c = *s++)) h = ((h << 5) + h) + c; return h; }
int isort(const void *a, const void *b) { return (*(int **)a)[0] - (*(int **)b)[0]; }
double sum(int n, double (*a)[n]) { double s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s += a[i][j]; return s; }
void s(int n, int m, double a[][m], double b[const n], double c[static n]) { }
void noproto(); 
void noproto(int a) { }
struct A { struct B { int x; } b; enum { P, Q } e; union { int i; }; } sa = { .b.x = 3, .e = Q, .i = 7 };
struct B sb;
int arr[] = { [5] = 1, 2, [0] = 3 };
int sz = sizeof arr / sizeof *arr;
char *strs[] = { "a", "b", NULL };
int matrix[2][2] = { 1, 2, 3, 4 };
int *ptrs[] = { &arr[1], arr + 2, &matrix[1][0], 0 };
size_t off = (size_t)&((struct A *)0)->e;
static int static_fn(void);
int use(void) { return static_fn(); }
static int static_fn(void) { return 1; }
typedef int T;
void shadow(void) { T T = 3; T++; { int T; T = 4; } }
struct T { T t; };
void lbl(void) { T: ; goto T; }
int cond(int a, void *p, char *q) { const char *r = a ? q : p; return (a ? 1 : 2.0) > 1 && r; }
long sh(int x) { return 1L << x | x >> 31 ^ ~x & -x; }
#define CAT(a,b) a##b
#define XCAT(a,b) CAT(a,b)
#define STR(x) #x
#define XSTR(x) STR(x)
#define LOG(fmt, ...) printf(fmt, ##__VA_ARGS__)
#define FOR(i,n) for (int i = 0; i < (n); i++)
int XCAT(var, __LINE__) = 1;
const char *st = XSTR(a b "c\n");
#ifdef __STDC__
#endif
#if defined(__GNUC__) && __GNUC__ >= 4 || !defined X
#endif
#pragma omp parallel for
#pragma once // expected-warning{{#pragma once in the main file}}
#pragma GCC diagnostic ignored "-Wunused"
_Pragma("omp simd") int after;
int sw(unsigned char c) { switch (c) { case 'a' ... 'z': return 1; case 0: case 1: { int k = c; return k; } default: return 0; } }
void duff(char *to, char *from, int count) { int n = (count + 7) / 8; switch (count % 8) { case 0: do { *to = *from++; case 7: *to = *from++; case 1: *to = *from++; } while (--n > 0); } }
double cast(int64_t x) { return (double)x / (uint64_t)-1 + (float)(int)x; }
void constp(const char *const *pp, char **qq) { pp = (const char *const *)qq; const int *ci = arr; (void)ci; free((void *)pp); }
int strange(void) { return "abc"[1] + 1["abc"] + sizeof "abc" + *"x" + (int)sizeof(char[3]) + -+-1; }
enum e1 { A1, B1 }; enum e1 fe(enum e1 x) { return x + 1; } 
int ie = B1 | A1; unsigned long long big = 18446744073709551615u, oct = 0777, bin = 0b101;
void p(void) { printf("%s %c %%\n", "x", 'c'); printf("%ld %lu %llu %x %hhd\n", 1L, 2UL, 3ULL, 4u, 5); LOG("x\n"); LOG("%d\n", 1); printf("%5.*s|%+d|% d|%#x|%-5d|%05d\n", 3, "abc", 1, 2, 3, 4, 5); }
int lo(void) { int x = 1, y = x++ + ++x; long long q = 1ll << 40; return y ? q > 0 : 0; }
int multi(void), multi2(int a, char *b);
struct { int x; } anon[2] = { { 1 }, { 2 } };
int fnptr(int (*)(void), ...);
typedef int fn_t(int); fn_t fproto; fn_t *fptr = fproto; int fproto(int x) { return x; }
static struct { const char *name; fn_t *fn; } cmds[] = { { "a", fproto }, { "b", &fproto }, { 0 } };
int run(void) { for (size_t i = 0; cmds[i].name; i++) if (!strcmp(cmds[i].name, "b")) return cmds[i].fn(2); return -1; }
struct bits { unsigned long long a : 40; signed b : 3; enum e1 c : 2; } bits = { 1, -1, B1 };
volatile int *const vp = (volatile int *)0x1000;
void *vf(void) { return (void *)(intptr_t)3; }
int cmpp(void *a, int *b) { return a == b && a < (void *)b && a != 0 && !b; }
void empty_struct(void) { struct { } e; (void)e; struct E2 { int x[0]; }; }
char multi_line[] = "a\
b" "\x41" "\101\u00e9";
int inc(int *p) { return (*p)++ + p[0] + 0[p]; }
void ternary(int a) { a ? (void)0 : (void)1; a ? noproto(1) : (void)0; }
float ff(float x) { return x * 2 + 1.5f; }
int ll(void) { return sizeof(long) + sizeof(long long) + sizeof(long double); }
int ret(void) { if (0) return 1; else for (;;) ; }
void vlas(int n) { int a[n]; int (*p)[n] = &a; typedef int row[n]; row r; sizeof(row); (*p)[0] = r[0] = 1; for (int i = 0; i < n; i++) { int b[i + 1]; b[0] = 1; if (b[0]) continue; } }
int gotos(int n) { again: if (n > 10) goto done; n++; goto again; done: return n; }
extern inline int ei(int x) { return x; }
static inline int si(int x) { return x; }
int k_r(a, b, c) double a; char *b; { return a + *b + c; } // expected-warning{{type of 'c' defaults to 'int'}}
int main(int argc, char *argv[]) { int i; for (i = 0; i < argc; ++i) { printf("%s\n", argv[i]); } quad q1 = { { 1, 2 } }, q2 = q1; q2 = q1; struct A a2 = sa; a2.b = sb; return q2.b[0] = a2.b.x; }
