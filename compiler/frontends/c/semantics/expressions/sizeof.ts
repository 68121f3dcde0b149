/**
 * sizeof, _Alignof and UPC's three relatives (C99 6.5.3.4, UPC 6.4.1).
 */

import { advice } from '../../../../diagnostics/diagnostic.ts';
import type { SizeOf } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { integerConstant } from '../constants/constants.ts';
import { typeName } from '../declarations/typenames.ts';
import { blockSizeOf, isShared, SIZE, ultimateElement } from '../types/primitives.ts';
import { alignmentOf, isComplete, isVariableLength, localSizeOf, sizeOf } from '../types/sizes.ts';
import type { QualifiedType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import { expression } from './expressions.ts';
import { failure, type Operand, operand } from './operand.ts';

export function sizeOfOperator(a: Analysis, node: SizeOf): Operand {
  const type = measuredType(a, node);
  if (!type || !checkMeasurable(a, node, type)) return failure(a, node);
  const size = measure(a, node, type);
  return operand(a, node, { type: SIZE }, size === undefined ? {} : { constant: integerConstant(size) });
}

/** The operand is evaluated only for the size of a variable-length array. */
function measuredType(a: Analysis, node: SizeOf): QualifiedType | undefined {
  const { operand: measured } = node;
  if (measured.kind === 'TypeName') return typeName(a, measured);
  const o = a.withoutEvaluation(() => expression(a, measured));
  if (o.failed) return undefined;
  if (o.bits !== undefined) {
    a.error('SEM3080', `'${node.operator}' applied to a bit-field${clauseOf(node)}`, node.location);
    return undefined;
  }
  return o.type;
}

const CLAUSES = {
  sizeof: '6.4.1.1',
  _Alignof: '',
  upc_localsizeof: '6.4.1.2',
  upc_blocksizeof: '6.4.1.3',
  upc_elemsizeof: '6.4.1.4',
} as const;

/** UPC's operators have the constraints of sizeof, and one more. */
function clauseOf({ operator }: SizeOf): string {
  return operator.startsWith('upc_') ? ` (UPC 1.3, ${CLAUSES[operator]})` : '';
}

function checkMeasurable(a: Analysis, node: SizeOf, type: QualifiedType): boolean {
  const { operator } = node;
  const name = typeText(type);
  if (operator.startsWith('upc_') && !isShared(type)) {
    const hint = advice("private data has no layout; 'sizeof' gives its size");
    a.error('UPC3140', `'${operator}' needs a shared type, not '${name}'${clauseOf(node)}`, node.location, hint);
    return false;
  }
  const kind = type.type.kind;
  if (isComplete(type.type)) return true;
  // GNU counts void and functions as one byte.
  if (!operator.startsWith('upc_') && (kind === 'void' || kind === 'function')) return true;
  a.error(
    'SEM3081',
    `invalid application of '${operator}' to incomplete type '${name}'${clauseOf(node)}`,
    node.location,
  );
  return false;
}

function measure(a: Analysis, node: SizeOf, type: QualifiedType): number | undefined {
  switch (node.operator) {
    case 'sizeof':
      return isVariableLength(type.type) ? undefined : sizeOf(type.type);
    case '_Alignof':
      return declaredAlignment(a, node) ?? alignmentOf(type.type);
    case 'upc_localsizeof':
      return localSizeOf(type, a.threads);
    case 'upc_blocksizeof':
      return blockSizeOf(type);
    case 'upc_elemsizeof':
      return sizeOf(ultimateElement(type).type);
  }
}

function declaredAlignment(a: Analysis, { operand: measured }: SizeOf): number | undefined {
  const symbol = a.symbolOf[measured.id];
  return symbol?.kind === 'object' ? symbol.alignment : undefined;
}
