/**
 * Expressions of the IR to instructions that leave their value on the stack.
 *
 * Two questions can be asked of an expression: its `value`, and, for a place where only truth counts, a `jump` that is
 * taken if it holds: && and || then need no value at all. A lazy select is an instruction without branches where
 * both arms are cheap and cannot fail.
 */
import { type MODULE_NUMBERS, STATICS } from '../../../runtime/abi.ts';
import type { Binary, Constant, Expression, MachineType, PureCall, ScalarType, Select, Unary } from '../../ir/ir.ts';
import { FIRST_CONSTANT, type FunctionContext } from './context.ts';
import { emitConversion } from './conversions.ts';
import type { PlainInstruction } from './instructions.ts';
import { emitLoad } from './memory.ts';
import { wrappedRegion } from './regions.ts';
import { emitLane, emitShuffle, emitVector, emitVectorConstant } from './vectors.ts';

/** Leaves the value. */
export function value(f: FunctionContext, e: Expression) {
  const { code, module } = f;
  switch (e.op) {
    case 'const':
      return emitConstant(f, e);
    case 'local':
      return code.indexed('local.get', f.local(e.name));
    case 'static':
      ownStatics(f);
      return plus(f, module.offsetOf(e.symbol) - STATICS + e.offset);
    case 'shared':
      return code.constant('i32', module.offsetOf(e.symbol) + e.offset);
    case 'frame':
      framePointer(f);
      return plus(f, (f.frame.slots.get(e.slot) as number) + e.offset);
    case 'function':
      return code.constant('i32', module.linked.tableIndex.get(e.symbol) ?? 0);
    case 'threads':
      return module.linked.threads === undefined
        ? keptGlobal(f, 'THREADS')
        : code.constant('i32', module.linked.threads);
    case 'mythread':
      return keptGlobal(f, 'MYTHREAD');
    case 'regionshift':
      return keptGlobal(f, 'SHIFT');
    case 'origin':
      return keptGlobal(f, 'ORIGIN');
    case 'load':
      return emitLoad(f, e);
    case 'unary':
      return emitUnary(f, e);
    case 'binary':
      return emitBinary(f, e);
    case 'convert':
      value(f, e.operand);
      return emitConversion(f, e);
    case 'select':
      return emitSelect(f, e);
    case 'pure':
      return emitPure(f, e);
    case 'vector':
      return emitVector(f, e);
    case 'vector.const':
      return emitVectorConstant(f, e);
    case 'lane':
      return emitLane(f, e);
    case 'bitmask':
      value(f, e.operand);
      return f.code.op('i8x16.bitmask');
    case 'shuffle':
      return emitShuffle(f, e);
    default:
      throw new Error(`${e.op} is not for back ends: expand makes scalars of it`);
  }
}

function emitConstant({ code, module }: FunctionContext, { type, value }: Constant) {
  const global = isFloat(type) ? module.floats.indexOf(type, Number(value)) : undefined;
  if (global === undefined) code.constant(type as ScalarType, value);
  else code.indexed('global.get', FIRST_CONSTANT + global);
}

/** The start of the own region. */
export const ownBase = (f: FunctionContext): void => keptGlobal(f, 'BASE');

/** The start of the own static objects. */
export const ownStatics = (f: FunctionContext): void => f.code.indexed('local.get', f.kept('statics'));

export const framePointer = (f: FunctionContext): void => f.code.indexed('local.get', f.kept('frame'));

/** A number of the thread, kept in a variable that the function's head fills in. */
export function keptGlobal(f: FunctionContext, name: (typeof MODULE_NUMBERS)[number]) {
  f.code.indexed('local.get', f.kept(name));
}

function plus(f: FunctionContext, constant: number) {
  if (constant === 0) return;
  f.code.constant('i32', constant);
  f.code.op('i32.add');
}

// ---------------------------------------------------------------- operations

const isFloat = (type: MachineType): type is 'f32' | 'f64' => type === 'f32' || type === 'f64';

function emitUnary(f: FunctionContext, e: Unary) {
  const type = e.operand.type as ScalarType;
  if (isFloat(type)) return emitFloatUnary(f, e, type);
  if (e.operator === 'neg') f.code.constant(type, 0);
  value(f, e.operand);
  switch (e.operator) {
    case 'neg':
      return f.code.op(`${type}.sub` as PlainInstruction);
    case 'complement':
      f.code.constant(type, -1);
      return f.code.op(`${type}.xor` as PlainInstruction);
    case 'not':
      return f.code.op(`${type}.eqz` as PlainInstruction);
    case 'power':
      return emitPower(f);
    case 'abs':
      return emitMagnitude(f, type);
    case 'extend8':
      return f.code.op('i32.extend8_s');
    case 'extend16':
      return f.code.op('i32.extend16_s');
    case 'clz':
    case 'ctz':
      return f.code.op(`i32.${e.operator}`);
    default:
      throw new Error(`${e.operator} is no operation on ${type}`);
  }
}

