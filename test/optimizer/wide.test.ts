/** Pointers-to-shared as rank and offset after `expand`, for networks: what becomes of each use of one. */
import { describe, expect, it } from 'vitest';
import { COMMUNICATION } from '../../compiler/optimizer/communication/costs.ts';
import { programAfter } from './linked.ts';

const IMPORTS = 'import *upc_free(shared i32)\nimport *upc_resetphase(shared i32) -> shared i32\n';
const STATICS = 'static external @x 4096 8\nstatic external &v 64 8\n';
const OTHER = 'function external *g(%p shared %a i32) -> shared {\nreturn %p\n}\n';
const LOCALS = 'local %t i32\nlocal %u i32\nlocal %s shared\n';

/** The text of main(p, q, a) and what stands before it. */
function program(body: string, table: readonly string[] = []): string[] {
  const main = `function external *main(%p shared %q shared %a i32) -> i32 {\n${LOCALS}${body}\nreturn %t\n}`;
  const options = { optimize: 0 as const, communication: COMMUNICATION.sfi, table };
  return programAfter('expand', `${IMPORTS}${STATICS}${OTHER}${main}`, options).lines;
}

/** The statements, with short names for the bits of a rank and the mask of them. */
function lines(body: string): string[] {
  const all = program(body);
  const begin = all.findIndex((line) => line.startsWith('function external *main'));
  const bits = '(sub 32 (clz (add threads -1)))';
  return all
    .slice(begin + 1, -2)
    .map((line) => line.replaceAll(bits, 'BITS').replaceAll('(add (shl 1 BITS) -1)', 'MASK'));
}

const value = (expression: string): string => lines(`set %t ${expression}`).join('; ').replace('set %t ', '');

describe('values', () => {
  it('are two locals, two parameters and two results', () => {
    expect(program('set %t 0').slice(0, 4)).toEqual([
      'function external *g(%p_rank i32 %p i32 %a i32) -> i32 i32 {',
      'return %p_rank %p',
      '}',
      'function external *main(%p_rank i32 %p i32 %q_rank i32 %q i32 %a i32) -> i32 {',
    ]);
    expect(lines('set %s %p')).toEqual(['set %s %p', 'set %s_rank %p_rank']);
    expect(lines('set %s 0s')).toEqual(['set %s 0', 'set %s_rank 0']);
    expect(lines('set %s @x+8')).toEqual(['set %s (private @x+8)', 'set %s_rank 0']);
    expect(lines('call %s = *g [%q %a] (shared i32) -> shared')).toEqual([
      'call %s_rank %s = *g [%q_rank %q %a] (i32 i32 i32) -> i32 i32',
    ]);
  });

  it('are set from their own words, the one that the other reads last', () => {
    expect(lines('set %s (advance [1 8] %s 1)')).toEqual([
      'set %s (add (add %s (select (eq %s_rank (add threads -1)) 0 -8)) 8)',
      'set %s_rank (select (eq %s_rank (add threads -1)) 0 (add %s_rank 1))',
    ]);
    expect(lines('set %s (select (eq %s %p) (offset %s 8) %q)').at(-1)).toMatch(/^set %s_rank (?!.*%s )/);
  });

  it('are chosen by a test that is made once', () => {
    expect(lines('set %s (select (load i32 &v) %p %q)')).toEqual([
      'set %test (load i32 &v)',
      'set %s (select %test %p %q)',
      'set %s_rank (select %test %p_rank %q_rank)',
    ]);
    const made = lines('set %s (select %a (advance [3 8] %p %u (load i32 &v)) %q)');
    expect(made[0]).toBe('if %a {');
    expect(made.slice(-2)).toEqual(['set %s %chosen_2', 'set %s_rank %chosen']);
  });

  it('are compared by both words, in order by the offset', () => {
    expect(value('(eq %p %q)')).toBe('(and (eq %p_rank %q_rank) (eq %p %q))');
    expect(value('(ne %p 0s)')).toBe('(or (ne %p_rank 0) (ne %p 0))');
    expect(value('(not %p)')).toBe('(eq (or %p_rank %p) 0)');
    expect(value('(lt_u %p %q)')).toBe('(lt_u %p %q)');
    expect(value('(difference [1 8] %p %q)')).toBe('(add (sub %p_rank %q_rank) (mul (shr_s (sub %p %q) 3) threads))');
    expect(value('(threadof (offset %p 8))')).toBe('%p_rank');
  });

  it('have a private pointer where their region lies in this memory; null has null', () => {
    expect(value('(private %p)')).toBe(
      '(select %p (add (shl (add (sub %p_rank origin) (select (lt_u %p_rank origin) threads 0)) regionshift) %p) 0)',
    );
    expect(value('(private (element [1 8] @x mythread))')).toBe('(add (shl mythread regionshift) (private @x))');
  });
});

