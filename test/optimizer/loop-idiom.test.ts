import { describe, expect, it } from 'vitest';
import { optimized } from './optimized.ts';

const LOCALS = 'a i32, i i32, j i32';

const loop = (body: string, test = '(lt_s %i %n)', first = '%m'): string =>
  `set %i ${first}\nwhile L ${test} {\n${body}\n} step {\nset %i (add %i 1)\n}\nreturn %i`;

const GET = 'get %a i32 (add %p (shl %i 2)) !4:2\nstore i32 (add %q (shl %i 2)) %a';

const isCopied = (text: string): boolean => optimized(LOCALS, text).lines.some((line) => line.startsWith('copy'));

describe('loop-idiom', () => {
  it('copies at once where there is enough and the target does not begin in the source', () => {
    const { lines } = optimized(LOCALS, loop(GET));
    expect(lines).toEqual([
      'set %i %m',
      'set %count (sub %n %i)',
      'if (select (ge_s %count 48) (ge_u (sub (add %q (shl %i 2)) (add %p (shl %i 2))) (shl %count 2)) 0) {',
      'copy private (add %q (shl %i 2)) shared (add %p (shl %i 2)) (shl %count 2)',
      'set %i (add %i %count)',
      '} else {',
      'while L (lt_s %i %n) {',
      'get %a i32 (add %p (shl %i 2))',
      'store i32 (add %q (shl %i 2)) %a',
      '} step {',
      'set %i (add %i 1)',
      '}',
      '}',
      'return %i',
    ]);
  });

  it('asks nothing where the objects differ and takes what is loaded and put', () => {
    const { lines } = optimized(
      LOCALS,
      loop('put i32 (offset @x (shl %i 2)) (load i32 (add &s (shl %i 2)))', '(le_s %i %n)'),
    );
    expect(lines).toContain('set %count (add (sub %n %i) 1)');
    expect(lines).toContain('if (ge_s %count 48) {');
    expect(lines).toContain('copy shared (offset @x (shl %i 2)) private (add &s (shl %i 2)) (shl %count 2)');
  });

  it('leaves the last element in the local that is read afterwards', () => {
    const { lines } = optimized(LOCALS, `${loop(GET).replace('return %i', 'return %a')}`);
    expect(lines).toContain('set %a (load i32 (add (add %q (shl %i 2)) -4))');
  });

  it('leaves loops that do more, or whose elements are apart', () => {
    expect(isCopied(loop(GET))).toBe(true);
    expect(isCopied(loop(`${GET}\nset %j (add %j %a)`).replace('return %i', 'return %j'))).toBe(false);
    expect(isCopied(loop('get %a i32 (add %p (shl %i 3))\nstore i32 (add %q (shl %i 2)) %a'))).toBe(false);
    expect(isCopied(loop('get strict %a i32 (add %p (shl %i 2))\nstore i32 (add %q (shl %i 2)) %a'))).toBe(false);
    expect(isCopied(loop('get volatile %a i32 (add %p (shl %i 2))\nstore i32 (add %q (shl %i 2)) %a'))).toBe(false);
    expect(isCopied(loop('get %a i32 (add (load i32 %m) (shl %i 2))\nstore i32 (add %q (shl %i 2)) %a'))).toBe(false);
    expect(isCopied(loop('get %a i32 (add %p (shl %i 2))\nstore i32 (add %a (shl %i 2)) %a'))).toBe(false);
    expect(isCopied(loop('get %a u8 (add %p %i)\nstore i32 (add %q (shl %i 2)) %a'))).toBe(false);
    expect(isCopied(loop(GET, '(lt_s %i 40)', '0'))).toBe(false);
    expect(isCopied(loop(GET, '(ne %i %n)'))).toBe(false);
  });
});
