import { describe, expect, it } from 'vitest';
import { unrollAndJam } from '../../compiler/optimizer/loops/unroll-and-jam.ts';
import { passed } from './passed.ts';

const LOCALS = 'i i32, k i32, m i32, sum f64, whole i32';

const result = (body: string) => passed(unrollAndJam, LOCALS, body);

/** `for (i = 0; test; i++) { before; for (k = 0; k < n; k++) body; behind; }` */
const nest = ({
  test = '(lt_s %i %q)',
  before = 'set %sum 0.0',
  inner = '(lt_s %k %n)',
  body = 'set %sum (add %sum (mul (load f64 (add &array (shl %k 3))) (load f64 (add %p (shl (add (mul %k %q) %i) 3)))))',
  behind = 'store f64 (add &s (shl %i 3)) %sum',
  after = '',
} = {}): string =>
  `set %i 0\nwhile L ${test} !3:1 {\n${before}\nset %k 0\nwhile M ${inner} {\n${body}\n} step {\nset %k (add %k 1)\n}\n${behind}\n} step {\nset %i (add %i 1)\n}\n${after}`;

const OWN = 'set %sum (add %sum (load f64 (add &array (shl (add (mul %k 7) %i) 3))))';
const isJammed = (parts: Parameters<typeof nest>[0]): boolean =>
  result(nest({ body: OWN, ...parts })).remarks.length > 0;

describe('unroll-and-jam', () => {
  it('takes iterations through the inner loop together, loads once what they load alike, and leaves the rest', () => {
    const { lines, remarks } = result(
      nest({
        body: `set %m (shl %k 3)\n${OWN.replace('(load', '(mul (load f64 (add &t %m)) (load').replace(/\)$/, '))')}`,
        test: '(lt_s %i 10)',
      }),
    );
    expect(remarks).toEqual(['3: unroll-and-jam: 4 iterations go through the inner loop together']);
    const sums = ['%sum', '%sum_2', '%sum_3', '%sum_4'];
    const steps = ['%m', '%m_2', '%m_3', '%m_4'];
    const at = (iteration: number): string => (iteration === 0 ? '%i' : `(add %i ${iteration})`);
    const element = (iteration: number): string => `(load f64 (add &array (shl (add (mul %k 7) ${at(iteration)}) 3)))`;
    expect(lines.slice(0, lines.indexOf('while L (lt_s %i 10) {'))).toEqual([
      'set %i 0',
      'while L_2 (lt_s %i 7) {',
      'set %k 0',
      ...sums.map((sum) => `set ${sum} 0.0`),
      'while M_2 (lt_s %k %n) {',
      ...sums.flatMap((sum, iteration) => [
        `set ${steps[iteration]} (shl %k 3)`,
        `set ${sum} (add ${sum} (mul (load f64 (add &t ${steps[iteration]})) ${element(iteration)}))`,
      ]),
      '} step {',
      'set %k (add %k 1)',
      '}',
      ...sums.map((sum, iteration) => `store f64 (add &s (shl ${at(iteration)} 3)) ${sum}`),
      '} step {',
      'set %i (add %i 4)',
      '}',
    ]);
    const body = 'set %sum (add %sum (mul (load f64 (add &t (shl %k 3))) (load f64 (add &array (shl (add %k %i) 3)))))';
    const shared = result(nest({ body })).lines;
    expect(shared).toContain('while L_2 (select (lt_s %i %q) (ge_u (sub %q %i) 4) 0) {');
    expect(shared).toContain('set %shared (load f64 (add &t (shl %k 3)))');
    expect(shared).toContain(
      'set %sum_2 (add %sum_2 (mul %shared (load f64 (add &array (shl (add %k (add %i 1)) 3)))))',
    );
  });

  it('moves stores behind the inner loop, if it does not matter', () => {
    const before = 'store f64 (add &s (shl %i 3)) 1.0\nset %sum 0.0';
    const { lines } = result(nest({ body: OWN, before }));
    const place = lines.indexOf('} step {');
    expect(lines.slice(place + 3, place + 5)).toEqual([
      'store f64 (add &s (shl %i 3)) 1.0',
      'store f64 (add &s (shl %i 3)) %sum',
    ]);
    expect(isJammed({ before: 'store f64 (add &array (shl %i 3)) 1.0\nset %sum 0.0' })).toBe(false);
    expect(isJammed({ before: 'store i32 %p %whole\nset %whole %i\nset %sum 0.0', after: 'store i32 %p %whole' })).toBe(
      false,
    );
  });

  it('leaves iterations that need each other', () => {
    expect(isJammed({})).toBe(true);
    // A local that goes on, or is wanted behind the loop.
    expect(isJammed({ before: '' })).toBe(false);
    expect(isJammed({ after: 'store f64 %p %sum' })).toBe(false);
    expect(isJammed({ after: 'store i32 %p (add %i %k)' })).toBe(true);
    // The store may alias the load.
    expect(isJammed({ behind: 'store f64 (add &array (shl %i 3)) %sum' })).toBe(false);
    const byPointer = 'set %sum (add %sum (load f64 (add %q (shl (add %k %i) 3))))';
    expect(isJammed({ behind: 'store f64 %p %sum' })).toBe(true);
    expect(isJammed({ behind: 'store f64 %p %sum', body: byPointer, test: '(lt_s %i 9)' })).toBe(false);
    expect(isJammed({ behind: 'call *g [%i] (i32) -> i32' })).toBe(false);
    expect(isJammed({ behind: 'store f64 volatile &s %sum' })).toBe(false);
  });

  it('leaves inner loops that differ, and those that do not add up', () => {
    expect(isJammed({ inner: '(lt_s %k %i)' })).toBe(false);
    expect(isJammed({ inner: '(lt_s %k (load i32 &t))' })).toBe(false);
    expect(isJammed({ before: 'set %sum 0.0\nset %m (mul %i 2)', inner: '(lt_s %k %m)' })).toBe(false);
    expect(isJammed({ body: `${OWN}\nif %n {\nbreak M\n}` })).toBe(false);
    expect(isJammed({ body: `${OWN}\nset %k (add %k 1)` })).toBe(false);
    expect(isJammed({ body: 'set %sum (load f64 (add &array (shl (add %k %i) 3)))' })).toBe(false);
    expect(isJammed({ body: `${OWN}\nset %whole (div_s %k %n)` })).toBe(false);
    expect(isJammed({ test: '(le_s %i %q)' })).toBe(false);
    expect(isJammed({ test: '(lt_s %i (load i32 &t))' })).toBe(false);
  });
});
