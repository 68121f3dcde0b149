import { describe, expect, it } from 'vitest';
import { eliminateRedundancy } from '../../compiler/optimizer/memory/redundancy.ts';
import { passed, type Setting } from './passed.ts';

const LOCALS = 'a i32, b i32, c i32, x f64, y f64, l i64, m i64';

const lines = (body: string, setting?: Setting): string[] => passed(eliminateRedundancy, LOCALS, body, setting).lines;

/** Outcome of a second load of the address: 'known' or 'loaded'. */
function second(memory: string, address: string, between: string, setting?: Setting): string {
  const [a, b] = memory.endsWith('f64') ? ['x', 'y'] : memory === 'i64' ? ['l', 'm'] : ['a', 'b'];
  const type = memory.split(' ')[0];
  const text = `set %${a} (load ${memory} ${address})\n${between}\nset %${b} (load ${memory} ${address})`;
  const last = lines(`${text}\nput ${type} @x %${a}\nput ${type} @x %${b}`, setting).at(-3);
  return last?.includes('load') ? 'loaded' : 'known';
}

describe('gvn', () => {
  it('loads once what nothing may have written', () => {
    expect(second('i32', '%p', '')).toBe('known');
    expect(second('i32', '(add %p (shl %n 2))', 'store i32 (add (add %p (shl %n 2)) 4) 7')).toBe('known');
    expect(second('i32', '&s', 'store i32 &t 1')).toBe('known');
    expect(second('i32', '&s', 'store i32 %p 1')).toBe('known'); // no pointer leads to &s
    expect(second('i32', '&s', 'fence')).toBe('known');
    expect(second('i32', '#v', 'call *g [1] (i32) -> i32\nstore i32 %p 1', { frame: ['v 8 8'] })).toBe('known');
    expect(second('f64', '%p', 'store i32 %q 1')).toBe('known'); // other type
    expect(second('i32', '(add %p 4)', 'store i32 (add %p (mul %n 24)) 1')).toBe('known'); // other member
  });

  it('loads again what may have been written', () => {
    expect(second('i32', '%p', 'store i32 %q 1')).toBe('loaded');
    expect(second('i32', '%p', 'store i32 (add %p (shl %n 2)) 1')).toBe('loaded');
    expect(second('i32', '(add %p 4)', 'store f64 (add %p (mul %n 24)) %d')).toBe('known');
    expect(second('i32', '(add %p 4)', 'store i8 (add %p (mul %n 24)) 1')).toBe('known');
    expect(second('i32', '(add %p 4)', 'store i8 (add %p (mul %n 6)) 1')).toBe('loaded');
    expect(second('i32', '&given', 'store i32 %p 1')).toBe('loaded');
    expect(second('i32', '&given', 'fence')).toBe('loaded');
    expect(second('i32', '&s', 'call *g [1] (i32) -> i32')).toBe('loaded');
    expect(second('i32', '%p', 'barrier')).toBe('loaded');
    expect(second('i32', '%p', 'set %p (add %p 4)')).toBe('loaded');
    expect(second('i32', '#v', 'call *g [#v] (i32) -> i32', { frame: ['v 8 8'] })).toBe('loaded');
    expect(second('i32', '%p', 'if %n {\nstore i32 %q 1\n}')).toBe('loaded');
    expect(second('i32 volatile', '%p', '')).toBe('loaded');
  });

  it('takes types at their word, but for unions, characters and -fno-strict-aliasing', () => {
    expect(second('f64', '%p', 'store i64 %q 1n')).toBe('known');
    expect(second('f64', '%p', 'store i64 punned %q 1n')).toBe('loaded');
    expect(second('f64', '%p', 'store i8 %q 1')).toBe('loaded');
    expect(second('i64', '%p', 'store i32 %q 1')).toBe('loaded');
    expect(second('f64', '%p', 'store i64 %q 1n', { strictAliasing: false })).toBe('loaded');
    expect(second('f64', '%p', 'store i64 %p 1n')).toBe('loaded');
  });

  it('takes what was stored, of its whole width', () => {
    expect(lines('store i32 %p (mul %n 3)\nput i32 @x (load i32 %p)')).toEqual([
      'set %kept (mul %n 3)',
      'store i32 %p %kept',
      'put i32 @x %kept',
    ]);
    expect(lines('store i8 %p %n\nput i32 @x (load i8 %p)').at(-1)).toBe('put i32 @x (load i8 %p)');
    expect(lines('store i32 %p %n\nset %n 1\nput i32 @x (load i32 %p)').at(-1)).toBe('put i32 @x (load i32 %p)');
  });

  it('leaves out a store of what is there', () => {
    expect(lines('store i32 %p %n\nstore i32 (add %p 4) %n\nstore i32 %p %n')).toHaveLength(2);
    expect(lines('store i32 %p %n\nstore i32 %q %n\nstore i32 %p %n')).toHaveLength(3);
    expect(lines('store i32 volatile %p %n\nstore i32 volatile %p %n')).toHaveLength(2);
  });

  it('knows behind an if what both arms know', () => {
    const both = 'if %n {\nset %a (load i32 %p)\n} else {\nstore i32 %p 5\n}\nput i32 @x (load i32 %p)';
    expect(lines(`${both}\nput i32 @x %a`)).toEqual([
      'if %n {',
      'set %kept (load i32 %p)',
      'set %a %kept',
      'set %kept_2 %kept',
      '} else {',
      'store i32 %p 5',
      'set %kept_2 5',
      '}',
      'put i32 @x %kept_2',
      'put i32 @x %a',
    ]);
    expect(lines('if %n {\nset %a (load i32 %p)\n}\nput i32 @x (load i32 %p)')).toContain('put i32 @x (load i32 %p)');
    expect(lines('if %n {\nreturn\n} else {\nset %a (load i32 %p)\n}\nput i32 @x (load i32 %p)')).toContain(
      'put i32 @x %kept',
    );
  });

  it('knows in a loop what no iteration changes', () => {
    const loop = (inside: string) =>
      lines(
        `set %a (load i32 %p)\nstore i32 &s %a\nwhile L (lt_s %b %n) {\nstore i32 &t (add (load i32 %p) %b)\n${inside}\n} step {\nset %b (add %b 1)\n}`,
      ).filter((line) => line.includes('load i32 %p')).length;
    expect(loop('')).toBe(1);
    expect(loop('store f64 (add %q (shl %b 3)) %d')).toBe(1);
    expect(loop('store i32 (add %q (shl %b 2)) 1')).toBe(2);
    expect(loop('set %p %q')).toBe(2);
    expect(loop('call *g [1] (i32) -> i32')).toBe(2);
  });

  it('leaves a loop that waits for another thread', () => {
    const text = 'set %a (load i32 %p)\nstore i32 &s %a\nwhile L (not (load i32 %p)) {\n}';
    expect(lines(text)).toContain('while L (not (load i32 %p)) {');
  });

  it('loads nothing earlier that might not be loaded at all', () => {
    expect(lines('set %a (select %n (load i32 %p) 0)\nset %b (select %n (load i32 %p) 0)')).toEqual([
      'set %a (select %n (load i32 %p) 0)',
      'set %b (select %n (load i32 %p) 0)',
    ]);
  });

  it('calls once what gives the same', () => {
    expect(lines('put f64 @x (pure f64 sin %d)\nput f64 @x (pure f64 sin %d)')).toEqual([
      'set %kept (pure f64 sin %d)',
      'put f64 @x %kept',
      'put f64 @x %kept',
    ]);
  });

  it('tells what it did', () => {
    const { remarks } = passed(eliminateRedundancy, LOCALS, 'store i32 %p %n !3:1\nput i32 @x (load i32 %p) !4:1');
    expect(remarks).toEqual(["4: gvn: load of a pointer's target left out: known from line 3"]);
  });
});
