import { describe, expect, it } from 'vitest';
import { treeOf } from './parsing.ts';

/** The tree of what follows `typedef int T;`. */
function after(text: string): string {
  return treeOf(`typedef int T; ${text}`).replace('(declare {typedef int} T)\n', '');
}

function table(rows: Record<string, string>): void {
  for (const [text, tree] of Object.entries(rows)) it(text, () => expect(after(text)).toBe(tree));
}

describe('a typedef name is a type until it is declared as something else', () =>
  table({
    'void f(void) { T T; T = 1; }': "(function void (() f [void]) (block (declare 'T T) (= T 1)))",
    'void f(void) { T (x); T (*y)[3]; }':
      "(function void (() f [void]) (block (declare 'T x) (declare 'T ([] (* y) 3))))",
    'void f(T T) { T = 1; } T x;': "(function void (() f [(: 'T T)]) (block (= T 1)))\n(declare 'T x)",
    'void f(void) { { int T; T * 2; } T *p; }':
      "(function void (() f [void]) (block (block (declare int T) (* T 2)) (declare 'T (* p))))",
    'void f(void) { for (T T = 0; T < 3; T++) ; T i; }':
      "(function void (() f [void]) (block (for (declare 'T (= T 0)) (< T 3) (post ++ T) (empty)) (declare 'T i)))",
    'void f(void) { T T = sizeof(T); }': "(function void (() f [void]) (block (declare 'T (= T (sizeof T)))))",
    'void f(void) { enum { T } e = T; } T x;':
      "(function void (() f [void]) (block (declare (enum {T}) (= e T))))\n(declare 'T x)",
    'void f(void) { typedef T *U; U u; } int U;':
      "(function void (() f [void]) (block (declare {typedef 'T} (* U)) (declare 'U u)))\n(declare int U)",
  }));

describe('names that are not in the scope of ordinary names', () =>
  table({
    'void f(void) { T: ; goto T; T x; }':
      "(function void (() f [void]) (block (label T (empty)) (goto T) (declare 'T x)))",
    'struct s { T T; } s = { .T = 1, T: 2 };': "(declare (struct s {(member 'T T)}) (= s {.T=1 .T=2}))",
  }));

describe('parameters (C99 6.7.5.3p11)', () =>
  table({
    'int f(T);': "(declare int (() f ['T]))",
    'int f(int T);': '(declare int (() f [(: int T)]))',
    'int f(int (T));': "(declare int (() f [(: int (() _ ['T]))]))",
    'int f(int (x));': '(declare int (() f [(: int x)]))',
    'int f(int ());': '(declare int (() f [(: int (() _ []))]))',
    'int f(int (*T)(T));': "(declare int (() f [(: int (() (* T) ['T]))]))",
    'int f(int (*)[3], ...);': '(declare int (() f [(: int ([] (* _) 3)) ...]))',
  }));
