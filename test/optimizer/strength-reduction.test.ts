import { describe, expect, it } from 'vitest';
import { reduceStrength } from '../../compiler/optimizer/loops/strength-reduction.ts';
import { passed } from './passed.ts';

const LOCALS = 'i i32, j i32, k i32, a i32, w i64, t f64';

const result = (body: string) => passed(reduceStrength, LOCALS, body);
const lines = (body: string): string[] => result(body).lines;

/** `for (counter = first; test; counter += step) body`; without `first` it starts with what it has. */
const loop = (counter: string, first: string, test: string, body: string, step = '1', label = 'L'): string =>
  `${first === '' ? '' : `set %${counter} ${first}\n`}while ${label} ${test} !3:1 {\n${body}\n} step {\nset %${counter} (add %${counter} ${step})\n}`;

const isLeft = (text: string): boolean => !lines(text).some((line) => line.includes('%at'));

describe('strength-reduce', () => {
  it('steps a multiple of the counter', () => {
    const body = 'set %a (add %a (load i32 (add %p (mul %i 56))))';
    const { lines: made, remarks } = result(loop('i', '0', '(lt_s %i %n)', body));
    expect(made).toEqual([
      'set %i 0',
      'set %at %p',
      'while L (lt_s %i %n) {',
      'set %a (add %a (load i32 %at))',
      '} step {',
      'set %i (add %i 1)',
      'set %at (add %at 56)',
      '}',
    ]);
    expect(remarks).toEqual(['3: strength-reduce: one address is stepped']);
  });

  it('computes the step before the loop where it is not a number', () => {
    const body = 'set %a (add %a (load i32 (add %p (shl (add (mul %n %i) %q) 2))))';
    expect(lines(loop('i', '%q', '(gt_s %i 0)', body, '-3'))).toEqual([
      'set %i %q',
      'set %at (add (add %p (shl %q 2)) (shl (mul %i %n) 2))',
      'set %by (mul %n -12)',
      'while L (gt_s %i 0) {',
      'set %a (add %a (load i32 %at))',
      '} step {',
      'set %i (add %i -3)',
      'set %at (add %at %by)',
      '}',
    ]);
  });

  it('ends the loop by what is stepped where its iterations are known', () => {
    const body = 'set %a (add %a (load i32 (add &table (shl %i 5))))';
    expect(lines(loop('i', '2', '(lt_s %i 10)', body, '3'))).toEqual([
      'set %i 2',
      'set %at &table+64',
      'while L (ne %at &table+352) {',
      'set %a (add %a (load i32 %at))',
      '} step {',
      'set %at (add %at 96)',
      '}',
    ]);
    const isEnded = (first: string, test: string, text = body, behind = ''): boolean =>
      lines(`${loop('i', first, test, text)}\n${behind}`).some((line) => line.startsWith('while L (ne %at'));
    expect(isEnded('%n', '(lt_s %i 10)')).toBe(false);
    expect(isEnded('0', '(lt_s %i %n)')).toBe(false);
    expect(isEnded('0', '(lt_s %i 0)')).toBe(false);
    expect(isEnded('0', '(ne %i 10)')).toBe(true);
    expect(isEnded('11', '(ne %i 10)')).toBe(false);
    expect(isEnded('0', '(le_s %i 2147483647)')).toBe(false);
    expect(isEnded('0', '(lt_s %i 10)', `${body}\nset %k %i`)).toBe(false);
    expect(isEnded('0', '(lt_s %i 10)', body, 'store i32 %p %i')).toBe(false);
    // 16 iterations of 2^28 come back to where they began.
    const far = 'set %a (add %a (mul %i 268435456))';
    expect(isEnded('0', '(lt_s %i 15)', far)).toBe(true);
    expect(isEnded('0', '(lt_s %i 16)', far)).toBe(false);
  });

  it('puts together what differs in constants', () => {
    const body = ['(add %i -1)', '%i', '(add %i 2)'].map((i) => `store i32 (add %p (mul ${i} 24)) 7`).join('\n');
    expect(lines(loop('i', '', '(lt_s %i %n)', body))).toEqual([
      'set %at (add (add %p (mul %i 24)) -24)',
      'while L (lt_s %i %n) {',
      'store i32 %at 7',
      'store i32 (add %at 24) 7',
      'store i32 (add %at 72) 7',
      '} step {',
      'set %i (add %i 1)',
      'set %at (add %at 24)',
      '}',
    ]);
  });

  it('has objects that are indexed alike share a variable', () => {
    const body = 'store f64 (add &array (mul %i 40)) (load f64 (add (add &table (mul %i 40)) 8))';
    expect(lines(loop('i', '', '(lt_s %i %n)', body))).toEqual([
      'set %at (mul %i 40)',
      'while L (lt_s %i %n) {',
      'store f64 (add &array %at) (load f64 (add &table+8 %at))',
      '} step {',
      'set %i (add %i 1)',
      'set %at (add %at 40)',
      '}',
    ]);
  });

  it('goes from inner loops to outer ones', () => {
    const sum = 'set %t (add %t (load f64 (add %p (shl (add (mul %i 100) (mul %j 10)) 3))))';
    const inner = loop('j', '0', '(lt_s %j 10)', sum, '1', 'M');
    expect(lines(loop('i', '0', '(lt_s %i %n)', inner))).toEqual([
      'set %i 0',
      'set %at_2 %p',
      'while L (lt_s %i %n) {',
      'set %j 0',
      'set %at %at_2',
      'set %end (add %at_2 800)',
      'while M (ne %at %end) {',
      'set %t (add %t (load f64 %at))',
      '} step {',
      'set %at (add %at 80)',
      '}',
      '} step {',
      'set %i (add %i 1)',
      'set %at_2 (add %at_2 800)',
      '}',
    ]);
  });

  it('takes the low half of counters of 64 bits', () => {
    const body = 'set %a (add %a (load i32 (add %p (convert i32 (mul %w 24n)))))';
    expect(lines(loop('w', '4294967296n', '(lt_s %w 4294967306n)', body, '1n'))).toEqual([
      'set %w 4294967296n',
      'set %at %p',
      'while L (lt_s %w 4294967306n) {',
      'set %a (add %a (load i32 %at))',
      '} step {',
      'set %w (add %w 1n)',
      'set %at (add %at 24)',
      '}',
    ]);
  });

  it('leaves what costs as much, and what is not linear', () => {
    const ofLoop = (body: string, step?: string): boolean => isLeft(loop('i', '0', '(lt_s %i %n)', body, step));
    expect(ofLoop('store i32 (add %p (shl %i 2)) 7')).toBe(true);
    expect(ofLoop('store i32 (add %p (mul %i %i)) 7')).toBe(true);
    expect(ofLoop('store i32 (add %p (mul %i (load i32 %q))) 7')).toBe(true);
    expect(ofLoop('store i32 (add %p (mul %i 56)) 7\nset %i (add %i 1)')).toBe(true);
    expect(ofLoop('store i32 (add %p (mul %i %k)) 7\nset %k (add %i 1)')).toBe(true);
    expect(ofLoop('store i32 (add %p (mul %i 56)) 7', '%k')).toBe(false);
    expect(ofLoop('store i32 (add %p (mul %i 56)) 7\nset %k (load i32 %q)', '%k')).toBe(true);
    expect(ofLoop('if %q {\nstore i32 (add %p (mul %i 56)) 7\n}')).toBe(true);
  });
});
