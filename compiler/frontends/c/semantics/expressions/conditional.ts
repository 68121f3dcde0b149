/**
 * The conditional operator (C99 6.5.15) and GNU's form without a middle.
 */

import { advice } from '../../../../diagnostics/diagnostic.ts';
import type { Conditional } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { isTrue } from '../constants/constants.ts';
import { compatibleTypes, compositeOf } from '../types/compatible.ts';
import {
  isArithmetic,
  isGenericPointerToShared,
  isInteger,
  isPointer,
  isPointerToShared,
  isScalar,
  isStruct,
  pointerTo,
  ultimateElement,
  VOID,
} from '../types/primitives.ts';
import { qualify, unionOfQualifiers } from '../types/qualified.ts';
import type { CType, PointerType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import { sameTarget } from './assignable.ts';
import { commonType, convertTo } from './conversions.ts';
import { effectOf, rvalue } from './expressions.ts';
import { failure, isNullPointerConstant, type Operand, operand } from './operand.ts';
import { differenceOf } from './shared-pointers.ts';

export function conditional(a: Analysis, node: Conditional): Operand {
  const test = rvalue(a, node.test);
  if (!test.failed && !isScalar(test.type.type)) {
    a.error('SEM3060', `used '${typeText(test.type)}' type value where scalar is required`, node.test.location);
    return failure(a, node);
  }
  const truth = test.constant && isTrue(test.constant);
  const then = branch(a, truth === false, () => (node.then ? effectOf(a, node.then) : test));
  const otherwise = branch(a, truth === true, () => effectOf(a, node.otherwise));
  if (test.failed || then.failed || otherwise.failed) return failure(a, node);
  const type = commonResult(a, node, then, otherwise);
  if (!type) return failure(a, node);
  if (type.kind !== 'void' && type.kind !== 'struct') for (const each of [then, otherwise]) convertTo(a, each, type);
  const chosen = truth === undefined ? undefined : truth ? then : otherwise;
  return operand(a, node, { type }, chosen ? known(chosen) : {});
}

function branch(a: Analysis, dead: boolean, analyse: () => Operand): Operand {
  return dead ? a.withoutEvaluation(analyse) : analyse();
}

function known({ constant, sharedAddress }: Operand): Partial<Operand> {
  return { ...(constant && { constant }), ...(sharedAddress && { sharedAddress }) };
}

function commonResult(a: Analysis, node: Conditional, then: Operand, otherwise: Operand): CType | undefined {
  const [x, y] = [then.type.type, otherwise.type.type];
  if (isArithmetic(x) && isArithmetic(y)) return commonType(then, otherwise);
  if (x.kind === 'void' || y.kind === 'void') return VOID;
  if (isStruct(x) && compatibleTypes(x, y)) return x;
  if (isPointer(x) && isNullPointerConstant(otherwise)) return x;
  if (isPointer(y) && isNullPointerConstant(then)) return y;
  if (isPointer(x) && isPointer(y)) return commonPointer(a, node, x, y);
  if (isPointer(x) && isInteger(y)) return withInteger(a, node, x);
  if (isPointer(y) && isInteger(x)) return withInteger(a, node, y);
  return mismatch(a, node, x, y);
}

function mismatch(a: Analysis, node: Conditional, x: CType, y: CType): undefined {
  const types = `'${typeText({ type: x })}' and '${typeText({ type: y })}'`;
  a.error('SEM3061', `type mismatch in conditional expression (${types})`, node.location);
  return undefined;
}

function withInteger(a: Analysis, node: Conditional, pointer: PointerType): CType | undefined {
  const text = `pointer/integer type mismatch in conditional expression ('${typeText({ type: pointer })}')`;
  if (isPointerToShared(pointer)) {
    a.error('UPC3137', `${text}: only the constant 0 can become a pointer-to-shared (UPC 1.3, 6.4.3)`, node.location);
    return undefined;
  }
  a.warning('SEM3062', 'int-conversion', text, node.location);
  return pointer;
}

/** C99 6.5.15p6: a pointer to the composite type with the qualifiers of both. */
function commonPointer(a: Analysis, node: Conditional, x: PointerType, y: PointerType): CType | undefined {
  const types = `'${typeText({ type: x })}' and '${typeText({ type: y })}'`;
  if (isPointerToShared(x) !== isPointerToShared(y)) {
    const text = `one side of the conditional is a pointer-to-shared, the other a pointer to private data`;
    const hint = advice('cast the pointer-to-shared where it points to own data');
    a.error('UPC3138', `${text} (${types}; UPC 1.3, 6.4.3)`, node.location, hint);
    return undefined;
  }
  const qualifiers = unionOfQualifiers(ultimateElement(x.to), ultimateElement(y.to));
  const voidSide = [x, y].find((each) => each.to.type.kind === 'void');
  if (voidSide) return pointerTo(qualify(voidSide.to, { ...qualifiers, ...genericLayout(voidSide) }));
  if (isPointerToShared(x)) {
    const problem = differenceOf(x.to, y.to);
    if (problem) return sharedMismatch(a, node, problem, types);
  } else if (!sameTarget(x, y)) {
    const text = `pointer type mismatch in conditional expression (${types})`;
    a.warning('SEM3063', 'incompatible-pointer-types', text, node.location);
    return pointerTo(qualify({ type: VOID }, qualifiers));
  }
  const to = compatibleTypes(x.to.type, y.to.type) ? compositeOf(x.to, y.to) : x.to;
  return pointerTo(qualify(to, qualifiers));
}

function genericLayout(pointer: PointerType) {
  return isGenericPointerToShared(pointer) ? { shared: { block: 1 } } : {};
}

function sharedMismatch(a: Analysis, node: Conditional, problem: string, types: string): undefined {
  const text = `the sides of the conditional are pointers-to-shared of different types: ${problem}`;
  const hint = advice("cast one of them to the other's type");
  a.error('UPC3139', `${text} (${types}; UPC 1.3, 6.5.1.1)`, node.location, hint);
  return undefined;
}
