import { describe, expect, it } from 'vitest';
import { programAfter } from './linked.ts';

/** main calls one function; the statements that this comes to. */
const inMain = (callee: string, body: string, level: 1 | 2 | 3 = 2): string[] =>
  programAfter(
    'inline',
    `import *g(i32) -> i32\n${callee}\nfunction external *main(%n i32 %m i32) -> i32 {\n${body}\n}`,
    {
      optimize: level,
    },
  ).lines;

const CLAMP = `function internal *clamp(%x i32 %most i32) -> i32 {
  if (gt_s %x %most) {
    return %most
  }
  return %x
}`;

describe('inlining', () => {
  it('puts what stays in the place of parameters, and returns at the end of the body', () => {
    expect(inMain(CLAMP, 'local %r i32\ncall %r = *clamp [%n 9] (i32 i32) -> i32\nreturn (add %r %m)')).toEqual([
      'function external *main(%n i32 %m i32) -> i32 {',
      'if (gt_s %n 9) {',
      'set %r 9',
      '} else {',
      'set %r %n',
      '}',
      'return (add %r %m)',
      '}',
    ]);
  });

  it('keeps a parameter that is set, and values that are computed, in locals', () => {
    const halve = `function internal *halve(%x i32 %y i32) -> i32 {
      set %x (shr_s %x 1)
      return (add %x (mul %y %y))
    }`;
    expect(inMain(halve, 'call %n = *halve [%n (add %m 1)] (i32 i32) -> i32\nreturn %n')).toEqual([
      'function external *main(%n i32 %m i32) -> i32 {',
      'set %x %n',
      'set %y (add %m 1)',
      'set %x (shr_s %x 1)',
      'set %n (add %x (mul %y %y))',
      'return %n',
      '}',
    ]);
  });

  it('leaves loops of the body by a jump to its end', () => {
    const find = `function internal *find(%p i32 %k i32) -> i32 {
      local %i i32
      set %i 0
      while L (lt_s %i 9) {
        if (eq (load i32 (add %p (shl %i 2))) %k) {
          return %i
        }
      } step {
        set %i (add %i 1)
      }
      return -1
    }`;
    expect(
      inMain(
        find,
        'local %i i32\nlocal %r i32\nwhile L (lt_s %i 3) {\n call %r = *find [%m %i] (i32 i32) -> i32\n call *g [%r] (i32) -> i32\n} step {\n set %i (add %i 1)\n}\nreturn 0',
      ).slice(2, 15),
    ).toEqual([
      'block find {',
      'set %i_2 0',
      'while L_2 (lt_s %i_2 9) {',
      'if (eq (load i32 (add %m (shl %i_2 2))) %i) {',
      'set %r %i_2',
      'break find',
      '}',
      '} step {',
      'set %i_2 (add %i_2 1)',
      '}',
      'set %r -1',
      '}',
      'call *g [%r] (i32) -> i32',
    ]);
  });

  it('zeroes locals that the body may read before it sets them, and gives back the stack', () => {
    const odd = `function internal *odd(%x i32) -> i32 {
      local %s i32
      local %v i32
      local %t i32
      if %x {
        set %s 1
      }
      set %t (add %s 1)
      stack.allocate %v (shl %t 2)
      return (load i32 %v)
    }`;
    expect(inMain(odd, 'local %r i32\ncall %r = *odd [%n] (i32) -> i32\nreturn %r').slice(1, -2)).toEqual([
      'set %s 0',
      'stack.save %stack',
      'if %n {',
      'set %s 1',
      '}',
      'set %t (add %s 1)',
      'stack.allocate %v (shl %t 2)',
      'set %r (load i32 %v)',
      'stack.restore %stack',
    ]);
  });

  it('gives zero where a body ends without a return, and both results of a pair', () => {
    const none = 'function internal *none(%x i32) -> i32 {\n if %x {\n  return 5\n }\n}';
    expect(inMain(none, 'local %r i32\ncall %r = *none [%n] (i32) -> i32\nreturn %r').slice(1, -2)).toEqual([
      'if %n {',
      'set %r 5',
      '} else {',
      'set %r 0',
      '}',
    ]);
    const swap = 'function internal *swap(%x i32 %y i32) -> i32 i32 {\n return %y %x\n}';
    expect(inMain(swap, 'call %n %m = *swap [%n %m] (i32 i32) -> i32 i32\nreturn (sub %n %m)').slice(1, -1)).toEqual([
      'set %x %n',
      'set %y %m',
      'set %n %y',
      'set %m %x',
      'return (sub %n %m)',
    ]);
  });

  it('makes calls of constant addresses direct, and inlines these too', () => {
    const { lines } = programAfter(
      'inline',
      `function internal *apply(%f i32 %x i32) -> i32 {
        local %r i32
        call %r = %f [%x] (i32) -> i32
        return (add %r 1)
      }
      function internal *twice(%x i32) -> i32 {
        return (shl %x 1)
      }
      function external *main(%n i32 %m i32) -> i32 {
        local %s i32
        call %s = *apply [*twice %n] (i32 i32) -> i32
        return %s
      }`,
    );
    expect(lines).toEqual([
      'function external *main(%n i32 %m i32) -> i32 {',
      'set %r (shl %n 1)',
      'set %s (add %r 1)',
      'return %s',
      '}',
    ]);
  });

  it('comes to functions that are called by their address before it comes to who gives that away', () => {
    const functions = `function internal *twice(%f i32) {
      call %f [] ()
      call %f [] ()
    }
    function external *main() -> i32 {
      call *twice [*work] (i32)
      return 0
    }
    function internal *work() {
      call *add [5] (i32)
    }
    function internal *add(%x i32) {
      store i32 &sum (add (load i32 &sum) %x)
    }`;
    const { lines } = programAfter('inline', `static external &sum 4 4\n${functions}`, { table: ['work'] });
    expect(lines.slice(0, lines.indexOf('}'))).toEqual([
      'function external *main() -> i32 {',
      'store i32 &sum (add (load i32 &sum) 5)',
      'store i32 &sum (add (load i32 &sum) 5)',
      'return 0',
    ]);
  });

  it('drops functions that nothing reaches, and keeps those with an address', () => {
    const functions = `function internal *two() -> i32 {
        return 2
      }
      function external *main(%n i32 %m i32) -> i32 {
        local %r i32
        call %r = *two [] () -> i32
        return %r
      }`;
    expect(programAfter('inline', functions).lines).not.toContain('function internal *two() -> i32 {');
    expect(programAfter('inline', functions, { table: ['two'] }).lines).toContain('function internal *two() -> i32 {');
  });

  it('says what it did, and why not', () => {
    const many = Array.from({ length: 50 }, () => 'store i32 %p %n').join('\n');
    const { remarks, lines } = programAfter(
      'inline',
      `function internal *fact(%n i32) -> i32 {
        local %r i32
        call %r = *fact [%n] (i32) -> i32 !2:3
        return %r
      }
      function internal *large(%n i32 %p i32) {
        ${many}
      }
      function internal *huge(%n i32 %p i32) {
        ${Array.from({ length: 9 }, () => many).join('\n')}
      }
      function internal *small() -> i32 {
        return 1
      }
      function internal *once(%n i32 %p i32) {
        ${many}
      }
      function external *main(%n i32 %m i32) -> i32 {
        local %r i32
        call %r = *fact [%n] (i32) -> i32 !10:3
        call %r = *small [] () -> i32 !11:3
        call *large [%n %m] (i32 i32) !12:3
        while L %m {
          call *large [%n %m] (i32 i32) !13:3
        }
        call *huge [%n %m] (i32 i32) !14:3
        call *once [%n %m] (i32 i32) !15:3
        return %r
      }`,
    );
    expect(remarks).toEqual([
      "fact:2: 'fact' not inlined: it is recursive",
      "main:10: 'fact' not inlined: it is recursive",
      "main:11: 'small' inlined, of size 1",
      "main:12: 'large' not inlined: too large: 50 > 40",
      "main:13: 'large' inlined, of size 50",
      "main:14: 'huge' not inlined: too large: 450 > 400",
      "main:15: 'once' inlined, of size 50",
    ]);
    expect(lines.filter((line) => line.startsWith('call'))).toHaveLength(4);
  });

  it('does what attributes ask for', () => {
    const told = (inlining: string, times: number): string[] =>
      programAfter(
        'inline',
        `function internal *f(%p i32) {
          inline ${inlining}
          ${'store i32 %p 1\n'.repeat(times)}
        }
        function external *main(%n i32 %m i32) -> i32 {
          call *f [%n] (i32) !9:3
          call *f [%m] (i32) !10:3
          return 0
        }`,
      ).remarks;
    expect(told('never', 1)).toEqual([9, 10].map((line) => `main:${line}: 'f' not inlined: it is declared noinline`));
    expect(told('always', 90)).toEqual([9, 10].map((line) => `main:${line}: 'f' inlined, of size 90`));
  });

  it('is done of larger functions with loops where a call gives nearly all arguments', () => {
    const large = Array.from({ length: 20 }, (_, i) => `set %s (add (mul %s %n) ${i})`).join('\n');
    const calls = (list: string): number =>
      inMain(
        `function internal *step(%x i32 %n i32 %s i32) -> i32 {
          while L (lt_s %x %n) {
            ${large}
          } step {
            set %x (add %x 1)
          }
          return %s
        }`,
        `local %r i32
        call %r = *step ${list} (i32 i32 i32) -> i32
        call %n = *step ${list} (i32 i32 i32) -> i32
        return (add %r %n)`,
      ).filter((line) => line.startsWith('call')).length;
    expect(calls('[0 9 %m]')).toBe(0);
    expect(calls('[0 %m %n]')).toBe(2);
  });

  it('is not done under -g, nor at -O1 of more than tiny functions', () => {
    const calls = (options: object): number =>
      programAfter(
        'link.dead',
        `${CLAMP}\nfunction internal *sum(%x i32 %y i32) -> i32 {
          return (add (mul (add (mul (add (mul %x %y) 1) %x) 1) %y) (mul (add (mul (add (mul %x %y) 1) %x) 1) %y))
        }
        function external *main(%n i32 %m i32) -> i32 {
          local %r i32
          local %s i32
          call %r = *clamp [%n 9] (i32 i32) -> i32
          call %s = *sum [%n 9] (i32 i32) -> i32
          return (add %r %s)
        }`,
        { target: 'webassembly', ...options },
      ).lines.filter((line) => line.startsWith('call')).length;
    expect(calls({ optimize: 1 })).toBe(1);
    expect(calls({ optimize: 2 })).toBe(0);
    expect(calls({ optimize: 2, debug: true })).toBe(2);
  });
});
