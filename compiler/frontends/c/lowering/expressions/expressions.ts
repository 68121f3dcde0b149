/**
 * Expressions: dispatch on the node kind, from a node of the tree to its Value.
 *
 * Takes: an expression and its facts. Gives: `lowerValue` (the value after implicit conversions) and `lowerEffect`
 * (side effects only). Effects go to `f.code` in C's order of evaluation.
 */

import { InternalError } from '../../../../diagnostics/diagnostic.ts';
import { constant, constI32, functionAddress, myThread, zero } from '../../../../ir/builders.ts';
import type { Expression } from '../../../../ir/ir.ts';
import type { Expression as CExpression, TypeName } from '../../ast/ast.ts';
import type { Constant, Symbol as CSymbol } from '../../semantics/facts.ts';
import type { CType, QualifiedType } from '../../semantics/types/types.ts';
import type { FunctionLowering } from '../function.ts';
import { loadPlace } from '../places/access.ts';
import { plus, product, wrapped } from '../places/address.ts';
import { decayPlace, lowerPlace } from '../places/places.ts';
import { shapeOf } from '../shape.ts';
import { lowerStatementExpression } from '../statements/statements.ts';
import { expressionOf, scalarValue, type Value } from '../value.ts';
import { lowerBinary, lowerUnary } from './arithmetic.ts';
import { lowerAssignment, lowerIncrement } from './assignments.ts';
import { lowerCall } from './calls.ts';
import { lowerConditional, lowerEffectOfChoice, lowerLogical } from './conditions.ts';
import { convertValue } from './conversions.ts';
import { drop } from './sequencing.ts';
import { evaluateLengths, sizeExpression, threadCount } from './sizes.ts';
import { lowerVaArg } from './varargs.ts';

/** The type of an expression before its conversions. */
export function typeOf(f: FunctionLowering, e: CExpression): QualifiedType {
  const type = f.unit.facts.typeOf[e.id];
  if (!type) throw new InternalError(`no type for this ${e.kind}`, e.location);
  return type;
}

/** The type of an expression's value after its conversions. */
export function valueType(f: FunctionLowering, e: CExpression): CType {
  return f.unit.facts.conversions[e.id]?.at(-1)?.to ?? typeOf(f, e).type;
}

/** The value of an expression, conversions applied. */
export function lowerValue(f: FunctionLowering, e: CExpression): Value {
  const known = f.evaluated.get(e);
  if (known) return known;
  let value = lowerConstant(f, e);
  let type = f.unit.facts.typeOf[e.id]?.type;
  for (const conversion of f.unit.facts.conversions[e.id] ?? []) {
    if (conversion.kind === 'load') value ??= loadPlace(f, lowerPlace(f, e));
    else if (conversion.kind === 'decay') value ??= decay(f, e);
    else value = convertValue(f, value ?? lowerBare(f, e), type as CType, conversion.to);
    type = conversion.to;
  }
  return value ?? lowerBare(f, e);
}

/** The value of a scalar as one IR expression. */
export function lowerScalar(f: FunctionLowering, e: CExpression): Expression {
  return expressionOf(lowerValue(f, e));
}

/** The value of an integer as i32, whatever its width. */
export function lowerInteger(f: FunctionLowering, e: CExpression): Expression {
  return wrapped(lowerScalar(f, e));
}

/** Evaluates the expression for its side effects. */
export function lowerEffect(f: FunctionLowering, e: CExpression): void {
  switch (e.kind) {
    case 'Assignment':
      lowerAssignment(f, e, false);
      return;
    case 'IncrementDecrement':
      lowerIncrement(f, e, false);
      return;
    case 'Call':
      drop(f, lowerCall(f, e, false));
      return;
    case 'Comma':
      lowerEffect(f, e.left);
      lowerEffect(f, e.right);
      return;
    case 'Cast':
      if (f.unit.facts.namedType[e.typeName.id]?.type.kind === 'void') lowerEffect(f, e.operand);
      else drop(f, lowerValue(f, e));
      return;
    case 'Conditional':
      lowerEffectOfChoice(f, e);
      return;
    case 'Binary':
      if (e.operator === '&&' || e.operator === '||') lowerEffectOfChoice(f, e);
      else drop(f, lowerValue(f, e));
      return;
    case 'StatementExpression':
      lowerStatementExpression(f, e, false);
      return;
    default:
      drop(f, lowerValue(f, e));
  }
}

/** An array or function designator as a pointer. */
function decay(f: FunctionLowering, e: CExpression): Value {
  const { type } = typeOf(f, e);
  if (type.kind === 'function') return functionPointer(f, e);
  return decayPlace(lowerPlace(f, e));
}

/** A function designator: a name, or `*p` of a function pointer, whose value is p's. */
export function functionPointer(f: FunctionLowering, e: CExpression): Value {
  if (e.kind === 'Unary' && e.operator === '*') return lowerValue(f, e.operand);
  const symbol = f.unit.facts.symbolOf[e.id];
  if (symbol?.kind === 'function') return scalarValue(functionAddress(f.unit.functionName(symbol)));
  return lowerBare(f, e);
}

// ---------------------------------------------------------------- constants

/** The value of a constant expression before its conversions. */
function lowerConstant(f: FunctionLowering, e: CExpression): Value | undefined {
  const known = f.unit.facts.constantOf[e.id];
  const type = f.unit.facts.typeOf[e.id]?.type;
  if (!known || !type) return undefined;
  // Address constants are lowered by their expressions, which reduce to a symbol and an offset.
  if (known.kind === 'address') return undefined;
  return constantValue(known, type);
}

