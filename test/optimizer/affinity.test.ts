import { describe, expect, it } from 'vitest';
import { optimized, type Setting } from './optimized.ts';

/** A loop on i from `first` whose body runs where `asked` is MYTHREAD. */
const loop = (asked: string, body: string, { first = '0', bound = '%n', compare = 'lt_s' } = {}): string =>
  `set %i ${first}
while L (${compare} %i ${bound}) !3:1 {
  if (eq ${asked} mythread) {
    ${body}
  }
} step {
  set %i (add %i 1)
}
return 0`;

const straight = (text: string, setting?: Setting) => optimized('i i32, t i32', text, setting);

describe('affinity', () => {
  const element = (layout: string, index: string): string => `(threadof (element [${layout}] @x ${index}))`;

  it('runs by iterations through blocks of one', () => {
    const { lines, remarks } = straight(loop(element('1 4', '%i'), 'put i32 (element [1 4] @x %i) 1'));
    expect(lines).toContain('while L (lt_s %row %rows) {');
    expect(lines).toContain('store i32 (add (private (element [1 1] @x mythread)) (shl %row 2)) 1');
    expect(lines.filter((line) => line.startsWith('if (eq'))).toEqual([]);
    expect(remarks).toEqual(["3: affinity: loop goes straight through MYTHREAD's iterations: blocks of one by 'x'"]);
  });

  it('runs from block to block, and through each without asking', () => {
    const { lines, remarks } = straight(loop(element('5 4', '%i'), 'put i32 (element [5 4] @x %i) 1'));
    expect(lines).toContain('while L_block (lt_s %i %stop) {');
    expect(lines).toContain('store i32 (add (private (element [1 1] @x mythread)) (add (shl %i 2) (shl %offset 2))) 1');
    expect(remarks).toEqual(["3: affinity: loop goes straight through MYTHREAD's iterations: blocks of 5 by 'x'"]);
  });

  it('counts elements where the index is ahead of the counter', () => {
    const { lines } = straight(loop(element('5 4', '(add %i %m)'), 'put i32 (element [5 4] @x (add %i %m)) %i'));
    expect(lines).toContain('set %i_element (add %i %m)');
    expect(lines).toContain(
      'store i32 (add (private (element [1 1] @x mythread)) (add (shl %i_element 2) (shl %offset 2))) (sub %i_element %m)',
    );
  });

  it('asks once whether pointers are at the start of their arrays', () => {
    const { lines } = straight(
      loop('(threadof (advance [5 4] %r %q %i))', 'put i32 (advance [5 4] %r %q %i) 1', { bound: '10' }),
    );
    expect(lines).toContain('if (select (eq (threadof %r) 0) (eq %q 0) 0) {');
    expect(lines).toContain('store i32 (add (private (element [1 1] %r mythread)) (add (shl %i 2) (shl %offset 2))) 1');
    expect(lines).toContain('put i32 (advance [5 4] %r %q %i) 1');
  });

  it('takes numbers modulo THREADS, of which negative ones are dealt to nobody', () => {
    const dealt = (asked: string, setting?: Setting, first?: string): string[] =>
      straight(loop(asked, 'put i32 (element [1 4] @x %i) 1', { ...(first && { first }) }), setting).lines;
    expect(dealt('(rem_s %i threads)')).toContain('while L (lt_s %row %rows) {');
    expect(dealt('(rem_s %i threads)', {}, '%m')).toContain('if (ge_s %i 0) {');
    expect(dealt('(rem_u %i 3)', { threads: 3 })).toContain('while L (lt_s %row %rows) {');
    expect(dealt('(and %i 3)', { threads: 4 })).toContain('while L (lt_s %row %rows) {');
    expect(dealt('(and %i 3)', { threads: 3 })).toContain('if (eq (and %i 3) mythread) {');
  });

  it('leaves the counter as the plain loop does', () => {
    const text = loop('(rem_s %i threads)', 'call *g [%i] (i32) -> i32').replace('return 0', 'return %i');
    expect(straight(text).lines).toContain('set %i %end');
  });

  it('says what keeps a loop asking', () => {
    const missed = (text: string): string[] =>
      straight(text).remarks.filter((remark) => remark.startsWith('3: no affinity'));
    const asks = '3: no affinity: each iteration asks for its affinity: ';
    const put = 'put i32 (element [1 4] @x %i) 1';
    expect(missed(loop('(rem_s (mul %i 3) threads)', put))).toEqual([`${asks}it is no such function of the counter`]);
    expect(missed(loop(element('1 4', '(add %i %t)'), 'set %t (add %t 1)'))).toEqual([
      `${asks}the loop may change what it depends on`,
    ]);
    expect(missed(loop('(rem_s %i threads)', put, { bound: '(load i32 %p)' }))).toEqual([
      `${asks}the bound may change, or is no upper one`,
    ]);
    expect(missed(loop('(rem_s %i threads)', put, { compare: 'ne' }))).toEqual([
      `${asks}the bound may change, or is no upper one`,
    ]);
    expect(missed(loop('(rem_s %i threads)', 'break L').replace('return 0', 'return %i'))).toEqual([
      `${asks}the loop may end early, and its counter is used after it`,
    ]);
  });

  it('keeps loads of objects that the loop does not write', () => {
    const bound = (body: string): string[] =>
      straight(loop('(rem_s %i threads)', body, { bound: '(load i32 &s)' })).lines;
    expect(bound('put i32 (element [1 4] @x %i) 1')).toContain('while L (lt_s %row %rows) {');
    expect(bound('store i32 %p 1')).toContain('while L (lt_s %i (load i32 &s)) {');
    expect(bound('call *g [%i] (i32) -> i32')).toContain('while L (lt_s %i (load i32 &s)) {');
  });

  it('can be switched off', () => {
    const off = { passes: { affinity: false } };
    expect(straight(loop('(rem_s %i threads)', 'break L'), off).lines).toContain(
      'if (eq (rem_s %i threads) mythread) {',
    );
  });
});
