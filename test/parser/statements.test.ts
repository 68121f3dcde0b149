import { describe, expect, it } from 'vitest';
import { statementOf, treeOf } from './parsing.ts';

function table(rows: Record<string, string>): void {
  for (const [text, tree] of Object.entries(rows)) it(text, () => expect(statementOf(text)).toBe(`${tree} (empty)`));
}

describe('statements', () =>
  table({
    'if (a) if (b) x = 1; else x = 2;': '(if a (if b (= x 1) (= x 2)))',
    'if (a) ; else if (b) ; else ;': '(if a (empty) (if b (empty) (empty)))',
    'switch (a) { case 1: case 2 ... 3: b = 1; default: ; }':
      '(switch a (block (case 1 (case 2 ... 3 (= b 1))) (default (empty))))',
    'do { continue; } while (a);': '(do (block (continue)) a)',
    'for (;;) break;': '(for - - - (break))',
    'for (int i = 0, j; i < a; i++, j--) { }':
      '(for (declare int (= i 0) j) (< i a) (, (post ++ i) (post -- j)) (block))',
    '{ __label__ l; l: goto l; }': '(block (label l (goto l)))',
    'l: m: __attribute__((unused)) a = 1;': '(label l (label m (= a 1)))',
    'a = 1; int y = a; y;': '(= a 1) (declare int (= y a)) y',
    'return;': '(return)',
  }));

describe('UPC statements (UPC 6.6)', () =>
  table({
    'upc_forall (int i = 0; i < a; i++; &p[i]) ;':
      '(upc_forall (declare int (= i 0)) (< i a) (post ++ i) (& (index p i)) (empty))',
    'upc_forall (; ; ; continue) ;': '(upc_forall - - - continue (empty))',
    'upc_forall (; ; ; ) ;': '(upc_forall - - - - (empty))',
    'upc_barrier; upc_barrier a; upc_notify 1; upc_wait 1; upc_fence;':
      '(upc_barrier) (upc_barrier a) (upc_notify 1) (upc_wait 1) (upc_fence)',
  }));

it('takes pragmas between declarations and statements, and ignores those of others', () => {
  const text = '#pragma upc strict\nint x;\n#pragma omp parallel\nvoid f(void) {\n#pragma upc relaxed\nx = 1;\n}\n';
  expect(treeOf(text)).toBe(
    '(pragma strict)\n(declare int x)\n(function void (() f [void]) (block (pragma relaxed) (= x 1)))',
  );
});
