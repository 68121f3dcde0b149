/**
 * Arithmetic and comparison of pointers (C99 6.5.6, 6.5.8, 6.5.9) and of pointers-to-shared (UPC 6.4.2).
 */

import { advice } from '../../../../diagnostics/diagnostic.ts';
import type { Location } from '../../../../source/source.ts';
import type { Binary } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { integerConstant } from '../constants/constants.ts';
import { foldBinary } from '../constants/fold.ts';
import type { Constant } from '../facts.ts';
import {
  INT,
  isGenericPointerToShared,
  isInteger,
  isPointer,
  isPointerToShared,
  isShared,
  POINTER_DIFFERENCE,
} from '../types/primitives.ts';
import { isComplete, sizeOf } from '../types/sizes.ts';
import type { PointerType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import { sameTarget } from './assignable.ts';
import { invalidOperands } from './binary.ts';
import { convertTo, promote } from './conversions.ts';
import { addressConstant, failure, isNullPointerConstant, type Operand, operand, placeAt } from './operand.ts';
import { differenceOf, isIncompleteShared, isMixed, reportMixed } from './shared-pointers.ts';

const TYPE_IT = 'cast it to a pointer to the elements, with their block size';

/** Reports pointers whose target has no size; `void *` and function pointers move by bytes (GNU). */
export function checkArithmeticPointer(a: Analysis, type: PointerType, location: Location): boolean {
  const name = typeText({ type });
  if (isIncompleteShared(type)) {
    const text = `arithmetic on '${name}': the pointed-to type has no size (UPC 1.3, 6.4.2)`;
    a.error('UPC3132', text, location, advice(TYPE_IT));
    return false;
  }
  const target = type.to.type;
  if (target.kind === 'void' || target.kind === 'function' || isComplete(target)) return true;
  a.error('SEM3051', `arithmetic on a pointer to the incomplete type '${typeText(type.to)}'`, location);
  return false;
}

export function pointerSum(a: Analysis, node: Binary, pointer: Operand, index: Operand, minus: boolean): Operand {
  const type = pointer.type.type as PointerType;
  if (!checkArithmeticPointer(a, type, node.location)) return failure(a, node);
  promote(a, index);
  return operand(a, node, { type }, movedAddress(pointer, index, minus ? -1 : 1));
}

/** Constant address of a pointer moved by a constant index. */
export function movedAddress(
  pointer: Operand,
  index: Operand,
  sign: 1 | -1,
): { constant?: Constant; sharedAddress?: boolean } {
  if (index.constant?.kind !== 'integer') return {};
  if (pointer.sharedAddress) return { sharedAddress: true };
  const size = sizeOf((pointer.type.type as PointerType).to.type);
  if (size === undefined || isPointerToShared(pointer.type.type)) return {};
  const place = placeAt(pointer.constant, sign * Number(index.constant.value) * size);
  return place ? { constant: addressConstant(place) } : {};
}

function checkSameWorld(a: Analysis, node: Binary, left: Operand, right: Operand): boolean {
  const mixed = isMixed(left.type.type, right.type.type);
  if (mixed) reportMixed(a, node, node.operator, left, right);
  return !mixed;
}

export function pointerDifference(a: Analysis, node: Binary, left: Operand, right: Operand): Operand {
  const [x, y] = [left.type.type as PointerType, right.type.type as PointerType];
  if (!checkSameWorld(a, node, left, right)) return failure(a, node);
  if (!checkArithmeticPointer(a, x, node.location) || !checkArithmeticPointer(a, y, node.location))
    return failure(a, node);
  if (isPointerToShared(x)) {
    if (!checkSameLayout(a, node, left, right)) return failure(a, node);
  } else if (!sameTarget(x, y)) {
    return invalidOperands(a, node, '-', left, right);
  }
  const constant = constantDifference(left, right, x);
  return operand(a, node, { type: POINTER_DIFFERENCE }, constant ? { constant } : {});
}

function checkSameLayout(a: Analysis, node: Binary, left: Operand, right: Operand): boolean {
  const problem = differenceOf((left.type.type as PointerType).to, (right.type.type as PointerType).to);
  if (!problem) return true;
  const text = `operands of '${node.operator}' are pointers-to-shared of different types: ${problem} (UPC 1.3, 6.4.2)`;
  a.error('UPC3134', text, node.location, advice("cast one of them to the other's type"));
  return false;
}

function constantDifference(left: Operand, right: Operand, type: PointerType): Constant | undefined {
  const size = sizeOf(type.to.type);
  const [x, y] = [placeAt(left.constant), placeAt(right.constant)];
  if (!size || !x || !y || x.symbol !== y.symbol) return undefined;
  return integerConstant(Math.trunc((x.offset - y.offset) / size));
}

/** Comparisons with a pointer on at least one side. */
export function compareWithPointer(a: Analysis, node: Binary, left: Operand, right: Operand): Operand {
  const [x, y] = [left.type.type, right.type.type];
  if (isPointer(x) && isPointer(y)) {
    if (!comparePointers(a, node, left, right)) return failure(a, node);
  } else if (isPointer(x) && isInteger(y)) {
    if (!compareWithInteger(a, node, x, right)) return failure(a, node);
  } else if (isInteger(x) && isPointer(y)) {
    if (!compareWithInteger(a, node, y, left)) return failure(a, node);
  } else {
    return invalidOperands(a, node, node.operator, left, right);
  }
  return operand(a, node, { type: INT }, foldComparison(node, left, right));
}

function foldComparison(node: Binary, left: Operand, right: Operand): { constant?: Constant } {
  if (!left.constant || !right.constant) return {};
  const constant = foldBinary(node.operator, left.type.type, left.constant, right.constant, () => {});
  return constant ? { constant } : {};
}

function isEquality(node: Binary): boolean {
  return node.operator === '==' || node.operator === '!=';
}

function compareWithInteger(a: Analysis, node: Binary, pointer: PointerType, integer: Operand): boolean {
  if (!isNullPointerConstant(integer)) {
    const text = `comparison between '${typeText({ type: pointer })}' and '${typeText(integer.type)}'`;
    if (isPointerToShared(pointer)) {
      a.error('UPC3135', `${text}: only the constant 0 can become a pointer-to-shared (UPC 1.3, 6.4.3)`, node.location);
      return false;
    }
    a.warning('SEM3052', 'int-conversion', `comparison between pointer and integer (${text.slice(19)})`, node.location);
  }
  convertTo(a, integer, pointer);
  return true;
}

function comparePointers(a: Analysis, node: Binary, left: Operand, right: Operand): boolean {
  const x = left.type.type as PointerType;
  const y = right.type.type as PointerType;
  if (isEquality(node) && isNullPointerConstant(right)) return !!convertTo(a, right, x);
  if (isEquality(node) && isNullPointerConstant(left)) return !!convertTo(a, left, y);
  if (!checkSameWorld(a, node, left, right)) return false;
  if (isShared(x.to)) return compareShared(a, node, left, right);
  const toVoid = isEquality(node) && (x.to.type.kind === 'void' || y.to.type.kind === 'void');
  if (!toVoid && !sameTarget(x, y)) warnDistinct(a, node, left, right);
  return true;
}

function warnDistinct(a: Analysis, node: Binary, left: Operand, right: Operand): void {
  const types = `'${typeText(left.type)}' and '${typeText(right.type)}'`;
  const text = `comparison of distinct pointer types lacks a cast (${types})`;
  a.warning('SEM3053', 'compare-distinct-pointer-types', text, node.location);
}

/** Thread and address decide equality; order is that of elements, which incomplete types do not have. */
function compareShared(a: Analysis, node: Binary, left: Operand, right: Operand): boolean {
  const incomplete = [left, right].find((each) => isIncompleteShared(each.type.type));
  if (incomplete && !isEquality(node)) {
    const text = `'${node.operator}' on '${typeText(incomplete.type)}': the pointed-to type is incomplete (UPC 1.3, 6.4.2)`;
    a.error('UPC3136', text, node.location, advice(TYPE_IT));
    return false;
  }
  const generic = [left, right].find((each) => isGenericPointerToShared(each.type.type));
  if (!generic) return checkSameLayout(a, node, left, right);
  convertTo(a, generic === left ? right : left, generic.type.type);
  return true;
}
