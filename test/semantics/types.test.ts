/** Types, layout and constants: programs that state what must hold and are accepted without a word. */
import { expect, test } from 'vitest';
import { analyzed } from './analyzed.ts';

function accepts(text: string, threads?: number): void {
  expect(analyzed(text, threads).messages).toEqual([]);
}

/** Each line is an expression that must be true at translation. */
function holds(prelude: string, lines: string, threads?: number): void {
  const checks = lines
    .trim()
    .split('\n')
    .map((line) => `_Static_assert(${line.trim()}, "${line.trim().replaceAll('"', "'")}");`);
  accepts(`${prelude}\n${checks.join('\n')}`, threads);
}

test('sizes and alignments of the data model', () => {
  holds(
    '',
    `sizeof(int) == 4 && sizeof(long) == 8 && sizeof(long long) == 8 && sizeof(short) == 2
     sizeof(void *) == 4 && sizeof(sizeof 1) == 4 && sizeof(long double) == 8
     sizeof(shared int *) == 8 && _Alignof(shared void *) == 8 && sizeof(shared int * shared *) == 8
     sizeof(double _Complex) == 16 && _Alignof(double _Complex) == 8 && sizeof(float _Complex) == 8
     _Alignof(double) == 8 && _Alignof(long long) == 8 && sizeof(void) == 1`,
  );
});

test('structs are laid out as gcc does on x86-64', () => {
  holds(
    `struct bits { int a:3; unsigned b:5; int :4; int c:20; long long d:40; _Bool e:1; };
     struct mixed { char a; int b:8; short c; };
     struct __attribute__((packed)) tight { char a; int b; short c:12; int d:20; };
     union both { char c[5]; short s; };
     struct outer { char c; struct { short a; union { int b; char d; }; }; } ;
     struct aligned { char a; char b __attribute__((aligned(8))); };
     struct empty {}; struct flexible { int n; double d[]; }; struct zero { char a; int :0; char b; };`,
    `sizeof(struct bits) == 16 && sizeof(struct mixed) == 4
     sizeof(struct tight) == 9 && _Alignof(struct tight) == 1 && __builtin_offsetof(struct tight, b) == 1
     sizeof(union both) == 6 && sizeof(struct outer) == 12 && __builtin_offsetof(struct outer, b) == 8
     sizeof(struct aligned) == 16 && __builtin_offsetof(struct aligned, b) == 8
     sizeof(struct empty) == 0 && sizeof(struct flexible) == 8 && sizeof(struct zero) == 5`,
  );
});

test('constants have the values and types that C gives them', () => {
  holds(
    'enum e { A, B = 5, C, D = -2 }; enum u { U = 1 }; enum big { X = 0x80000000u, Y = -1 };',
    `-1 > 0u && -1 < 0l && (unsigned char)-1 == 255 && (char)200 == -56
     -7 / 2 == -3 && -7 % 3 == -1 && -7 >> 1 == -4 && ~0u >> 28 == 15
     1 ? 2 : 1 / 0
     sizeof(1 ? 1 : 2.0) == 8 && sizeof('a') == 4 && sizeof(1 ? 1 : 2ll) == 8
     (int)3.99 == 3 && (int)-3.99 == -3 && (float)16777217 == 16777216.0f
     C == 6 && D == -2 && sizeof(enum big) == 8 && (enum u)-1 > 0 && (enum e)-1 < 0
     sizeof 4294967295 == 8 && sizeof 0xffffffff == 4 && 2147483648 > 0
     __builtin_popcount(255) == 8 && __builtin_bswap32(0x12345678) == 0x78563412 && __builtin_clz(1) == 31
     __builtin_types_compatible_p(int, signed) && !__builtin_types_compatible_p(char, signed char)
     (long)&((struct { int a; int b; } *)0)->b == 4
     sizeof "abc" == 4 && sizeof L"ab" == 12`,
  );
});

test('conversions choose the types of C99 6.3.1.8', () => {
  const same = (expression: string, type: string) => `__builtin_types_compatible_p(__typeof__(${expression}), ${type})`;
  holds(
    'char c; short s; unsigned u; long l; unsigned long ul; float f; double d; double _Complex z; float _Complex fz; struct { unsigned b:3; unsigned w:32; } bits; _Bool t;',
    [
      same('c + c', 'int'),
      same('u + l', 'long'),
      same('l + ul', 'unsigned long'),
      same('1ll + ul', 'unsigned long long'),
      same('f + l', 'float'),
      same('f * d', 'double'),
      same('d + fz', 'double _Complex'),
      same('l + fz', 'float _Complex'),
      same('+bits.b', 'int'),
      same('+bits.w', 'unsigned'),
      same('-t', 'int'),
      same('c << l', 'int'),
      same('s ? c : s', 'int'),
      same('&c - &c', 'int'),
    ].join('\n'),
  );
});

test('arrays get their length from initializers', () => {
  holds(
    `int a[] = { [3] = 1, [1] = 2 }; int b[][2] = { {1}, {2, 3}, 4 }; char s[] = { "abc" }; int r[] = { [0 ... 4] = 1, 2 };
     struct { char n[4]; int v; } t[] = { { "abc", 1 }, "de", 2, { { 'f' } } }; extern int e[]; int e[5];`,
    `sizeof a == 16 && sizeof b == 24 && sizeof s == 4 && sizeof r == 24 && sizeof t == 24 && sizeof e == 20`,
  );
});

test('shared types: block sizes and local sizes (UPC 6.4.1)', () => {
  const prelude = `shared [3] int a[10*THREADS]; shared int c[5*THREADS]; shared [] int i[7]; shared [*] int s[10*THREADS];
    shared [*] int m[3][4*THREADS]; shared int x; typedef int S[10]; shared [3] S t[3*THREADS];`;
  const lines = `upc_blocksizeof(a) == 3 && upc_elemsizeof(a) == 4 && upc_localsizeof(a) == 48
    upc_blocksizeof(c) == 1 && upc_localsizeof(c) == 20 && upc_blocksizeof(i) == 0 && upc_localsizeof(i) == 28
    upc_blocksizeof(s) == 10 && upc_blocksizeof(m) == 12 && upc_blocksizeof(shared [] int) == 0
    upc_localsizeof(x) == 4 && upc_blocksizeof(t) == 3 && upc_elemsizeof(t) == 4 && upc_blocksizeof(t[0]) == 3`;
  holds(prelude, lines);
  holds(prelude, `${lines}\nsizeof a == 4 * 10 * THREADS && THREADS == 4`, 4);
});

test('declarations that UPC allows', () => {
  accepts(`typedef shared [] struct lock lock_t; lock_t *p; lock_t *f(void); int g(void) { return f() == p || !p; }
    extern shared int x[]; shared int x[4*THREADS]; shared [2] int a[10*THREADS]; shared [2] int *q = &a[3]; shared int *const r = 0;
    struct s { int a; int b[3]; }; shared [4] struct s v[THREADS]; shared [] int *m = &v[1].a; shared int * shared pp[THREADS];
    void h(shared void *g, int i) { q = g; g = q; g = 0; int *l = (int *)q; *pp[i] = l[0]; m = v[2].b; q++; q += q - a; }`);
});
