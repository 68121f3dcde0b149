/**
 * Constructors of IR: they fold constants and drop operations without effect, keeping C's exact results.
 *
 * One idea: a caller builds the plain expression and leaves folding to the constructor. Nothing that may trap, read
 * memory or be volatile is dropped.
 */
import { canonical, foldBinary, foldConvert, foldUnary } from './fold.ts';
import type {
  Binary,
  BinaryOperator,
  Bitmask,
  Constant,
  Convert,
  Expression,
  Load,
  Local,
  MachineType,
  MemoryType,
  Select,
  SharedLayout,
  Unary,
  UnaryOperator,
} from './ir.ts';
import { bitmask, vector } from './vectors.ts';

// ---------------------------------------------------------------- leaves

export function constant(type: MachineType, value: number | bigint): Constant {
  return { op: 'const', type, value: canonical(type, value) };
}
export const constI32 = (value: number): Constant => ({ op: 'const', type: 'i32', value: value | 0 });
export const constI64 = (value: bigint): Constant => ({ op: 'const', type: 'i64', value: BigInt.asIntN(64, value) });
export const constF64 = (value: number): Constant => ({ op: 'const', type: 'f64', value });
/** The byte that a `fill` stores: the low byte of a value, folded if constant. */
export const filling = (value: Expression): Expression =>
  value.op === 'const' ? constI32(Number(value.value) & 0xff) : value;
/** Zero of a machine type. */
export const zero = (type: MachineType): Constant => constant(type, 0);
export const local = (name: string, type: MachineType): Local => ({ op: 'local', type, name });
export const threads: Expression = { op: 'threads', type: 'i32' };
export const myThread: Expression = { op: 'mythread', type: 'i32' };
export const regionShift: Expression = { op: 'regionshift', type: 'i32' };
export const origin: Expression = { op: 'origin', type: 'i32' };
/** Start of the running thread's region, which back ends hold precomputed (see `isOwnRegion`). */
export const ownRegion: Expression = {
  op: 'binary',
  type: 'i32',
  operator: 'shl',
  left: myThread,
  right: regionShift,
};
export const staticAddress = (symbol: string, offset = 0): Expression => ({
  op: 'static',
  type: 'i32',
  symbol,
  offset,
});
export const sharedAddress = (symbol: string, offset = 0): Expression => ({
  op: 'shared',
  type: 'shared',
  symbol,
  offset,
});
export const functionAddress = (symbol: string): Expression => ({ op: 'function', type: 'i32', symbol });
export const frameAddress = (slot: string, offset = 0): Expression => ({ op: 'frame', type: 'i32', slot, offset });

/** Lowest offset of an object in a region: STATICS of runtime/abi.ts (a test compares them). */
export const LOWEST_OFFSET = 32768;

/** Memory types whose machine type is the same. */
const RAW: ReadonlySet<MemoryType> = new Set(['i64', 'f32', 'f64', 'v128', 'shared'] as const);

/** The machine type of a value stored as `memory`. */
export function machineTypeOf(memory: MemoryType): MachineType {
  if (memory === 'v64' || memory === 'v32') return 'v128';
  return RAW.has(memory) ? (memory as MachineType) : 'i32';
}

const SIZES: Readonly<Record<MemoryType, 1 | 2 | 4 | 8 | 16>> = {
  i8: 1,
  u8: 1,
  i16: 2,
  u16: 2,
  i32: 4,
  i64: 8,
  f32: 4,
  f64: 8,
  v128: 16,
  v64: 8,
  v32: 4,
  shared: 4,
  phase: 4,
};

/** Bytes of a memory type. */
export function memorySize(memory: MemoryType): 1 | 2 | 4 | 8 | 16 {
  return SIZES[memory];
}

export function load(
  memory: MemoryType,
  address: Expression,
  how: Pick<Load, 'volatile' | 'unaligned' | 'punned'> = {},
): Load {
  return {
    op: 'load',
    type: machineTypeOf(memory),
    memory,
    address,
    ...(how.volatile && { volatile: true }),
    ...(how.unaligned && { unaligned: true }),
    ...(how.punned && { punned: true }),
  };
}

