/**
 * Locals that go from one iteration of a loop to the next: the vectorizer can take them along where each iteration only
 * adds its part (or multiplies, or takes the least).
 *
 * Takes: a loop's shape. Gives: its reductions; throws Unfit where a local goes on in another way. Sums and
 * products of floating-point numbers are reductions under -ffast-math alone: their order matters.
 */
import { binary, constant, operandsOf, select } from '../../ir/builders.ts';
import type { Binary, Expression, If, ScalarType, Select, SetLocal, Statement } from '../../ir/ir.ts';
import { printExpression } from '../../ir/text.ts';
import { blocksOf, expressionsOf, localsIn, localsSetBy, visitStatements } from '../../ir/walk.ts';
import { type Shape, unfit } from './shape.ts';

type Kind = 'add' | 'mul' | 'and' | 'or' | 'xor' | 'least' | 'greatest';

export interface Reduction {
  readonly local: string;
  readonly type: ScalarType;
  readonly kind: Kind;
  /** Of least and greatest, how the new value compares where it is taken. */
  readonly comparison?: Binary['operator'];
}

export interface Carried {
  readonly reductions: readonly Reduction[];
  /** Locals whose value of the last iteration is read behind the loop. */
  readonly leaving: boolean;
  /** The body with `if (x > m) m = x;` as `m = x > m ? x : m`. */
  readonly body: readonly Statement[];
}

/** What goes on from iteration to iteration; `isReadOutside` tells of locals read outside of the loop. */
export function carriedIn(shape: Shape, isReadOutside: (local: string) => boolean, fastMath: boolean): Carried {
  const { carried, assigned } = readFirst(shape);
  const body = shape.body.flatMap((s) => asChoice(s, carried));
  const reductions = [...carried].map((local) => reductionOf(local, body, fastMath));
  let leaving = false;
  for (const local of shape.set) {
    if (shape.inductions.has(local) || carried.has(local) || !isReadOutside(local)) continue;
    if (!assigned.has(local)) unfit(`'${local}' is set in some iterations only and read behind it`);
    leaving = true;
  }
  return { reductions, leaving, body };
}

/** Locals that an iteration reads before it sets them, and those that it sets in any case. */
function readFirst(shape: Shape): { carried: Set<string>; assigned: Set<string> } {
  const carried = new Set<string>();
  const look = (body: readonly Statement[], before: ReadonlySet<string>): Set<string> => {
    let assigned = new Set(before);
    for (const s of body) {
      for (const e of expressionsOf(s))
        for (const name of valuesIn(e))
          if (shape.set.has(name) && !shape.inductions.has(name) && !assigned.has(name)) carried.add(name);
      if (s.op === 'if') {
        const [then, otherwise] = blocksOf(s).map((block) => look(block, assigned)) as [Set<string>, Set<string>];
        assigned = new Set([...then].filter((name) => otherwise.has(name)));
      }
      for (const name of localsSetBy(s)) assigned.add(name);
    }
    return assigned;
  };
  const assigned = look(shape.body, new Set());
  // A local set on one way only keeps its old value on the other.
  visitStatements(shape.body, (s) => {
    for (const name of localsSetBy(s)) if (carried.has(name)) assigned.delete(name);
  });
  return { carried, assigned };
}

/** Locals that the value of an expression is made of; those of addresses are not. */
export function valuesIn(e: Expression): readonly string[] {
  if (e.op === 'local') return [e.name];
  return e.op === 'load' ? [] : operandsOf(e).flatMap(valuesIn);
}

/** `if (x > m) m = x;` as one assignment, for carried locals. */
function asChoice(s: Statement, carried: ReadonlySet<string>): readonly Statement[] {
  if (s.op !== 'if' || s.otherwise.length > 0) return [s];
  const old = valuesIn(s.test).filter((name) => carried.has(name));
  if (old.length === 0) return [s];
  return s.then.map((inner) => choiceOf(s, inner));
}

function choiceOf({ test, then, at }: If, inner: Statement): Statement {
  if (inner.op !== 'set' || then.length > 1) return unfit('what an iteration does depends on the one before it');
  const old: Expression = { op: 'local', type: inner.value.type, name: inner.local };
  return {
    ...inner,
    value: { op: 'select', type: old.type, test, then: inner.value, otherwise: old },
    ...(at && { at }),
  };
}

