/** IR of C, by the shapes that speed and readability depend on. */
import { describe, expect, test } from 'vitest';
import { bodyOf, lowerText } from './lowered.ts';

describe('expressions', () => {
  test('stay one deep tree when nothing intervenes', () => {
    expect(bodyOf('void f(double *a, double *b, int i, double c) { a[i] = b[i + 1] + c * 2; }')).toBe(
      'store f64 (add %a (shl %i 3)) (add (load f64 (add (add %b (shl %i 3)) 8)) (mul %c 2.0))',
    );
  });

  test('keep an operand in a temporary only when a later one disturbs it', () => {
    const text = 'int g, h(int); int f(int x, int *p) { return x + h(1) + g + h(2); }';
    expect(bodyOf(text).split('\n')).toEqual([
      'call %t1 = *h [1] (i32) -> i32',
      'set %t3 (add (add %x %t1) (load i32 &g))',
      'call %t2 = *h [2] (i32) -> i32',
      'return (add %t3 %t2)',
    ]);
  });

  test('settle the place of a compound assignment before its right side', () => {
    const text = 'int *p, h(int); void f(int i) { p[i] += h(i) + h(2); }';
    expect(bodyOf(text).split('\n')).toEqual([
      'set %t3 (add (load i32 &p) (shl %i 2))',
      'call %t1 = *h [%i] (i32) -> i32',
      'call %t2 = *h [2] (i32) -> i32',
      'store i32 %t3 (add (load i32 %t3) (add %t1 %t2))',
    ]);
  });

  test('narrow only what may be out of range', () => {
    const text = 'unsigned char f(unsigned char c, char *s) { c = c >> 1; c += 1; *s = c; return s[0] & 15; }';
    expect(bodyOf(text).split('\n')).toEqual([
      'set %c (shr_s %c 1)',
      'set %c (and (add %c 1) 255)',
      'store i8 %s (extend8 %c)',
      'return (and (load i8 %s) 15)',
    ]);
  });

  test('choose lazily without statements, by an if with them', () => {
    const text = 'int h(int); int f(int a, int b) { int x = a && b || !a; if (a && h(b)) x = a ? b : 3; return x; }';
    expect(bodyOf(text)).toBe(`set %x (select (select %a %b 0) 1 (not %a))
if %a {
  call %t1 = *h [%b] (i32) -> i32
  if %t1 {
    set %x (select %a %b 3)
  }
}
return %x`);
  });
});

test('an exchange reads the pointer to what it expects once', () => {
  const text = 'int *e; int f(int *p) { return __atomic_compare_exchange_n(p, e, 7, 0, 5, 5); }';
  expect(bodyOf(text)).toBe(`set %t1 (load i32 &e)
set %t2 (load i32 punned %t1)
call %t4 = *__pgasc_atomic_compare_4 [%p %t2 7] (i32 i32 i32) -> i32
set %t5 (eq %t4 %t2)
if %t5 {
} else {
  store i32 punned %t1 %t4
}
return %t5`);
});

test('a computed goto aborts where no label has an address', () => {
  expect(bodyOf('void f(void *p) { goto *p; }').split('\n')).toEqual(['set %target %p', 'call *abort [] ()']);
});

describe('structs', () => {
  test('of a few numbers live in locals', () => {
    const text = `typedef struct { double re, im; } c; void f(c *x, c *y) { c a = *x, b = a; b.re *= a.im; *y = b; }`;
    expect(bodyOf(text).split('\n')).toEqual([
      'set %a_re (load f64 %x)',
      'set %a_im (load f64 (add %x 8))',
      'set %b_re %a_re',
      'set %b_im %a_im',
      'set %b_re (mul %b_re %a_im)',
      'store f64 %y %b_re',
      'store f64 (add %y 8) %b_im',
    ]);
  });

  test('whose address is taken lie in the frame', () => {
    const text = 'struct s { int a; } *q; void f(void) { struct s x; q = &x; x.a = 1; }';
    expect(bodyOf(text)).toBe('store i32 &q #x\nstore i32 #x 1');
  });
});

describe('control flow', () => {
  test('loops keep test and step', () => {
    expect(bodyOf('int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }')).toBe(`set %s 0
set %i 0
while loop (lt_s %i %n) {
  set %s (add %s %i)
} step {
  set %i (add %i 1)
}
return %s`);
  });

  test('goto out of loops is a break, backward a continue', () => {
    const text =
      'int f(int n) { again: n--; for (;;) { if (n < 3) goto out; if (n & 1) goto again; n -= 2; } out: return n; }';
    expect(bodyOf(text)).toBe(`while again {
  set %n (add %n -1)
  block out {
    while loop {
      if (lt_s %n 3) {
        break out
      }
      if (and %n 1) {
        continue again
      }
      set %n (add %n -2)
    }
  }
  break again
}
return %n`);
  });

  test('the stack of variable-length arrays is restored where their scope is left', () => {
    const text = 'int f(int n) { for (;;) { int a[n]; a[0] = n; if (a[0]) continue; break; } return 0; }';
    expect(bodyOf(text)).toBe(`while loop {
  set %length %n
  stack.save %stack
  stack.allocate %a (shl %length 2)
  store i32 %a %n
  if (load i32 %a) {
    stack.restore %stack
    continue loop
  }
  stack.restore %stack
  break loop
}
return 0`);
  });

  test('what is never used is not in the module', () => {
    const module = lowerText('static int a(void) { return 1; } int b(void); static int c; int f(void) { return c; }');
    expect(module.functions.map((each) => each.name)).toEqual(['f']);
    expect(module.functionImports).toEqual([]);
  });
});

describe('UPC', () => {
  test('shared arrays flatten their indices; members are plain addition', () => {
    const text = `shared [4] struct { int a, b[3]; } x[THREADS][8]; int f(int i, int j) { return x[i][j + 1].b[2]; }`;
    expect(bodyOf(text)).toBe('get %t1 i32 (offset (element [4 16] @x (add (add (shl %i 3) %j) 1)) 12)\nreturn %t1');
  });

  test('pointers carry a phase only with blocks; casts reset it', () => {
    const text =
      'shared [3] int *p; void f(shared [3] int *q, int n) { p = q + n; shared int *r = (shared int *)q; p = (shared [3] int *)r; }';
    expect(bodyOf(text).split('\n')).toEqual([
      'store shared &p (advance [3 4] %q %q_phase %n)',
      'store phase &p+4 (advance.phase [3 4] %q_phase %n)',
      'set %r %q',
      'store shared &p %r',
      'store phase &p+4 0',
    ]);
  });

  test('upc_forall asks at each iteration, unless another one shares out', () => {
    const text =
      'shared int a[100]; int main(void) { return 0; } void f(void) { upc_forall (int i = 0; i < 100; i++; &a[i]) a[i] = i; }';
    expect(bodyOf(text, 4)).toContain('if (or (not %controls) (eq (threadof (element [1 4] @a %i)) mythread)) {');
  });

  test('shared static data goes to its thread', () => {
    const [object] = lowerText('shared [2] int a[8] = { 1, 2, 3, 4, 5 };', 2).statics;
    expect(object?.size).toBe(16);
    expect(object?.data.map((datum) => ('bytes' in datum ? [datum.thread ?? 0, [...datum.bytes]] : []))).toEqual([
      [0, [1, 0, 0, 0, 2, 0, 0, 0, 5]],
      [1, [3, 0, 0, 0, 4]],
    ]);
  });
});
