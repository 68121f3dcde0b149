/**
 * C11's `_Atomic`, and gcc's `__atomic_*` and `__sync_*` (gcc, "Legacy __sync Built-in Functions", "__atomic").
 *
 * Takes: a type, or a call of such a function. Gives: the atomic type, or the call's operand. One idea: the first argument
 * points to the object, whose type the values that come in and go out have; what is atomic has at most eight bytes. All
 * orders of memory are the strongest.
 */

import type { Location } from '../../../../source/source.ts';
import type { AtomicType, Call } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { typeName } from '../declarations/typenames.ts';
import { assign } from '../expressions/assignable.ts';
import { rvalue } from '../expressions/expressions.ts';
import { failure, type Operand, operand } from '../expressions/operand.ts';
import type { FunctionSymbol } from '../facts.ts';
import { BOOL, INT, isInteger, isPointer, isShared, VOID } from '../types/primitives.ts';
import { qualify } from '../types/qualified.ts';
import { isComplete, sizeOf } from '../types/sizes.ts';
import type { CType, QualifiedType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';

export function atomicType(a: Analysis, node: AtomicType): QualifiedType {
  const type = typeName(a, node.typeName);
  return mayBeAtomic(a, type, false, node.location) ? qualify(type, { atomic: true }) : type;
}

/** Whether objects of the type can be atomic; says why not. */
export function mayBeAtomic(a: Analysis, type: QualifiedType, shared: boolean, location: Location): boolean {
  const problem = problemOf(type, shared || isShared(type));
  if (problem) a.error('SEM3570', `'_Atomic' on '${typeText(type)}': ${problem}`, location);
  return problem === undefined;
}

function problemOf({ type }: QualifiedType, shared: boolean): string | undefined {
  if (shared) return 'shared objects are changed by upc_atomic (UPC 1.3, 7.3)';
  if (type.kind === 'array' || type.kind === 'function') return `an ${type.kind} type cannot be atomic (C11, 6.7.2.4)`;
  if (!isComplete(type)) return 'the type is incomplete';
  return isSize(type) ? undefined : 'objects of more than 8 bytes, or of 3, 5, 6 or 7, are not supported';
}

const isSize = (type: CType): boolean => [1, 2, 4, 8].includes(sizeOf(type) ?? 0);

/** Result of a call: the object's value, whether it is so, or nothing. */
type Gives = 'value' | 'truth' | 'nothing';
/** Arguments behind the pointer to the object: values of its type, pointers to such, and orders. */
interface Form {
  readonly takes: readonly ('value' | 'pointer' | 'integer')[];
  readonly gives: Gives;
}

const ORDER = 'integer';
const FORMS: readonly (readonly [RegExp, Form])[] = [
  [/^__atomic_load_n$/, { takes: [ORDER], gives: 'value' }],
  [/^__atomic_load$/, { takes: ['pointer', ORDER], gives: 'nothing' }],
  [/^__atomic_store_n$/, { takes: ['value', ORDER], gives: 'nothing' }],
  [/^__atomic_store$/, { takes: ['pointer', ORDER], gives: 'nothing' }],
  [/^__atomic_exchange_n$/, { takes: ['value', ORDER], gives: 'value' }],
  [/^__atomic_exchange$/, { takes: ['pointer', 'pointer', ORDER], gives: 'nothing' }],
  [/^__atomic_compare_exchange_n$/, { takes: ['pointer', 'value', 'integer', ORDER, ORDER], gives: 'truth' }],
  [/^__atomic_compare_exchange$/, { takes: ['pointer', 'pointer', 'integer', ORDER, ORDER], gives: 'truth' }],
  [
    /^__atomic_(fetch_(add|sub|and|or|xor|nand)|(add|sub|and|or|xor|nand)_fetch)$/,
    { takes: ['value', ORDER], gives: 'value' },
  ],
  [/^__atomic_test_and_set$/, { takes: [ORDER], gives: 'truth' }],
  [/^__atomic_clear$/, { takes: [ORDER], gives: 'nothing' }],
  [
    /^__sync_(fetch_and_(add|sub|and|or|xor|nand)|(add|sub|and|or|xor|nand)_and_fetch)$/,
    { takes: ['value'], gives: 'value' },
  ],
  [/^__sync_bool_compare_and_swap$/, { takes: ['value', 'value'], gives: 'truth' }],
  [/^__sync_val_compare_and_swap$/, { takes: ['value', 'value'], gives: 'value' }],
  [/^__sync_lock_test_and_set$/, { takes: ['value'], gives: 'value' }],
  [/^__sync_lock_release$/, { takes: [], gives: 'nothing' }],
];

const formOf = (name: string): Form | undefined => FORMS.find(([names]) => names.test(name))?.[1];

export const isAtomicFunction = (name: string): boolean => formOf(name) !== undefined;

/** The call of a function above. gcc takes more arguments with the `__sync` functions; they are evaluated. */
export function atomicCall(a: Analysis, node: Call, symbol: FunctionSymbol): Operand {
  const form = formOf(symbol.name) as Form;
  const [object, ...others] = node.arguments.map((argument) => rvalue(a, argument));
  if (!object || others.length < form.takes.length) {
    const counts = `${form.takes.length + 1} expected, ${node.arguments.length} given`;
    a.error('SEM3203', `too few arguments to function '${symbol.name}' (${counts})`, node.location);
    return failure(a, node);
  }
  if (object.failed || others.some((each) => each.failed)) return failure(a, node);
  const type = objectType(a, object, symbol.name);
  if (!type) return failure(a, node);
  form.takes.forEach((kind, index) => {
    const each = others[index] as Operand;
    if (kind === 'value')
      assign(a, each, { type: isPointer(type) && isInteger(each.type.type) ? INT : type }, { kind: 'assignment' });
    else if (kind === 'pointer' ? !isPointer(each.type.type) : !isInteger(each.type.type))
      a.error(
        'SEM3571',
        `argument ${index + 2} of '${symbol.name}' must be ${kind === 'pointer' ? 'a pointer' : 'an integer'}, not '${typeText(each.type)}'`,
        each.node.location,
      );
  });
  const results: Record<Gives, CType> = { value: type, truth: BOOL, nothing: VOID };
  return operand(a, node, { type: results[form.gives] });
}

function objectType(a: Analysis, { type, node }: Operand, name: string): CType | undefined {
  const object = isPointer(type.type) ? type.type.to : undefined;
  const whatever = name === '__atomic_test_and_set' || name === '__atomic_clear';
  if (object && !isShared(object) && whatever) return BOOL;
  if (object && !isShared(object) && isComplete(object.type) && isSize(object.type)) return object.type;
  a.error(
    'SEM3571',
    `argument 1 of '${name}' must point to a private object of 1, 2, 4 or 8 bytes, not '${typeText(type)}'`,
    node.location,
  );
  return undefined;
}
