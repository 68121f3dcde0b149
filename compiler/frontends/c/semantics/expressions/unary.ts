/**
 * Unary operators (C99 6.5.3, UPC 6.4.4).
 */

import { advice } from '../../../../diagnostics/diagnostic.ts';
import type { Expression, Unary } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { integerConstant, partsOf } from '../constants/constants.ts';
import { foldUnary } from '../constants/fold.ts';
import { warnFold } from '../constants/warnings.ts';
import type { Constant } from '../facts.ts';
import {
  INT,
  isArithmetic,
  isInteger,
  isPointer,
  isPointerToShared,
  isReal,
  isScalar,
  isShared,
  pointerTo,
} from '../types/primitives.ts';
import { qualifiersOf, qualify } from '../types/qualified.ts';
import type { QualifiedType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import { promotedValue, value } from './conversions.ts';
import { expression, rvalue } from './expressions.ts';
import { addressConstant, failure, type Operand, operand, placeAt } from './operand.ts';

export function unary(a: Analysis, node: Unary): Operand {
  switch (node.operator) {
    case '*':
      return dereference(a, node);
    case '&':
      return addressOf(a, node);
    case '__real__':
    case '__imag__':
      return part(a, node, node.operator === '__imag__');
    case '!':
      return logicalNot(a, node);
    default:
      return arithmetic(a, node, node.operator);
  }
}

function wrongType(a: Analysis, node: Unary, o: Operand, what: string): Operand {
  if (!o.failed) a.error('SEM3020', `wrong type argument to ${what} ('${typeText(o.type)}')`, node.location);
  return failure(a, node);
}

const NAMES = { '+': 'unary plus', '-': 'unary minus', '~': 'bit-complement' } as const;

function arithmetic(a: Analysis, node: Unary, operator: '+' | '-' | '~'): Operand {
  const o = promotedValue(a, expression(a, node.operand));
  const { type } = o.type;
  const fits = operator === '~' ? isInteger(type) || type.kind === 'complex' : isArithmetic(type);
  if (o.failed || !fits) return wrongType(a, node, o, NAMES[operator]);
  const constant = o.constant && foldUnary(operator, type, o.constant, warnFold(a, node, type));
  return operand(a, node, { type }, constant ? { constant } : {});
}

function logicalNot(a: Analysis, node: Unary): Operand {
  const o = rvalue(a, node.operand);
  if (o.failed || !isScalar(o.type.type)) return wrongType(a, node, o, 'unary exclamation mark');
  const constant = o.constant && foldUnary('!', o.type.type, o.constant, () => {});
  return operand(a, node, { type: INT }, constant ? { constant } : {});
}

function dereference(a: Analysis, node: Unary): Operand {
  const o = rvalue(a, node.operand);
  if (o.failed) return failure(a, node);
  const { type } = o.type;
  if (!isPointer(type)) {
    a.error('SEM3021', `invalid type argument of unary '*' (have '${typeText(o.type)}')`, node.location);
    return failure(a, node);
  }
  if (type.to.type.kind === 'void' && !checkVoidAccess(a, node, o.type)) return failure(a, node);
  return pointedTo(a, node, o);
}

/** A private void is an extension; a shared one is an error. */
function checkVoidAccess(a: Analysis, node: Expression, pointer: QualifiedType): boolean {
  const text = `dereferencing '${typeText(pointer)}' pointer`;
  const shared = isPointerToShared(pointer.type);
  const rule = "the object's type and layout are not known (UPC 1.3, 6.4.2)";
  const hint = advice('cast it to a pointer to the elements, with their block size');
  if (shared) a.error('UPC3130', `${text}: ${rule}`, node.location, hint);
  else if (a.unevaluated === 0) a.warning('SEM3022', 'void-pointer-dereference', text, node.location);
  return !shared;
}

/** The lvalue (or function designator) that a pointer value points to. */
function pointedTo(a: Analysis, node: Expression, pointer: Operand): Operand {
  const { to } = pointer.type.type as { to: QualifiedType };
  const place = pointer.sharedAddress ? { offset: 0 } : placeAt(pointer.constant);
  return operand(a, node, to, { lvalue: true, ...(place && { place }) });
}

function addressOf(a: Analysis, node: Unary): Operand {
  const o = expression(a, node.operand);
  if (o.failed) return failure(a, node);
  if (!o.lvalue) return noAddress(a, node);
  if (o.bits !== undefined) {
    a.error('SEM3024', `cannot take address of bit-field${nameOf(node.operand)}`, node.location);
    return failure(a, node);
  }
  markAddressTaken(a, node.operand);
  const shared = isShared(o.type);
  const constant = o.place && !shared ? addressConstant(o.place) : undefined;
  return operand(
    a,
    node,
    { type: pointerTo(o.type) },
    { ...(constant && { constant }), ...(o.place && shared && { sharedAddress: true }) },
  );
}

function noAddress(a: Analysis, node: Unary): Operand {
  const { kind } = node.operand;
  if (kind === 'Threads' || kind === 'MyThread') {
    const [name, clause] = kind === 'Threads' ? ['THREADS', '6.3.1'] : ['MYTHREAD', '6.3.2'];
    a.error('UPC3131', `'${name}' is a value, not an object: it has no address (UPC 1.3, ${clause})`, node.location);
  } else {
    a.error('SEM3023', "lvalue required as unary '&' operand", node.location);
  }
  return failure(a, node);
}

function nameOf(node: Expression): string {
  return node.kind === 'Member' || node.kind === 'Identifier' ? ` '${node.name}'` : '';
}

/** The object that an lvalue is (a part of) now needs memory. */
function markAddressTaken(a: Analysis, node: Expression): void {
  let at = node;
  for (;;) {
    if (at.kind === 'Member' && !at.arrow) at = at.object;
    else if (at.kind === 'Index') at = at.array;
    else if (at.kind === 'Unary' && (at.operator === '__real__' || at.operator === '__imag__')) at = at.operand;
    else {
      const chosen = a.chosenOf[at.id];
      if (!chosen) break;
      at = chosen;
    }
  }
  if (at.kind !== 'Identifier' && at.kind !== 'CompoundLiteral') return;
  const symbol = a.symbolOf[at.id];
  if (symbol?.kind !== 'object' || !holds(a, node, at)) return;
  if (a.registers.has(symbol)) {
    a.error('SEM3025', `address of register variable '${symbol.name}' requested`, node.location, [
      { text: `'${symbol.name}' declared here`, location: symbol.location },
    ]);
  }
  symbol.addressTaken = true;
}

/** False for `&p[1]` where p is a pointer: p itself keeps no address. */
function holds(a: Analysis, node: Expression, root: Expression): boolean {
  return node === root || a.typeOf[root.id]?.type.kind !== 'pointer';
}

/** GNU `__real__` and `__imag__`: lvalues where the operand is one. */
function part(a: Analysis, node: Unary, imaginary: boolean): Operand {
  const o = expression(a, node.operand);
  const { type } = o.type;
  if (type.kind !== 'complex') return partOfReal(a, node, value(a, o), imaginary);
  const own = qualify({ type: type.component }, qualifiersOf(o.type));
  if (o.lvalue) {
    const place = o.place && { ...o.place, offset: o.place.offset + (imaginary ? type.component.size : 0) };
    return operand(a, node, own, { lvalue: true, ...(place && { place }) });
  }
  const parts = o.constant && partsOf(o.constant);
  const constant: Constant | undefined = parts && {
    kind: 'floating',
    value: imaginary ? parts.imaginary : parts.real,
  };
  return operand(a, node, { type: type.component }, constant ? { constant } : {});
}

function partOfReal(a: Analysis, node: Unary, o: Operand, imaginary: boolean): Operand {
  if (o.failed || !isReal(o.type.type)) return wrongType(a, node, o, node.operator);
  const zero: Constant = isInteger(o.type.type) ? integerConstant(0) : { kind: 'floating', value: 0 };
  const constant = imaginary && o.constant ? zero : o.constant;
  return operand(a, node, o.type, constant ? { constant } : {});
}