describe('in memory', () => {
  it('the offset comes first, then the rank with the phase above: each part leaves the other', () => {
    expect(lines('store shared &v %p')).toEqual([
      'store i32 &v %p',
      'store i32 &v+4 (or %p_rank (shl (shr_u (load i32 &v+4) BITS) BITS))',
    ]);
    expect(lines('store phase &v+4 %a')).toEqual(['store i32 &v+4 (or (and (load i32 &v+4) MASK) (shl %a BITS))']);
    expect(lines('set %s (load shared &v)\nset %t (load phase &v+4)')).toEqual([
      'set %s (load i32 &v)',
      'set %s_rank (and (load i32 &v+4) MASK)',
      'set %t (shr_u (load i32 &v+4) BITS)',
    ]);
  });

  it('a get of a target and of its phase, and puts of both, are one word', () => {
    expect(lines('get %s shared %p\nget %t phase (offset %p 4)')).toEqual([
      'get %word i64 rank %p_rank %p',
      'set %s (convert i32 %word)',
      'set %s_rank (and (convert i32 (shr_u %word 32n)) MASK)',
      'set %t (shr_u (convert i32 (shr_u %word 32n)) BITS)',
    ]);
    expect(lines('put shared %p %q\nput phase (offset %p 4) %a')).toEqual([
      'put i64 rank %p_rank %p (or (convert_u i64 %q) (shl (convert_u i64 (or %q_rank (shl %a BITS))) 32n))',
    ]);
  });

  it('a put of one part reads the other first, behind puts that are begun', () => {
    const put =
      'put i64 rank %p_rank %p (or (convert_u i64 %q) (shl (convert_u i64 (or %q_rank (shl (shr_u %upper BITS) BITS))) 32n))';
    expect(lines('put shared %p %q')).toEqual(['get volatile %upper i32 rank %p_rank (add %p 4)', put]);
    expect(lines('put phase (offset %p 4) %a')).toEqual([
      'get volatile %upper i32 rank %p_rank (add %p 4)',
      'put i32 rank %p_rank (add %p 4) (or (and %upper MASK) (shl %a BITS))',
    ]);
    expect(lines('put.start i32 %p 3\nput shared %p %q').slice(1)).toEqual([
      'put.sync',
      'get volatile %upper i32 rank %p_rank (add %p 4)',
      put,
    ]);
  });

  it('gets that are begun end as what they began as, also in a local that others use', () => {
    const begins = 'get.start %s shared %p\nget.start %t phase (offset %p 4)\n';
    expect(lines(`${begins}get.sync %s\nget.sync %t\nget.start %t i32 %p\nget.sync %t`)).toEqual([
      'get.start %word i64 rank %p_rank %p',
      'get.start %t i32 rank %p_rank (add %p 4)',
      'get.sync %word',
      'set %s (convert i32 %word)',
      'set %s_rank (and (convert i32 (shr_u %word 32n)) MASK)',
      'get.sync %t',
      'set %t (shr_u %t BITS)',
      'get.start %t i32 rank %p_rank %p',
      'get.sync %t',
    ]);
  });

  it('a copy has rank and offset for a private side too', () => {
    expect(lines('copy private &v shared %p 16')).toEqual([
      'set %rank (add (shr_u &v regionshift) origin)',
      'copy private rank (select (ge_u %rank threads) (sub %rank threads) %rank) (and &v (add (shl 1 regionshift) -1)) shared rank %p_rank %p 16',
    ]);
  });
});

describe('the library', () => {
  it('takes one address: regions from the first of this memory on and iteration, null as 0', () => {
    expect(lines('call *upc_free [%p %a] (shared i32)')).toEqual([
      'set %region (add (sub %p_rank origin) (select (lt_u %p_rank origin) threads 0))',
      'set %address (add (mul (convert_u f64 %region) (power regionshift)) (convert_u f64 %p))',
      expect.stringMatching(/^call \*upc_free \[\(select \(or %p_rank %p\) \(select .* 0\.0\) %a\] \(f64 i32\)$/),
    ]);
  });

  it('gives one, which is taken apart', () => {
    const made = lines('call %s %t = *upc_resetphase [0s %a] (shared i32) -> shared i32');
    expect(made.slice(-6)).toEqual([
      expect.stringMatching(/^call %address_2 %t = \*upc_resetphase \[.* %a\] \(f64 i32\) -> f64 i32$/),
      'set %address_2 (select (lt %address_2 0.0) (add %address_2 4294967296.0) %address_2)',
      'set %region_2 (convert_u i32 (mul %address_2 (power (neg regionshift))))',
      'set %rank (add %region_2 origin)',
      'set %s (convert_u i32 (sub %address_2 (mul (convert_u f64 %region_2) (power regionshift))))',
      'set %s_rank (select (ne %address_2 0.0) (select (ge_u %rank threads) (sub %rank threads) %rank) 0)',
    ]);
  });
});
