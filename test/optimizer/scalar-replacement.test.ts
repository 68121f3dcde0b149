import { describe, expect, it } from 'vitest';
import { programAfter } from './linked.ts';

/** The statements of main after the pass, and its slots. */
function scalarized(slots: string, body: string): string[] {
  const text = `import *g(i32) -> i32\nstatic internal &s 64 8\nfunction external *main(%n i32 %p i32) -> i32 {
  ${slots}
  local %x i32
  local %y i32
  local %l i64
  local %d f64
  local %f f32
  ${body}
}`;
  return programAfter('sroa', text).lines.slice(1, -1);
}

describe('scalar replacement', () => {
  it('keeps members of a struct in locals', () => {
    expect(
      scalarized(
        'frame #v 16 8',
        'store f64 #v %d\nstore i32 #v+8 %n\nset %d (add (load f64 #v) 1.0)\nreturn (load i32 #v+8)',
      ),
    ).toEqual(['set %v_0 %d', 'set %v_8 %n', 'set %d (add %v_0 1.0)', 'return %v_8']);
  });

  it('reads small integers as they were stored', () => {
    expect(
      scalarized(
        'frame #v 4 4',
        'store i8 #v %n\nstore u16 #v+2 %n\nset %x (load u8 #v)\nset %y (load i16 #v+2)\nreturn (load i8 #v)',
      ),
    ).toEqual([
      'set %v_0 %n',
      'set %v_2 %n',
      'set %x (and %v_0 255)',
      'set %y (extend16 %v_2)',
      'return (extend8 %v_0)',
    ]);
  });

  it('divides copies between slots, and slots by what they are copied to', () => {
    expect(
      scalarized(
        'frame #a 16 8\nframe #b 24 8\nframe #c 16 8',
        'store f64 #a %d\nstore i32 #a+8 %n\ncopy private #b+8 private #a 16\ncopy private #c private #b+8 16\nreturn (load i32 #c+8)',
      ),
    ).toEqual([
      'set %a_0 %d',
      'set %a_8 %n',
      'set %b_8 %a_0',
      'set %b_16 %a_8',
      'set %c_0 %b_8',
      'set %c_8 %b_16',
      'return %c_8',
    ]);
  });

  it('loads and stores the pieces of what is copied from and to other memory, all of its bytes', () => {
    expect(
      scalarized(
        'frame #a 16 8',
        'copy private #a private (add %p %n) 16\nset %d (load f64 #a)\ncopy private &s private #a 16\nreturn 0',
      ),
    ).toEqual([
      'set %other (add %p %n)',
      'set %a_0 (load f64 unaligned punned %other)',
      'set %a_8 (load i32 unaligned punned (add %other 8))',
      'set %a_12 (load i32 unaligned punned (add %other 12))',
      'set %d %a_0',
      'store f64 unaligned punned &s %a_0',
      'store i32 unaligned punned &s+8 %a_8',
      'store i32 unaligned punned &s+12 %a_12',
      'return 0',
    ]);
  });

  it('fills pieces with their bytes', () => {
    expect(
      scalarized(
        'frame #a 16 8\nframe #b 8 8',
        'fill #a 0 16\nset %d (load f64 #a)\nset %x (load u8 #a+9)\nfill #b 255 8\nset %l (load i64 #b)\nreturn %x',
      ),
    ).toEqual([
      'set %a_0 0.0',
      'set %a_9 0',
      'set %d %a_0',
      'set %x (and %a_9 255)',
      'set %b_0 -1n',
      'set %l %b_0',
      'return %x',
    ]);
  });

  it('leaves in memory what is read as it was not written, what is volatile and what has its address taken', () => {
    for (const uses of [
      'store f32 #v %f\nset %x (load i32 #v)',
      'store i64 #v %l\nset %x (load i32 #v)',
      'store i32 #v %n\nset %x (load u8 #v)',
      'store i32 volatile #v %n\nset %x (load i32 #v)',
      'store i32 #v %n\ncall %x = *g [#v] (i32) -> i32',
      'store i32 (add #v (shl %n 2)) 1\nset %x (load i32 #v)',
      'fill #v 255 8\nset %d (load f64 #v)',
      'fill #v+2 0 6\nset %x (load i32 #v)',
      'copy private #v private &s %n\nset %x (load i32 #v)',
    ])
      expect(scalarized('frame #v 8 8', `${uses}\nreturn %x`)).toEqual([
        'frame #v 8 8',
        ...uses.split('\n'),
        'return %x',
      ]);
  });

  it('takes a slot that stays in memory for other memory', () => {
    expect(
      scalarized(
        'frame #a 8 8\nframe #b 8 8',
        'store i32 #a %n\nset %x (load i32 #a+4)\ncopy private #b private #a 8\ncall %y = *g [#b] (i32) -> i32\nreturn %x',
      ),
    ).toEqual([
      'frame #b 8 8',
      'set %a_0 %n',
      'set %x %a_4',
      'store i32 unaligned punned #b %a_0',
      'store i32 unaligned punned #b+4 %a_4',
      'call %y = *g [#b] (i32) -> i32',
      'return %x',
    ]);
  });
});
