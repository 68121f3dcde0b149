/**
 * Integer expressions as sums: a constant, multiples of what is not taken apart, and the same times THREADS.
 *
 * Takes: an i32 expression. Gives: its terms, equal ones gathered. One idea: indexes of shared arrays are compared,
 * split and scaled as sums; `(i + 1) * THREADS + 4 * j` and `THREADS + j * 4 + i * THREADS` are one sum. Coefficients wrap as i32 does.
 */
import { add, constI32, isConstantValue, isSum, mul, threads } from '../../ir/builders.ts';
import type { Binary, Expression } from '../../ir/ir.ts';
import { printExpression } from '../../ir/text.ts';

export interface Term {
  /** Undefined for the number 1. */
  readonly atom?: Expression;
  readonly coefficient: number;
  /** Times THREADS. */
  readonly rows: boolean;
}

/** Terms by their text; none has coefficient 0. */
export type Affine = ReadonlyMap<string, Term>;

type Sum = Map<string, Term>;

/** The key of the term that is a number. */
const NUMBER = '';

const SUMS = new WeakMap<Expression, Affine>();

/** The expression as a sum. */
export function affine(e: Expression): Affine {
  const known = SUMS.get(e);
  if (known) return known;
  const sum: Sum = new Map();
  gather(e, 1, false, sum);
  SUMS.set(e, sum);
  return sum;
}

function gather(e: Expression, scale: number, rows: boolean, sum: Sum): void {
  if ((e.op === 'shared' || e.op === 'static' || e.op === 'frame') && e.offset !== 0) {
    addTerm(sum, undefined, Math.imul(scale, e.offset), rows);
    addTerm(sum, { ...e, offset: 0 }, scale, rows);
  } else if (e.op === 'const') addTerm(sum, undefined, Math.imul(scale, Number(e.value)), rows);
  else if (e.op === 'threads' && !rows) addTerm(sum, undefined, scale, true);
  else if (e.op === 'unary' && e.operator === 'neg') gather(e.operand, -scale, rows, sum);
  else if (e.op !== 'binary' || !gatherBinary(e, scale, rows, sum)) addTerm(sum, e, scale, rows);
}

function gatherBinary(e: Binary, scale: number, rows: boolean, sum: Sum): boolean {
  if (isSum(e) || e.operator === 'sub') {
    gather(e.left, scale, rows, sum);
    gather(e.right, e.operator === 'sub' ? -scale : scale, rows, sum);
    return true;
  }
  const factor = factorOf(e);
  if (factor !== undefined) {
    gather(e.left, Math.imul(scale, factor), rows, sum);
    return true;
  }
  if (e.operator !== 'mul' || rows) return false;
  if (e.right.op !== 'threads' && e.left.op !== 'threads') return false;
  gather(e.right.op === 'threads' ? e.left : e.right, scale, true, sum);
  return true;
}

function factorOf({ operator, right }: Binary): number | undefined {
  if (right.op !== 'const') return undefined;
  if (operator === 'mul') return Number(right.value);
  return operator === 'shl' ? 2 ** (Number(right.value) & 31) : undefined;
}

function addTerm(sum: Sum, atom: Expression | undefined, coefficient: number, rows: boolean): void {
  addAt(sum, `${rows ? 'rows ' : ''}${atom ? printExpression(atom) : ''}`, {
    ...(atom && { atom }),
    coefficient,
    rows,
  });
}

function addAt(sum: Sum, key: string, term: Term): void {
  const coefficient = ((sum.get(key)?.coefficient ?? 0) + term.coefficient) | 0;
  if (coefficient === 0) sum.delete(key);
  else sum.set(key, { ...term, coefficient });
}

/** left - right. */
export function minus(left: Affine, right: Affine): Affine {
  const sum: Sum = new Map(left);
  for (const [key, term] of right) addAt(sum, key, { ...term, coefficient: -term.coefficient });
  return sum;
}

/** left - right where that is a number. */
export function knownDifference(left: Affine, right: Affine): number | undefined {
  for (const [key, { coefficient }] of left)
    if (key !== NUMBER && right.get(key)?.coefficient !== coefficient) return undefined;
  for (const key of right.keys()) if (key !== NUMBER && !left.has(key)) return undefined;
  return ((left.get(NUMBER)?.coefficient ?? 0) - (right.get(NUMBER)?.coefficient ?? 0)) | 0;
}

/** The sum as an expression again; `rows` false leaves out the factor THREADS where it stands. */
export function expressionOf(terms: Iterable<Term>, rows = true): Expression {
  let result: Expression = constI32(0);
  for (const { atom, coefficient, rows: times } of terms) {
    const plain = atom ? mul(atom, constI32(coefficient)) : constI32(coefficient);
    const node = times && rows ? mul(plain, threads) : plain;
    result = isConstantValue(result, 0) ? node : add(result, node);
  }
  return result;
}
