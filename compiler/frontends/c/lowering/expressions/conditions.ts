/**
 * Conditions: tests, `!`, `&&`, `||`, `?:` (C99 6.5.13 to 6.5.15).
 *
 * Takes: an expression. Gives: `lowerTest`, an i32 that is nonzero where the expression is true. The one idea: arms
 * without statements become a lazy select; arms with statements become an if that sets temporaries. Control flow uses
 * tests directly, without normalizing them to 0 or 1.
 */

import { constI32, isConstant, isConstantValue, not, select, truth } from '../../../../ir/builders.ts';
import type { Expression, Statement } from '../../../../ir/ir.ts';
import type { Expression as CExpression } from '../../ast/ast.ts';
import type { CType } from '../../semantics/types/types.ts';
import type { FunctionLowering } from '../function.ts';
import { scalarsOf } from '../shape.ts';
import { NONE, partsOf, scalarValue, type Value, valueOfParts } from '../value.ts';
import { convertValue, notOf, truthOf } from './conversions.ts';
import { lowerEffect, lowerValue, typeOf, valueType } from './expressions.ts';
import { drop, setAll, stable, stableValue } from './sequencing.ts';
import { inPrivateMemory } from './structs.ts';

type Logical = CExpression & { kind: 'Binary' };
type Conditional = CExpression & { kind: 'Conditional' };

/** i32: nonzero where the expression compares unequal to zero. */
export function lowerTest(f: FunctionLowering, e: CExpression): Expression {
  if (f.unit.facts.constantOf[e.id] || f.unit.facts.conversions[e.id]?.length) return truthOf(f, lowerValue(f, e));
  if (e.kind === 'Unary' && e.operator === '!') return notOfTest(f, e.operand);
  if (isLogical(e)) return lowerLogicalTest(f, e);
  return truthOf(f, lowerValue(f, e));
}

export function isLogical(e: CExpression): e is Logical {
  return e.kind === 'Binary' && (e.operator === '&&' || e.operator === '||');
}

function notOfTest(f: FunctionLowering, operand: CExpression): Expression {
  return isLogical(operand) ? not(lowerTest(f, operand)) : notOf(f, lowerValue(f, operand));
}

/** `a && b` or `a || b` as a value: 0 or 1. */
export function lowerLogical(f: FunctionLowering, e: Logical): Value {
  return scalarValue(truth(lowerLogicalTest(f, e)));
}

function lowerLogicalTest(f: FunctionLowering, e: Logical): Expression {
  const left = lowerTest(f, e.left);
  const conjunction = e.operator === '&&';
  if (isConstant(left) && isConstantValue(left, 0) === conjunction) return constI32(conjunction ? 0 : 1);
  let right: Expression = constI32(0);
  const statements = f.collect(() => {
    right = lowerTest(f, e.right);
  });
  if (statements.length > 0) return decideInSteps(f, left, conjunction, statements, right);
  return conjunction ? select(left, right, constI32(0)) : select(left, constI32(1), right);
}

/** The right side has statements: they run only if the left side has not decided. */
function decideInSteps(
  f: FunctionLowering,
  left: Expression,
  conjunction: boolean,
  statements: Statement[],
  right: Expression,
): Expression {
  const result = f.temporary('i32');
  const first = stable(f, left);
  f.set(result, constI32(conjunction ? 0 : 1));
  const decided: Statement[] = [...statements, { op: 'set', local: result, value: right }];
  f.emit({ op: 'if', test: conjunction ? first : not(first), then: decided, otherwise: [] });
  return f.read(result);
}

export function lowerConditional(f: FunctionLowering, e: Conditional): Value {
  const { type } = typeOf(f, e);
  if (!e.then) return lowerElvis(f, e, type);
  const { then } = e;
  const test = lowerTest(f, e.test);
  return choose(f, test, type, [() => armValue(f, then, type), () => armValue(f, e.otherwise, type)]);
}

function armValue(f: FunctionLowering, arm: CExpression, type: CType): Value {
  if (type.kind !== 'void') return convertValue(f, lowerValue(f, arm), valueType(f, arm), type);
  lowerEffect(f, arm);
  return NONE;
}

/** GNU `test ?: otherwise`: the test is evaluated once. */
function lowerElvis(f: FunctionLowering, e: Conditional, type: CType): Value {
  const tested = stableValue(f, lowerValue(f, e.test));
  const from = valueType(f, e.test);
  return choose(f, truthOf(f, tested), type, [
    () => convertValue(f, tested, from, type),
    () => armValue(f, e.otherwise, type),
  ]);
}

/** One of two values of a type, by a test. */
function choose(
  f: FunctionLowering,
  test: Expression,
  type: CType,
  [then, otherwise]: [() => Value, () => Value],
): Value {
  if (test.op === 'const') return isConstantValue(test, 0) ? otherwise() : then();
  const first = chosenArm(f, type, then);
  const second = chosenArm(f, type, otherwise);
  if (first.statements.length + second.statements.length === 0) {
    const kept = first.parts.length > 1 ? stable(f, test) : test;
    return valueOfArm(
      type,
      first.parts.map((part, index) => select(kept, part, second.parts[index] as Expression)),
    );
  }
  return chooseByIf(f, test, type, first, second);
}

interface Arm {
  readonly statements: Statement[];
  readonly parts: readonly Expression[];
}

/** The scalars of an arm; a struct is represented by its address. */
function chosenArm(f: FunctionLowering, type: CType, lower: () => Value): Arm {
  let parts: readonly Expression[] = [];
  const statements = f.collect(() => {
    const value = lower();
    parts = value.kind === 'struct' ? [inPrivateMemory(f, value.place).address] : partsOf(value, type);
  });
  return { statements, parts };
}

function valueOfArm(type: CType, parts: readonly Expression[]): Value {
  const isStruct = type.kind === 'struct' && parts[0] !== undefined;
  if (!isStruct) return valueOfParts(parts, type);
  return { kind: 'struct', place: { kind: 'memory', address: parts[0] as Expression, type, volatile: false } };
}

function chooseByIf(f: FunctionLowering, test: Expression, type: CType, first: Arm, second: Arm): Value {
  const machines = type.kind === 'struct' ? (['i32'] as const) : scalarsOf(type);
  const names = machines.map((machine) => f.temporary(machine));
  const arm = ({ statements, parts }: Arm) => [...statements, ...f.collect(() => setAll(f, names, parts))];
  f.emit({ op: 'if', test, then: arm(first), otherwise: arm(second) });
  return valueOfArm(
    type,
    names.map((name) => f.read(name)),
  );
}

/** A conditional expression whose value is unused. */
export function lowerEffectOfChoice(f: FunctionLowering, e: Logical | Conditional): void {
  if (e.kind === 'Binary') {
    const left = lowerTest(f, e.left);
    const right = f.collect(() => lowerEffect(f, e.right));
    emitIf(f, e.operator === '&&' ? left : not(left), right, []);
    return;
  }
  const test = lowerTest(f, e.test);
  const then = f.collect(() => {
    if (e.then) lowerEffect(f, e.then);
  });
  const otherwise = f.collect(() => lowerEffect(f, e.otherwise));
  emitIf(f, test, then, otherwise);
}

/** An if, unless it is empty. */
export function emitIf(f: FunctionLowering, test: Expression, then: Statement[], otherwise: Statement[]): void {
  if (then.length > 0) f.emit({ op: 'if', test, then, otherwise });
  else if (otherwise.length > 0) f.emit({ op: 'if', test: not(test), then: otherwise, otherwise: [] });
  else drop(f, scalarValue(test));
}
