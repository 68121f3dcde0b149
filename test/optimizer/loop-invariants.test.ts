import { describe, expect, it } from 'vitest';
import { hoistInvariants } from '../../compiler/optimizer/memory/loop-invariants.ts';
import { passed, type Setting } from './passed.ts';

const LOCALS = 'a i32, b i32, i i32, x f64, y f64, t i32';

const lines = (body: string, setting?: Setting): string[] => passed(hoistInvariants, LOCALS, body, setting).lines;

/** `for (; i < n; i++) body`. */
const counted = (body: string, test = '(lt_s %i %n)'): string =>
  `while L ${test} {\n${body}\n} step {\nset %i (add %i 1)\n}`;

describe('licm', () => {
  it('takes a load out of a loop behind the test that guards it', () => {
    expect(lines(counted('set %a (add %a (load i32 %p))'))).toEqual([
      'if (lt_s %i %n) {',
      'set %same (load i32 %p)',
      'while L (lt_s %i %n) {',
      'set %a (add %a %same)',
      '} step {',
      'set %i (add %i 1)',
      '}',
      '}',
    ]);
  });

  it('needs no guard where the first iteration is known, where the test loads, and for what is always there', () => {
    const guards = (text: string) => lines(text).filter((line) => line.startsWith('if'));
    expect(guards(`set %i 0\n${counted('set %a (add %a (load i32 %p))', '(lt_s %i 9)')}`)).toEqual([]);
    expect(lines(counted('set %a (add %a 2)', '(lt_s %i (load i32 %p))'))[0]).toBe('set %same (load i32 %p)');
    expect(lines(counted('if %a {\nset %a (load i32 &s)\n}'))[0]).toBe('set %same (load i32 &s)');
    expect(lines('do L (lt_s %i %n) {\nset %i (add %i (load i32 %p))\n}')[0]).toBe('set %same (load i32 %p)');
  });

  it('leaves what an iteration may skip or change', () => {
    const kept = [
      counted('if %a {\nset %a (load i32 %p)\n}'),
      counted('if (eq %i %b) {\nbreak L\n}\nset %a (add %a (load i32 %p))'),
      counted('call *g [1] (i32) -> i32\nset %a (add %a (load i32 %p))'),
      counted('set %a (add %a (load i32 %p))\nstore i32 (add %q (shl %i 2)) %a'),
      counted('set %a (add %a (load i32 %p))\nbarrier'),
      counted('set %a (add %a (load i32 volatile %p))'),
      counted('set %a (select %b (load i32 %p) 0)'),
      counted('set %a (add %a (load i32 (add %p (shl %i 2))))'),
      'while L (not (load i32 %p)) {\n}',
    ];
    for (const text of kept)
      expect(lines(text).join('\n')).toBe(
        lines(text)
          .join('\n')
          .replace(/%same\S*/g, '?'),
      );
    expect(lines(counted('set %a (add %a (load i32 %p))\nstore f64 (add %q (shl %i 3)) %d')).join()).toContain('%same');
  });

  it('takes no heed of calls that do not come back', () => {
    const refusing =
      'if (eq %i %b) {\ncall *g [1] (i32) -> i32\ncall *__pgasc_unreached [] ()\n}\nset %a (add %a (load i32 &s))';
    expect(lines(counted(refusing))[0]).toBe('set %same (load i32 &s)');
    expect(lines(counted(refusing), { keepsCalls: true })).toContain('set %a (add %a (load i32 &s))');
    const coming = refusing.replace('call *__pgasc_unreached [] ()\n', '');
    expect(lines(counted(coming))).toContain('set %a (add %a (load i32 &s))');
    const other = `call *g [2] (i32) -> i32\n${refusing}`;
    expect(lines(counted(other))).toContain('set %a (add %a (load i32 &s))');
  });

  it('follows locals that an iteration sets to the same', () => {
    const text = counted('set %t (add &array 8)\nset %x (add %x (load f64 %t))\nstore i32 (add %q (shl %i 2)) 1');
    expect(lines(text)).toContain('set %x (add %x %same)');
    expect(lines(text)).toContain('set %same (load f64 &array+8)');
  });

  it('takes pure calls and quotients out', () => {
    const { length } = lines(counted('set %x (add %x (div (pure f64 sin %d) %y))')).filter((line) =>
      /sin|div/.test(line),
    );
    expect(length).toBe(2);
    expect(lines(counted('set %x (add %x (div (pure f64 sin %d) %y))'))).toContain('set %x (add %x %same_2)');
  });

  it('takes out from behind a call what cannot trap, but not what an iteration may skip', () => {
    const call = 'call *g [1] (i32) -> i32';
    const power = 'set %x (add %x (pure f64 pow 3.5 2.5))';
    expect(lines(`set %i 0\n${counted(`${call}\n${power}`, '(lt_s %i 9)')}`)[1]).toBe(
      'set %same (pure f64 pow 3.5 2.5)',
    );
    expect(lines(counted(`${call}\nset %a (add %a (div_s %p %q))`)).join()).not.toContain('%same');
    expect(lines(counted(`${call}\nset %x (add %x (pure f64 sin (convert f64 (div_s %p %q))))`)).join()).not.toContain(
      '%same',
    );
    for (const skip of ['if %a {\nbreak L\n}', 'if %a {\nreturn\n}'])
      expect(lines(counted(`${skip}\n${power}`)).join()).not.toContain('%same');
    expect(lines(counted(`if %a {\n${power}\n}`)).join()).not.toContain('%same');
  });

  it('keeps in a local what each iteration loads and stores', () => {
    const address = '(add %p (shl %n 3))';
    const sum = `store f64 ${address} (add (load f64 ${address}) (load f64 (add &array (shl %i 3))))`;
    expect(lines(`set %i 0\n${counted(sum.replace('&array', '%q'), '(lt_s %i 9)')}`).join()).not.toContain('%held');
    expect(lines(`set %i 0\n${counted(sum.replaceAll(address, '&s'), '(lt_s %i 9)')}`)).toEqual([
      'set %i 0',
      'set %held (load f64 &s)',
      'while L (lt_s %i 9) {',
      'set %held (add %held (load f64 (add &array (shl %i 3))))',
      '} step {',
      'set %i (add %i 1)',
      '}',
      'store f64 &s %held',
    ]);
  });

  it('stores nothing that was not stored', () => {
    const sum = 'store i32 &s (add (load i32 &s) %i)';
    const isKept = (body: string): boolean => lines(counted(body)).some((line) => line.startsWith('set %held'));
    expect(isKept(sum)).toBe(true);
    expect(lines(counted(sum))[0]).toBe('if (lt_s %i %n) {');
    expect(isKept(`if %a {\n${sum}\n}`)).toBe(false);
    expect(isKept(`if %a {\nbreak L\n}\n${sum}`)).toBe(false);
    expect(isKept(`${sum}\nif %a {\nreturn\n}`)).toBe(false);
    expect(isKept(`${sum}\ncall *g [1] (i32) -> i32`)).toBe(false);
    expect(isKept(`${sum}\nfence`)).toBe(false);
    expect(isKept(`${sum}\nstore i32 (add &table (shl %i 2)) 1`)).toBe(true);
    expect(isKept(`${sum}\nstore i32 (add &s (shl %i 2)) 1`)).toBe(false);
    expect(isKept('store i32 %p (add (load i32 %p) %i)\nset %x (add %x (load f64 %q))')).toBe(true);
    expect(isKept('store i32 %p (add (load i32 %p) %i)\nstore f64 %q %d')).toBe(false); // memory may be reused
  });

  it('leaves functions that setjmp may return to', () => {
    const text = `while R {\nlanding R %a %b %t {\n${counted('set %x (add %x (load f64 %p))')}\n}\nbreak R\n}`;
    expect(lines(text).join('\n')).not.toContain('%same');
  });
});
