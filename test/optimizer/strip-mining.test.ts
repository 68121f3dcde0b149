import { describe, expect, it } from 'vitest';
import { optimized } from './optimized.ts';

const LOCALS = 'a i32, i i32, j i32';

const loop = (body: string, test = '(lt_s %i %n)', step = '1'): string =>
  `set %i %p\nwhile L ${test} !1:1 {\n${body}\n} step {\nset %i (add %i ${step})\n}\nreturn %i`;

const taken = (text: string): boolean => optimized(LOCALS, text).lines.some((line) => line.startsWith('while L_run'));

describe('strip-mine', () => {
  it('goes through a block without dividing, up to its end or the bound', () => {
    const { lines, remarks } = optimized(
      LOCALS,
      loop(
        'get %a i32 (element [32 4] @x (add %i 5))\nif (eq %a 7) {\ncontinue L\n}\nif %a {\nbreak L\n}\nput i32 %q %a',
      ),
    );
    expect(lines).toEqual([
      'set %i %p',
      'while L (lt_s %i %n) {',
      'set %i_from %i',
      'set %i_last (add %n -1)',
      'set %end (add %i (sub 31 (advance.phase [32 4] 0 (add %i 5))))',
      'set %i_last (select (lt_s %end %i_last) %end %i_last)',
      'set %start (element [32 4] @x (add %i_from 5))',
      'while L_run (le_s %i %i_last) {',
      'get %a i32 (offset %start (add (shl %i 2) (mul %i_from -4)))',
      'if (eq %a 7) {',
      'continue L_run',
      '}',
      'if %a {',
      'break L',
      '}',
      'put i32 %q %a',
      '} step {',
      'set %i (add %i 1)',
      '}',
      '}',
      'return %i',
    ]);
    expect(remarks).toEqual(["1: strip-mine: blocks of 'x' taken whole: up to 32 elements in a run"]);
  });

  it('wants blocks that are long for the number of indexes', () => {
    const get = (layout: string, index: string): string =>
      `get %a i32 (element [${layout}] @x ${index})\nput i32 %q %a`;
    expect(taken(loop(get('16 4', '%i')))).toBe(true);
    expect(taken(loop(get('15 4', '%i')))).toBe(false);
    expect(taken(loop(`${get('31 4', '%i')}\n${get('31 4', '(add %i 1)')}`))).toBe(false);
    expect(taken(loop(`${get('31 4', '%i')}\n${get('31 4', '%i')}`))).toBe(true);
  });

  it('leaves other loops and indexes', () => {
    const get = (index: string): string => `get %a i32 (element [64 4] @x ${index})\nput i32 %q %a`;
    expect(taken(loop(get('%i'), '(lt_s %i %n)', '2'))).toBe(false);
    expect(taken(loop(get('%i'), '(ne %i %n)'))).toBe(false);
    expect(taken(loop(get('(mul %i 2)')))).toBe(false);
    expect(taken(loop(get('(add %i %j)')))).toBe(true);
    expect(taken(loop(`${get('(add %i %j)')}\nset %j (add %j %a)`))).toBe(false);
    expect(taken(loop(`${get('%i')}\nset %n (add %n -1)`))).toBe(false);
    expect(taken(loop(`${get('%i')}\nset %i (add %i 1)`))).toBe(false);
  });
});
