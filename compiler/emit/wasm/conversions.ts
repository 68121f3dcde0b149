/**
 * Conversions between machine types, with the results of x86-64 where C leaves them open: a number that does not fit
 * a signed integer gives the smallest one; unsigned integers are taken modulo 2^32 from 64 bits.
 *
 * Saturating instructions never trap and give the smallest integer below the range already: what is left to mend is
 * above it, and NaN.
 */
import type { Convert, MachineType } from '../../ir/ir.ts';
import type { FunctionContext } from './context.ts';
import type { PlainInstruction } from './instructions.ts';

type Float = 'f32' | 'f64';

/** Converts what is on the stack. */
export function emitConversion(f: FunctionContext, e: Convert) {
  const from = e.operand.type;
  const to = e.type;
  if (from === to) return;
  if (from === 'f32' || from === 'f64') emitFromFloat(f, from, to, e.signed);
  else f.code.op(fromInteger(from, to, e.signed));
}

function fromInteger(from: MachineType, to: MachineType, signed: boolean): PlainInstruction {
  const sign = signed ? 's' : 'u';
  if (to === 'i32') return 'i32.wrap_i64';
  if (to === 'i64') return `i64.extend_i32_${sign}`;
  return `${to as Float}.convert_${from as 'i32'}_${sign}`;
}

function emitFromFloat(f: FunctionContext, from: Float, to: MachineType, signed: boolean) {
  if (to === 'f64') return f.code.op('f64.promote_f32');
  if (to === 'f32') return f.code.op('f32.demote_f64');
  if (signed) return emitSigned(f, from, to as 'i32' | 'i64');
  if (to === 'i64') return emitUnsigned64(f, from);
  emitSigned(f, from, 'i64');
  f.code.op('i32.wrap_i64');
}

const SMALLEST = { i32: -(2 ** 31), i64: -(2n ** 63n) };
const LIMIT = { i32: 2 ** 31, i64: 2 ** 63 };

/** x < limit ? truncated : smallest */
function emitSigned(f: FunctionContext, from: Float, to: 'i32' | 'i64') {
  const { code } = f;
  const x = f.temporary(from);
  code.indexed('local.tee', x);
  code.op(`${to}.trunc_sat_${from}_s`);
  code.constant(to, SMALLEST[to]);
  code.indexed('local.get', x);
  code.constant(from, LIMIT[to]);
  code.op(`${from}.lt`);
  code.op('select');
}

/** x < 2^63 ? as signed : x < 2^64 ? as unsigned : x >= 2^64 ? 0 : smallest (NaN) */
function emitUnsigned64(f: FunctionContext, from: Float) {
  const { code } = f;
  const x = f.temporary(from);
  const compare = (operator: 'lt' | 'ge', limit: number): void => {
    code.indexed('local.get', x);
    code.constant(from, limit);
    code.op(`${from}.${operator}`);
  };
  code.indexed('local.set', x);
  compare('lt', 2 ** 63);
  code.open('if', 'i64');
  f.within(undefined, () => {
    code.indexed('local.get', x);
    code.op(`i64.trunc_sat_${from}_s`);
    code.op('else');
    code.indexed('local.get', x);
    code.op(`i64.trunc_sat_${from}_u`);
    code.constant('i64', 0);
    code.constant('i64', SMALLEST.i64);
    compare('ge', 2 ** 64);
    code.op('select');
    compare('lt', 2 ** 64);
    code.op('select');
  });
}
