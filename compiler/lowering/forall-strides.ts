/**
 * Which upc_forall loops can go straight from one iteration of this thread to the next.
 *
 * Takes: `upc_forall (...; i < b; i++; i)`, or `&a[i]` of a static shared array. Gives: how its affinity depends on i.
 * The idea: affinity in i is block-cyclic. Nothing is assumed of b but that evaluating it has no effect.
 */
import type { Expression as CExpression, UpcForall } from '../ast/ast.ts';
import { visitTree } from '../ast/tree.ts';
import { isConstantValue } from '../ir/builders.ts';
import type { Expression } from '../ir/ir.ts';
import type { ObjectSymbol } from '../semantics/facts.ts';
import { isPointerToShared } from '../semantics/primitives.ts';
import { hasStatements } from './effects.ts';
import { lowerInteger, lowerValue, valueType } from './expressions.ts';
import type { FunctionLowering } from './function.ts';
import { homeOf } from './home.ts';
import { type ScalarShape, shapeOf } from './shape.ts';
import { threadCount } from './sizes.ts';
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
  if (!isInt(f, test.left) || !isInt(f, test.right) || !isPlain(f, test.right)) return undefined;
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

/** Is the integer an expression without statements? */
function isPlain(f: FunctionLowering, e: CExpression): boolean {
  if (hasStatements(f, e)) return false;
  return f.collect(() => f.releasing(() => lowerInteger(f, e))).length === 0;
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
