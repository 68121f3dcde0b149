import { describe, expect, it } from 'vitest';
import { treeOf } from './parsing.ts';

function table(rows: Record<string, string>): void {
  for (const [text, tree] of Object.entries(rows)) it(text, () => expect(treeOf(text)).toBe(tree));
}

describe('declarators', () =>
  table({
    'int *a[3], (*b)[3], **const *c;': '(declare int (* ([] a 3)) ([] (* b) 3) (* (* const (* c))))',
    'int (*f(int a))(char);': '(declare int (() (* (() f [(: int a)])) [char]))',
    'void (*signal(int, void (*)(int)))(int);':
      '(declare void (() (* (() signal [int (: void (() (* _) [int]))])) [int]))',
    'int f(int n, int a[n][*], int b[static const 3], int c[restrict]);':
      '(declare int (() f [(: int n) (: int ([] ([] a n) *)) (: int ([] static const b 3)) (: int ([] restrict c))]))',
  }));

describe('specifiers', () =>
  table({
    'long unsigned static int const long x;': '(declare {static const long unsigned int long} x)',
    'extern inline __attribute__((noinline, const)) int f(void);':
      '(declare {extern inline int @noinline @const} (() f [void]))',
    'struct s { int a, b : 3, : 4; union { int c; }; } __attribute__((packed)) x;':
      '(declare (struct s {(member int a (bits b 3) (bits - 4)) (member (union {(member int c)}))} @packed) x)',
    'enum e { A, B = A + 1, } x; enum e y;': '(declare (enum e {A (= B (+ A 1))}) x)\n(declare (enum e) y)',
    'typeof(int *) a; __typeof__(a + 1) b;': '(declare (typeof (: int (* _))) a)\n(declare (typeof (+ a 1)) b)',
    '__extension__ typedef long long L; L x;': "(declare {typedef long long} L)\n(declare 'L x)",
    'int x __asm__("y") __attribute__((aligned(8))) = 1;': '(declare int (= (with x @(aligned 8) asm=y) 1))',
    '_Static_assert(1, "m"); ; struct s;': '(static-assert 1 "m")\n(declare (struct s))',
  }));

describe('initializers', () =>
  table({
    'int a[] = { 1, [2] = 3, [4 ... 5] = 6, [7] 8, };': '(declare int (= ([] a) {1 [2]=3 [4...5]=6 [7]=8}))',
    'struct s x = { .a.b[1] = 2, c: { 3 } };': '(declare (struct s) (= x {.a.b[1]=2 .c={3}}))',
    'char s[] = "a", t[] = { "b" }, u[0] = {};': '(declare char (= ([] s) "a") (= ([] t) {"b"}) (= ([] u 0) {}))',
  }));

describe('functions', () =>
  table({
    'int f(a, b) int a; double *b; { return a; }':
      '(function int (() f [a b]) (declare int a) (declare double (* b)) (block (return a)))',
    'main() { }': '(function {} (() main []) (block))',
    'static x; f(a) { return a; } *g();':
      '(declare static x)\n(function {} (() f [a]) (block (return a)))\n(declare {} (* (() g [])))',
    'int (f)(void) { } int (*g(int a))(int b) { return a; }':
      '(function int (() f [void]) (block))\n(function int (() (* (() g [(: int a)])) [(: int b)]) (block (return a)))',
  }));

describe('shared types (UPC 6.4)', () =>
  table({
    'shared [2] int a[2*THREADS]; shared [] int *p; shared [*] int b[9];':
      '(declare {shared[2] int} ([] a (* 2 THREADS)))\n(declare {shared[] int} (* p))\n(declare {shared[*] int} ([] b 9))',
    'int shared [3] *p; int *shared q; int *shared [5] r;':
      '(declare {shared[3] int} (* p))\n(declare int (* shared q))\n(declare int (* shared[5] r))',
    'relaxed shared int x; const shared strict struct s y;':
      '(declare {relaxed shared int} x)\n(declare {strict const shared (struct s)} y)',
    'typedef shared [4] double row[4]; shared row *m;':
      "(declare {typedef shared[4] double} ([] row 4))\n(declare {shared 'row} (* m))",
  }));
