/**
 * `++` and `--`, and which lvalues may be written (C99 6.5.2.4, 6.5.3.1, 6.3.2.1p1).
 */
import type { Expression, IncrementDecrement } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { INT, isArithmetic, isPointer, ultimateElement, unqualified } from '../types/primitives.ts';
import { isComplete } from '../types/sizes.ts';
import type { QualifiedType, StructType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import { commonType } from './conversions.ts';
import { expression } from './expressions.ts';
import { failure, type Operand, operand } from './operand.ts';
import { checkArithmeticPointer } from './pointers.ts';

export function incrementDecrement(a: Analysis, node: IncrementDecrement): Operand {
  const o = expression(a, node.operand);
  const word = node.operator === '++' ? 'increment' : 'decrement';
  if (o.failed || !checkModifiable(a, o, `${word} operand`, word)) return failure(a, node);
  const { type } = o.type;
  if (isPointer(type)) {
    if (!checkArithmeticPointer(a, type, node.location)) return failure(a, node);
  } else if (isArithmetic(type)) {
    const one: Operand = { node, type: { type: INT }, lvalue: false, failed: false };
    a.computationType[node.id] = commonType(o, one);
  } else {
    a.error('SEM3040', `wrong type argument to ${word} ('${typeText(o.type)}')`, node.location);
    return failure(a, node);
  }
  return operand(a, node, unqualified(o.type), o.bits === undefined ? {} : { bits: o.bits });
}

/** Reports an operand that cannot be written: no lvalue, const, an array, of incomplete type. */
export function checkModifiable(a: Analysis, o: Operand, role: string, act: string): boolean {
  const { node, type } = o;
  if (node.kind === 'Threads' || node.kind === 'MyThread') {
    const [name, clause] = node.kind === 'Threads' ? ['THREADS', '6.3.1'] : ['MYTHREAD', '6.3.2'];
    a.error(
      'UPC3131',
      `'${name}' is a value, not an object: ${act} is not possible (UPC 1.3, ${clause})`,
      node.location,
    );
    return false;
  }
  if (!o.lvalue || type.type.kind === 'function') {
    a.error('SEM3041', `lvalue required as ${role}`, node.location);
    return false;
  }
  if (type.type.kind === 'array') {
    a.error('SEM3042', `${act} to expression with array type '${typeText(type)}'`, node.location);
    return false;
  }
  if (!isComplete(type.type)) {
    a.error('SEM3043', `${act} of an object of incomplete type '${typeText(type)}'`, node.location);
    return false;
  }
  return checkNotConst(a, o, act);
}

function checkNotConst(a: Analysis, { node, type }: Operand, act: string): boolean {
  const constMember = type.type.kind === 'struct' ? findConstMember(type.type) : undefined;
  if (!type.const && constMember === undefined) return true;
  const text = type.const
    ? `${act} of read-only ${designation(node)}`
    : `${act} of ${designation(node)} with read-only member '${constMember}'`;
  const symbol = a.symbolOf[node.id];
  const notes = symbol ? [{ text: `'${symbol.name}' declared here`, location: symbol.location }] : [];
  a.error('SEM3044', text, node.location, notes);
  return false;
}

function designation(node: Expression): string {
  if (node.kind === 'Identifier') return `variable '${node.name}'`;
  return node.kind === 'Member' ? `member '${node.name}'` : 'location';
}

function findConstMember(type: StructType): string | undefined {
  for (const { name, type: member } of type.members ?? []) {
    const element: QualifiedType = ultimateElement(member);
    if (element.const) return name ?? '<anonymous>';
    const inner = element.type.kind === 'struct' ? findConstMember(element.type) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}
