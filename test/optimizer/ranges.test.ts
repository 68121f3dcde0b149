import { expect, it } from 'vitest';
import { programAfter } from './linked.ts';

/** The statements of main(a, b), where %m is the memory at 4096 on, after the pass. */
function lines(body: string): string[] {
  const locals = ['i', 'j', 'k', 'n', 't', 'u'].map((name) => `local %${name} i32`);
  const wide = ['x', 'y'].map((name) => `local %${name} i64`);
  const text = `import *f() -> i32
    static external &v 64 8
    function external *main(%a i32 %b i32) -> i32 {\n${[...locals, ...wide].join('\n')}\n${body}\nreturn 0\n}`;
  return programAfter('ranges', text, { target: 'webassembly', passes: UNCHANGED }).lines.slice(1, -2);
}

/** Passes that would simplify before. */
const UNCHANGED = new Map(
  [
    'inline',
    'unroll',
    'sroa',
    'link.propagate',
    'link.repropagate',
    'link.forward',
    'link.refold',
    'intrinsics',
    'expand-copies',
  ].map((name) => [name, false] as const),
);

/** The value stored in a loop `for (i = first; test; i += step)`, whose body begins with `before`. */
function stored(value: string, test: string, { first = '0', step = '1', before = '', type = 'i32' } = {}): string {
  const loop = `set %i ${first}\nwhile l ${test} {\n${before}\nstore ${type} &v ${value}\n} step {\nset %i (add %i ${step})\n}`;
  const store = lines(loop).find((line) => line.startsWith('store'));
  return (store as string).replace(`store ${type} &v `, '');
}

const EIGHTH = '(div_s %i 8)';

it('knows that counters do not get back below their first value', () => {
  expect(stored(EIGHTH, '(lt_s %i %a)')).toBe('(shr_u %i 3)');
  expect(stored('(rem_s %i 8)', '(lt_s %i %a)', { first: '3' })).toBe('(and %i 7)');
  expect(stored(EIGHTH, '(gt_s %a %i)')).toBe('(shr_u %i 3)');
  expect(stored(EIGHTH, '(ne %i 100)')).toBe('(shr_u %i 3)');
  expect(stored(EIGHTH, '(lt_s %i 1000)', { step: '7' })).toBe('(shr_u %i 3)');
  expect(stored(EIGHTH, '(ge_s %i 0)', { first: '%a', step: '-1' })).toBe('(shr_u %i 3)');
  expect(stored(EIGHTH, '(select (ne %b 3) (lt_s %i %a) 0)')).toBe('(shr_u %i 3)');
  expect(stored('(div_s %i %b)', '(lt_s %i %a)')).toBe('(div_s %i %b)');
  expect(stored('(div_s %i (and %b 31))', '(lt_s %i %a)')).toBe('(div_u %i (and %b 31))');
});

it('does not where they may wrap, or where something else sets them', () => {
  expect(stored(EIGHTH, '(lt_s %i %a)', { step: '2' })).toBe(EIGHTH);
  expect(stored(EIGHTH, '(le_s %i %a)')).toBe(EIGHTH);
  expect(stored(EIGHTH, '(ne %i %a)')).toBe(EIGHTH);
  expect(stored(EIGHTH, '(ne %i 100)', { first: '101' })).toBe(EIGHTH);
  expect(stored(EIGHTH, '(lt_u %i %a)')).toBe(EIGHTH);
  expect(stored(EIGHTH, '(lt_s %i %a)', { first: '%b' })).toBe(EIGHTH);
  expect(stored(EIGHTH, '(lt_s %i %a)', { first: '-1' })).toBe(EIGHTH);
  expect(stored(EIGHTH, '(lt_s %i %a)', { before: 'if %b {\nset %i (sub %i 2)\n}' })).toBe(EIGHTH);
  expect(stored(EIGHTH, '(lt_s %b %a)')).toBe(EIGHTH);
  expect(stored(EIGHTH, '(gt_s %i %a)', { first: '9', step: '-1' })).toBe(EIGHTH);
});

it('knows bounds above', () => {
  expect(stored('(and %i 127)', '(lt_s %i 128)')).toBe('%i');
  expect(stored('(and %i 127)', '(le_s %i 128)')).toBe('(and %i 127)');
  expect(stored('(rem_s %i 100)', '(lt_s %i (and %a 63))')).toBe('%i');
  expect(stored('(div_s %i 100)', '(lt_u %i (and %a 63))')).toBe('0');
  expect(stored('(extend8 %i)', '(lt_s %i 100)')).toBe('%i');
  expect(stored('(extend8 %i)', '(lt_s %i 200)')).toBe('(extend8 %i)');
  expect(stored('(convert i64 %i)', '(lt_s %i %a)', { type: 'i64' })).toBe('(convert_u i64 %i)');
  expect(stored('(rem_s %t 16)', '(lt_s %i 9)', { before: 'set %t (mul %i 3)' })).toBe('(and %t 15)');
});

