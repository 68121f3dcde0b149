import { describe, expect, it } from 'vitest';
import type { CompilerOptions } from '../../compiler/options.ts';
import { type Linked, programAfter } from './linked.ts';

const OBJECTS = 'static external &a 4096 8\nstatic external &b 4096 8\nimport *g(i32) -> i32';

/** main after the pass. */
const made = (locals: string, body: string, options: Partial<CompilerOptions> = {}): Linked =>
  programAfter(
    'vectorize',
    `${OBJECTS}
function external *main(%n i32 %p i32 %q i32) -> i32 {
${locals
  .split(',')
  .filter(Boolean)
  .map((local) => `local %${local.trim()}`)
  .join('\n')}
${body}
}`,
    { target: 'webassembly', ...options },
  );

/** The statements of main after the pass. */
function statements(locals: string, body: string, options?: Partial<CompilerOptions>): string[] {
  const { lines } = made(locals, body, options);
  return lines.slice(lines.findIndex((line) => line.includes('*main(')) + 1, -1);
}

/** A loop of %i from 0 to %n. */
const loop = (body: string, result = '0', test = '(lt_s %i %n)'): string =>
  `set %i 0\nwhile L ${test} !3:1 {\n${body}\n} step {\nset %i (add %i 1)\n}\nreturn ${result}`;

const remark = (locals: string, body: string, options: Partial<CompilerOptions> = {}): string => {
  const { remarks } = made(locals, body, options);
  return remarks.map((text) => text.replace(/^main:3: /, '')).join('; ');
};

const element = (object: string, size: number): string => `(add ${object} (shl %i ${size}))`;

/** Invariants stay in the loop, and short loops are not unrolled. */
const ALONE = {
  passes: new Map([
    ['licm', false],
    ['unroll', false],
  ]),
};

