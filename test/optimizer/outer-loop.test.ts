import { describe, expect, it } from 'vitest';
import { vectorizeOuterLoops } from '../../compiler/optimizer/vectors/outer-loop.ts';
import { passed } from './passed.ts';

const result = (body: string) => passed(vectorizeOuterLoops, 'i i32, k i32, m i32, sum f64, whole i32', body);

/** `for (i = 0; i < q; i++) { before; for (k = 0; k < n; k++) body; behind; }` */
const nest = ({
  before = 'set %sum 0.0',
  body = 'set %sum (add %sum (mul (load f64 (add &t (shl %k 3))) (load f64 (add &array (shl (add (mul %k 7) %i) 3)))))',
  behind = 'store f64 (add &s (shl %i 3)) %sum',
  guard = (inner: string) => inner,
} = {}): string => {
  const inner = `${before}\nwhile M (lt_s %k %n) {\n${body}\n} step {\nset %k (add %k 1)\n}\n${behind}`;
  return `set %i 0\nwhile L (lt_s %i %q) !3:1 {\nset %k 0\n${guard(inner)}\n} step {\nset %i (add %i 1)\n}`;
};

const remarkOf = (parts: Parameters<typeof nest>[0]): string | undefined =>
  result(nest(parts)).remarks[0]?.replace(/^3: /, '');
const DONE = 'outer-vectorize: 8 iterations go through the inner loop together, as vectors of 2';
const WHOLE = 'set %whole (add %whole (load i32 (add &table (shl (add (mul %k 7) %i) 2))))';

describe('outer loops', () => {
  it('takes two iterations of doubles as a vector, what they load alike in all lanes, and leaves the rest', () => {
    const { lines, remarks } = result(nest());
    expect(remarks).toEqual([`3: ${DONE}`]);
    const one = lines.slice(lines.indexOf('while L_3 (select (lt_s %i %q) (ge_u (sub %q %i) 2) 0) {'));
    expect(one.slice(0, 12)).toEqual([
      'while L_3 (select (lt_s %i %q) (ge_u (sub %q %i) 2) 0) {',
      'set %k 0',
      'set %sum_v_5 (f64x2.const 0.0 0.0)',
      'while M_3 (lt_s %k %n) {',
      'set %all_2 (f64x2.splat (load f64 (add &t (shl %k 3))))',
      'set %sum_v_5 (f64x2.add %sum_v_5 (f64x2.mul %all_2 (load v128 (add &array (shl (add (mul %k 7) %i) 3)))))',
      '} step {',
      'set %k (add %k 1)',
      '}',
      'store v128 (add &s (shl %i 3)) %sum_v_5',
      '} step {',
      'set %i (add %i 2)',
    ]);
    expect(lines.filter((line) => line.startsWith('store v128'))).toHaveLength(5);
    expect(lines.at(-1)).toBe('}');
  });

  it('takes four of ints, sums in memory, and what stands behind a test that all iterations share', () => {
    const ints = { before: 'set %whole 0', body: WHOLE, behind: 'store i32 (add &s (shl %i 2)) %whole' };
    expect(remarkOf(ints)).toBe('outer-vectorize: 16 iterations go through the inner loop together, as vectors of 4');
    expect(
      remarkOf({ ...ints, behind: 'store i32 (add &s (shl %i 2)) (add (load i32 (add &s (shl %i 2))) %whole)' }),
    ).toBe('outer-vectorize: 16 iterations go through the inner loop together, as vectors of 4');
    const before = 'set %sum (load f64 (add &s (shl %i 3)))';
    expect(remarkOf({ before, guard: (inner) => `if (lt_s %k %n) {\n${inner}\n}` })).toBe(DONE);
    expect(remarkOf({ guard: (inner) => `if (lt_s %i %n) {\n${inner}\n}` })).toBe(undefined);
  });

  it('leaves iterations that need each other, or lie elsewhere', () => {
    expect(remarkOf({ before: '' })).toBe(undefined);
    expect(remarkOf({ before: 'set %sum (load f64 (add (add &s 8) (shl %i 3)))' })).toBe(undefined);
    expect(remarkOf({ behind: 'store f64 (add &array (shl %i 3)) %sum' })).toBe(undefined);
    expect(remarkOf({ behind: 'store f64 (add &s (shl %i 3)) (load f64 (add (add &s 8) (shl %i 3)))' })).toBe(
      undefined,
    );
    const missed = 'no outer-vectorize: iterations are not taken together as vectors: ';
    expect(remarkOf({ behind: 'store f64 (add &s (shl %i 4)) %sum' })).toBe(
      `${missed}elements of 's' are 16 bytes apart`,
    );
    expect(remarkOf({ behind: 'store f64 (add &s (mul %i %i)) %sum' })).toBe(
      `${missed}the place in 's' does not move by the same amount each iteration`,
    );
    const both = 'store f64 (add &s (shl %i 3)) %sum\nstore f64 (add (add &s 8) (shl %i 3)) %sum';
    expect(remarkOf({ behind: both })).toBe(`${missed}what is behind the inner loop may not be done lane by lane`);
  });

  it('leaves an iteration that reads where the one before left the inner counter', () => {
    const behind = 'store f64 (add &s (shl %i 3)) %sum';
    const early = `set %i 0\nwhile L (lt_s %i %q) !3:1 {\nset %sum (convert f64 %k)\nset %k 0\nwhile M (lt_s %k %n) {\nset %sum (add %sum 1.0)\n} step {\nset %k (add %k 1)\n}\n${behind}\n} step {\nset %i (add %i 1)\n}`;
    expect(result(`set %k 3\n${early}`).remarks).toEqual([]);
  });
});
