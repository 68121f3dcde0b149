import { describe, expect, it } from 'vitest';
import { duplicateTails } from '../../compiler/optimizer/frame/tail-duplication.ts';
import { passed } from './passed.ts';

const FRAME = ['a 16 8', 'b 16 8', 'c 16 8'];
const lines = (body: string): string[] => passed(duplicateTails, 't i32, u i32, x f64', body, { frame: FRAME }).lines;

const choice = (then = '#a', otherwise = '#b'): string =>
  `if %n {\nstore f64 #a 1.0\nset %t ${then}\n} else {\nset %t ${otherwise}\n}`;

describe('tail-duplicate', () => {
  it('reads the slots in the arms that chose them', () => {
    const readers = 'store f64 #c (load f64 %t)\nset %x (load f64 (add %t 8))';
    expect(lines(`${choice()}\n${readers}\nstore f64 %p %x`)).toEqual([
      'if %n {',
      'store f64 #a 1.0',
      'store f64 #c (load f64 #a)',
      'set %x (load f64 #a+8)',
      '} else {',
      'store f64 #c (load f64 #b)',
      'set %x (load f64 #b+8)',
      '}',
      'store f64 %p %x',
    ]);
  });

  it('leaves addresses that somebody else reads, or that are of other things', () => {
    const isLeft = (body: string): boolean => lines(body).some((line) => line.startsWith('set %t'));
    const reader = 'set %x (load f64 %t)';
    expect(isLeft(`${choice()}\n${reader}`)).toBe(false);
    expect(isLeft(`${choice()}\n${reader}\ncall *g [%t] (i32) -> i32`)).toBe(true);
    expect(isLeft(`set %u %t\n${choice()}\n${reader}`)).toBe(true);
    expect(isLeft(`${choice()}\nif %n {\n${reader}\n}`)).toBe(true);
    expect(isLeft(`${choice()}\nset %t (add %t 8)\n${reader}`)).toBe(true);
    expect(isLeft(`${choice('%p')}\n${reader}`)).toBe(true);
    expect(isLeft(`${choice()}\n${'set %u 0\n'.repeat(8)}${reader}`)).toBe(true);
  });
});
