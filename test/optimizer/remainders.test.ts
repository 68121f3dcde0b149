import { describe, expect, it } from 'vitest';
import { divideOnce } from '../../compiler/optimizer/simplify/remainders.ts';
import { passed } from './passed.ts';

const lines = (body: string): string[] => passed(divideOnce, 'a i32, b i32, t i32', body).lines;

describe('remainders', () => {
  it('come from the quotient where it is computed too', () => {
    expect(lines('set %a (rem_u %n %q)\nset %b (div_u %n %q)')).toEqual([
      'set %a (sub %n (mul (div_u %n %q) %q))',
      'set %b (div_u %n %q)',
    ]);
    expect(lines('if %t {\nset %a (rem_u %n threads)\n}\nset %b (div_u %n threads)')[1]).toBe(
      'set %a (sub %n (mul (div_u %n threads) threads))',
    );
  });

  it('stay where they are alone, signed, or of another dividend', () => {
    for (const text of [
      'set %a (rem_u %n %q)',
      'set %a (rem_u %n %q)\nset %b (div_u %q %n)',
      'set %a (rem_s %n %q)\nset %b (div_s %n %q)',
    ])
      expect(lines(text)).toEqual(text.split('\n'));
  });
});
