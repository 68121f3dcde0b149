import { describe, expect, it } from 'vitest';
import { optimized } from './optimized.ts';

const LOCALS = 'a i32, b i32, c i32, i i32';
const ON = { passes: { split: true, copies: false } };
const lines = (body: string): string[] => optimized(LOCALS, body, ON).lines;

describe('split', () => {
  it('starts gets together and completes each where its value is wanted', () => {
    expect(
      lines(
        'store i32 &s %n\nget %a i32 @x !1:1\nstore i32 &s+4 %a\nget %b i32 @y !2:1\nstore i32 &s+8 3\nstore i32 &s+12 %b\nreturn 0',
      ),
    ).toEqual([
      'get.start %b i32 @y',
      'get.start %a i32 @x',
      'store i32 &s %n',
      'get.sync %a',
      'store i32 &s+4 %a',
      'store i32 &s+8 3',
      'get.sync %b',
      'store i32 &s+12 %b',
      'return 0',
    ]);
  });

  it('starts no get before what may write it, synchronizes, sets its address or leaves', () => {
    const start = (before: string): number =>
      lines(`${before}\nget %a i32 (offset @x (shl %n 2))\nstore i32 &s 1\nreturn %a`).findIndex((line) =>
        line.startsWith('get.start'),
      );
    expect(start('store i32 &s+4 1')).toBe(0);
    const blocking = [
      'store i32 %p 1',
      'put strict i32 @y 1',
      'get strict %b i32 @y',
      'fence',
      'barrier',
      'call *g [1] (i32) -> i32',
      'copy shared @x private &s 8',
      'get volatile %b i32 @y',
    ];
    for (const before of blocking) expect([before, start(before)]).toEqual([before, 1]);
    expect(start('set %n (add %n (load i32 &s))')).toBe(1);
    expect(start('if %m {\nreturn 1\n}')).toBe(3);
    expect(start('if %m {\nstore i32 %p 1\n}')).toBe(3);
  });

  it('completes a get before what may write it', () => {
    const wanted = (after: string): string | undefined => {
      const all = lines(`get %a i32 @x !1:1\nstore i32 &s 1\n${after}\nstore i32 &s+4 2\nreturn %a`);
      return all[all.indexOf('get.sync %a') + 1];
    };
    for (const next of ['store i32 %p 1', 'fence']) expect(wanted(next)).toBe(next);
    expect(wanted('put i32 @x 1')).toBe('put.start i32 @x 1');
    expect(wanted('put i32 @y 1')).toBe('put.sync');
  });

  it('completes puts where something may touch them, threads synchronize, or control leaves', () => {
    const until = (after: string): string | undefined => {
      const all = lines(`put i32 (offset @x (shl %n 2)) 1 !1:1\nstore i32 &s 1\n${after}\nreturn 0`);
      return all[all.indexOf('put.sync') + 1];
    };
    expect(until('put strict i32 @y 1')).toBe('put strict i32 @y 1');
    for (const next of ['fence', 'barrier', 'notify', 'store i32 %p 2', 'call *g [1] (i32) -> i32'])
      expect(until(next)).toBe(next);
    expect(until('copy private &s shared (offset @x (shl %m 2)) 8')).toBe(
      'copy private &s shared (offset @x (shl %m 2)) 8',
    );
    expect(until('set %n (add %n 1)\nstore i32 &s+8 %n\nstore i32 (add (private @x) (shl %n 2)) 1')).toBe(
      'store i32 (add (private @x) (shl %n 2)) 1',
    );
    expect(until('store i32 &s+4 2')).toBe('return 0');
  });

  it('completes the puts of a loop behind it when no iteration meets those of another', () => {
    const loop = (body: string): string[] =>
      lines(`set %i 0\nwhile L (lt_s %i %n) {\n${body}\n} step {\nset %i (add %i 1)\n}\nstore i32 &s 1\nreturn 0`);
    const end = (body: string): string | undefined => {
      const all = loop(body);
      return all[all.indexOf('put.sync') - 1];
    };
    const put = 'put i32 (element [1 4] @x (add %i 3)) %i';
    expect(end(put)).toBe('store i32 &s 1');
    expect(end(`${put}\nput i32 (element [1 4] @y %i) %i`)).toBe('store i32 &s 1');
    expect(end(`${put}\nset %a (add %a (load i32 %p))`)).not.toBe('store i32 &s 1');
    const again = 'put i32 (element [1 4] @x %m) 1';
    const all = loop(`${put}\nstore i32 &s 1\n${again}\nstore i32 &s 1`);
    expect(all[all.indexOf('put.sync') + 1]).toBe('put.start i32 (element [1 4] @x %m) 1');
    expect(all.filter((line) => line === 'put.sync')).toHaveLength(2);
    expect(end('put i32 (element [1 4] @x %m) %i\nstore i32 &s+4 1')).toBe('store i32 &s+4 1');
  });

  it('is for conduits that go on while the program computes', () => {
    const body = 'get %a i32 @x\nstore i32 &s 1\nreturn %a';
    const overlaps = { latency: 2000, overhead: 100, bulkOverhead: 500, overlaps: true, direct: false };
    expect(optimized(LOCALS, body).lines.join(' ')).not.toContain('get.start');
    expect(optimized(LOCALS, body, { communication: overlaps }).lines.join(' ')).toContain('get.start');
    expect(optimized(LOCALS, body, { communication: overlaps, passes: { split: false } }).lines[0]).toContain('get %a');
  });

  it('says what was done and why not', () => {
    const { remarks } = optimized(
      LOCALS,
      'get %a i32 @x !1:1\nstore i32 &s 1\nstore i32 &s %a\nget %a i32 %p !4:1\nreturn %a',
      ON,
    );
    expect(remarks).toEqual([
      "1: split: get of 'x' split: 1 statements between start and use",
      "4: no split: get of a pointer's target not split: it depends on another place, and another place wants its value",
    ]);
  });
});