// ---------------------------------------------------------------- queries

export function isConstant(expression: Expression): expression is Constant {
  return expression.op === 'const';
}

export function isConstantValue(expression: Expression, value: number): boolean {
  return expression.op === 'const' && Number(expression.value) === value && !Object.is(expression.value, -0);
}

const UNCHANGING: ReadonlySet<Expression['op']> = new Set([
  ...(['const', 'static', 'shared', 'function', 'frame', 'threads', 'mythread', 'regionshift', 'origin'] as const),
]);

/** Invariant in a function: constants, addresses, MYTHREAD and the like. */
export const neverChanges = ({ op }: Expression): boolean => UNCHANGING.has(op);

/** The operands of an expression, in order of evaluation. */
export function operandsOf(expression: Expression): readonly Expression[] {
  switch (expression.op) {
    case 'load':
    case 'threadof':
      return [expression.address];
    case 'unary':
    case 'convert':
    case 'bitmask':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'select':
      return [expression.test, expression.then, expression.otherwise];
    case 'pure':
      return expression.arguments;
    case 'vector':
      return expression.operands;
    case 'lane':
      return [expression.operand];
    case 'shuffle':
      return [expression.left, expression.right];
    case 'element':
      return [expression.base, expression.index];
    case 'advance':
      return [expression.address, ...optional(expression.phase), expression.count];
    case 'advance.phase':
      return [expression.phase, expression.count];
    case 'counterpart':
      return [expression.address, expression.thread];
    case 'difference':
      return [expression.left, ...optional(expression.leftPhase), expression.right, ...optional(expression.rightPhase)];
    default:
      return LEAF;
  }
}

const LEAF: readonly Expression[] = [];

/** Do all operands satisfy `is`? Allocates no list for most nodes. */
export function everyOperand(expression: Expression, is: (operand: Expression) => boolean): boolean {
  switch (expression.op) {
    case 'const':
    case 'local':
      return true;
    case 'load':
      return is(expression.address);
    case 'unary':
    case 'convert':
      return is(expression.operand);
    case 'binary':
      return is(expression.left) && is(expression.right);
    default:
      return operandsOf(expression).every(is);
  }
}

const optional = (expression: Expression | undefined): readonly Expression[] => (expression ? [expression] : []);

/** May the expression be removed or duplicated? No volatile load, and no division that could trap. */
export function isDroppable(expression: Expression): boolean {
  if (expression.op === 'load' && expression.volatile) return false;
  if (mayTrap(expression)) return false;
  return everyOperand(expression, isDroppable);
}

/** An integer division whose divisor is neither a nonzero constant nor THREADS. */
export function mayTrap(expression: Expression): boolean {
  if (expression.op !== 'binary') return false;
  const { operator, right } = expression;
  const divides = operator === 'div_s' || operator === 'div_u' || operator === 'rem_s' || operator === 'rem_u';
  return divides && !isNeverZero(right);
}

/** Known to be nonzero. */
export function isNeverZero(e: Expression): boolean {
  if (e.op === 'const') return Number(e.value) !== 0;
  return e.op === 'threads' || (e.op === 'convert' && e.type === 'i64' && isNeverZero(e.operand));
}

/** Is it `ownRegion`? */
export const isOwnRegion = (e: Expression): boolean =>
  e.op === 'binary' && e.operator === 'shl' && e.left.op === 'mythread' && e.right.op === 'regionshift';

// ---------------------------------------------------------------- operators

