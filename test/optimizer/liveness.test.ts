import { describe, expect, it } from 'vitest';
import { wantedBehindLoops } from '../../compiler/ir/liveness.ts';
import { parseModule } from '../../compiler/ir/parse.ts';

/** The locals of f(n) that are wanted behind each loop, by its label. */
function wanted(locals: string, body: string): Record<string, string[]> {
  const declared = locals.split(',').map((local) => `local %${local.trim()} i32`);
  const text = [
    'module "m"',
    'file "m.c"',
    'import *g(i32) -> i32',
    'function external *f(%n i32) -> i32 {',
    ...declared,
  ];
  const { functions } = parseModule(`${[...text, body].join('\n')}\n}`);
  const found = [...(wantedBehindLoops(functions[0] as (typeof functions)[0]) ?? [])];
  return Object.fromEntries(found.map(([loop, behind]) => [loop.label, [...behind].sort()]));
}

const loop = (label: string, body: string, step = ''): string =>
  `while ${label} (lt_s %i %n) {\n${body}\n} step {\n${step}\nset %i (add %i 1)\n}`;

describe('liveness', () => {
  it('wants what is read before it is set again', () => {
    const body = `${loop('A', 'set %x %i\nset %y %i')}\nset %x 0\n${loop('B', 'set %z %x')}\nreturn (add %y %z)`;
    expect(wanted('i, x, y, z', body)).toEqual({ A: ['i', 'n', 'y', 'z'], B: ['y', 'z'] });
  });

  it('wants what a later iteration of an outer loop reads', () => {
    const inner = loop('B', 'set %t %i\nset %u %i');
    const body = `${loop('A', `set %u 0\nset %s (add %t %u)\n${inner}`)}\nreturn %s`;
    expect(wanted('i, s, t, u', body)).toEqual({ A: ['s'], B: ['i', 'n', 's', 't'] });
  });

  it('follows jumps', () => {
    const inner = loop('B', 'set %x %i\nif %x {\nset %y 1\nbreak C\n}\nif %i {\ncontinue A\n}');
    const body = `block C {\n${loop('A', `${inner}\nset %x 1`, 'set %z %x')}\nreturn %z\n}\nreturn %y`;
    expect(wanted('i, x, y, z', body)).toEqual({ A: ['z'], B: ['i', 'n', 'y'] });
  });

  it('wants what one arm reads, and what all leave', () => {
    const choice = 'switch S %n {\ncase 1 {\nset %x 0\n}\ncase 2 {\nset %y %x\n}\ndefault {\nreturn %w\n}\n}';
    const body = `${loop('A', 'set %w 1\nset %x 1\nset %y 2\nset %v 3')}\n${choice}\nif %x {\nset %v 0\n} else {\nset %v 1\n}\nreturn (add %y %v)`;
    expect(wanted('i, v, w, x, y', body)).toEqual({ A: ['n', 'w', 'x', 'y'] });
  });
});
