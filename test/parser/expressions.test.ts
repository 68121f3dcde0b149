import { describe, expect, it } from 'vitest';
import { expressionOf } from './parsing.ts';

function table(rows: Record<string, string>): void {
  for (const [text, tree] of Object.entries(rows)) it(text, () => expect(expressionOf(text)).toBe(tree));
}

describe('operators', () =>
  table({
    'a + b * c - x': '(- (+ a (* b c)) x)',
    'a || b && c | x ^ a & b == c < x << a + b * c':
      '(|| a (&& b (| c (^ x (& a (== b (< c (<< x (+ a (* b c))))))))))',
    'a * b + c << x < a == b & c ^ x | a && b || c':
      '(|| (&& (| (^ (& (== (< (<< (+ (* a b) c) x) a) b) c) x) a) b) c)',
    'a = b += c': '(= a (+= b c))',
    'a ? b : c ? x : a': '(? a b (? c x a))',
    'a ? b, c : x': '(? a (, b c) x)',
    'a ?: b': '(? a - b)',
    'a = b ? c : x, b = 1': '(, (= a (? b c x)) (= b 1))',
    '- - + ~ ! * & x': '(- (- (+ (~ (! (* (& x)))))))',
    '- ++ p [ a ] ++ -- - - -- x': '(- (- (++ (post -- (post ++ (index p a))))) (- (-- x)))',
    '__extension__ a + __real__ x': '(+ a (__real__ x))',
  }));

describe('suffixes', () =>
  table({
    'f(a, b)(c)[x].m->n++': '(post ++ (-> (. (index (call (call f a b) c) x) m) n))',
    'f()': '(call f)',
    'x.T->T': '(-> (. x T) T)',
  }));

describe('casts, compound literals, sizes', () =>
  table({
    '(T)(x)': "(cast 'T x)",
    '(x)(a)': '(call x a)',
    '(T)-a': "(cast 'T (- a))",
    '(x)-a': '(- x a)',
    '(T)(int)*p': "(cast 'T (cast int (* p)))",
    '(T){a}.x': "(. (literal 'T {a}) x)",
    '&(T[]){1, 2,}': "(& (literal (: 'T ([] _)) {1 2}))",
    'sizeof(T) + 1': "(+ (sizeof 'T) 1)",
    'sizeof(T){1}': "(sizeof (literal 'T {1}))",
    'sizeof (x)[0]': '(sizeof (index x 0))',
    'sizeof sizeof x': '(sizeof (sizeof x))',
    '(int (*)(T))p': "(cast (: int (() (* _) ['T])) p)",
    '__alignof__(T)': "(_Alignof 'T)",
    'upc_blocksizeof(shared [3] int) + upc_localsizeof x': '(+ (upc_blocksizeof {shared[3] int}) (upc_localsizeof x))',
    '({ int y = a; y; })': '(value-of (block (declare int (= y a)) y))',
    'THREADS * MYTHREAD': '(* THREADS MYTHREAD)',
  }));

describe('built-ins', () =>
  table({
    '__builtin_va_arg(p, T *)': "(va_arg p (: 'T (* _)))",
    '__builtin_offsetof(struct s, a.b[3].c)': '(offsetof (struct s) .a.b[3].c)',
    '__builtin_types_compatible_p(T, int)': "(types_compatible 'T int)",
    '__builtin_choose_expr(1, a, b)': '(choose 1 a b)',
    '__builtin_expect(a, 1)': '(call __builtin_expect a 1)',
  }));
