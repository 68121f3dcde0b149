/**
 * upc_forall loops that step from one iteration of this thread to the next instead of asking at every one.
 *
 * Takes: `upc_forall (...; i < b; i++; i)`, or `&a[i]` of a static shared array. Gives: the same iterations in the same
 * order, and the same i afterwards. The idea: affinity in i is block-cyclic; inside a block i moves by one, at its end
 * over the other threads' blocks. Nothing is assumed of b but that evaluating it has no effect.
 */
import type { Expression as CExpression, UpcForall } from '../ast/ast.ts';
import { add, binary, constI32, isConstantValue, mul, myThread, select, sub } from '../ir/builders.ts';
import type { Expression } from '../ir/ir.ts';
import type { ObjectSymbol } from '../semantics/facts.ts';
import { isPointerToShared } from '../semantics/primitives.ts';
import { hasStatements } from './effects.ts';
import { lowerInteger, lowerValue, valueType } from './expressions.ts';
import type { FunctionLowering } from './function.ts';
import { homeOf } from './home.ts';
import { emitLoop } from './loops.ts';
import { stable } from './sequencing.ts';
import { type ScalarShape, shapeOf } from './shape.ts';
import { threadCount } from './sizes.ts';
import { lowerStatement } from './statements.ts';
import { visitTree } from './tree.ts';
import { expressionOf } from './value.ts';

export interface Strides {
  /** The IR local of the loop's variable. */
  readonly variable: string;
  /** Consecutive values of the variable that belong to one thread. */
  readonly block: number;
  readonly bound: CExpression;
  /** `i <= b` rather than `i < b`. */
  readonly inclusive: boolean;
  /** A stride beyond the bound cannot overflow: the bound is a small constant, or every value indexes an array. */
  readonly bounded: boolean;
}

const GREATEST = 2 ** 31 - 1;
/** More threads than there can be. */
const MANY_THREADS = 2 ** 16;

/** How the loop can be strided, or undefined where it has another form. */
export function stridesOf(f: FunctionLowering, s: UpcForall, affinity: CExpression): Strides | undefined {
  const { test } = s;
  if (test?.kind !== 'Binary' || (test.operator !== '<' && test.operator !== '<=')) return undefined;
  if (!isInt(f, test.left) || !isInt(f, test.right) || hasStatements(f, test.right)) return undefined;
  const symbol = variableOf(f, test.left);
  if (!symbol || !incrementsByOne(f, s.step, symbol) || isModified(f, s.body, symbol)) return undefined;
  const home = homeOf(f, symbol);
  if (home.kind !== 'locals') return undefined;
  const variable = home.names[0] as string;
  const block = blockOf(f, affinity, variable);
  if (block === undefined) return undefined;
  const bounded = isPointerToShared(valueType(f, affinity)) || isSmall(f, test.right);
  return { variable, block, bound: test.right, inclusive: test.operator === '<=', bounded };
}

function isSmall(f: FunctionLowering, bound: CExpression): boolean {
  const known = f.unit.facts.constantOf[bound.id];
  const threads = f.unit.options.threads ?? MANY_THREADS;
  return known?.kind === 'integer' && Number(known.value) < GREATEST - threads;
}

function isInt(f: FunctionLowering, e: CExpression): boolean {
  const shape = shapeOf(valueType(f, e));
  return shape.kind === 'scalar' && shape.memory === 'i32' && (shape as ScalarShape).signed;
}

/** The int object that an expression merely reads. */
function variableOf(f: FunctionLowering, e: CExpression): ObjectSymbol | undefined {
  const symbol = e.kind === 'Identifier' ? f.unit.facts.symbolOf[e.id] : undefined;
  if (symbol?.kind !== 'object' || symbol.storage === 'static' || symbol.type.volatile) return undefined;
  const shape = shapeOf(symbol.type.type);
  return shape.kind === 'scalar' && shape.memory === 'i32' && shape.signed ? symbol : undefined;
}

function incrementsByOne(f: FunctionLowering, step: CExpression | undefined, symbol: ObjectSymbol): boolean {
  if (step?.kind === 'IncrementDecrement') return step.operator === '++' && isName(f, step.operand, symbol);
  if (step?.kind !== 'Assignment' || !isName(f, step.left, symbol)) return false;
  if (step.operator === '+=') return isOne(f, step.right);
  const { right } = step;
  if (step.operator !== '=' || right.kind !== 'Binary' || right.operator !== '+') return false;
  return (
    (isName(f, right.left, symbol) && isOne(f, right.right)) || (isName(f, right.right, symbol) && isOne(f, right.left))
  );
}

function isName(f: FunctionLowering, e: CExpression, symbol: ObjectSymbol): boolean {
  return e.kind === 'Identifier' && f.unit.facts.symbolOf[e.id] === symbol;
}

function isOne(f: FunctionLowering, e: CExpression): boolean {
  const known = f.unit.facts.constantOf[e.id];
  return known?.kind === 'integer' && known.value === 1n;
}

function isModified(f: FunctionLowering, body: UpcForall['body'], symbol: ObjectSymbol): boolean {
  let found = false;
  visitTree(body, (node) => {
    const e = node as CExpression;
    if (e.kind === 'Assignment') found ||= isName(f, e.left, symbol);
    if (e.kind === 'IncrementDecrement') found ||= isName(f, e.operand, symbol);
  });
  return found;
}