const COMPARISONS: ReadonlySet<BinaryOperator> = new Set([
  ...(['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'lt_s', 'lt_u', 'le_s', 'le_u', 'gt_s', 'gt_u', 'ge_s', 'ge_u'] as const),
]);

export const isComparison = (operator: BinaryOperator): boolean => COMPARISONS.has(operator);

/** `left operator right`; the result is i32 for comparisons, else of the operands' type. */
export function binary(operator: BinaryOperator, left: Expression, right: Expression): Expression {
  return simplerBinary(operator, left, right) ?? plainBinary(operator, left, right);
}

/** A simpler expression equal to `left operator right`, if there is one. */
export function simplerBinary(operator: BinaryOperator, left: Expression, right: Expression): Expression | undefined {
  const folded = left.op === 'const' && right.op === 'const' ? foldConstants(operator, left, right) : undefined;
  return folded ?? simplified(operator, left, right);
}

function plainBinary(operator: BinaryOperator, left: Expression, right: Expression): Binary {
  return { op: 'binary', type: binaryType(operator, left.type), operator, left, right };
}

/** Result type of a binary operator. */
export function binaryType(operator: BinaryOperator, left: MachineType): MachineType {
  if (operator === 'word') return 'i64';
  return isComparison(operator) ? 'i32' : left;
}

function foldConstants(operator: BinaryOperator, left: Constant, right: Constant): Constant | undefined {
  const value = foldBinary(operator, left.type, left.value, right.value);
  if (value === undefined) return undefined;
  return constant(isComparison(operator) ? 'i32' : left.type, value);
}

const COMMUTATIVE: ReadonlySet<BinaryOperator> = new Set(['add', 'mul', 'and', 'or', 'xor', 'eq', 'ne']);

/** Integer identities; of floating operations only exact ones would be valid, and none pays. */
function simplified(operator: BinaryOperator, left: Expression, right: Expression): Expression | undefined {
  if (left.type === 'f32' || left.type === 'f64') return undefined;
  if (left.op === 'const' && COMMUTATIVE.has(operator) && right.op !== 'const') return binary(operator, right, left);
  if (left.op === 'bitmask') return ofVectors(operator, left, right);
  if (right.op !== 'const') return undefined;
  return withConstant(operator, left, right);
}

const EVERY_BYTE = 0xffff;

/** Combines the vectors of bitmasks, not their masks. */
function ofVectors(operator: BinaryOperator, { operand }: Bitmask, right: Expression): Expression | undefined {
  if (operator === 'xor' && isConstantValue(right, EVERY_BYTE)) return bitmask(vector('v128', 'complement', operand));
  if (right.op !== 'bitmask' || (operator !== 'and' && operator !== 'or')) {
    return right.op === 'const' ? withConstant(operator, bitmask(operand), right) : undefined;
  }
  return bitmask(vector('v128', operator, operand, right.operand));
}

function withConstant(operator: BinaryOperator, left: Expression, right: Constant): Expression | undefined {
  const value = Number(right.value);
  switch (operator) {
    case 'add':
    case 'offset':
      return value === 0 ? left : addConstant(operator, left, right);
    case 'sub':
      return value === 0 ? left : binary('add', left, negated(right));
    case 'or':
    case 'xor':
    case 'shl':
    case 'shr_s':
    case 'shr_u':
      return value === 0 ? left : undefined;
    case 'mul':
      return timesConstant(left, value);
    case 'and':
      return andConstant(left, right);
    case 'div_s':
    case 'div_u':
      return value === 1 ? left : undefined;
    case 'rem_u':
    case 'rem_s':
      return value === 1 && isDroppable(left) ? zero(left.type) : undefined;
    case 'ne':
      return value === 0 && isBoolean(left) ? left : undefined;
    case 'eq':
      return value === 0 && isBoolean(left) ? not(left) : undefined;
    default:
      return undefined;
  }
}

function negated(value: Constant): Constant {
  return constant(value.type, -(value.value as number));
}

/** Reassociates constants: (a + 1) + 2, address + offset. */
function addConstant(operator: 'add' | 'offset', left: Expression, right: Constant): Expression | undefined {
  if (left.op === 'static' || left.op === 'shared' || left.op === 'frame') {
    return { ...left, offset: left.offset + (right.value as number) };
  }
  if (left.op === 'binary' && left.operator === operator && left.right.op === 'const') {
    return binary(operator, left.left, binary('add', left.right, right));
  }
  return undefined;
}

function timesConstant(left: Expression, value: number): Expression | undefined {
  if (value === 1) return left;
  if (value === 0 && isDroppable(left)) return zero(left.type);
  const power = Math.log2(value);
  const isPower = value > 1 && Number.isInteger(power) && 2 ** power === value;
  return isPower && left.type === 'i32' ? binary('shl', left, constI32(power)) : undefined;
}

function andConstant(left: Expression, right: Constant): Expression | undefined {
  const value = Number(right.value);
  if (value === -1) return left;
  if (value === 0 && isDroppable(left)) return zero(left.type);
  return value === 1 && isBoolean(left) ? left : undefined;
}

/** Known to be 0 or 1. */
export function isBoolean(expression: Expression): boolean {
  switch (expression.op) {
    case 'const':
      return expression.type === 'i32' && (expression.value === 0 || expression.value === 1);
    case 'unary':
      return expression.operator === 'not';
    case 'binary':
      if (isComparison(expression.operator)) return true;
      if (expression.type !== 'i32') return false;
      if (expression.operator === 'and') return isBoolean(expression.left) || isBoolean(expression.right);
      return (
        (expression.operator === 'or' || expression.operator === 'xor') &&
        isBoolean(expression.left) &&
        isBoolean(expression.right)
      );
    case 'select':
      return isBoolean(expression.then) && isBoolean(expression.otherwise);
    default:
      return false;
  }
}

/** Addition, also of a pointer-to-shared and bytes. */
export function add(left: Expression, right: Expression): Expression {
  if (left.type === 'shared') return moved(left, right);
  return right.type === 'shared' ? moved(right, left) : binary('add', left, right);
}
export const sub = (left: Expression, right: Expression): Expression =>
  left.type === 'shared' ? moved(left, unary('neg', right)) : binary('sub', left, right);
/** A pointer-to-shared plus bytes, constants last. */
function moved(pointer: Expression, bytes: Expression): Expression {
  const isSum = bytes.op === 'binary' && bytes.operator === 'add' && bytes.right.op === 'const';
  return isSum ? binary('offset', moved(pointer, bytes.left), bytes.right) : binary('offset', pointer, bytes);
}
export const mul = (left: Expression, right: Expression): Expression => binary('mul', left, right);
/** An address, private or shared, plus a constant number of bytes. */
export const offset = (address: Expression, bytes: number): Expression => add(address, constI32(bytes));

/** Is it an address plus bytes? */
export const isSum = (e: Expression): e is Binary & { readonly operator: 'add' | 'offset' } =>
  e.op === 'binary' && (e.operator === 'add' || e.operator === 'offset');

/** A pointer-to-shared as an integer; any other expression unchanged. */
export const asNumber = (e: Expression): Expression => (e.type === 'shared' ? convert('i32', e, false) : e);

/** Result type of a unary operator. */
export function unaryType(operator: UnaryOperator, operand: MachineType): MachineType {
  if (operator === 'place') return 'shared';
  if (operator === 'phase') return 'i32';
  if (operator === 'not' || operator === 'high' || operator === 'low' || operator === 'private') return 'i32';
  return operator === 'power' ? 'f64' : operand;
}

/** `operator operand`; 'not' gives an i32 of any operand. */
export function unary(operator: UnaryOperator, operand: Expression): Expression {
  if (operand.op === 'const') {
    const value = foldUnary(operator, operand.type, operand.value);
    if (value !== undefined) return constant(unaryType(operator, operand.type), value);
  }
  if (operator === 'private') return privateAddress(operand);
  return extendsNothing(operator, operand) ? operand : plainUnary(operator, operand);
}

/** Cast of a pointer-to-shared to a private pointer; a byte offset stays outermost. */
function privateAddress(pointer: Expression): Expression {
  if (pointer.op === 'shared') return { ...pointer, type: 'i32' };
  const isMoved = pointer.op === 'binary' && pointer.operator === 'offset';
  return isMoved ? add(privateAddress(pointer.left), pointer.right) : plainUnary('private', pointer);
}

function plainUnary(operator: UnaryOperator, operand: Expression): Unary {
  return { op: 'unary', type: unaryType(operator, operand.type), operator, operand };
}

/** A redundant sign extension: the operand is already in range. */
function extendsNothing(operator: UnaryOperator, operand: Expression): boolean {
  if (operator !== 'extend8' && operator !== 'extend16') return false;
  if (isBoolean(operand)) return true;
  if (operand.op === 'unary') {
    return operand.operator === 'extend8' || (operand.operator === 'extend16' && operator === 'extend16');
  }
  if (operand.op !== 'load') return false;
  const narrow = operand.memory === 'i8' || (operator === 'extend16' && operand.memory === 'u8');
  return narrow || (operator === 'extend16' && operand.memory === 'i16');
}

const OPPOSITE: { readonly [operator in BinaryOperator]?: BinaryOperator } = {
  eq: 'ne',
  ne: 'eq',
  lt_s: 'ge_s',
  ge_s: 'lt_s',
  gt_s: 'le_s',
  le_s: 'gt_s',
  lt_u: 'ge_u',
  ge_u: 'lt_u',
  gt_u: 'le_u',
  le_u: 'gt_u',
};

/** 1 when `operand` is zero, else 0. Ordered float comparisons cannot be inverted, because of NaN. */
export function not(operand: Expression): Expression {
  if (operand.op === 'binary') {
    const opposite = OPPOSITE[operand.operator];
    if (opposite) return plainBinary(opposite, operand.left, operand.right);
  }
  if (operand.op === 'unary' && operand.operator === 'not' && isBoolean(operand.operand)) return operand.operand;
  return unary('not', operand);
}

/** 1 when `operand` is not zero, else 0. */
export function truth(operand: Expression): Expression {
  return isBoolean(operand) ? operand : binary('ne', operand, zero(operand.type));
}

/** Conversion to another machine type; `signed` is the signedness of the integer side. */
export function convert(type: MachineType, operand: Expression, signed = true): Expression {
  if (operand.type === type) return operand;
  if (operand.op === 'const') return constant(type, foldConvert(operand.type, type, signed, operand.value));
  if (type === 'i32' && operand.op === 'convert' && operand.type === 'i64' && operand.operand.type === 'i32') {
    return operand.operand;
  }
  if (operand.op === 'select' && operand.then.op === 'const' && operand.otherwise.op === 'const') {
    return select(operand.test, convert(type, operand.then, signed), convert(type, operand.otherwise, signed));
  }
  const node: Convert = { op: 'convert', type, signed, operand };
  return node;
}

/** `test ? then : otherwise`, lazy. */
export function select(test: Expression, then: Expression, otherwise: Expression): Expression {
  if (test.op === 'const') return Number(test.value) !== 0 ? then : otherwise;
  if (isSameConstant(then, otherwise)) return then;
  const node: Select = { op: 'select', type: then.type, test, then, otherwise };
  return node;
}

function isSameConstant(a: Expression, b: Expression): boolean {
  return a.op === 'const' && b.op === 'const' && a.type === b.type && Object.is(a.value, b.value);
}

/** A call of a library function without effects. */
export function pure(symbol: string, type: MachineType, ...values: readonly Expression[]): Expression {
  return { op: 'pure', type, symbol, arguments: values };
}

// ---------------------------------------------------------------- shared addresses

/** Address of ultimate element `index` of a shared object at `base`. */
export function elementAddress(layout: SharedLayout, base: Expression, index: Expression): Expression {
  if (layout.block === 0) return add(base, mul(index, constI32(layout.elementSize)));
  if (isConstantValue(index, 0)) return base;
  return { op: 'element', type: 'shared', layout, base, index };
}

/** Address of a pointer-to-shared plus `count` elements. */
export function advanceAddress(
  layout: SharedLayout,
  address: Expression,
  phase: Expression | undefined,
  count: Expression,
): Expression {
  if (layout.block === 0) return add(address, mul(count, constI32(layout.elementSize)));
  if (isConstantValue(count, 0)) return address;
  return { op: 'advance', type: 'shared', layout, address, ...(phase && { phase }), count };
}

/** Phase of a pointer-to-shared of block size above 1 plus `count` elements. */
export function advancePhase(layout: SharedLayout, phase: Expression, count: Expression): Expression {
  if (isConstantValue(count, 0)) return phase;
  return { op: 'advance.phase', type: 'i32', layout, phase, count };
}

export const threadOf = (address: Expression): Expression => ({ op: 'threadof', type: 'i32', address });

export const counterpart = (address: Expression, thread: Expression): Expression => ({
  op: 'counterpart',
  type: 'shared',
  address,
  thread,
});
