/**
 * Expressions: from a node of the tree to its Operand, one case a node kind (C99 6.5, UPC 6.4).
 *
 * Takes: an expression. Gives: its operand, before any conversion by its context; facts of the whole subtree are
 * written. The files named in the imports hold a kind or a family of kinds each.
 */

import { InternalError } from '../../../../diagnostics/diagnostic.ts';
import type {
  ChooseExpression,
  Comma,
  Expression,
  StatementExpression,
  TypesCompatible,
  VaArg,
} from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { coindex } from '../coarrays/coindices.ts';
import { section } from '../coarrays/sections.ts';
import { integerConstant, isTrue } from '../constants/constants.ts';
import { typeName } from '../declarations/typenames.ts';
import { compoundLiteral } from '../initializers/compound-literals.ts';
import { labelAddress } from '../statements/jumps.ts';
import { compound } from '../statements/statements.ts';
import { compatibleTypes, promotedArgument } from '../types/compatible.ts';
import { INT, isInteger, unqualified, VOID } from '../types/primitives.ts';
import { VA_LIST } from '../types/signature.ts';
import { isComplete } from '../types/sizes.ts';
import type { QualifiedType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import { assignment } from './assignment.ts';
import { binary } from './binary.ts';
import { call } from './calls.ts';
import { cast } from './casts.ts';
import { conditional } from './conditional.ts';
import { value } from './conversions.ts';
import { generic } from './generic.ts';
import { incrementDecrement } from './increments.ts';
import { indexed, member, offsetOf } from './members.ts';
import { failure, type Operand, operand } from './operand.ts';
import {
  characterLiteral,
  floatingLiteral,
  identifier,
  integerLiteral,
  myThread,
  stringLiteral,
  threads,
} from './primary.ts';
import { sizeOfOperator } from './sizeof.ts';
import { unary } from './unary.ts';

/** The operand of an expression, its own conversions not yet applied. */
export function expression(a: Analysis, node: Expression): Operand {
  switch (node.kind) {
    case 'IntegerLiteral':
      return integerLiteral(a, node);
    case 'FloatingLiteral':
      return floatingLiteral(a, node);
    case 'CharacterLiteral':
      return characterLiteral(a, node);
    case 'StringLiteral':
      return stringLiteral(a, node);
    case 'Identifier':
      return identifier(a, node);
    case 'Threads':
      return threads(a, node);
    case 'MyThread':
      return myThread(a, node);
    case 'Unary':
      return unary(a, node);
    case 'IncrementDecrement':
      return incrementDecrement(a, node);
    case 'SizeOf':
      return sizeOfOperator(a, node);
    case 'Cast':
      return cast(a, node);
    case 'Binary':
      return binary(a, node);
    case 'Assignment':
      return assignment(a, node);
    case 'Conditional':
      return conditional(a, node);
    case 'Comma':
      return comma(a, node);
    case 'Call':
      return call(a, node);
    case 'Index':
      return indexed(a, node);
    case 'Member':
      return member(a, node);
    case 'CompoundLiteral':
      return compoundLiteral(a, node);
    case 'StatementExpression':
      return statementExpression(a, node);
    case 'VaArg':
      return vaArg(a, node);
    case 'OffsetOf':
      return offsetOf(a, node);
    case 'TypesCompatible':
      return typesCompatible(a, node);
    case 'ChooseExpression':
      return choose(a, node);
    case 'GenericSelection':
      return generic(a, node);
    case 'LabelAddress':
      return labelAddress(a, node);
    case 'Section':
      return section(a, node);
    case 'Coindex':
      return coindex(a, node);
    default:
      throw new InternalError(`no rule for the expression ${(node as Expression).kind}`, (node as Expression).location);
  }
}

/** An expression's value: an operand after lvalue, array and function conversion. */
export function rvalue(a: Analysis, node: Expression): Operand {
  const { analyzed } = a;
  if (analyzed?.node !== node) return value(a, expression(a, node));
  delete a.analyzed;
  return analyzed;
}

/** An expression evaluated for its effects; a void expression is welcome. */
export function effectOf(a: Analysis, node: Expression): Operand {
  const o = expression(a, node);
  const readable = o.type.type.kind === 'array' || o.type.type.kind === 'function' || isComplete(o.type.type);
  return readable ? value(a, o) : o;
}

/** The long left spines of `a, b, c, ...` are walked without recursion. */
function comma(a: Analysis, node: Comma): Operand {
  const spine: Comma[] = [];
  let leftmost: Expression = node;
  while (leftmost.kind === 'Comma') {
    spine.push(leftmost);
    leftmost = leftmost.left;
  }
  let left = effectOf(a, leftmost);
  for (const each of spine.reverse()) {
    const right = effectOf(a, each.right);
    left = left.failed || right.failed ? failure(a, each) : operand(a, each, right.type, bitsOf(right));
  }
  return left;
}

function bitsOf({ bits }: Operand): { bits?: number } {
  return bits === undefined ? {} : { bits };
}

/** GNU: the value is that of the last statement, if that is an expression. */
function statementExpression(a: Analysis, node: StatementExpression): Operand {
  if (!a.function) {
    a.error('SEM3010', 'a braced-group within an expression is allowed only inside a function', node.location);
    return failure(a, node);
  }
  const outer = a.region;
  a.region = { kind: 'statement expression', location: node.location, ...(outer && { outer }) };
  compound(a, node.body);
  a.region = outer;
  return operand(a, node, resultOf(a, node));
}

function resultOf(a: Analysis, { body }: StatementExpression): QualifiedType {
  let last = body.items.at(-1);
  while (last?.kind === 'Labeled') last = last.body;
  if (last?.kind !== 'ExpressionStatement' || !last.expression) return { type: VOID };
  const { id } = last.expression;
  const converted = a.conversions[id]?.at(-1)?.to;
  return converted ? { type: converted } : unqualified(a.typeOf[id] ?? { type: VOID });
}

/** C99 7.15.1.1: the list stays an lvalue, because va_arg moves it on. */
function vaArg(a: Analysis, node: VaArg): Operand {
  const list = argumentList(a, node.list);
  const type = typeName(a, node.typeName);
  if (list.failed) return failure(a, node);
  if (!list.lvalue || !compatibleTypes(list.type.type, VA_LIST)) {
    const text = `first argument to 'va_arg' is not of type 'va_list' but '${typeText(list.type)}'`;
    a.error('SEM3011', text, node.list.location);
    return failure(a, node);
  }
  warnPromoted(a, node, type);
  return operand(a, node, unqualified(type));
}

/** As where va_list is an array, which is no lvalue behind a comma either and is moved on all the same. */
function argumentList(a: Analysis, node: Expression): Operand {
  if (node.kind !== 'Comma') return expression(a, node);
  effectOf(a, node.left);
  return argumentList(a, node.right);
}

function warnPromoted(a: Analysis, node: VaArg, { type }: QualifiedType): void {
  const passed = promotedArgument(type);
  if (passed === type) return;
  const [name, promoted] = [typeText({ type }), typeText({ type: passed })];
  const text = `'${name}' is promoted to '${promoted}' when passed through '...': use va_arg with '${promoted}'`;
  a.warning('SEM3012', 'varargs', text, node.typeName.location);
}

function typesCompatible(a: Analysis, node: TypesCompatible): Operand {
  const first = typeName(a, node.first);
  const second = typeName(a, node.second);
  const same = compatibleTypes(first.type, second.type);
  return operand(a, node, { type: INT }, { constant: integerConstant(same ? 1 : 0) });
}

/** GNU: the chosen expression stands for the whole, lvalue or not; the other one is not even converted. */
function choose(a: Analysis, node: ChooseExpression): Operand {
  const test = rvalue(a, node.test);
  const truth = test.constant && isInteger(test.type.type) ? isTrue(test.constant) : undefined;
  if (truth === undefined) {
    if (!test.failed)
      a.error('SEM3013', "first argument to '__builtin_choose_expr' not an integer constant", node.test.location);
    return failure(a, node);
  }
  const [taken, other] = truth ? [node.then, node.otherwise] : [node.otherwise, node.then];
  return standFor(a, node, taken, [other]);
}

/** The chosen expression stands for the whole. */
export function standFor(a: Analysis, node: Expression, taken: Expression, others: readonly Expression[]): Operand {
  a.chosenOf[node.id] = taken;
  const chosen = expression(a, taken);
  for (const other of others) a.withoutEvaluation(() => expression(a, other));
  if (chosen.failed) return failure(a, node);
  const { type, node: _node, failed: _failed, ...details } = chosen;
  return operand(a, node, type, details);
}
