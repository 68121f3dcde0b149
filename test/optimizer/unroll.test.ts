import { describe, expect, it } from 'vitest';
import { unrollShortLoops } from '../../compiler/optimizer/loops/unroll.ts';
import { passed, type Setting } from './passed.ts';

const LOCALS = 'i i32, j i32, a i32, t i32';

const lines = (body: string, setting?: Setting): string[] => passed(unrollShortLoops, LOCALS, body, setting).lines;

const loop = (body: string, last: number, first = 0): string =>
  `set %i ${first}\nwhile L (lt_s %i ${last}) {\n${body}\n} step {\nset %i (add %i 1)\n}`;

describe('unroll', () => {
  it('puts a few iterations one after the other', () => {
    expect(lines(loop('store i32 (add %p (shl %i 2)) %i', 3))).toEqual([
      'set %i 0',
      'store i32 %p 0',
      'store i32 (add %p 4) 1',
      'store i32 (add %p 8) 2',
      'set %i 3',
    ]);
    expect(lines(loop('store i32 %p %i', 3, 5))).toEqual(['set %i 5', 'set %i 5']);
  });

  it('leaves longer loops, and those of which the number of iterations is not known', () => {
    const isLeft = (text: string, setting?: Setting): boolean =>
      lines(text, setting).some((l) => l.startsWith('while'));
    expect(isLeft(loop('store i32 %p %i', 4))).toBe(false);
    expect(isLeft(loop('store i32 %p %i', 5))).toBe(true);
    expect(isLeft(loop('store i32 %p %i', 8), { level: 3 })).toBe(false);
    expect(isLeft(loop('store i32 %p %i', 9), { level: 3 })).toBe(true);
    expect(isLeft(loop('set %i (add %i %n)', 3))).toBe(true);
    expect(isLeft(`set %i %n\n${loop('store i32 %p %i', 3).split('\n').slice(1).join('\n')}`)).toBe(true);
    expect(isLeft(loop('store i32 %p (div_s %i %n)\n'.repeat(20), 4))).toBe(true);
  });

  it('names what lives in an iteration alone anew', () => {
    expect(lines(loop('set %t (load i32 (add %p (shl %i 2)))\nset %a (add %a (mul %t %t))', 2))).toEqual([
      'set %i 0',
      'set %t_2 (load i32 %p)',
      'set %a (add %a (mul %t_2 %t_2))',
      'set %t_3 (load i32 (add %p 4))',
      'set %a (add %a (mul %t_3 %t_3))',
      'set %i 2',
    ]);
  });

  it('keeps jumps', () => {
    const body = 'if (eq %i %n) {\ncontinue L\n}\nif (eq %i %q) {\nbreak L\n}\nset %a (add %a 7)';
    expect(lines(`${loop(body, 2)}\nstore i32 %p %i`)).toEqual([
      'set %i 0',
      'block L {',
      ...['0 L_next', '1 L_next_2'].flatMap((iteration) => {
        const [value, next] = iteration.split(' ');
        return [
          `set %i ${value}`,
          `block ${next} {`,
          `if (eq %n ${value}) {`,
          `break ${next}`,
          '}',
          `if (eq %q ${value}) {`,
          'break L',
          '}',
          'set %a (add %a 7)',
          '}',
        ];
      }),
      'set %i 2',
      '}',
      'store i32 %p %i',
    ]);
  });

  it('unrolls inner loops first', () => {
    const inner = loop('store i32 (add %p (add (mul %i 12) (shl %j 2))) 1', 2)
      .replaceAll('%i', '%k')
      .replaceAll('%j', '%i');
    const text = loop(inner.replaceAll('%k', '%j').replaceAll('L', 'M'), 2);
    expect(lines(text).filter((line) => line.startsWith('store'))).toHaveLength(4);
    expect(lines(text).filter((line) => line.startsWith('while'))).toHaveLength(0);
  });
  it('keeps a local that is read behind the loop, however often inner iterations mention it', () => {
    // %a: twice in the inner loop, which becomes four times, as often as in the function.
    const inner = loop('set %a (add %a 1)', 2).replaceAll('%i', '%j').replaceAll('L', 'M');
    const text = lines(`set %a 5\n${loop(inner, 2)}\nstore i32 %p %a`);
    expect(text.filter((line) => line === 'set %a (add %a 1)')).toHaveLength(4);
  });
});
