// without: -g
// flags: -O3
// Loops that may become vector loops, against the same loops over volatile data, which may not: all lengths from 0
// on, starts that are not aligned, and pointers that overlap at every distance, forwards and backwards.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef signed char i8;
typedef unsigned char u8;
typedef short i16;
typedef unsigned short u16;
typedef unsigned int u32;
typedef long long i64;
typedef unsigned long long u64;
typedef float f32;
typedef double f64;
typedef struct { double re, im; } pair;

// d[i] of type D from a[i] and b[i] of types A and B.
#define KERNELS(K) \
    K(copy8, i8, i8, i8, a[i]) \
    K(copy16, i16, i16, i16, a[i]) \
    K(copy64, i64, i64, i64, a[i]) \
    K(add8, u8, u8, u8, a[i] + b[i]) \
    K(average8, u8, u8, u8, (a[i] + b[i] + 1) >> 1) \
    K(upper, u8, u8, u8, a[i] >= 'a' && a[i] <= 'z' ? a[i] - 32 : a[i]) \
    K(clamp8, i8, i8, i8, a[i] < -100 ? -100 : a[i] > b[i] ? b[i] : a[i]) \
    K(shift8, u8, u8, u8, (a[i] >> 3) ^ (b[i] << 2)) \
    K(ashift8, i8, i8, i8, a[i] >> 2) \
    K(negate16, i16, i16, i16, -a[i] * 3) \
    K(blend16, u16, u16, u16, (a[i] & 0xff00) | (b[i] & 0xff)) \
    K(less16, u16, u16, u16, a[i] < b[i]) \
    K(shift16, u16, u16, u16, (a[i] >> 5) + (b[i] & 31)) \
    K(wrap32, int, int, int, a[i] * b[i] - (a[i] ^ 77)) \
    K(shift32, int, int, int, (a[i] >> 3) + (int)((u32)b[i] >> 7)) \
    K(min32, int, int, int, a[i] < b[i] ? a[i] : b[i]) \
    K(max32u, u32, u32, u32, a[i] > b[i] ? a[i] : b[i]) \
    K(logic32, int, int, int, !(a[i] > 5) | (b[i] < 9 && a[i] != 3)) \
    K(abs32, int, int, int, abs(a[i])) \
    K(widen8, int, i8, u8, a[i] + b[i]) \
    K(widen16, int, i16, u16, a[i] * b[i]) \
    K(narrow32, i8, int, int, a[i] >> 9) \
    K(narrow16, u16, int, int, a[i] + b[i]) \
    K(counter, int, int, int, a[i] + 3 * i) \
    K(counter8, u8, u8, u8, a[i] + i) \
    K(counterf, f32, f32, f32, a[i] + i) \
    K(counterd, f64, f64, f64, a[i] * i) \
    K(long64, i64, i64, i64, a[i] + b[i] - 5) \
    K(less64, i64, i64, i64, a[i] < b[i] ? a[i] : b[i] ^ 1) \
    K(shift64, u64, u64, u64, (a[i] << 3) | (b[i] >> 60)) \
    K(widen64, i64, int, u32, a[i] + (i64)b[i]) \
    K(wrap64, int, i64, i64, a[i] + b[i]) \
    K(add32f, f32, f32, f32, a[i] * 1.5f + b[i]) \
    K(divide32f, f32, f32, f32, a[i] / (b[i] + 0.5f)) \
    K(sqrt32f, f32, f32, f32, sqrtf(a[i] * a[i]) - fabsf(b[i])) \
    K(round32f, f32, f32, f32, floorf(a[i] * 0.3f) + ceilf(b[i] * 0.7f)) \
    K(double32f, f32, f32, f32, a[i] * 1.1 + b[i]) \
    K(choose32f, f32, f32, f32, a[i] > b[i] ? a[i] - 1 : -b[i]) \
    K(add64f, f64, f64, f64, a[i] * 1.5 + b[i]) \
    K(sqrt64f, f64, f64, f64, sqrt(fabs(a[i])) / 3 - trunc(b[i] * 0.1)) \
    K(choose64f, f64, f64, f64, a[i] < 7 || b[i] >= a[i] ? a[i] : b[i]) \
    K(promote, f64, f32, f32, a[i] * (f64)b[i]) \
    K(demote, f32, f64, f64, a[i] - b[i]) \
    K(from8, f32, u8, i8, a[i] * 0.25f - b[i]) \
    K(from16, f64, i16, u16, a[i] * 0.25 - b[i]) \
    K(from32, f64, int, u32, a[i] + b[i] * 2.0) \
    K(from32f, f32, int, u32, (f32)a[i] + (f32)b[i]) \
    K(to32, int, f64, f64, (int)(a[i] * 1e7)) \
    K(to32f, int, f32, f32, (int)(a[i] * 1e7f)) \
    K(truth64, int, f64, f64, a[i] > b[i]) \
    K(chosen64, f64, int, f64, a[i] > 0 ? b[i] : 0.5) \
    K(sum8, int, u8, u8, a[i] - b[i])

