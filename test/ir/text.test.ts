import { describe, expect, it } from 'vitest';
import {
  add,
  binary,
  constF64,
  constI32,
  constI64,
  convert,
  local,
  mul,
  not,
  staticAddress,
  unary,
} from '../../compiler/ir/builders.ts';
import { foldBinary, foldConvert, roundToEven } from '../../compiler/ir/fold.ts';
import { parseModule } from '../../compiler/ir/parse.ts';
import { printExpression, printModule } from '../../compiler/ir/text.ts';
import { verify } from '../../compiler/ir/verify.ts';

const EVERYTHING = `module "a \\"b\\".upc" threads 4 serial
file "a.upc"
file "b.h"
import *printf(i32 i32) -> i32 !4:5
import weak *trace()
import weak &level
import &errno type "int" !1/7:1
import @grid type "shared [2] int [8]"
static internal &"a b" 3 1 {
  bytes 0 "616200"
}
static external weak &w 4 4
static external common @g 16 8 type "shared int [4]" !9:1 {
  bytes 0 "01ff" thread 1
  address 8 main -4 thread 2
  phase 12 3
}
function external weak *around() {
  before 200
  after 65535
}
function external *main(%argc i32 %argv i32) -> i32 !10:5 {
  prototype "int main(int argc, char **argv)"
  frame #buf 16 8
  local %x f64
  local %i i32
  local %l i64
  local %f f32
  local %v v128
  local %p shared
  set %x nan(7ff8000000000000) !11:3
  set %x -inf
  set %x -0.0
  set %x 1e-7
  set %x 1e+300
  set %f 1e-7f
  set %f inff
  set %f -inff
  set %l -9223372036854775808n
  while L (lt_s %i -5) !12:3 {
    if (not %x) {
      continue L
    } else {
      break L
    }
  } step {
    set %i (add %i 1)
  }
  set %v (f64x2.add (load v128 #buf) (f64x2.splat %x)) !12:9
  set %v (v128.select (i32x4.lt_s %v (i32x4.const -1 0 1 2)) (load v64 #buf) (i64x2.const 1n -1n))
  set %v (v128.shuffle [0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 31] %v (f32x4.const 0.5f -0.0f inff 1e-7f))
  set %i (i32x4.lane 3 (i32x4.shl %v 2))
  store v32 #buf+4 (i16x8.low_i8_u (load v32 unaligned #buf))
  get volatile %i i32 @grid
  put volatile i32 @grid %i
  get %i i32 rank %i 8
  get.start %i i32 rank mythread (add %i 8)
  put strict i32 rank 1 8 %i
  put.start i32 rank 1 8 %i
  copy shared rank 1 8 private rank mythread 16 4
  get.start %i i32 @grid
  get.sync %i
  put.start f64 @grid 1.0
  put.sync
  put mask -2147483648 i32 @grid 0
  put strict mask 1099511627520n i64 @grid 0
  while O (lt_s %i 9) own [3] %i (add %i 4) !12:4 {
  } step {
    set %i (add %i 1)
  }
  do M {
    store i16 volatile unaligned #buf+4 (select %i (extend8 %i) 3)
  }
  block B {
    switch S %l {
      case 1n 2n {
        break B
      }
      default case 3n {
        fence
      }
      default {
      }
    }
  }
  call %i = *printf [&"a b"-8 *main] (i32 i32) -> i32 !1/13:3
  call %i [1] (i32)
  call %i %argc = (load i32 %i) [] () -> i32 i32
  get strict %x f64 (element [2 8] @g %i)
  put i32 (advance [4 8] %p %argc (advance.phase [4 8] %argc 3)) (difference [1 4] %p (counterpart %p %argc))
  set %p (offset (select (eq %p 0s) @g (convert shared %i)) 8)
  store shared #buf %p
  store phase #buf+4 (phase (word %p 2))
  set %p (place (load i64 #buf))
  set %i (load i32 (add (private @g+8) (private (load shared #buf))))
  copy private #buf shared @g+8 16
  fill #buf 0 16
  landing L %i %argc %argv {
    barrier 3
  }
  notify
  wait (shl mythread regionshift)
  stack.save %i
  stack.allocate %i threads
  stack.restore %i
  evaluate (load i32 volatile %i)
  charge flops 2 integers 7 stored.strided 8
  charge loaded 1 times (convert_u f64 %i)
  set %x (pure f64 pow %x (convert_u f64 %l))
  return (threadof %p) !14:1
}
`;

describe('IR as text', () => {
  it('prints and parses back exactly', () => {
    const module = parseModule(EVERYTHING);
    expect(printModule(module)).toBe(EVERYTHING);
    expect(parseModule(printModule(module))).toEqual(module);
  });

  it('keeps the sign of a not-a-number', () => {
    const text = printExpression(parseFloat64('nan(fff8000000000000)'));
    expect(text).toBe('nan(fff8000000000000)');
  });

  it('tells the line of a mistake', () => {
    expect(() => parseModule('module "x"\nfunction external *f() {\n  jump 3\n}')).toThrow(/line 3: 'jump' begins no/);
  });
});

function parseFloat64(text: string) {
  const module = parseModule(`module "m"\nfunction internal *f() {\n local %x f64\n set %x ${text}\n}`);
  const [statement] = module.functions[0]!.body;
  if (statement?.op !== 'set') throw new Error('no set');
  return statement.value;
}