it('knows what locals are set to in a loop, whatever the order', () => {
  const loop = (value: string): string[] =>
    lines(`set %t 5\nset %u 5\nwhile l (load i32 &v) {\nstore i32 &v (rem_s %t 256)\nset %t (and ${value} 1023)\n}`);
  expect(loop('(add %t %a)')).toContain('store i32 &v (and %t 255)');
  expect(lines('set %t 5\nwhile l (load i32 &v) {\nstore i32 &v (rem_s %t 256)\nset %t (sub %t 1)\n}')).toContain(
    'store i32 &v (rem_s %t 256)',
  );
});

it('knows conditions that it has passed, as long as they hold', () => {
  const guard = 'if (lt_s %a 0) {\nreturn 1\n}\n';
  expect(lines(`${guard}store i32 &v (div_s %a 4)`)).toContain('store i32 &v (shr_u %a 2)');
  expect(lines(`${guard}set %a (load i32 &v)\nstore i32 &v (div_s %a 4)`)).toContain('store i32 &v (div_s %a 4)');
  expect(lines('if (lt_s %a 0) {\ncall %t = *f [] () -> i32\n}\nstore i32 &v (div_s %a 4)')).toContain(
    'store i32 &v (div_s %a 4)',
  );
  expect(lines('if (lt_s %a 0) {\nset %a (sub 0 1)\nset %a 0\n}\nstore i32 &v (div_s %a 4)')).toContain(
    'store i32 &v (shr_u %a 2)',
  );
  expect(lines('if (lt_s %a 10) {\nstore i32 &v (lt_s %a 11)\n} else {\nstore i32 &v (lt_s %a 10)\n}')).toEqual([
    ...['if (lt_s %a 10) {', 'store i32 &v 1', '} else {', 'store i32 &v 0', '}'],
  ]);
  expect(lines('store i32 &v (select (ge_s %a 0) (div_s %a 2) (div_s %a 4))')).toEqual([
    'store i32 &v (select (ge_s %a 0) (shr_u %a 1) (div_s %a 4))',
  ]);
  expect(lines('if (lt_s (add %a 1) 100) {\nstore i32 &v (lt_s %a 99)\n}')).toContain('store i32 &v (lt_s %a 99)');
  expect(lines('set %t (and %a 255)\nif (lt_s (add %t 1) 100) {\nstore i32 &v (lt_s %t 99)\n}')).toContain(
    'store i32 &v 1',
  );
});

it('forgets behind jumps what they may have brought', () => {
  const block = 'set %t 1\nblock l {\nif %a {\nset %t -5\nbreak l\n}\nset %t 2\n}\nstore i32 &v (div_s %t 2)';
  expect(lines(block)).toContain('store i32 &v (div_s %t 2)');
  const loop = 'set %t 1\nwhile l (lt_s %t %a) {\nif %b {\nset %t -5\nbreak l\n}\n} step {\nset %t (add %t 1)\n}';
  expect(lines(`${loop}\nstore i32 &v (div_s %t 2)`)).toContain('store i32 &v (div_s %t 2)');
  const arms = 'set %t 1\nswitch s %a {\ncase 1 {\nset %t -5\n}\ncase 2 {\nstore i32 &v (div_s %t 2)\n}\n}';
  expect(lines(arms)).toContain('store i32 &v (div_s %t 2)');
  const next = 'set %i 0\nwhile l (lt_s %i 9) {\nif %b {\nset %t -5\ncontinue l\n}\nset %t 4\n} step {\n';
  expect(lines(`${next}store i32 &v (div_s %t 2)\nset %i (add %i 1)\n}`)).toContain('store i32 &v (div_s %t 2)');
});

it('keeps the test of a loop until its step, but not what the body sets', () => {
  const step = (body: string): string[] =>
    lines(`while l (gt_s %a 0) {\n${body}\n} step {\nstore i32 &v (div_s %a 2)\nset %a (load i32 &v)\n}`);
  expect(step('store i32 &v 3')).toContain('store i32 &v (shr_u %a 1)');
  expect(step('set %a (sub %a 5)')).toContain('store i32 &v (div_s %a 2)');
});