#define DEFINE(NAME, D, A, B, VALUE) \
    static void NAME(void *pd, const void *pa, const void *pb, int n) { \
        D *d = pd; const A *a = pa; const B *b = pb; \
        for (int i = 0; i < n; i++) d[i] = VALUE; \
    } \
    static void NAME##_one(void *pd, const void *pa, const void *pb, int n) { \
        volatile D *d = pd; const volatile A *a = pa; const volatile B *b = pb; \
        for (int i = 0; i < n; i++) { volatile D value = VALUE; d[i] = value; } \
    }
KERNELS(DEFINE)

typedef void kernel(void *, const void *, const void *, int);
enum { INT, SINGLE, DOUBLE };
#define KIND(T) ((T)0.5 == 0 ? INT : sizeof(T) == 4 ? SINGLE : DOUBLE)
#define ENTRY(NAME, D, A, B, VALUE) {#NAME, NAME, NAME##_one, sizeof(D), sizeof(A), sizeof(B), KIND(D), KIND(A), KIND(B)},
static const struct {
    const char *name;
    kernel *fast, *slow;
    int d, a, b, kindD, kindA, kindB;
} all[] = {KERNELS(ENTRY)};

static unsigned seed = 1;
static int next(void) { return (seed = seed * 1664525 + 1013904223) >> 8; }

static char memory[2][4096];

static void fill(int kind) {
    char *m = memory[0];
    for (int i = 0; i < 4096; i++) m[i] = next();
    if (kind == SINGLE) for (int i = 0; i < 1024; i++) ((f32 *)m)[i] = (next() % 20001 - 10000) / 8.0f;
    if (kind == DOUBLE) for (int i = 0; i < 512; i++) ((f64 *)m)[i] = (next() % 20001 - 10000) / 8.0;
    memcpy(memory[1], memory[0], 4096);
}

static int failures;

static void check(const char *name, int n, int d, int a, int b) {
    if (memcmp(memory[0], memory[1], 4096) == 0) return;
    if (failures++ < 20) printf("%s differs: %d elements, at %d from %d and %d\n", name, n, d, a, b);
}

static void run(int k, int n, int d, int a, int b) {
    all[k].fast(memory[0] + d, memory[0] + a, memory[0] + b, n);
    all[k].slow(memory[1] + d, memory[1] + a, memory[1] + b, n);
    check(all[k].name, n, d, a, b);
}

// Apart, at all lengths and with starts that are not aligned to more than an element.
static void apart(int k) {
    for (int n = 0; n <= 40; n++)
        for (int shift = 0; shift < 3; shift++) {
            fill(all[k].kindA == INT ? all[k].kindB : all[k].kindA);
            run(k, n, 2048 + shift * all[k].d, 512 + shift * all[k].a, 1024 + shift * all[k].b);
        }
}

// One over another, as far as both are numbers of one kind.
static void over(int k) {
    if (all[k].kindD != all[k].kindA || all[k].kindA != all[k].kindB) return;
    for (int n = 17; n <= 41; n += 8)
        for (int distance = -20; distance <= 20; distance++) {
            fill(all[k].kindA);
            run(k, n, 1024 + distance * all[k].d, 1024, 2048);
            run(k, n, 1024, 1024 + distance * all[k].a, 1024 - distance * all[k].b);
        }
}

// ---------------------------------------------------------------- other shapes of loops

#define TWICE(DEFINE) DEFINE(, ) DEFINE(volatile, _one)

static int ints[2][128];
static double doubles[2][128];
static float rows[2][9][37];