describe('vectorize', () => {
  it('takes several iterations at a time, and leaves the rest to the loop', () => {
    const body = loop(`store f64 ${element('&a', 3)} (mul (load f64 ${element('&b', 3)}) 2.0)`);
    expect(statements('i i32', body)).toEqual([
      'set %i 0',
      'set %rest (select (lt_s 0 %n) %n 0)',
      'if (ge_u %rest 2) {',
      'set %at &b',
      'set %at_2 &a',
      'if (ne (and %rest -8) 0) {',
      'set %end (add %at (shl (and %rest -8) 3))',
      'do L_vector (ne %at %end) {',
      ...[0, 16, 32, 48].map((place) => {
        const at = (pointer: string): string => (place === 0 ? pointer : `(add ${pointer} ${place})`);
        return `store v128 ${at('%at_2')} (f64x2.mul (load v128 ${at('%at')}) (f64x2.const 2.0 2.0))`;
      }),
      'set %at (add %at 64)',
      'set %at_2 (add %at_2 64)',
      '}',
      '}',
      'if (ne (and %rest 6) 0) {',
      'set %end_2 (add %at (shl (and %rest 6) 3))',
      'do L_vector_2 (ne %at %end_2) {',
      'store v128 %at_2 (f64x2.mul (load v128 %at) (f64x2.const 2.0 2.0))',
      'set %at (add %at 16)',
      'set %at_2 (add %at_2 16)',
      '}',
      '}',
      'set %i (add %i (and %rest -2))',
      '}',
      'while L (lt_s %i %n) {',
      'store f64 (add &a (shl %i 3)) (mul (load f64 (add &b (shl %i 3))) 2.0)',
      '} step {',
      'set %i (add %i 1)',
      '}',
      'return 0',
    ]);
  });

  it('makes no loop of a few iterations, and leaves nothing where nothing is left', () => {
    const body = loop(`store i32 ${element('&a', 2)} (add (load i32 ${element('&b', 2)}) %n)`, '%i', '(lt_s %i 4)');
    expect(statements('i i32', body, ALONE)).toEqual([
      'set %i 0',
      'set %at &b',
      'set %at_2 &a',
      'set %all (i32x4.splat %n)',
      'store v128 %at_2 (i32x4.add (load v128 %at) %all)',
      'set %at (add %at 16)',
      'set %at_2 (add %at_2 16)',
      'set %i (add %i 4)',
      'return %i',
    ]);
  });

  it('asks at run time whether pointers overlap, by their distance alone', () => {
    const body = loop(`store f32 ${element('%p', 2)} (neg (load f32 ${element('%q', 2)}))`);
    const { remarks } = made('i i32', body);
    expect(statements('i i32', body)[2]).toBe('if (select (ge_u %rest 4) (ge_u (add (sub %p %q) -1) 15) 0) {');
    expect(remarks).toEqual([
      'main:3: vectorized: 4 iterations at once, 4 vectors a turn, where pointers do not overlap',
    ]);
  });

  it('reads and writes two elements side by side at once, and parts them', () => {
    const at = (object: string): string => `(add ${object} (shl %i 4))`;
    const turned = `store f64 ${at('&a')} (neg (load f64 ${at('&b+8')}))\nstore f64 ${at('&a+8')} (load f64 ${at('&b')})`;
    const text = statements('i i32', loop(turned, '0', '(lt_s %i 2)'), ALONE);
    expect(text.slice(3, 9)).toEqual([
      'set %pair_v (load v128 %at)',
      'set %pair_v_2 (load v128 (add %at 16))',
      'set %half_v (f64x2.neg (v128.shuffle [8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31] %pair_v %pair_v_2))',
      'set %half_v_2 (v128.shuffle [0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23] %pair_v %pair_v_2)',
      'store v128 %at_2 (v128.shuffle [0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23] %half_v %half_v_2)',
      'store v128 (add %at_2 16) (v128.shuffle [8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31] %half_v %half_v_2)',
    ]);
  });

  it('does not read the second of a pair before a write to it', () => {
    const at = (object: string): string => `(add ${object} (shl %i 4))`;
    const body = `store f64 ${at('&a+8')} (load f64 ${at('&a')})\nstore f64 ${at('&a')} (load f64 ${at('&a+8')})`;
    const passes = new Map([['gvn', false]]);
    expect(remark('i i32', loop(body), { passes })).toBe(
      "not vectorized: an iteration needs 'a' as one before it leaves it",
    );
  });

  it('says what it did', () => {
    const doubles = `store f64 ${element('&a', 3)} (load f64 ${element('&b', 3)})`;
    expect(remark('i i32', loop(doubles))).toBe('vectorized: 2 iterations at once, 4 vectors a turn');
    const bytes = 'store u8 (add &a %i) (add (load u8 (add &b %i)) 7)';
    expect(remark('i i32', loop(bytes))).toBe('vectorized: 16 iterations at once, 4 vectors a turn');
    const sum = `set %t (add %t (load i32 ${element('&b', 2)}))`;
    expect(remark('i i32, t i32', loop(sum, '%t'))).toBe('vectorized: 4 iterations at once, 4 vectors a turn');
  });

  it.each<[why: string, locals: string, body: string]>([
    ["it has a call of 'g'", '', 'call *g [%i] (i32) -> i32'],
    ["'b' is volatile", '', `store i32 ${element('&a', 2)} (load i32 volatile &b)`],
    [
      "an iteration needs 'a' as one before it leaves it",
      '',
      `store i32 ${element('&a', 2)} (load i32 ${element('&a-4', 2)})`,
    ],
    [
      "each iteration writes the same place in 'a'",
      '',
      `store i32 &a (add (load i32 &a) (load i32 ${element('&b', 2)}))`,
    ],
    ["elements of 'b' are 8 bytes apart", '', `store i32 ${element('&a', 2)} (load i32 ${element('&b', 3)})`],
    [
      "the place in 'b' does not move by the same amount each time",
      '',
      `store i32 ${element('&a', 2)} (load i32 (add &b (load i32 ${element('&b', 2)})))`,
    ],
    [
      "it writes 'a' in some iterations only",
      '',
      `if (load i32 ${element('&b', 2)}) {\nstore i32 ${element('&a', 2)} 0\n}`,
    ],
    [
      'it reads memory in some iterations only',
      '',
      `store i32 ${element('&a', 2)} (select (eq %i 7) (load i32 ${element('&b', 2)}) 0)`,
    ],
    ['it may end early', '', `store i32 ${element('&a', 2)} 0\nif (load i32 ${element('&b', 2)}) {\nbreak L\n}`],
    [
      "each iteration needs 't' of the one before it",
      't i32',
      `set %t (add (mul %t 3) (load i32 ${element('&b', 2)}))`,
    ],
    [
      "'t' is set in some iterations only and read behind it",
      't i32',
      `if (eq (load i32 ${element('&b', 2)}) 3) {\nset %t %i\n}`,
    ],
    [
      'a sum of floating-point numbers has its order, unless -ffast-math is given',
      't f64',
      `set %t (add %t (load f64 ${element('&b', 3)}))`,
    ],
    [
      'there is no vector instruction for the division of integers',
      '',
      `store i32 ${element('&a', 2)} (div_s (load i32 ${element('&b', 2)}) 3)`,
    ],
    ["it has a call of 'sin'", '', `store f64 ${element('&a', 3)} (pure f64 sin (load f64 ${element('&b', 3)}))`],
  ])('says why not: %s', (why, locals, body) => {
    const declared = ['i i32', locals].filter(Boolean).join(',');
    const result = locals === '' ? '0' : locals === 't f64' ? '(convert i32 %t)' : '%t';
    expect(remark(declared, loop(body, result), ALONE)).toBe(`not vectorized: ${why}`);
  });

  it('says why not: of the loop itself', () => {
    const body = `store i32 ${element('&a', 2)} 0`;
    const test = remark('i i32', loop(body, '0', '(lt_s %i (load i32 %p))'), ALONE);
    expect(test).toBe('not vectorized: its test reads memory');
    expect(remark('i i32', loop(body, '0', '(lt_s (mul %i %i) %n)'))).toBe(
      'not vectorized: its test is no comparison of a counter with a fixed bound',
    );
    expect(remark('i i32', loop(body, '0', '(lt_s %i 3)'), ALONE)).toBe('not vectorized: it runs 3 times only');
    expect(remark('i i32', `do L (ne %i %n) !3:1 {\n${body}\nset %i (add %i 1)\n}\nreturn 0`)).toBe(
      'not vectorized: its test stands at its end',
    );
  });

  it('takes sums of floating-point numbers in another order under -ffast-math', () => {
    const body = loop(`set %d (add %d (load f64 ${element('&b', 3)}))`, '(convert i32 %d)');
    expect(remark('i i32, d f64', body, { fastMath: true })).toBe('vectorized: 2 iterations at once, 4 vectors a turn');
  });

  it('is for WebAssembly with vectors, from -O2 on', () => {
    const body = loop(`store i32 ${element('&a', 2)} 0`);
    expect(remark('i i32', body)).toMatch(/^vectorized/);
    expect(remark('i i32', body, { simd: false })).toBe('');
    expect(remark('i i32', body, { target: 'typescript' })).toBe('');
    expect(remark('i i32', body, { optimize: 1 })).toBe('');
    expect(remark('i i32', body, { passes: new Map([['vectorize', false]]) })).toBe('');
  });
});