describe('verifier', () => {
  it('refuses arithmetic on pointers-to-shared', () => {
    const problems = (value: string): string[] =>
      verify(
        parseModule(
          `module "m"\nstatic external @g 16 8\nfunction external *f(%p shared %i i32 %d f64) {\n evaluate ${value}\n}`,
        ),
      ).map((problem) => problem.replace(/ in `.*/, '').replace('f: ', ''));
    for (const allowed of ['(offset %p %i)', '(lt_u @g %p)', '(not %p)', '(convert_u i64 %p)', '(convert shared %i)'])
      expect([allowed, problems(allowed)]).toEqual([allowed, []]);
    expect(problems('(add %p %i)')).toContain('no add of shared');
    expect(problems('(sub %p %p)')).toEqual(['no sub of shared']);
    expect(problems('(and %p @g)')).toEqual(['no and of shared']);
    expect(problems('(lt_s %p @g)')).toEqual(['no lt_s of shared']);
    expect(problems('(offset %i 4)')).toEqual(['no offset of i32']);
    expect(problems('(neg %p)')).toEqual(['no neg of shared']);
    expect(problems('(word %p %p)')).toEqual(['right operand of word %p is shared, not i32']);
    expect(problems('(place %p)')).toEqual(['no place of shared']);
    expect(problems('(private %i)')).toEqual(['no private of i32']);
    expect(problems('(convert f64 %p)')).toEqual(['no f64 of shared']);
    expect(problems('(load i32 %p)')).toEqual(['address %p is shared, not i32']);
    expect(problems('(element [1 4] %i 1)')).toEqual(['operand of element %i is i32, not shared']);
  });

  it('finds wrong types, labels, arity and names', () => {
    const module = parseModule(`module "m"
function external *f(%a i32) -> i32 {
  local %x f64
  set %x %a
  break L
  return
  call *g [%x] (i32)
  store f64 %x 1.0
}`);
    const texts = verify(module).map((p) => p.replace(/ in `.*/, '').replace('f: ', ''));
    expect(texts).toEqual([
      'i32 set to %x, which is f64',
      "no enclosing 'L'",
      'returns () where the results are (i32)',
      'arguments (f64) do not fit the signature',
      'no function *g',
      'address %x is f64, not i32',
    ]);
  });

  it('finds wrong vectors', () => {
    const module = parseModule(`module "m"
function external *f(%a i32) {
  local %v v128
  local %x f64
  set %v (i32x4.splat %x)
  set %x (f32x4.lane 1 %v)
  set %v (f64x2.add %v %a)
  set %v (i32x4.shl %v %v)
  set %v (i32x4.const 1 2)
  set %v (v128.shuffle [1 2 3 32] %v %v)
  store v64 0 (i64x2.lane 2 %v)
}`);
    const texts = verify(module).map((p) => p.replace(/ in `.*/, '').replace('f: ', ''));
    expect(texts).toEqual([
      'operand of i32x4.splat %x is f64, not i32',
      'f32 set to %x, which is f64',
      'operand of f64x2.add %a is i32, not v128',
      'operand of i32x4.shl %v is v128, not i32',
      '2 values in i32x4',
      'shuffle of bytes [1 2 3 32]',
      'no lane 2 in i64x2',
      'value (i64x2.lane 2 %v) is i64, not v128',
    ]);
  });
});

describe('builders', () => {
  const i = local('i', 'i32');
  it('fold constants as C computes them', () => {
    expect(binary('div_s', constI32(-7), constI32(2))).toEqual(constI32(-3));
    expect(binary('div_s', constI32(-0x80000000), constI32(-1))).toEqual(constI32(-0x80000000));
    expect(binary('div_u', constI32(-1), constI32(1))).toEqual(constI32(-1));
    expect(binary('rem_u', constI32(-1), constI32(10))).toEqual(constI32(5));
    expect(binary('shr_u', constI64(-1n), constI64(60n))).toEqual(constI64(15n));
    expect(binary('lt_u', constI32(-1), constI32(1))).toEqual(constI32(0));
    expect(binary('div', constF64(1), constF64(0))).toEqual(constF64(Infinity));
    expect(foldBinary('rem_s', 'i64', 5n, 0n)).toBeUndefined();
    expect(foldBinary('div_s', 'i32', 5, 0)).toBeUndefined();
    expect([0.5, 1.5, -2.5, 2.6, -0.4].map(roundToEven)).toEqual([0, 2, -2, 3, -0]);
  });
  it('convert as the x86-64 instructions do', () => {
    expect(foldConvert('f64', 'i32', true, 3e9)).toBe(-0x80000000);
    expect(foldConvert('f64', 'i32', false, 3e9)).toBe(3e9 | 0);
    expect(foldConvert('f64', 'i64', false, 2 ** 63)).toBe(-(2n ** 63n));
    expect(foldConvert('i64', 'f32', true, 9007199791611905n)).toBe(9007200328482816);
    expect(convert('f64', constI32(-1), false)).toEqual(constF64(4294967295));
  });
  it('gather offsets and drop what does nothing', () => {
    expect(add(add(i, constI32(1)), constI32(2))).toEqual(add(i, constI32(3)));
    expect(add(constI32(8), staticAddress('a', 4))).toEqual(staticAddress('a', 12));
    expect(mul(i, constI32(8))).toEqual(binary('shl', i, constI32(3)));
    expect(not(binary('lt', constF64(1), local('x', 'f64'))).op).toBe('unary');
    expect(unary('extend8', unary('extend8', i))).toEqual(unary('extend8', i));
    expect(binary('div_s', constI32(1), constI32(0)).op).toBe('binary');
  });
});