/** Of the integer on the stack: (x ^ sign) - sign, where the sign is 0 or -1. */
function emitMagnitude(f: FunctionContext, type: 'i32' | 'i64') {
  const [x, sign] = [f.temporary(type), f.temporary(type)];
  f.code.indexed('local.tee', x);
  f.code.indexed('local.get', x);
  f.code.constant(type, type === 'i32' ? 31 : 63);
  f.code.op(`${type}.shr_s`);
  f.code.indexed('local.tee', sign);
  f.code.op(`${type}.xor`);
  f.code.indexed('local.get', sign);
  f.code.op(`${type}.sub`);
}

/** 2 to the i32 on the stack: the exponent of a double whose fraction is 1. */
function emitPower({ code }: FunctionContext) {
  code.constant('i32', 1023);
  code.op('i32.add');
  code.op('i64.extend_i32_u');
  code.constant('i64', 52n);
  code.op('i64.shl');
  code.op('f64.reinterpret_i64');
}

/** Half of the bits of the f64 on the stack. */
function emitHalf({ code }: FunctionContext, operator: 'high' | 'low') {
  code.op('i64.reinterpret_f64');
  if (operator === 'high') {
    code.constant('i64', 32n);
    code.op('i64.shr_u');
  }
  code.op('i32.wrap_i64');
}

function emitFloatUnary(f: FunctionContext, e: Unary, type: 'f32' | 'f64') {
  value(f, e.operand);
  if (e.operator === 'high' || e.operator === 'low') return emitHalf(f, e.operator);
  if (e.operator === 'not') {
    f.code.constant(type, 0);
    return f.code.op(`${type}.eq`);
  }
  f.code.op(`${type}.${e.operator === 'rint' ? 'nearest' : e.operator}` as PlainInstruction);
}

function emitBinary(f: FunctionContext, e: Binary) {
  if (isOwnRegion(e)) return ownBase(f);
  const region = wrappedRegion(e, f.module.linked.threads);
  if (region) {
    value(f, region);
    return;
  }
  const { type } = e.left;
  if (e.operator === 'div_s' && !isSafeDivisor(e.right)) return emitSignedDivision(f, e);
  operand(f, e, e.left);
  operand(f, e, e.right);
  f.code.op(`${type}.${e.operator}` as PlainInstruction);
}

/** V8 makes x + x of a product with 2, a sign of one with -1, and a product of a division by a power of two: of constants only. */
function operand(f: FunctionContext, { operator }: Binary, e: Expression) {
  const isSimpler = e.op === 'const' && isFloat(e.type) && (operator === 'div' || isNumber(e, 2) || isNumber(e, -1));
  if (isSimpler && (operator === 'mul' || operator === 'div')) f.code.constant(e.type as ScalarType, e.value);
  else value(f, e);
}

/** MYTHREAD << SHIFT is the start of the own region. */
function isOwnRegion(e: Binary): boolean {
  return e.operator === 'shl' && e.left.op === 'mythread' && e.right.op === 'regionshift';
}

const isSafeDivisor = (e: Expression): boolean => e.op === 'threads' || (e.op === 'const' && Number(e.value) !== -1);

/** The smallest integer divided by -1 wraps; the instruction would trap. Division by zero traps by itself. */
function emitSignedDivision(f: FunctionContext, { left, right, ...e }: Binary) {
  const { code } = f;
  const type = e.type as ScalarType;
  const [dividend, divisor] = [f.temporary(type), f.temporary(type)];
  value(f, left);
  code.indexed('local.set', dividend);
  value(f, right);
  code.indexed('local.tee', divisor);
  code.constant(type, -1);
  code.op(`${type as 'i32'}.eq`);
  code.open('if', type);
  f.within(undefined, () => {
    code.constant(type, 0);
    code.indexed('local.get', dividend);
    code.op(`${type as 'i32'}.sub`);
    code.op('else');
    code.indexed('local.get', dividend);
    code.indexed('local.get', divisor);
    code.op(`${type as 'i32'}.div_s`);
  });
}

function emitPure(f: FunctionContext, e: PureCall) {
  for (const argument of e.arguments) value(f, argument);
  const signature = { parameters: e.arguments.map(({ type }) => type), results: [e.type] };
  f.code.call(f.module.defines(e.symbol) ? e.symbol : f.module.libraryFunction(e.symbol, signature));
}

// ---------------------------------------------------------------- choices

function emitSelect(f: FunctionContext, e: Select) {
  const { code } = f;
  if (isMask(e)) return emitMask(f, e);
  if (isCheap(e.then, 2) && isCheap(e.otherwise, 2)) {
    value(f, e.then);
    value(f, e.otherwise);
    value(f, e.test);
    return code.op('select');
  }
  value(f, e.test);
  code.open('if', e.type);
  f.within(undefined, () => {
    value(f, e.then);
    code.op('else');
    value(f, e.otherwise);
  });
}

