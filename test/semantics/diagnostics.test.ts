/** C's constraints: the messages, and the notes that point at earlier declarations. */
import { describe, expect, test } from 'vitest';
import { analyzed } from './analyzed.ts';

type Case = readonly [program: string, ...messages: string[]];

const CASES: readonly Case[] = [
  [
    'int f(int count) { return coutn; }',
    "error SEM3004: 'coutn' undeclared (first use in this function); did you mean 'count'?",
  ],
  ['int f(void) { return a + a; }', "error SEM3004: 'a' undeclared (first use in this function)"],
  [
    'struct s { int width; }; int f(struct s *p) { return p->widht; }',
    "error SEM3094: 'struct s' has no member named 'widht'; did you mean 'width'?",
  ],
  [
    'struct s { int a; }; int f(struct s *p) { return p.a; }',
    "error SEM3092: 'struct s *' is a pointer; did you mean to use '->'?",
  ],
  ['void f(void) { g(1); }', "warning SEM3005: implicit declaration of function 'g'"],
  ['double f(double x) { return sqrt(x); }', "warning SEM3005: implicit declaration of function 'sqrt'"],
  [
    'int f(int a, int b); void g(void) { f(1); }',
    "error SEM3203: too few arguments to function 'f' (2 expected, 1 given)",
  ],
  [
    'void f(int *p); void g(char *c) { f(c); f(3); }',
    "warning SEM3110: passing argument 1 of 'f' from incompatible pointer type",
    "warning SEM3111: passing argument 1 of 'f' makes pointer from integer without a cast",
  ],
  [
    'void f(int *p, const int *q, char *c) { p = q; p = c; p = 1; *p = *q; }',
    "warning SEM3112: assignment discards 'const' qualifier from pointer target type",
    "warning SEM3110: assignment to 'int *' from incompatible pointer type 'char *'",
    "warning SEM3111: assignment to 'int *' from 'int' makes pointer from integer without a cast",
  ],
  ['void f(const int c) { c = 1; }', "error SEM3044: assignment of read-only variable 'c'"],
  [
    'struct s { const int a; }; void f(struct s x, struct s y) { x = y; }',
    "error SEM3044: assignment of variable 'x' with read-only member 'a'",
  ],
  ['void f(void) { 1 = 2; }', 'error SEM3041: lvalue required as left operand of assignment'],
  ['void f(void) { register int r; int *p = &r; }', "error SEM3025: address of register variable 'r' requested"],
  [
    'struct s { int b:3; }; int *f(struct s *p) { return &p->b; }',
    "error SEM3024: cannot take address of bit-field 'b'",
  ],
  [
    'void f(int *p, double d) { p + d; d % 2; ~d; }',
    "error SEM3050: invalid operands to binary + (have 'int *' and 'double')",
    "error SEM3050: invalid operands to binary % (have 'double' and 'int')",
    "error SEM3020: wrong type argument to bit-complement ('double')",
  ],
  ['int x = 1; double x;', "error SEM3436: conflicting types for 'x'; have 'double'"],
  ['int x; static int x;', "error SEM3435: static declaration of 'x' follows non-static declaration"],
  ['int x = 1; int x = 2;', "error SEM3437: redefinition of 'x'"],
  ['int f(int); double f(int x) { return x; }', "error SEM3436: conflicting types for 'f'; have 'double(int)'"],
  ['struct s { int a; }; struct s { int b; };', "error SEM3351: redefinition of 'struct s'"],
  ['struct s; struct s v;', "error SEM3441: storage size of 'v' isn't known ('struct s')"],
  [
    'int f(int x) { switch (x) { case 1: case 1 ... 2: default: default: ; } return 0; }',
    'error SEM3524: duplicate case value 1',
    'error SEM3524: multiple default labels in one switch',
  ],
  ['void f(void) { goto nowhere; }', "error SEM3511: label 'nowhere' used but not defined"],
  [
    'void f(int n) { goto l; int a[n]; l: ; }',
    "error SEM3512: jump into scope of 'a', which has variably modified type",
  ],
  [
    'void f(int n) { switch (n) { int b[n]; case 1: ; } }',
    "error SEM3512: jump into scope of 'b', which has variably modified type",
  ],
  [
    'void f(void) { break; continue; }',
    'error SEM3513: break statement not within loop or switch',
    'error SEM3513: continue statement not within a loop',
  ],
  ['int f(int x) { if (x) return 1; }', "warning SEM3470: control reaches end of non-void function 'f'"],
  ['int f(int x) { switch (x) { case 1: { return 1; } break; default: return 2; break; } }'],
  ['int f(int x) { for (;;) { if (x) return 1; continue; break; } }'],
  [
    'int f(int x) { switch (x) { case 1: return 1; l: break; default: goto l; } }',
    "warning SEM3470: control reaches end of non-void function 'f'",
  ],
  ['int f(unsigned x) { switch (x) { case -7: return 1; default: return 2; } }'],
  [
    'int f(unsigned x) { switch (x) { case -0x80000001L: return 1; default: return 2; } }',
    "warning SEM3523: case label value -2147483649 is converted to 2147483647, a value of 'unsigned int'",
  ],
  ['int f(int x) { for (;;) if (x) return 1; } int g(int x) { switch (x) { default: return 1; } }'],
  ['int g(void); int x = g();', 'error SEM3403: initializer element is not constant'],
  ['int a[2] = { 1, 2, 3 };', 'warning SEM3405: excess elements in array initializer'],
  [
    'int f(void) { return 1 / 0 + (1 << 40); }',
    'warning SEM3031: division by zero',
    "warning SEM3033: shift count 40 >= width of type 'int'",
  ],
  [
    'int x = 2147483647 + 1; signed char c = 300, d = 255;',
    "warning SEM3030: integer overflow in expression of type 'int' results in '-2147483648'",
    "warning SEM3101: overflow in conversion from 'int' to 'signed char' changes value from '300' to '44'",
  ],
  [
    'int printf(const char *, ...); void f(long x) { printf("%d %s\\n", x); }',
    "warning SEM3234: format '%d' expects argument of type 'int', but argument 2 has type 'long'",
    "warning SEM3233: format '%s' expects a matching 'char *' argument",
  ],
  ['_Static_assert(sizeof(int) == 8, "ints are long");', 'error SEM3426: static assertion failed: "ints are long"'],
  ['int f(a, b) int a; { return a + b; }', "warning SEM3310: type of 'b' defaults to 'int'"],
];

describe('C', () => {
  for (const [program, ...messages] of CASES)
    test(program, () => {
      expect(analyzed(program).messages).toEqual(messages);
    });
});

test('notes point at the earlier declaration', () => {
  const [diagnostic] = analyzed('int f(int, int);\nvoid g(void) { f(1); }').bag.all;
  expect(diagnostic?.notes).toMatchObject([{ text: 'declared here', location: { offset: 4 } }]);
});

test('one mistake gives one message', () => {
  const text = 'void f(void) { int *p = nothing + 1; p[nothing] = nothing.x->y(3); if (nothing) p = nothing ? 1 : p; }';
  expect(analyzed(text).messages).toHaveLength(1);
});

test('expressions nested deeper than the stack end in a message', () => {
  const text = `int x = ${'-'.repeat(200_000).replaceAll('--', '- -')}1;`;
  expect(analyzed(text).bag.hasErrors).toBe(true);
});