it('knows what ended a loop', () => {
  const loop = 'set %i 0\nwhile l (lt_s %i %a) {\nstore i32 &v 1\n} step {\nset %i (add %i 1)\n}\n';
  expect(lines(`${loop}store i32 &v (div_s %i 2)`)).toContain('store i32 &v (shr_u %i 1)');
  expect(lines('while l (lt_s %a 10) {\nset %a (load i32 &v)\n}\nstore i32 &v (ge_s %a 10)')).toContain(
    'store i32 &v 1',
  );
});

it('divides 64-bit integers in 32 bits where they fit', () => {
  const wide = 'set %x (convert_u i64 (load u16 &v))\n';
  expect(lines(`${wide}store i64 &v (div_s %x 10n)`)).toContain(
    'store i64 &v (convert_u i64 (div_u (convert i32 %x) 10))',
  );
  expect(lines(`${wide}store i64 &v (rem_s %x (convert i64 threads))`)).toContain(
    'store i64 &v (convert_u i64 (rem_u (convert i32 %x) threads))',
  );
  expect(lines('store i64 &v (div_s (load i64 &v) 10n)')).toContain('store i64 &v (div_s (load i64 &v) 10n)');
  expect(lines(`${wide}store i64 &v (div_s (mul %x %x) 10n)`)).toContain(
    'store i64 &v (convert_u i64 (div_u (convert i32 (mul %x %x)) 10))',
  );
});

it('asks for the low bits alone whether a power of two divides a number', () => {
  expect(lines('store i32 &v (eq (rem_s %a 8) 0)')).toEqual(['store i32 &v (eq (and %a 7) 0)']);
  expect(lines('store i32 &v (eq (rem_s %a 8) 1)')).toEqual(['store i32 &v (eq (rem_s %a 8) 1)']);
});

it('takes numbers apart that were put together', () => {
  const parts = (number: string, part: string, between = ''): string =>
    lines(`set %i (and %b 63)\nset %t ${number}\n${between}\nstore i32 &v ${part}`)
      .at(-1)!
      .replace('store i32 &v ', '');
  expect(parts('(add (shl %a 6) %i)', '(shr_u %t 6)')).toBe('(and %a 67108863)');
  expect(parts('(add (shl %a 6) %i)', '(and %t 63)')).toBe('%i');
  expect(parts('(add (shl mythread 6) %i)', '(shr_u %t 6)')).toBe('mythread');
  expect(parts('(add (shl mythread 8) (add (shl (and %a 3) 6) %i))', '(shr_u %t 8)')).toBe('mythread');
  expect(parts('(add (shl mythread 8) (add (shl (and %a 3) 6) %i))', '(shr_u %t 6)')).toBe(
    '(add (shl mythread 2) (and %a 3))',
  );
  expect(parts('(add (mul mythread 100) %i)', '(div_u %t 100)')).toBe('mythread');
  expect(parts('(add (mul mythread 100) %i)', '(rem_u %t 100)')).toBe('%i');
  expect(parts('(add (mul %a 100) %i)', '(div_u %t 100)')).toBe('(div_u %t 100)');
  expect(parts('(add (mul mythread 60) %i)', '(div_u %t 60)')).toBe('(div_u %t 60)');
  expect(parts('(add (shl %a 5) %i)', '(and %t 31)')).toBe('(and %t 31)');
  expect(parts('(add (shl %a 6) %i)', '(and %t 63)', 'set %i (load i32 &v)')).toBe('(and %t 63)');
  expect(parts('(add (shl %a 6) %i)', '(and %t 63)', 'set %t (load i32 &v)')).toBe('(and %t 63)');
  expect(parts('(add (shl %a 6) %i)', '(and %t 63)', 'if %a {\nset %i 70\n}')).toBe('(and %t 63)');
  expect(parts('(add (shl %a 6) %i)', '(and %t 63)', 'if (gt_s %i 3) {\nstore i32 &v 1\n}')).toBe('%i');
});

it('looks at integers alone', () => {
  const compared = 'store i32 &v (lt (convert f64 %a) 2.5)';
  expect(lines(compared)).toEqual([compared]);
  expect(lines('if (lt (load f64 &v) 2.5) {\nstore f64 &v (add (load f64 &v) -3.25)\n}')).toHaveLength(3);
});

it('leaves functions alone to which longjmp returns, and divisions that may trap', () => {
  expect(lines('store i32 &v (lt_u (and (div_s 1 %a) 3) 9)')).toEqual(['store i32 &v (lt_u (and (div_s 1 %a) 3) 9)']);
  expect(lines('set %t (and %a 7)\nstore i32 &v (and (add (shl (div_s 1 %b) 3) %t) 7)').at(-1)).toBe(
    'store i32 &v (and (add (shl (div_s 1 %b) 3) %t) 7)',
  );
});