/** V8 makes a branch of `select` on x86-64, and of what cannot be foretold an expensive one. */
function isMask(e: Select): boolean {
  if (!isInteger(e.type) || !isZeroOrOne(e.test)) return false;
  return (isNumber(e.otherwise, 0) && isCheap(e.then, 1)) || (isNumber(e.then, 0) && isCheap(e.otherwise, 1));
}

const isInteger = (type: MachineType): type is 'i32' | 'i64' => type === 'i32' || type === 'i64';

/** test ? x : 0 is x & -test, and test ? 0 : x is x & (test - 1). */
function emitMask(f: FunctionContext, e: Select) {
  const { code } = f;
  const type = e.type as 'i32' | 'i64';
  const isThen = isNumber(e.otherwise, 0);
  const kept = isThen ? e.then : e.otherwise;
  const extended = (): void => {
    value(f, e.test);
    if (type === 'i64') code.op('i64.extend_i32_u');
  };
  if (isThen && isNumber(kept, 1)) return extended();
  const negative = isThen ? negativeOf(e.test, type) : undefined;
  if (negative) emitSigns(f, negative, type);
  else {
    if (isThen) code.constant(type, 0);
    extended();
    if (!isThen) code.constant(type, 1);
    code.op(`${type}.sub`);
  }
  value(f, kept);
  code.op(`${type}.and`);
}

/** The x of x < 0. */
function negativeOf(test: Expression, type: MachineType): Expression | undefined {
  const isSign = test.op === 'binary' && test.operator === 'lt_s' && test.left.type === type && isNumber(test.right, 0);
  return isSign ? test.left : undefined;
}

/** All bits set where x < 0: copies of its sign, in one instruction. */
function emitSigns(f: FunctionContext, x: Expression, type: 'i32' | 'i64') {
  value(f, x);
  f.code.constant(type, type === 'i64' ? 63 : 31);
  f.code.op(`${type}.shr_s`);
}

/** Quick enough, and harmless enough, to be computed in vain. */
function isCheap(e: Expression, operations: number): boolean {
  switch (e.op) {
    case 'const':
    case 'local':
    case 'frame':
    case 'static':
    case 'shared':
    case 'mythread':
    case 'threads':
      return true;
    case 'unary':
      return operations > 0 && isCheap(e.operand, operations - 1);
    case 'binary':
      return operations > 0 && !/^(div|rem)/.test(e.operator) && isCheap(e.left, operations - 1) && isCheap(e.right, 0);
    default:
      return false;
  }
}

const isNumber = (e: Expression, number: number): boolean =>
  e.op === 'const' && Number((e as Constant).value) === number;

/** && and ||, whose value is 0 or 1. */
function isTruth(e: Select): boolean {
  return (
    e.type === 'i32' &&
    ((isNumber(e.otherwise, 0) && isZeroOrOne(e.then)) || (isNumber(e.then, 1) && isZeroOrOne(e.otherwise)))
  );
}

const COMPARISON = /^(eq|ne|[lg][te](_[su])?)$/;

function isZeroOrOne(e: Expression): boolean {
  if (e.op === 'unary') return e.operator === 'not';
  if (e.op === 'select') return isTruth(e);
  return e.op === 'binary' ? COMPARISON.test(e.operator) : isNumber(e, 0) || isNumber(e, 1);
}

/** Branches to the target if the truth of `e` is `when`. */
export function jump(f: FunctionContext, e: Expression, key: string, when: boolean): void {
  const { code } = f;
  if (e.op === 'unary' && e.operator === 'not' && e.operand.type === 'i32') jump(f, e.operand, key, !when);
  else if (e.op === 'select' && isNumber(e.otherwise, 0)) jumpBoth(f, e.test, e.then, key, when);
  else if (e.op === 'select' && isNumber(e.then, 1)) jumpEither(f, e.test, e.otherwise, key, when);
  else if (e.op === 'const') {
    if ((Number(e.value) !== 0) === when) code.indexed('br', f.depth(key));
  } else {
    value(f, e);
    if (!when) code.op('i32.eqz');
    code.indexed('br_if', f.depth(key));
  }
}

/** first && second. */
function jumpBoth(f: FunctionContext, first: Expression, second: Expression, key: string, when: boolean): void {
  if (when) unless(f, first, false, () => jump(f, second, key, true));
  else for (const test of [first, second]) jump(f, test, key, false);
}

/** first || second. */
function jumpEither(f: FunctionContext, first: Expression, second: Expression, key: string, when: boolean): void {
  if (!when) unless(f, first, true, () => jump(f, second, key, false));
  else for (const test of [first, second]) jump(f, test, key, true);
}

/** Leaves out what `write` writes if the truth of `test` is `skipped`. */
function unless(f: FunctionContext, test: Expression, skipped: boolean, write: () => void): void {
  const skip = f.freshKey();
  f.code.open('block');
  f.within(skip, () => {
    jump(f, test, skip, skipped);
    write();
  });
}
