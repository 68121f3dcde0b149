/**
 * _Generic (C11 6.5.1.1): one of several expressions, by the type of another.
 *
 * Takes: the selection. Gives: the operand of what is selected. The control is not evaluated; its type is that of its
 * value, so qualifiers are gone and arrays are pointers.
 */

import { noteAt } from '../../../../diagnostics/diagnostic.ts';
import type { GenericSelection } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { typeName } from '../declarations/typenames.ts';
import { compatible } from '../types/compatible.ts';
import { isComplete, isVariablyModified } from '../types/sizes.ts';
import type { QualifiedType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import { rvalue, standFor } from './expressions.ts';
import { failure, type Operand } from './operand.ts';

type Association = GenericSelection['associations'][number];
interface Typed {
  readonly association: Association;
  readonly type: QualifiedType;
}

export function generic(a: Analysis, node: GenericSelection): Operand {
  const control = a.withoutEvaluation(() => rvalue(a, node.control));
  const typed = typedOf(a, node);
  checkDistinct(a, typed);
  const byDefault = defaultOf(a, node);
  if (control.failed) return failure(a, node);
  const type = { type: control.type.type };
  const found = typed.find((each) => compatible(each.type, type))?.association ?? byDefault;
  if (!found) {
    const text = `'_Generic' selector of type '${typeText(type)}' is not compatible with any association`;
    a.error('SEM3560', text, node.control.location);
    return failure(a, node);
  }
  const others = node.associations.filter((each) => each !== found).map((each) => each.value);
  return standFor(a, node, found.value, others);
}

function typedOf(a: Analysis, { associations }: GenericSelection): Typed[] {
  return associations.flatMap((association) => {
    const name = association.typeName;
    if (!name) return [];
    const type = typeName(a, name);
    if (isComplete(type.type) && !isVariablyModified(type.type)) return [{ association, type }];
    const problem = isComplete(type.type) ? 'variable length type' : 'incomplete type';
    a.error('SEM3561', `'_Generic' association has ${problem} '${typeText(type)}'`, association.location);
    return [];
  });
}

function checkDistinct(a: Analysis, typed: readonly Typed[]): void {
  typed.forEach(({ type, association }, index) => {
    const earlier = typed.slice(0, index).find((each) => compatible(each.type, type));
    if (!earlier) return;
    const notes = noteAt('compatible type is here', earlier.association.location);
    a.error('SEM3562', `'_Generic' specifies two compatible types: '${typeText(type)}'`, association.location, notes);
  });
}

function defaultOf(a: Analysis, { associations }: GenericSelection): Association | undefined {
  const [first, second] = associations.filter(({ typeName: name }) => !name);
  if (first && second)
    a.error(
      'SEM3562',
      "duplicate 'default' case in '_Generic'",
      second.location,
      noteAt('original is here', first.location),
    );
  return first;
}
