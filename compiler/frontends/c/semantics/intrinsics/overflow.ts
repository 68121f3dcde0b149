/**
 * gcc's arithmetic that returns whether the result fits ("Built-in Functions to Perform Arithmetic with Overflow Checking").
 *
 * Takes: a call. Gives: its operand, a truth value. `__builtin_add_overflow(a, b, p)` takes integers of any types, the
 * result's being what p points to; `__builtin_saddl_overflow` and its like convert both to that type first; `_p` has a value
 * of the type in the place of the pointer.
 */
import type { Call } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { assign } from '../expressions/assignable.ts';
import { rvalue } from '../expressions/expressions.ts';
import { failure, type Operand, operand } from '../expressions/operand.ts';
import type { FunctionSymbol } from '../facts.ts';
import { BOOL, INT, isInteger, isPointer, isShared, LONG, LONG_LONG, unsignedOf } from '../types/primitives.ts';
import type { CType, IntegerType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';

const NAME = /^__builtin_([su]?)(add|sub|mul)(l{0,2})_overflow(_p)?$/;

export const isOverflowFunction = (name: string): boolean => NAME.test(name);

/** The operation of such a function, and whether its last argument only has the result's type. */
export function overflowOf(name: string): { readonly operation: string; readonly isTest: boolean } {
  const [, , operation, , test] = NAME.exec(name) as unknown as string[];
  return { operation: operation as string, isTest: test !== undefined };
}

function operandType(name: string): IntegerType | undefined {
  const [, sign, , length] = NAME.exec(name) as unknown as string[];
  if (!sign) return undefined;
  const type = [INT, LONG, LONG_LONG][(length as string).length] as IntegerType;
  return sign === 'u' ? unsignedOf(type) : type;
}

export function overflowCall(a: Analysis, node: Call, { name }: FunctionSymbol): Operand {
  const values = node.arguments.map((argument) => rvalue(a, argument));
  if (values.length !== 3) {
    const few = values.length < 3 ? 'few' : 'many';
    a.error(
      'SEM3203',
      `too ${few} arguments to function '${name}' (3 expected, ${values.length} given)`,
      node.location,
    );
    return failure(a, node);
  }
  if (values.some((each) => each.failed)) return failure(a, node);
  const fixed = operandType(name);
  const isFit = values.map((each, index) => {
    const wanted = index === 2 && !overflowOf(name).isTest ? isTarget : (type: CType) => isInteger(type);
    if (wanted(each.type.type)) return true;
    const what = wanted === isTarget ? 'a pointer to an integer' : 'an integer';
    const text = `argument ${index + 1} of '${name}' must be ${what}, not '${typeText(each.type)}'`;
    a.error('SEM3571', text, each.node.location);
    return false;
  });
  if (isFit.includes(false)) return failure(a, node);
  if (fixed) for (const each of values.slice(0, 2)) assign(a, each, { type: fixed }, { kind: 'assignment' });
  return operand(a, node, { type: BOOL });
}

const isTarget = (type: CType): boolean => isPointer(type) && !isShared(type.to) && isInteger(type.to.type);
