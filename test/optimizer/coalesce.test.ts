import { describe, expect, it } from 'vitest';
import { optimized } from './optimized.ts';

const LOCALS = 'a i32, b i32, c i32, i i32';
const ON = { passes: { coalesce: true, copies: false } };
const FAR = { communication: { latency: 2000, overhead: 100, bulkOverhead: 500, overlaps: true, direct: false } };

const loop = (body: string): string =>
  `set %i 0\nwhile L (lt_s %i %n) {\n${body}\n} step {\nset %i (add %i 1)\n}\nreturn %b`;

const GET = 'get %a i32 (offset @x (shl %i 2)) !4:2\nset %b (add %b %a)';

/** Coalesced operations: 'get', 'put', both or none. */
function coalesced(body: string): string {
  const { remarks } = optimized(LOCALS, loop(body), ON);
  return remarks.flatMap((text) => /^\d+: coalesce: (get|put)s/.exec(text)?.[1] ?? []).join(' ');
}

describe('coalesce', () => {
  it('fetches a strip before it is read', () => {
    const { lines } = optimized(LOCALS, loop(GET), { ...FAR, passes: { copies: false } });
    expect(lines[0]).toBe('frame #buffer 4096 8');
    const start = lines.indexOf('while L_strips (lt_s %i %n) {');
    expect(lines.slice(start + 1, start + 8)).toEqual([
      'set %i_from %i',
      'set %i_last (select (lt_u (sub (add %n -1) %i) 1024) (add %n -1) (add %i 1023))',
      'copy private #buffer shared (offset @x (shl %i_from 2)) (shl (add (sub %i_last %i_from) 1) 2)',
      'while L_strip (le_s %i %i_last) {',
      'set %a (load i32 (add #buffer (add (shl %i 2) (mul %i_from -4))))',
      'set %b (add %b %a)',
      '} step {',
    ]);
  });

  it('runs where the conduit is far and has a switch', () => {
    expect(optimized(LOCALS, loop(GET)).lines.join(' ')).not.toContain('#buffer');
    expect(optimized(LOCALS, loop(GET), FAR).lines.join(' ')).toContain('#buffer');
    expect(optimized(LOCALS, loop(GET), { ...FAR, passes: { coalesce: false } }).lines.join(' ')).not.toContain(
      '#buffer',
    );
  });

  it('makes one strided transfer of gets at a stride', () => {
    const { lines } = optimized(LOCALS, loop('get %a u8 (offset @x (mul %i 24)) !4:2\nset %b (add %b %a)'), ON);
    expect(lines).toContain(
      'call *bupc_memget_fstrided [#buffer 1 1 (add (sub %i_last %i_from) 1) (offset @x (mul %i_from 24)) 0 1 24 (add (sub %i_last %i_from) 1)] (i32 i32 i32 i32 shared i32 i32 i32 i32)',
    );
  });

  it('moves nothing past what may touch it', () => {
    const put = (object: string, to = '%i') => `put i32 (offset ${object} (shl ${to} 2)) %b !5:2`;
    expect(coalesced(GET)).toBe('get');
    expect(coalesced(put('@y'))).toBe('put');
    expect(coalesced(`${GET}\n${put('@y')}`)).toBe('get put');
    expect(coalesced(`${GET}\n${put('@x')}`)).toBe('get put');
    expect(coalesced(`${put('@x')}\nset %b 3\n${put('@x')}`)).toBe('put');
    expect(coalesced(`${GET}\n${put('@x', '(add %i 1)')}`)).toBe('');
    expect(coalesced(`${GET}\n${put('%r')}`)).toBe('');
    expect(coalesced(`${GET}\nstore i32 %p 1`)).toBe('');
    expect(coalesced(`${GET}\nstore i32 &s 1`)).toBe('get');
    expect(coalesced(`${put('@y')}\nset %b (load i32 %p)`)).toBe('');
    expect(coalesced(`${put('@y')}\nset %b (load i32 &s)`)).toBe('put');
    expect(coalesced('put i32 (offset @y (shl %i 3)) %b !5:2')).toBe('');
    for (const between of [
      'fence',
      'barrier',
      'call *g [1] (i32) -> i32',
      'get strict %c i32 @y',
      'if %b {\nbreak L\n}',
    ]) {
      expect([between, coalesced(`${GET}\n${between}`)]).toEqual([between, '']);
    }
  });
});
