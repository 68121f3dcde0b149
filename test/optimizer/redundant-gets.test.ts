import { describe, expect, it } from 'vitest';
import { optimized } from './optimized.ts';

const LOCALS = 'a i32, b i32, c i32, i i32';
const X = '(element [5 4] @x %n)';

/** Outcome of two gets of x[n] with statements between them: 'merged' or 'kept'. */
function outcome(between: string): string {
  const { lines } = optimized(LOCALS, `get %a i32 ${X} !1:1\n${between}\nget %b i32 ${X} !9:1\nreturn (add %a %b)`);
  return lines.filter((line) => line.startsWith('get') && line.endsWith(`i32 ${X}`)).length === 1 ? 'merged' : 'kept';
}

describe('redundant-gets', () => {
  it('gets once what nothing may have written', () => {
    expect(outcome('')).toBe('merged');
    expect(outcome('put i32 (element [5 4] @y %n) 1')).toBe('merged');
    expect(outcome('put i32 (element [5 4] @x (add %n 1)) 1')).toBe('merged');
    expect(outcome('store i32 &s 1')).toBe('merged');
    expect(outcome('get %c i32 (element [5 4] @x %m)\nstore i32 &s %c')).toBe('merged');
    expect(outcome('if %m {\nput i32 @y 1\n}')).toBe('merged');
  });

  it('gets again after what may have written or may show what others wrote', () => {
    const ending = [
      'put i32 (element [5 4] @x %m) 1',
      'put i32 %p 1',
      'store i32 %p 1',
      'put strict i32 @y 1',
      'get strict %c i32 @y',
      'fence',
      'notify 0',
      'wait 0',
      'barrier',
      'call *g [1] (i32) -> i32',
      'set %n (add %n 1)',
      'if %m {\nput i32 %p 1\n}',
      'copy shared %p private %q 8',
      'fill %p 0 %m',
      `while L (lt_s %m 3) {\nput i32 (element [5 4] @x %m) 1\nset %m (add %m 1)\n}`,
    ];
    for (const between of ending) expect([between, outcome(between)]).toEqual([between, 'kept']);
  });

  it('gets the word of which some bits were put', () => {
    const { lines } = optimized(LOCALS, `put mask 240 i32 ${X} %a\nget %b i32 ${X}\nreturn %b`);
    expect(lines.filter((line) => line.startsWith('get'))).toHaveLength(1);
    expect(outcome(`put mask 240 i32 ${X} %c`)).toBe('kept');
  });

  it('leaves strict and volatile gets', () => {
    for (const how of ['strict', 'volatile']) {
      const get = (to: string) => `get ${how} %${to} i32 ${X}`;
      const { lines } = optimized(LOCALS, `${get('a')}\n${get('b')}\nreturn (add %a %b)`);
      expect(lines.filter((line) => line.startsWith('get'))).toHaveLength(2);
    }
  });

  it('takes the value of a put, of its whole width', () => {
    const reread = (memory: string) =>
      optimized(LOCALS, `put ${memory} ${X} (mul %m 3)\nget %b ${memory} ${X}\nreturn %b`).lines;
    expect(reread('i32')).toEqual(['set %kept (mul %m 3)', `put i32 ${X} %kept`, 'return %kept']);
    expect(reread('u8')).toEqual([`put u8 ${X} (mul %m 3)`, `get %b u8 ${X}`, 'return %b']);
  });

  it('keeps a value whose local is set anew', () => {
    const { lines, remarks } = optimized(
      LOCALS,
      `get %a i32 ${X} !3:1\nstore i32 &s %a\nget %a i32 @y\nstore i32 &s+4 %a\nget %a i32 ${X} !5:1\nreturn %a`,
    );
    expect(lines.slice(0, 2)).toEqual([`get %a i32 ${X}`, 'set %kept %a']);
    expect(lines.slice(-2)).toEqual(['set %a %kept', 'return %a']);
    expect(remarks).toEqual(["5: redundant-gets: get of 'x' merged with the get of line 3"]);
  });

  it('takes values into counted loops, and none into loops that may wait', () => {
    const loop = (test: string) =>
      optimized(
        LOCALS,
        `get %a i32 @x\nset %i 0\nwhile L ${test} {\nget %b i32 @x\nset %c (add %c %b)\n} step {\nset %i (add %i 1)\n}\nreturn (add %c %a)`,
      ).lines.filter((line) => line === 'get %b i32 @x');
    expect(loop('(lt_s %i %n)')).toHaveLength(0);
    expect(loop('(eq %c 0)')).toHaveLength(1);
  });

  it('joins nothing over an arm that may not run', () => {
    const { lines } = optimized(LOCALS, `if %m {\nget %a i32 ${X}\nstore i32 &s %a\n}\nget %b i32 ${X}\nreturn %b`);
    expect(lines.filter((line) => line.startsWith('get'))).toHaveLength(2);
  });

  it('says what stood in the way', () => {
    const { remarks } = optimized(
      LOCALS,
      `get %a i32 ${X} !3:1\nput i32 %p 1 !4:1\nget %b i32 ${X} !5:1\nreturn (add %a %b)`,
    );
    expect(remarks).toEqual([
      "5: no redundant-gets: get of 'x' not merged with the get of line 3: the put of line 4 may change it",
    ]);
  });
});
