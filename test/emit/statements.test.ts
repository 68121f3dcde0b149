import { describe, expect, it } from 'vitest';
import { bodyOf, makeJumps, run, runModule } from './run.ts';

const main = (declarations: string, body: string): string =>
  `function external *main(%n i32 %v i32) -> i32 {\n${declarations}\n${body}\n}`;

const BACK_ENDS = [
  ['TypeScript', run],
  ['WebAssembly', runModule],
] as const;

describe.each(BACK_ENDS)('control flow, %s', (_, runs) => {
  it('steps with statements that cannot stand in a loop head, and continues to them', () => {
    const text = main(
      'local %i i32\nlocal %s i32',
      `while L (lt_s %i %n) {
  if (eq (rem_s %i 3) 0) {
    continue L
  }
  do M (lt_s %s 0) {
    if (eq %i 7) {
      break L
    }
    continue M
  }
  set %s (add %s %i)
} step {
  if (eq %i 4) {
    set %s (add %s 100)
  }
  set %i (add %i 1)
}
return %s`,
    );
    expect(runs(text, {}, 9).result).toBe(1 + 2 + 4 + 5 + 100);
  });

  it('falls through the arms of a switch and leaves enclosing loops', () => {
    const text = main(
      'local %r i32',
      `while L {
  switch S %n {
    case 1 2 {
      set %r (add %r 1)
    }
    default case 5 {
      set %r (add %r 10)
      break S
    }
    case 3 {
      set %r 7
      break L
    }
  }
  set %r (add %r 100)
  break L
}
return %r`,
    );
    expect([1, 2, 3, 4, 5].map((n) => runs(text, {}, n).result)).toEqual([111, 111, 7, 110, 110]);
  });
});

describe('readable text', () => {
  it('declares locals where they are first set and writes conditions as conditions', () => {
    const text = main(
      'local %i i32\nlocal %x i32\nlocal %late i32',
      `set %i 0
while L (select (lt_s %i %n) (ne (load i32 70000) 0) 0) {
  set %x (mul %i 12)
  store i32 (add %v (shl %x 2)) (add %x 1)
} step {
  set %i (add %i 1)
}
if (not (and %late 4)) {
  set %late (lt_u %n 9)
}
return %late`,
    );
    expect(bodyOf(text, 'main')).toBe(
      `let late = 0;
let i = 0;
for (; i < n && I32[17500] !== 0; i = i + 1 | 0) {
const x = Math.imul(i, 12);
I32[(v >>> 2) + x >>> 0] = x + 1;
}
if ((late & 4) === 0) {
late = n >>> 0 < 9 ? 1 : 0;
}
return late;`,
    );
  });
});

describe.each(BACK_ENDS)('frames and calls, %s', (_, runs) => {
  const recursion = `function external *main(%n i32 %v i32) -> i32 {
  frame #a 4 4
  frame #b 64 16
  local %r i32
  store i32 #a %n
  if %n {
    call %r = *main [(sub %n 1) #b] (i32 i32) -> i32
  }
  return (add %r (load i32 #a))
}`;
  it('gives each activation its frame and traps when the stack is used up', () => {
    expect(runs(recursion, {}, 10).result).toBe(55);
    expect(() => runs(recursion, {}, 5000)).toThrow('stack overflow');
  });

  it('allocates, saves and restores the stack', () => {
    const text = `function internal *f(%n i32) -> i32 {
  local %p i32
  local %q i32
  local %s i32
  stack.save %s
  stack.allocate %p %n
  store i32 %p 3
  stack.allocate %q 4
  stack.restore %s
  return (sub %p %q)
}
function external *main(%n i32 %v i32) -> i32 {
  local %a i32
  local %b i32
  call %a = *f [%n] (i32) -> i32
  call %b = *f [%n] (i32) -> i32
  stack.allocate %b 1
  return (add (and %b 15) %a)
}`;
    expect(runs(text, {}, 40).result).toBe(16);
    expect(() => runs(text, {}, 1 << 20)).toThrow('stack overflow');
    expect(() => runs(text, {}, -5)).toThrow('stack overflow');
  });

  it('returns two results and calls through the table', () => {
    const text = `function internal *pair(%a f64) -> f64 f64 {
  return (add %a 1.0) (mul %a 2.0)
}
function external *main(%n i32 %v i32) -> i32 {
  local %x f64
  local %y f64
  local %f i32
  set %f *pair
  call %x %y = *pair [4.0] (f64) -> f64 f64
  call %x %y = (add %f (sub %n %n)) [(add %x %y)] (f64) -> f64 f64
  call %f = %n [] () -> i32
  return (convert i32 (add %x %y))
}`;
    expect(() => runs(text, {}, 9)).toThrow('call of 9');
    expect(runs(text.replace('  call %f = %n [] () -> i32\n', '')).result).toBe(14 + 26);
  });

  it('lands after a longjmp with the stack as it was', () => {
    const text = `import *jump(i32)
function external *main(%n i32 %v i32) -> i32 {
  frame #buffer 8 8
  local %activation i32
  local %site i32
  local %value i32
  local %vla i32
  set %activation 77
  while L {
    landing L %activation %site %value {
      if (eq %site 0) {
        stack.allocate %vla 64
        call *jump [%n] (i32)
      }
      return (add (mul %site 100) %value)
    }
  }
}`;
    const jumps = makeJumps();
    const library = { jump: (activation: number) => jumps.jump(activation, 3, 5) };
    expect(runs(text, { library, jumps }, 77).result).toBe(305);
    expect(() => runs(text, { library, jumps }, 78)).toThrow();
  });
});

describe('memory', () => {
  it('takes scaled terms to the index and leaves the rest before the shift', () => {
    const f = (e: string): string => bodyOf(main('', `return (load i32 ${e})\n`), 'main', { form: 'script' });
    expect(f('(add %v (shl %n 2))')).toBe('return I32[(v >>> 2) + n >>> 0];');
    expect(f('(add (add %v (shl (sub %n 1) 2)) 8)')).toBe('return I32[(v >>> 2) + n + 1 >>> 0];');
    expect(f('(add %v 12)')).toBe('return I32[(v >>> 2) + 3];');
    expect(f('(add %v (add %n 2))')).toBe('return I32[v + n + 2 >>> 2];');
    expect(f('(add %v (mul (add %n %v) 20))')).toBe('return I32[(v >>> 2) + Math.imul(n + v, 5) >>> 0];');
    expect(f('(add %v (mul (sub %v %n) -4))')).toBe('return I32[(v >>> 2) - (v - n) >>> 0];');
  });

  it.each(BACK_ENDS)('stores small integers, unaligned values and checks addresses under -g, %s', (_, runs) => {
    const text = main(
      'local %x f64',
      `store i8 70000 (extend8 (add %n 1000))
store u16 unaligned 70001 (and %n 65535)
store f64 unaligned 70003 2.5
set %x (load f64 unaligned 70003)
store f32 70016 (convert f32 %x)
return (add (load i8 70000) (add (load u16 unaligned 70001) (convert i32 (mul %x (convert f64 (load f32 70016))))))`,
    );
    expect(runs(text, {}, 300).result).toBe(((1300 << 24) >> 24) + 300 + 6);
    expect(runs(text, { debug: true }, 300).result).toBe(((1300 << 24) >> 24) + 300 + 6);
    expect(() => runs(main('', 'return (load i32 %n)'), { debug: true }, 8)).toThrow('bad address 8 4');
  });
});
