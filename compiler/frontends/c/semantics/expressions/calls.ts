/**
 * Function calls (C99 6.5.2.2).
 *
 * One idea: with a prototype each argument is converted as if by assignment, without one the default argument
 * promotions apply; intrinsics have rules of their own (intrinsics.ts).
 */

import { type Note, noteAt } from '../../../../diagnostics/diagnostic.ts';
import type { Call, Expression } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { checkCoarrayAddress } from '../coarrays/coindices.ts';
import { checkControlCall } from '../coarrays/image-blocks.ts';
import type { FunctionSymbol } from '../facts.ts';
import { isIntrinsic } from '../intrinsics/builtins.ts';
import { checkFormat } from '../intrinsics/formats.ts';
import { intrinsicCall } from '../intrinsics/intrinsics.ts';
import { unqualified } from '../types/primitives.ts';
import { isComplete } from '../types/sizes.ts';
import type { FunctionType, QualifiedType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import { assign } from './assignable.ts';
import { promoteArgument, value } from './conversions.ts';
import { expression, rvalue } from './expressions.ts';
import { failure, type Operand, operand } from './operand.ts';
import { calledIdentifier } from './primary.ts';

export function call(a: Analysis, node: Call): Operand {
  const { callee } = node;
  const o = callee.kind === 'Identifier' ? calledIdentifier(a, callee) : expression(a, callee);
  const symbol = a.symbolOf[named(a, callee).id];
  if (symbol?.kind === 'function') {
    if (isIntrinsic(symbol)) return intrinsicCall(a, node, symbol);
  }
  const type = functionType(a, node, value(a, o));
  const values = node.arguments.map((argument) => rvalue(a, argument));
  if (!type) return failure(a, node);
  const known = symbol?.kind === 'function' ? symbol : undefined;
  if (known) checkControlCall(a, known.name, node.location);
  const passed = passArguments(a, node, type, values, known);
  if (known) checkFormat(a, known.name, node);
  return passed ? result(a, node, type) : resultAfterError(a, node, type);
}

function functionType(a: Analysis, node: Call, callee: Operand): FunctionType | undefined {
  if (callee.failed) return undefined;
  const { type } = callee.type;
  if (type.kind === 'pointer' && type.to.type.kind === 'function') return type.to.type;
  const text = `called object of type '${typeText(callee.type)}' is not a function or function pointer`;
  const symbol = a.symbolOf[node.callee.id];
  a.error('SEM3200', text, node.location, noteAt('declared here', symbol?.location));
  return undefined;
}

/** The expression that a callee stands for: itself, or what __builtin_choose_expr or _Generic has chosen. */
function named(a: Analysis, callee: Expression): Expression {
  const chosen = a.chosenOf[callee.id];
  return chosen ? named(a, chosen) : callee;
}

function calleeName(a: Analysis, node: Call): string {
  const callee = named(a, node.callee);
  return callee.kind === 'Identifier' || callee.kind === 'Member' ? callee.name : 'expression';
}

function result(a: Analysis, node: Call, { result: type }: FunctionType): Operand {
  if (type.type.kind !== 'void' && !isComplete(type.type)) {
    a.error('SEM3201', `'${calleeName(a, node)}' returns the incomplete type '${typeText(type)}'`, node.location);
    return failure(a, node);
  }
  return operand(a, node, unqualified(type));
}

/** The call's type is known though its arguments were wrong. */
function resultAfterError(a: Analysis, node: Call, type: FunctionType): Operand {
  return { ...operand(a, node, unqualified(type.result)), failed: true };
}

/** Checks and converts the arguments; false after an error that makes the call useless. */
export function passArguments(
  a: Analysis,
  node: Call,
  { parameters, variadic }: FunctionType,
  values: readonly Operand[],
  symbol?: FunctionSymbol,
): boolean {
  if (parameters && !checkCount(a, node, parameters, variadic, values.length, symbol)) return false;
  const before = a.bag.all.length;
  values.forEach((each, index) => {
    const parameter = parameters?.[index];
    if (parameter) passTo(a, node, each, parameter, index, symbol);
    else passPromoted(a, each);
  });
  return !a.bag.all.slice(before).some(({ severity }) => severity === 'error') && !values.some(({ failed }) => failed);
}

function passTo(
  a: Analysis,
  node: Call,
  argument: Operand,
  parameter: QualifiedType,
  index: number,
  symbol: FunctionSymbol | undefined,
): void {
  const purpose = {
    kind: 'argument' as const,
    position: index + 1,
    callee: calleeName(a, node),
    ...(symbol && { declared: symbol.location }),
  };
  assign(a, argument, unqualified(parameter), purpose);
  const declared = symbol && a.coarrayParameters.get(symbol)?.[index];
  if (declared?.coshape)
    checkCoarrayAddress(a, argument.node, `argument ${index + 1} of '${calleeName(a, node)}'`, declared);
}

function passPromoted(a: Analysis, argument: Operand): void {
  if (!argument.failed && argument.type.type.kind === 'void')
    a.error('SEM3202', 'invalid use of void expression as an argument', argument.node.location);
  promoteArgument(a, argument);
}

function checkCount(
  a: Analysis,
  node: Call,
  parameters: readonly QualifiedType[],
  variadic: boolean,
  given: number,
  symbol: FunctionSymbol | undefined,
): boolean {
  const wanted = parameters.length;
  if (given === wanted || (variadic && given > wanted)) return true;
  const few = given < wanted;
  const counts = `${variadic ? 'at least ' : ''}${wanted} expected, ${given} given`;
  const notes: Note[] = noteAt('declared here', symbol?.location);
  const text = `too ${few ? 'few' : 'many'} arguments to function '${calleeName(a, node)}' (${counts})`;
  a.error('SEM3203', text, node.location, notes);
  return false;
}