/** Consecutive values of the variable with one affinity; undefined where the affinity is no such function of it. */
function blockOf(f: FunctionLowering, affinity: CExpression, variable: string): number | undefined {
  let block: number | undefined;
  const statements = f.collect(() => {
    block = f.releasing(() => blockOfAffinity(f, affinity, variable));
  });
  return statements.length === 0 ? block : undefined;
}

function blockOfAffinity(f: FunctionLowering, affinity: CExpression, variable: string): number | undefined {
  const value = lowerValue(f, affinity);
  if (value.kind !== 'shared') return isCyclic(f, expressionOf(value), variable) ? 1 : undefined;
  const { pointer } = value;
  if (pointer.kind !== 'element' || pointer.base.op !== 'shared' || pointer.layout.block === 0) return undefined;
  const factor = factorOf(pointer.index, variable);
  if (factor === undefined || pointer.layout.block % factor !== 0) return undefined;
  return pointer.layout.block / factor;
}

/** `i` or `i % THREADS`. */
function isCyclic(f: FunctionLowering, e: Expression, variable: string): boolean {
  if (e.op === 'local') return e.name === variable && e.type === 'i32';
  if (e.op !== 'binary' || e.operator !== 'rem_s' || e.left.op !== 'local' || e.left.name !== variable) return false;
  const threads = threadCount(f);
  return e.right.op === threads.op && (threads.op !== 'const' || isConstantValue(e.right, Number(threads.value)));
}

/** m of an index i * m + c with 0 <= c < m. */
function factorOf(index: Expression, variable: string): number | undefined {
  if (index.op === 'local') return index.name === variable ? 1 : undefined;
  if (index.op !== 'binary' || index.right.op !== 'const') return undefined;
  const constant = Number(index.right.value);
  if (index.operator === 'add') {
    const factor = factorOf(index.left, variable);
    return factor !== undefined && constant >= 0 && constant < factor ? factor : undefined;
  }
  if (index.left.op !== 'local' || index.left.name !== variable) return undefined;
  if (index.operator === 'shl') return 2 ** constant;
  return index.operator === 'mul' && constant > 0 ? constant : undefined;
}

// ---------------------------------------------------------------- the loop

/** Emits the loop; where `controls` is zero at run time, every iteration is this thread's. */
export function emitStrides(f: FunctionLowering, s: UpcForall, strides: Strides, controls?: Expression): void {
  const { variable, block } = strides;
  const first = f.scopedLocal('first', 'i32');
  const i = f.read(variable);
  const stride = strideOf(f, block, controls);
  f.set(first, i);
  f.releasing(() => {
    const found = stable(f, startOf(f, f.read(first), block));
    const start = select(binary('lt_s', found, f.read(first)), constI32(GREATEST), found);
    f.set(variable, controls ? select(controls, start, f.read(first)) : start);
  });
  const last = strides.bounded ? undefined : kept(f, 'last', sub(constI32(GREATEST), stride));
  const step = () => f.set(variable, nextOf(block, i, stride, last));
  emitLoop(f, { test: s.test, step, body: () => lowerStatement(f, s.body) });
  // A variable of the loop's own is not seen afterwards.
  if (s.initial?.kind !== 'Declaration') f.releasing(() => f.set(variable, finalOf(f, strides, f.read(first), stride)));
}

/** From the end of one of this thread's blocks to the start of its next: 1 where all are its own. */
function strideOf(f: FunctionLowering, block: number, controls: Expression | undefined): Expression {
  const stride = add(mul(sub(threadCount(f), constI32(1)), constI32(block)), constI32(1));
  return kept(f, 'stride', controls ? select(controls, stride, constI32(1)) : stride);
}

/** The value, in a local unless it is a constant. */
function kept(f: FunctionLowering, base: string, value: Expression): Expression {
  if (value.op === 'const') return value;
  const name = f.scopedLocal(base, 'i32');
  f.set(name, value);
  return f.read(name);
}

/** The least value not below `first` with this thread's affinity. */
function startOf(f: FunctionLowering, first: Expression, block: number): Expression {
  const threads = threadCount(f);
  const row = stable(f, binary('div_s', first, constI32(block)));
  const ahead = stable(f, sub(myThread, binary('rem_s', row, threads)));
  const distance = select(binary('lt_s', ahead, constI32(0)), add(ahead, threads), ahead);
  if (block === 1) return add(row, distance);
  return select(ahead, mul(add(row, distance), constI32(block)), first);
}

/** The next of this thread's values; past all values where the sum would not fit, which is beyond `last`. */
function nextOf(block: number, i: Expression, stride: Expression, last: Expression | undefined): Expression {
  const far = add(i, stride);
  const safe = last ? select(binary('gt_s', i, last), constI32(GREATEST), far) : far;
  const next = add(i, constI32(1));
  return block === 1 ? safe : select(binary('rem_s', next, constI32(block)), next, safe);
}

/** The value that the variable of the plain loop ends with: the first that fails the test. */
function finalOf(f: FunctionLowering, strides: Strides, first: Expression, stride: Expression): Expression {
  const i = f.read(strides.variable);
  const jumped = add(sub(i, stride), constI32(1));
  const last = strides.block === 1 ? jumped : select(binary('rem_s', i, constI32(strides.block)), i, jumped);
  const bound = lowerInteger(f, strides.bound);
  const end = strides.inclusive ? add(bound, constI32(1)) : bound;
  return greater(f, greater(f, first, last), end);
}

function greater(f: FunctionLowering, left: Expression, right: Expression): Expression {
  const a = stable(f, left);
  const b = stable(f, right);
  return select(binary('lt_s', a, b), b, a);
}