#define SHAPES(V, SUFFIX) \
    static void backwards##SUFFIX(V int *p, int n) { for (int i = n - 1; i >= 0; i--) p[i] = p[i] * 5 + i; } \
    static void bumped##SUFFIX(V int *p, V int *q, int n) { while (n-- > 0) *p++ = *q++ ^ 3; } \
    static void ended##SUFFIX(V double *p, V double *e) { for (; p != e; p++) *p *= 2; } \
    static void recurrence##SUFFIX(V int *p, int n) { for (int i = 1; i < n; i++) p[i] = p[i] + p[i - 1]; } \
    static void ahead##SUFFIX(V int *p, int n) { for (int i = 0; i < n; i++) p[i] = p[i + 1] - p[i]; } \
    static void fourth##SUFFIX(V int *p, int n) { for (int i = 0; i < n; i++) p[i + 4] = p[i] + 1; } \
    static void third##SUFFIX(V int *p, int n) { for (int i = 0; i < n; i++) p[i + 3] = p[i] + 1; } \
    static void invariant##SUFFIX(V int *p, V int *q, int n) { for (int i = 0; i < n; i++) p[i] += *q; } \
    static void chosen##SUFFIX(V int *p, V int *q, int n) { \
        for (int i = 0; i < n; i++) { \
            int x = p[i], y; \
            if (x > 0) { y = x * 2; x = 1; } else if (q[i] < 0) y = -x; else y = 7; \
            p[i] = y + x; \
            q[i] = x; \
        } \
    } \
    static void stencil##SUFFIX(V float r[9][37], int k) { \
        for (int j = 1; j < 36; j++) r[k][j] = (r[k - 1][j] + r[k + 1][j] + r[k + 1][j - 1]) * 0.25f; \
    } \
    static int sum##SUFFIX(V int *p, int n) { int t = 3; for (int i = 0; i < n; i++) t += p[i] * p[i]; return t; } \
    static i64 longsum##SUFFIX(V int *p, int n) { i64 t = 3; for (int i = 0; i < n; i++) t += p[i]; return t; } \
    static int least##SUFFIX(V int *p, int n) { int m = p[0]; for (int i = 1; i < n; i++) if (p[i] < m) m = p[i]; return m; } \
    static u32 greatest##SUFFIX(V int *p, int n) { u32 m = 9; for (int i = 0; i < n; i++) m = m >= (u32)p[i] ? m : p[i]; return m; } \
    static int bits##SUFFIX(V int *p, int n) { \
        int a = -1, o = 0, x = 5; \
        for (int i = 0; i < n; i++) { int v = p[i]; a &= v | 7; o |= v & 0x7f0; x ^= v; } \
        return a + o * 3 + x * 5; \
    } \
    static int counted##SUFFIX(V int *p, int n) { int c = 0; for (int i = 0; i < n; i++) if (p[i] % 2 == 0 || p[i] > 40) c++; return c; } \
    static int counting##SUFFIX(V int *p, int n) { int c = 0; for (int i = 0; i < n; i++) c += (p[i] & 3) == 1; return c; } \
    static int partly##SUFFIX(V int *p, int n) { int c = 0; for (int i = 0; i < n; i++) if (p[i] > 0) c -= p[i]; return c; } \
    static int last##SUFFIX(V int *p, int n) { int t = 0, i; for (i = 0; i < n; i++) { t = p[i] + 1; p[i] = t; } return t + i; } \
    static int bytes##SUFFIX(V u8 *p, int n) { int t = 0; for (int i = 0; i < n; i++) t += p[i]; return t; } \
    static double inorder##SUFFIX(V double *p, int n) { double t = 0; for (int i = 0; i < n; i++) t += p[i] / 3; return t; } \
    static void steps##SUFFIX(V int *p, int n) { for (int i = 0; i < n; i += 1) p[i] = n - i; for (int i = 1; i <= n; i++) p[i - 1] += i; } \
    static void unsigned32##SUFFIX(V int *p, u32 from, u32 to) { for (u32 i = from; i < to; i++) p[i - from] += i; } \
    static void complexes##SUFFIX(V double *x, V double *y, V double *z, int n) { \
        for (int i = 0; i < 2 * n; i += 2) { \
            double a = x[i], b = x[i + 1], c = y[i], d = y[i + 1]; \
            z[i] = a * c - b * d; \
            z[i + 1] = a * d + b * c; \
        } \
    } \
    static void turned##SUFFIX(V float *x, V float *y, int n) { \
        for (int i = 0; i < n; i++) { float a = x[2 * i]; y[2 * i + 1] = a; y[2 * i] = -x[2 * i + 1]; } \
    } \
    static void swapped##SUFFIX(V int *x, V int *y, int n) { \
        for (int i = 0; i < n; i++) { y[2 * i] = x[2 * i + 1]; y[2 * i + 1] = x[2 * i]; } \
    } \
    static void scaled##SUFFIX(V pair *x, double s, int n) { \
        for (int i = 0; i < n; i++) { x[i].re *= s; x[i].im = x[i].re + x[i].im; } \
    } \
    static void wide##SUFFIX(V int *p, i64 from, i64 to) { for (i64 i = from; i < to; i++) p[i] += 2; }
TWICE(SHAPES)

