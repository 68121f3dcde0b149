import { describe, expect, it } from 'vitest';
import { parseModule } from '../../compiler/ir/parse.ts';
import { printFunction } from '../../compiler/ir/text.ts';
import { accessDirectly } from '../../compiler/optimizer/addresses/direct.ts';
import { DIRECT } from '../../compiler/optimizer/communication/costs.ts';

/** The statements of f(a, b) after the pass. */
function lines(body: string, keepsCalls = false): string[] {
  const text = `module "m"\nfunction external *f(%a i32 %b i32) {\nlocal %r i32\nlocal %i i32\n${body}\n}`;
  const context = { level: 2 as const, communication: DIRECT, keepsCalls, imports: () => {} };
  const printed = printFunction(accessDirectly(parseModule(text).functions[0]!, context))
    .split('\n')
    .slice(1, -1);
  return printed.map((line) => line.trim()).filter((line) => !line.startsWith('local'));
}

const inLoop = (...body: string[]): string[] =>
  lines(`while L %a {\n${body.join('\n')}\n} step {\nset %i (add %i 1)\n}`).slice(1, body.length + 1);

describe('direct', () => {
  it('makes loads and stores', () => {
    expect(lines('get %r i32 %a')).toEqual(['set %r (load i32 %a)']);
    expect(lines('put u8 %a %b')).toEqual(['store u8 %a %b']);
    expect(inLoop('get %r i32 (add %a (shl %i 2))')).toEqual(['set %r (load i32 (add %a (shl %i 2)))']);
    expect(inLoop('put i32 %a %i')).toEqual(['store i32 %a %i']);
  });

  it('leaves gets that may wait for another thread', () => {
    expect(inLoop('get %r i32 %a')).toEqual(['get %r i32 %a']);
    expect(inLoop('set %b (add %a 4)', 'get %r i32 %b')).toEqual(['set %b (add %a 4)', 'get %r i32 %b']);
    expect(inLoop('set %b (load i32 %a)', 'get %r i32 %b')).toEqual(['set %b (load i32 %a)', 'set %r (load i32 %b)']);
  });

  it('leaves strict and volatile ones, bits, and what is checked, recorded or sent', () => {
    for (const s of ['get strict %r i32 %a', 'put strict i32 %a %b', 'get volatile %r i32 %a', 'put mask 7 i32 %a 1'])
      expect(lines(s)).toEqual([s]);
    expect(lines('get %r i32 %a', true)).toEqual(['get %r i32 %a']);
  });
});
