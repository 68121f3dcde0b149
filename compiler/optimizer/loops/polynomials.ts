/**
 * 32-bit integer expressions as polynomials: sums of products of what is not taken apart.
 *
 * Takes: an i32 expression. Gives: its terms, equal ones gathered, and an expression for such terms again. One idea:
 * numbers of 32 bits that wrap around are a ring, so sums and products may be multiplied out and put together anew, and
 * the low half of a 64-bit sum or product is that of its operands' low halves.
 */
import { add, binary, constI32, convert, mul, sub } from '../../ir/builders.ts';
import type { Binary, Convert, Expression } from '../../ir/ir.ts';
import { printExpression } from '../../ir/text.ts';

export interface Term {
  /** In the order of their texts; none for a constant. */
  readonly factors: readonly Expression[];
  /** As an i32; never 0. */
  readonly coefficient: number;
}

/** Terms by the text of their factors. */
export type Polynomial = ReadonlyMap<string, Term>;

/** What would have more terms or factors is not multiplied out. */
const MOST_TERMS = 8;
const MOST_FACTORS = 3;

const TEXTS = new WeakMap<Expression, string>();

/** The factor's text, which tells it from others. */
export function factorText(e: Expression): string {
  const known = TEXTS.get(e) ?? printExpression(e);
  TEXTS.set(e, known);
  return known;
}

const textOf = (factors: readonly Expression[]): string => factors.map(factorText).join('*');

const KNOWN = new WeakMap<Expression, Polynomial>();

/** The expression multiplied out. */
export function polynomial(e: Expression): Polynomial {
  const known = KNOWN.get(e) ?? multipliedOut(e);
  KNOWN.set(e, known);
  return known;
}

function multipliedOut(e: Expression): Polynomial {
  if (e.op === 'const') return of([], e.value as number);
  if ((e.op === 'static' || e.op === 'shared' || e.op === 'frame') && e.offset !== 0)
    return plus(of([{ ...e, offset: 0 }], 1), of([], e.offset), 1);
  const made = e.op === 'binary' ? binaryTerms(e) : e.op === 'convert' ? lowTerms(e) : undefined;
  return made ?? of([e], 1);
}

function of(factors: readonly Expression[], coefficient: number): Polynomial {
  const low = Number(coefficient) | 0;
  return low === 0 ? new Map() : new Map([[textOf(factors), { factors, coefficient: low }]]);
}

function binaryTerms({ operator, left, right }: Binary): Polynomial | undefined {
  switch (operator) {
    case 'add':
    case 'sub':
      return fitting(plus(polynomial(left), polynomial(right), operator === 'add' ? 1 : -1));
    case 'mul':
      return times(polynomial(left), polynomial(right));
    case 'shl':
      return right.op === 'const' ? plus(NOTHING, polynomial(left), 1 << (Number(right.value) & 31)) : undefined;
    default:
      return undefined;
  }
}

const NOTHING: Polynomial = new Map();

/** The low half of what has 64 bits. */
function lowTerms({ type, operand }: Convert): Polynomial | undefined {
  if (type !== 'i32' || operand.type !== 'i64') return undefined;
  if (operand.op === 'const') return of([], Number(BigInt.asIntN(32, operand.value as bigint)));
  if (operand.op === 'convert') return operand.operand.type === 'i32' ? polynomial(operand.operand) : undefined;
  if (operand.op !== 'binary') return of([convert('i32', operand)], 1);
  const { operator, left, right } = operand;
  if (operator === 'add' || operator === 'sub' || operator === 'mul')
    return polynomial(binary(operator, convert('i32', left), convert('i32', right)));
  if (operator !== 'shl' || right.op !== 'const') return undefined;
  const count = Number(right.value) & 63;
  return count > 31 ? NOTHING : plus(NOTHING, polynomial(convert('i32', left)), 1 << count);
}

const fitting = (p: Polynomial): Polynomial | undefined => (p.size <= MOST_TERMS ? p : undefined);

/** a + scale * b */
export function plus(a: Polynomial, b: Polynomial, scale: number): Polynomial {
  const sum = new Map(a);
  for (const [text, { factors, coefficient }] of b) addTo(sum, text, factors, Math.imul(coefficient, scale));
  return sum;
}

function addTo(sum: Map<string, Term>, text: string, factors: readonly Expression[], coefficient: number): void {
  const all = ((sum.get(text)?.coefficient ?? 0) + coefficient) | 0;
  if (all === 0) sum.delete(text);
  else sum.set(text, { factors, coefficient: all });
}

function times(a: Polynomial, b: Polynomial): Polynomial | undefined {
  const product = new Map<string, Term>();
  for (const one of a.values())
    for (const other of b.values()) {
      const factors = [...one.factors, ...other.factors];
      if (factors.length > MOST_FACTORS) return undefined;
      if (one.factors.length > 0 && other.factors.length > 0) factors.sort(byText);
      addTo(product, textOf(factors), factors, Math.imul(one.coefficient, other.coefficient));
    }
  return fitting(product);
}

function byText(a: Expression, b: Expression): number {
  const [left, right] = [factorText(a), factorText(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Its value, if it is a constant. */
export function constantOf(p: Polynomial): number | undefined {
  const [term, ...others] = p.values();
  if (!term) return 0;
  return others.length === 0 && term.factors.length === 0 ? term.coefficient : undefined;
}

/** Polynomials with the same key are the same. */
export const keyOf = (p: Polynomial): string =>
  [...p]
    .map(([text, { coefficient }]) => `${coefficient}*${text}`)
    .sort()
    .join('+');

/** The polynomial as an expression; addresses of objects stand first, so that what is added to them is their offset. */
export function expressionOf(p: Polynomial): Expression {
  const terms = [...p.values()].sort((a, b) => rank(a) - rank(b));
  let result: Expression | undefined;
  for (const term of terms) {
    const { factors, coefficient } = term;
    const isTakenAway = result !== undefined && coefficient < 0 && factors.length > 0;
    const node = product(factors, isTakenAway ? -coefficient | 0 : coefficient);
    result = result === undefined ? node : isTakenAway ? sub(result, node) : add(result, node);
  }
  return result ?? constI32(0);
}

/** Objects, then what is taken as it is, then multiples, those taken away, and the constant. */
function rank({ factors, coefficient }: Term): number {
  const [first] = factors;
  if (first === undefined) return 4;
  if (first.op === 'static' || first.op === 'shared' || first.op === 'frame') return 0;
  return coefficient === 1 ? 1 : coefficient > 0 ? 2 : 3;
}

function product(factors: readonly Expression[], coefficient: number): Expression {
  const [first, ...others] = factors;
  if (!first) return constI32(coefficient);
  return mul(others.reduce(mul, first), constI32(coefficient));
}
