import { describe, expect, it } from 'vitest';
import { parseModule } from '../../compiler/ir/parse.ts';
import { printFunction } from '../../compiler/ir/text.ts';
import { optimize } from '../../compiler/optimizer/passes.ts';
import type { Target } from '../../compiler/options.ts';

/** The statements of f(n, m, p) after optimization, one line each. */
function optimized(locals: string, body: string, target: Target = 'typescript'): string[] {
  const text = `module "m"\nimport *g() -> i32\nfunction external *f(%n i64 %m i64 %p i32) -> i64 {\n${locals}\n${body}\n}`;
  const [f] = optimize(parseModule(text), { optimize: 1, target }).functions;
  const lines = printFunction(f!).split('\n').slice(1, -1);
  return lines.map((line) => line.trim()).filter((line) => !line.startsWith('local'));
}

const counting = (label: string, i: string, bound: string, body: string): string =>
  `while ${label} (lt_s %${i} ${bound}) {\n${body}\n} step {\nset %${i} (add %${i} 1n)\n}`;

describe('loop versions', () => {
  it('counts in 32 bits when the bound fits, and sets the counter where it is read after the loop', () => {
    const store = 'store f64 (add %p (shl (convert i32 %i) 3)) 1.0';
    const lines = optimized('local %i i64', `set %i 0n\n${counting('L', 'i', '%n', store)}\nreturn %i`);
    const at = lines.indexOf('while L (lt_s %i_short %n_short) {');
    expect(at).toBeGreaterThan(0);
    expect(lines.slice(at + 1, at + 6)).toEqual([
      'store f64 (add %p (shl %i_short 3)) 1.0',
      '} step {',
      'set %i_short (add %i_short 1)',
      '}',
      'set %i (convert i64 %i_short)',
    ]);
    expect(lines).toContain('while L (lt_s %i %n) {');
  });

  it('asks once for a nest', () => {
    const inner = `set %j 0n\n${counting('M', 'j', '%m', 'store i32 (add %p (convert i32 %j)) 1')}`;
    const lines = optimized('local %i i64\nlocal %j i64', `set %i 0n\n${counting('L', 'i', '%n', inner)}\nreturn 0n`);
    const fast = lines.slice(
      0,
      lines.findIndex((line) => line.startsWith('} else')),
    );
    expect(fast.filter((line) => line.startsWith('if '))).toHaveLength(1);
    expect(fast.filter((line) => line.startsWith('while '))).toEqual([
      'while L (lt_s %i_short %n_short) {',
      'while M (lt_s %j_short %m_short) {',
    ]);
  });

  it('leaves loops that gain nothing where 64-bit integers are native', () => {
    const versions = (body: string): number =>
      optimized(
        'local %i i64\nlocal %t i32',
        `set %i 0n\n${counting('L', 'i', '%n', body)}\nreturn %i`,
        'webassembly',
      ).filter((line) => line.startsWith('while L')).length;
    const at = '(add %p (shl (convert i32 %i) 2))';
    expect(versions(`store i32 ${at} 1`)).toBe(2);
    expect(versions(`store i32 (add (load i32 %p) (shl (convert i32 %i) 2)) 1`)).toBe(2);
    expect(versions(`store i32 (add %p (load i32 ${at})) 1`)).toBe(1);
    expect(versions(`store i32 ${at} (load i32 (add %p (load i32 ${at})))`)).toBe(1);
    expect(versions(`call %t = *g [] () -> i32`)).toBe(1);
    expect(versions(`call %t = *g [] () -> i32\nput i32 ${at} %t`)).toBe(2);
  });

  it('leaves loops whose bound changes, or cannot fit', () => {
    const moving = counting('L', 'i', '%n', 'set %n (sub %n 1n)');
    expect(optimized('local %i i64', `${moving}\nreturn %i`)).toContain('while L (lt_s %i %n) {');
    const far = optimized('local %i i64', `${counting('L', 'i', '4294967296n', 'store i32 %p 1')}\nreturn %i`);
    expect(far.filter((line) => line.startsWith('while '))).toEqual(['while L (lt_s %i 4294967296n) {']);
  });
});