const mentions = (e: Expression, local: string): boolean => localsIn(e).has(local);

function reductionOf(local: string, body: readonly Statement[], fastMath: boolean): Reduction {
  const refuse = (): never => unfit(`each iteration needs '${local}' of the one before it`);
  let found: Omit<Reduction, 'local'> | undefined;
  visitStatements(body, (s) => {
    if (s.op === 'set' && s.local === local) {
      const one = kindOf(s, local) ?? refuse();
      if (found && (found.kind !== one.kind || found.comparison !== one.comparison)) refuse();
      found = one;
    } else if (expressionsOf(s).some((e) => mentions(e, local))) refuse();
  });
  const { type, kind } = found ?? refuse();
  if ((type === 'f32' || type === 'f64') && !fastMath)
    unfit('a sum of floating-point numbers has its order, unless -ffast-math is given');
  return { local, ...(found ?? refuse()), type, kind };
}

function kindOf({ value }: SetLocal, local: string): Omit<Reduction, 'local'> | undefined {
  const type = value.type as ScalarType;
  const extreme = value.op === 'select' ? extremeOf(value, local) : undefined;
  if (extreme) return { type, ...extreme };
  const kind = partOf(value, local);
  return kind && kind !== 'self' ? { type, kind } : undefined;
}

/** How the local goes into the value: itself, or with one operation. */
function partOf(e: Expression, local: string): Kind | 'self' | undefined {
  if (e.op === 'local' && e.name === local) return 'self';
  if (e.op === 'select') {
    if (mentions(e.test, local)) return undefined;
    const [a, b] = [partOf(e.then, local), partOf(e.otherwise, local)];
    return a === 'self' ? b : b === 'self' || a === b ? a : undefined;
  }
  if (e.op !== 'binary') return undefined;
  const operator = e.operator === 'sub' ? 'add' : e.operator;
  if (operator !== 'add' && operator !== 'mul' && operator !== 'and' && operator !== 'or' && operator !== 'xor')
    return undefined;
  const inRight = mentions(e.right, local);
  if (inRight && (e.operator === 'sub' || mentions(e.left, local))) return undefined;
  const inner = partOf(inRight ? e.right : e.left, local);
  return inner === 'self' || inner === operator ? operator : undefined;
}

const OPPOSITE: Readonly<Record<string, string>> = { lt: 'gt', gt: 'lt', le: 'ge', ge: 'le' };

/** `x > m ? x : m` and its other spellings. */
function extremeOf(
  { test, then, otherwise }: Select,
  local: string,
): Pick<Reduction, 'kind' | 'comparison'> | undefined {
  if (test.op !== 'binary' || !/^[lg][te]/.test(test.operator)) return undefined;
  const isSelf = (e: Expression): boolean => e.op === 'local' && e.name === local;
  const [old, fresh] = isSelf(then) ? [then, otherwise] : [otherwise, then];
  if (!isSelf(old) || mentions(fresh, local)) return undefined;
  const text = printExpression(fresh);
  const [order, suffix] = [test.operator.slice(0, 2), test.operator.slice(2)];
  const isForward = printExpression(test.left) === text && isSelf(test.right);
  if (!isForward && !(isSelf(test.left) && printExpression(test.right) === text)) return undefined;
  // As the new value compares with the old one where the new one is taken.
  const straight = isForward ? order : (OPPOSITE[order] as string);
  const taken = isSelf(then) ? (OPPOSITE[straight] as string) : straight;
  const strict = taken.startsWith('l') ? 'lt' : 'gt';
  return { kind: strict === 'lt' ? 'least' : 'greatest', comparison: `${strict}${suffix}` as Binary['operator'] };
}

/** What a lane starts with, where it is not the local itself. */
export function neutral({ kind, type }: Reduction): Expression | undefined {
  if (kind === 'least' || kind === 'greatest') return undefined;
  // -0 added to -0 stays.
  if (kind === 'add') return constant(type, type === 'f32' || type === 'f64' ? -0 : 0);
  return constant(type, kind === 'mul' ? 1 : kind === 'and' ? -1 : 0);
}

/** The local with the part of a lane. */
export function combined({ kind, comparison }: Reduction, old: Expression, part: Expression): Expression {
  if (comparison) return select(binary(comparison, part, old), part, old);
  return binary(kind as 'add', old, part);
}