#define BOTH(CALL) do { \
        for (int i = 0; i < 128; i++) { \
            ints[0][i] = ints[1][i] = next() % 101 - 50; \
            doubles[0][i] = doubles[1][i] = next() % 101 / 3.0; \
        } \
        for (int i = 0; i < 9 * 37; i++) rows[0][0][i] = rows[1][0][i] = next() % 101 / 7.0f; \
        CALL; \
        if (memcmp(ints[0], ints[1], sizeof ints[0]) || memcmp(doubles[0], doubles[1], sizeof doubles[0]) || \
            memcmp(rows[0], rows[1], sizeof rows[0])) \
            if (failures++ < 20) printf("%s differs at %d\n", #CALL, n); \
    } while (0)

static void shapes(int n) {
    int *p = ints[0], *q = ints[1];
    double *d = doubles[0], *e = doubles[1];
    BOTH((backwards(p, n), backwards_one(q, n)));
    BOTH((bumped(p + 1, p + 60, n), bumped_one(q + 1, q + 60, n)));
    for (int apart = -6; apart <= 6; apart++)
        BOTH((bumped(p + 20 + apart, p + 20, n), bumped_one(q + 20 + apart, q + 20, n)));
    BOTH((ended(d, d + n), ended_one(e, e + n)));
    BOTH((recurrence(p, n), recurrence_one(q, n)));
    BOTH((ahead(p, n), ahead_one(q, n)));
    BOTH((fourth(p, n), fourth_one(q, n)));
    BOTH((third(p, n), third_one(q, n)));
    for (int place = 0; place < 50; place += 7) BOTH((invariant(p + 3, p + place, n), invariant_one(q + 3, q + place, n)));
    for (int apart = -5; apart <= 60; apart += 13)
        BOTH((chosen(p + 10, p + 10 + apart, n), chosen_one(q + 10, q + 10 + apart, n)));
    for (int k = 1; k < 8; k += 3) BOTH((stencil(rows[0], k), stencil_one(rows[1], k)));
    BOTH((p[127] = sum(p, n), q[127] = sum_one(q, n)));
    BOTH((d[127] = longsum(p, n), e[127] = longsum_one(q, n)));
    BOTH((p[127] = least(p, n), q[127] = least_one(q, n)));
    BOTH((p[127] = greatest(p, n), q[127] = greatest_one(q, n)));
    BOTH((p[127] = bits(p, n), q[127] = bits_one(q, n)));
    BOTH((p[127] = counted(p, n), q[127] = counted_one(q, n)));
    BOTH((p[127] = counting(p, n), q[127] = counting_one(q, n)));
    BOTH((p[127] = partly(p, n), q[127] = partly_one(q, n)));
    BOTH((p[127] = last(p, n), q[127] = last_one(q, n)));
    BOTH((p[127] = bytes((u8 *)p + 1, n), q[127] = bytes_one((u8 *)q + 1, n)));
    BOTH((d[127] = inorder(d, n), e[127] = inorder_one(e, n)));
    BOTH((steps(p, n), steps_one(q, n)));
    BOTH((unsigned32(p, 0xfffffff0u - n, 0xfffffff0u), unsigned32_one(q, 0xfffffff0u - n, 0xfffffff0u)));
    for (int apart = -6; apart <= 6; apart++) {
        const int few = n / 3;
        BOTH((complexes(d + 20, d + 60, d + 20 + apart, few), complexes_one(e + 20, e + 60, e + 20 + apart, few)));
        BOTH((complexes(d + 60 + apart, d + 60, d + 60, few), complexes_one(e + 60 + apart, e + 60, e + 60, few)));
        BOTH((turned(rows[0][1], rows[0][1] + apart, n), turned_one(rows[1][1], rows[1][1] + apart, n)));
        BOTH((swapped(p + 8, p + 8 + apart, n), swapped_one(q + 8, q + 8 + apart, n)));
    }
    BOTH((scaled((void *)(d + 1), 1.5, n), scaled_one((void *)(e + 1), 1.5, n)));
    BOTH((wide(p, 3, n), wide_one(q, 3, n)));
}

/* Each element is twice the one before it, four bytes further back: the offset wraps around 32 bits. */
static void wraps(void) {
    static u32 doubled[100];
    doubled[0] = 1;
    for (u32 i = 1; i < 100; i++)
        *(u32 *)((char *)doubled + i * 4) = 2 * *(u32 *)((char *)doubled + (i + 0x3fffffffu) * 4);
    for (int i = 0; i < 100; i++)
        if (doubled[i] != (i < 32 ? 1u << i : 0)) failures++;
}

int main(void) {
    wraps();
    for (int k = 0; k < (int)(sizeof all / sizeof *all); k++) {
        apart(k);
        over(k);
    }
    for (int n = 0; n <= 41; n++) shapes(n);
    if (failures) printf("%d failures\n", failures);
    return failures != 0;
}
