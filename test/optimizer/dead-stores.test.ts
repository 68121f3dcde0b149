import { describe, expect, it } from 'vitest';
import { parseModule } from '../../compiler/ir/parse.ts';
import { functionEffects } from '../../compiler/optimizer/analyses/function-effects.ts';
import { programAfter } from './linked.ts';

const FUNCTIONS = `import *print(i32) -> i32
static internal &s 64 8
function internal *sum(%p i32 %n i32) -> i32 {
  local %i i32
  local %r i32
  while L (lt_s %i %n) {
    set %r (add %r (load i32 (add %p (shl %i 2))))
  } step {
    set %i (add %i 1)
  }
  return %r
}
function internal *scratch(%n i32) -> i32 {
  frame #a 16 4
  local %r i32
  store i32 (add #a (shl %n 2)) 1
  call %r = *sum [#a 4] (i32 i32) -> i32
  return %r
}
function internal *ratio(%n i32 %m i32) -> i32 {
  return (div_s %n %m)
}
function internal *forever() {
  while L {
  }
}
function internal *writes() {
  store i32 &s 1
}
function internal *calls(%n i32) -> i32 {
  local %r i32
  call *writes [] ()
  return %n
}
function internal *says(%n i32) -> i32 {
  local %r i32
  call %r = *print [%n] (i32) -> i32
  return %r
}
function internal *fact(%n i32) -> i32 {
  local %r i32
  call %r = *fact [%n] (i32) -> i32
  return %r
}
`;

/** The statements of main after the pass, calls in it left as they are. */
const left = (slots: string, body: string): string[] =>
  programAfter(
    'dse',
    `${FUNCTIONS}function external *main(%n i32 %p i32) -> i32 {\n${slots}\nlocal %x i32\n${body}\n}`,
    { passes: new Map(Object.entries({ inline: false, sroa: false, gvn: false })) },
  )
    .lines.join('\n')
    .split('*main(%n i32 %p i32) -> i32 {\n')[1]
    ?.split('\n')
    .slice(0, -1) as string[];

describe('dead stores', () => {
  it('are those to slots that nothing reads', () => {
    expect(
      left(
        'frame #v 64 8',
        'while L (lt_s %x %n) {\n store i32 (add #v (shl %x 2)) %x\n fill #v 0 64\n} step {\n set %x (add %x 1)\n}\nreturn %n',
      ),
    ).toEqual(['while L (lt_s %x %n) {', '} step {', 'set %x (add %x 1)', '}', 'return %n']);
  });

  it('are those that others replace, or that leave with the frame', () => {
    expect(
      left(
        'frame #v 8 8\nframe #w 8 8',
        [
          'store i32 #v 1',
          'store i32 #v+4 2',
          'store i64 #v 3n',
          'store i32 #w 4',
          'if %n {',
          'call %x = *print [(load i32 #v)] (i32) -> i32',
          'store i32 #v 5',
          'return (load i32 #w)',
          '}',
          'store i32 #w 6',
          'return %x',
        ].join('\n'),
      ),
    ).toEqual([
      'frame #v 8 8',
      'frame #w 8 8',
      'store i64 #v 3n',
      'store i32 #w 4',
      'if %n {',
      'call %x = *print [(load i32 #v)] (i32) -> i32',
      'return (load i32 #w)',
      '}',
      'return %x',
    ]);
  });

  it('are not those that a loop, a function or another thread may read', () => {
    const loop = ['while L %n {', 'set %x (load i32 #v)', 'store i32 #v %x', '}', 'return %x'];
    expect(left('frame #v 8 8', loop.join('\n'))).toEqual(['frame #v 8 8', ...loop]);
    const passed = ['store i32 #v 1', 'call %x = *print [#v] (i32) -> i32', 'store i32 #v 2', 'return %x'];
    expect(left('frame #v 8 8', passed.join('\n'))).toEqual(['frame #v 8 8', ...passed]);
    const partly = ['store i64 #v 1n', 'store i32 #v 2', 'return (load i32 #v+4)'];
    expect(left('frame #v 8 8', partly.join('\n'))).toEqual(['frame #v 8 8', ...partly]);
    const itself = ['store i32 #v #v', 'call %x = *print [(load i32 #v)] (i32) -> i32', 'return %x'];
    expect(left('frame #v 8 8', itself.join('\n'))).toEqual(['frame #v 8 8', ...itself]);
    const volatile = ['store i32 volatile #v 1', 'return %n'];
    expect(left('frame #v 8 8', volatile.join('\n'))).toEqual(['frame #v 8 8', ...volatile]);
  });

  it('goes for calls without effect whose result nobody takes', () => {
    const call = (name: string, given: string, types: string): string[] =>
      left('', `call %x = *${name} [${given}] (${types}) -> i32\nreturn %n`);
    expect(call('sum', '%p %n', 'i32 i32')).toEqual(['return %n']);
    expect(call('scratch', '%n', 'i32')).toEqual(['return %n']);
    expect(call('ratio', '%n %p', 'i32 i32')).toHaveLength(2);
    expect(call('calls', '%n', 'i32')).toHaveLength(2);
    expect(call('says', '%n', 'i32')).toHaveLength(2);
    expect(call('fact', '%n', 'i32')).toHaveLength(2);
    expect(left('', 'call *forever [] ()\nreturn %n')).toHaveLength(2);
  });

  it('knows what functions do', () => {
    const effects = functionEffects(parseModule(`module "m"\n${FUNCTIONS}`).functions);
    const told = [...effects].map(
      ([name, { acts, reads, returns }]) =>
        `${name}${acts ? ' acts' : ''}${reads ? ' reads' : ''}${returns ? ' returns' : ''}`,
    );
    expect(told).toEqual([
      'sum reads returns',
      'scratch reads returns',
      'ratio',
      'forever',
      'writes acts reads',
      'calls acts reads',
      'says acts reads',
      'fact acts reads',
    ]);
  });
});
