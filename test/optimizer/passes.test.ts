import { describe, expect, it } from 'vitest';
import { parseModule } from '../../compiler/ir/parse.ts';
import { printFunction } from '../../compiler/ir/text.ts';
import { optimize } from '../../compiler/optimizer/passes.ts';

/** The statements of f after optimization, one line each. */
function optimized(declarations: string, body: string, optimize_: 0 | 1 = 1): string[] {
  const text = `module "m"\nimport *g(i32) -> i32\nfunction external *f(%n i32 %p i32) -> i32 {\n${declarations}\n${body}\n}`;
  const [f] = optimize(parseModule(text), { optimize: optimize_ }).functions;
  return printFunction(f!)
    .split('\n')
    .slice(1, -1)
    .map((line) => line.trim())
    .filter((line) => !line.startsWith('local'));
}

describe('optimizer', () => {
  it('forwards what is set and read once, but not past what changes it', () => {
    expect(
      optimized(
        'local %a i32\nlocal %b i32\nlocal %c i32',
        'set %a (load i32 %p)\nset %b (add %n 1)\nstore i32 %p 5\nset %c (mul %a %b)\nreturn %c',
      ),
    ).toEqual(['set %a (load i32 %p)', 'store i32 %p 5', 'return (mul %a (add %n 1))']);
    expect(optimized('local %a i32', 'set %a %n\nset %n (add %n 1)\nput i32 %p %n\nreturn %a')).toEqual([
      'set %a %n',
      'set %n (add %n 1)',
      'put i32 %p %n',
      'return %a',
    ]);
  });

  it('keeps values out of loops and volatile loads in place', () => {
    expect(
      optimized('local %a i32', 'set %a (div_s %n 3)\nwhile L (lt_s %a 9) {\n store i32 %p 1\n}\nreturn 0'),
    ).toEqual(['set %a (div_s %n 3)', 'while L (lt_s %a 9) {', 'store i32 %p 1', '}', 'return 0']);
    expect(optimized('local %a i32', 'set %a (load i32 volatile %p)\nreturn 0')).toEqual([
      'evaluate (load i32 volatile %p)',
      'return 0',
    ]);
  });

  it('propagates constants and folds branches', () => {
    expect(
      optimized(
        'local %k i32\nlocal %x i32',
        'set %k 3\nif (lt_s %k 5) {\n set %x (mul %n %k)\n} else {\n set %x 1\n}\nreturn %x',
      ),
    ).toEqual(['set %x (mul %n 3)', 'return %x']);
  });

  it('converts a choice between constants by choosing between converted ones', () => {
    expect(
      optimized('local %x i64', 'set %x (convert i64 (select (lt_s %n 0) 7 -1))\nstore i64 %p %x\nreturn 0'),
    ).toEqual(['store i64 %p (select (lt_s %n 0) 7n -1n)', 'return 0']);
  });

  it('removes dead sets, counters of nothing, unread results and what follows a jump', () => {
    expect(
      optimized(
        'local %a i32\nlocal %i i32\nlocal %r i32',
        'set %a (load i32 %p)\nset %i 0\nset %i (add %i 1)\ncall %r = *g [1] (i32) -> i32\nreturn 1\nstore i32 %p 2',
        0,
      ),
    ).toEqual(['call *g [1] (i32) -> i32', 'return 1']);
  });

  it('narrows 64-bit indexes and comparisons', () => {
    expect(
      optimized('local %l i64', 'set %l (load i64 %p)\nreturn (load i32 (add %p (convert i32 (mul (add %l 1n) 8n))))'),
    ).toEqual(['return (load i32 (add %p (shl (add (load i32 %p) 1) 3)))']);
    expect(optimized('', 'return (lt_s (convert i64 %n) 7n)')).toEqual(['return (lt_s %n 7)']);
    expect(optimized('', 'return (lt_s (convert_u i64 %n) 4000000000n)')).toEqual(['return (lt_u %n -294967296)']);
    expect(optimized('', 'return (lt_s (convert_u i64 %n) (convert i64 %p))')).toEqual([
      'return (lt_s (convert_u i64 %n) (convert i64 %p))',
    ]);
  });

  it('turns do-while(0) into a block', () => {
    expect(optimized('', 'do L 0 {\n if %n {\n  continue L\n }\n store i32 %p 1\n}\nreturn 0')).toEqual([
      'block L {',
      'if %n {',
      'break L',
      '}',
      'store i32 %p 1',
      '}',
      'return 0',
    ]);
  });
});