function constantValue(known: Exclude<Constant, { kind: 'address' }>, type: CType): Value | undefined {
  const shape = shapeOf(type);
  const plain = known.kind === 'complex' ? known.real : known.value;
  switch (shape.kind) {
    case 'scalar':
      return scalarValue(constant(shape.machine, plain));
    case 'complex': {
      const imaginary = known.kind === 'complex' ? known.imaginary : 0;
      return {
        kind: 'complex',
        real: constant(shape.machine, Number(plain)),
        imaginary: constant(shape.machine, imaginary),
      };
    }
    case 'shared': {
      const address = constant('shared', plain);
      return { kind: 'shared', pointer: { kind: 'address', address, ...(shape.phased && { phase: zero('i32') }) } };
    }
    default:
      return undefined;
  }
}

// ---------------------------------------------------------------- node kinds

/** The value before conversions. */
function lowerBare(f: FunctionLowering, e: CExpression): Value {
  switch (e.kind) {
    case 'Identifier':
      return lowerName(f, e, f.unit.facts.symbolOf[e.id]);
    case 'Threads':
      return scalarValue(threadCount(f));
    case 'MyThread':
      return scalarValue(myThread);
    case 'Unary':
      return lowerUnary(f, e);
    case 'IncrementDecrement':
      return lowerIncrement(f, e, true);
    case 'SizeOf':
      return lowerSizeOf(f, e);
    case 'Cast':
      return lowerCast(f, e);
    case 'Binary':
      return e.operator === '&&' || e.operator === '||' ? lowerLogical(f, e) : lowerBinary(f, e);
    case 'Assignment':
      return lowerAssignment(f, e, true);
    case 'Conditional':
      return lowerConditional(f, e);
    case 'Comma':
      lowerEffect(f, e.left);
      return lowerValue(f, e.right);
    case 'Call':
      return lowerCall(f, e, true);
    case 'StatementExpression':
      return lowerStatementExpression(f, e, true);
    case 'VaArg':
      return lowerVaArg(f, e);
    case 'ChooseExpression':
    case 'GenericSelection':
      return lowerValue(f, chosen(f, e));
    case 'Index':
    case 'Member':
    case 'Section':
    case 'Coindex':
    case 'CompoundLiteral':
    case 'StringLiteral':
      return loadPlace(f, lowerPlace(f, e));
    case 'OffsetOf':
      return lowerOffsetOf(f, e);
    default:
      throw new InternalError(`this ${e.kind} has no constant value`, e.location);
  }
}

function lowerName(f: FunctionLowering, e: CExpression, symbol: CSymbol | undefined): Value {
  switch (symbol?.kind) {
    case 'object':
      return loadPlace(f, lowerPlace(f, e));
    case 'function':
      return functionPointer(f, e);
    case 'enumerator':
      return scalarValue(constant('i32', symbol.value));
    default:
      throw new InternalError('this name is not bound', e.location);
  }
}

/** The expression selected by __builtin_choose_expr or _Generic. */
export function chosen(f: FunctionLowering, e: CExpression): CExpression {
  const found = f.unit.facts.chosenOf[e.id];
  if (!found) throw new InternalError(`this ${e.kind} has not chosen`, e.location);
  return found;
}

function lowerCast(f: FunctionLowering, e: CExpression & { kind: 'Cast' }): Value {
  const to = namedType(f, e.typeName);
  return convertValue(f, lowerValue(f, e.operand), valueType(f, e.operand), to.type);
}

/** The type of a TypeName whose variable lengths have been evaluated. */
export function namedType(f: FunctionLowering, name: TypeName): QualifiedType {
  const type = f.unit.facts.namedType[name.id];
  if (!type) throw new InternalError('this type name has no type', name.location);
  if (f.facts) evaluateLengths(f, name);
  return type;
}

/** A non-constant sizeof: with a variable length or THREADS. */
function lowerSizeOf(f: FunctionLowering, e: CExpression & { kind: 'SizeOf' }): Value {
  const { operand } = e;
  const type = operand.kind === 'TypeName' ? namedType(f, operand) : typeOf(f, operand);
  return scalarValue(sizeExpression(f, type.type));
}

/** offsetof with a non-constant index. */
function lowerOffsetOf(f: FunctionLowering, e: CExpression & { kind: 'OffsetOf' }): Value {
  let type = namedType(f, e.typeName).type;
  let offset: Expression = constI32(0);
  for (const step of e.path) {
    const [next, moved] = offsetStep(f, type, step);
    type = next;
    offset = plus(offset, moved);
  }
  return scalarValue(offset);
}

function offsetStep(
  f: FunctionLowering,
  type: CType,
  step: (CExpression & { kind: 'OffsetOf' })['path'][number],
): [CType, Expression] {
  if (step.kind === 'member') {
    const found = findMember(type, step.name);
    if (!found) throw new InternalError(`no member ${step.name}`, step.location);
    return [found.type, constI32(found.offset)];
  }
  if (type.kind !== 'array') throw new InternalError('an index into what is no array', step.location);
  const element = type.element.type;
  return [element, product(lowerInteger(f, step.index), sizeExpression(f, element))];
}

function findMember(type: CType, name: string): { type: CType; offset: number } | undefined {
  if (type.kind !== 'struct') return undefined;
  for (const member of type.members ?? []) {
    if (member.name === name) return { type: member.type.type, offset: member.offset };
    const inner = member.name === undefined ? findMember(member.type.type, name) : undefined;
    if (inner) return { type: inner.type, offset: member.offset + inner.offset };
  }
  return undefined;
}
