/**
 * Lengths of arrays: constant, variable, and multiples of THREADS (C99 6.7.5.2, UPC 6.5.2.1).
 *
 * One idea: in the dynamic environment a length of a shared array may be THREADS or a constant times THREADS, recognized
 * by the form of the expression; the array then carries the constant and the mark `timesThreads`.
 */

import { advice } from '../../../../diagnostics/diagnostic.ts';
import type { ArrayDeclarator, Expression } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { mentionsThreads, threadsNotes } from '../constants/constant-expressions.ts';
import { promotedValue } from '../expressions/conversions.ts';
import { expression } from '../expressions/expressions.ts';
import type { Operand } from '../expressions/operand.ts';
import { blockSizeOf, isInteger, isShared } from '../types/primitives.ts';
import { hasThreadsDimension } from '../types/sizes.ts';
import type { ArrayType, QualifiedType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import { nameIn } from './declarators.ts';

type Length = Pick<ArrayType, 'length' | 'timesThreads'>;

const AFTER_ERROR: Length = { length: 1, timesThreads: false };

export function arrayLength(a: Analysis, node: ArrayDeclarator, element: QualifiedType): Length {
  const { size } = node;
  if (size === undefined) return { length: undefined, timesThreads: false };
  if (size === '*') return starLength(a, node);
  const o = promotedValue(a, expression(a, size));
  if (o.failed) return AFTER_ERROR;
  if (!isInteger(o.type.type)) {
    a.error('SEM3370', `size of array ${nameIn(node)} has non-integer type '${typeText(o.type)}'`, size.location);
    return AFTER_ERROR;
  }
  if (o.constant?.kind === 'integer') return constantLength(a, node, o.constant.value);
  if (isShared(element)) return sharedLength(a, node, size, element);
  return variableLength(a, node, o);
}

function starLength(a: Analysis, node: ArrayDeclarator): Length {
  if (a.scope.kind === 'prototype') return { length: { variable: '*' }, timesThreads: false };
  a.error('SEM3371', "'[*]' not allowed in other than function prototype scope", node.location);
  return AFTER_ERROR;
}

function constantLength(a: Analysis, node: ArrayDeclarator, length: bigint): Length {
  if (length >= 0n) return { length: Number(length), timesThreads: false };
  a.error('SEM3372', `size of array ${nameIn(node)} is negative (${length})`, node.location);
  return AFTER_ERROR;
}

function variableLength(a: Analysis, node: ArrayDeclarator, o: Operand): Length {
  if (a.function || a.scope.kind !== 'file') {
    a.lengths.push(o.node);
    return { length: { variable: o.node }, timesThreads: false };
  }
  a.error('SEM3373', `variably modified ${nameIn(node)} at file scope`, node.location, threadsNotes(o.node));
  return AFTER_ERROR;
}

/** Lengths of shared arrays that are no constants: right only as multiples of THREADS in the dynamic environment. */
function sharedLength(a: Analysis, node: ArrayDeclarator, size: Expression, element: QualifiedType): Length {
  const name = nameIn(node);
  const factor = threadsFactor(a, size);
  if (factor === undefined || factor <= 0n) {
    if (mentionsThreads(size)) {
      const rule = "'THREADS' may stand only alone or multiplied by one positive integer constant expression";
      a.error(
        'UPC3116',
        `size of shared array ${name}: ${rule} when its value is not known at translation (UPC 1.3, 6.5.2.1)`,
        size.location,
        [{ text: 'group the constants, as in THREADS*(2*3), or compile with -T=N' }],
      );
    } else {
      const hint = advice('a pointer-to-shared with memory of upc_all_alloc or upc_alloc can have any length');
      a.error('UPC3109', `shared array ${name} has variable length (UPC 1.3, 6.5.2)`, size.location, hint);
    }
    return { length: 1, timesThreads: true };
  }
  warnOfNesting(a, size);
  if (blockSizeOf(element) === 0) {
    const text = `'THREADS' in the size of ${name}, which has indefinite block size, needs a fixed number of threads`;
    const hint = advice("leave 'THREADS' out, give a definite block size, or compile with -T=N");
    a.error('UPC3117', `${text} (UPC 1.3, 6.5.2.1)`, size.location, hint);
  }
  if (hasThreadsDimension(element.type)) {
    const text = `'THREADS' in more than one dimension of ${name} needs a fixed number of threads`;
    const hint = advice("keep 'THREADS' in one dimension, or compile with -T=N");
    a.error('UPC3115', `${text} (UPC 1.3, 6.5.2.1)`, size.location, hint);
    return { length: Number(factor), timesThreads: false };
  }
  return { length: Number(factor), timesThreads: true };
}

/**
 * The product of the constants around one THREADS. `THREADS*2*3`, which is (THREADS*2)*3, is no form of the
 * specification, but programs have it and every compiler accepted it: accepted with a warning.
 */
function threadsFactor(a: Analysis, size: Expression): bigint | undefined {
  if (size.kind === 'Threads') return 1n;
  if (size.kind !== 'Binary' || size.operator !== '*') return undefined;
  const { left, right } = size;
  const [inner, constant] = [a.constantOf[right.id] ? left : right, a.constantOf[right.id] ?? a.constantOf[left.id]];
  const factor = constant?.kind === 'integer' ? threadsFactor(a, inner) : undefined;
  if (factor === undefined || constant?.kind !== 'integer') return undefined;
  return factor * constant.value;
}

function warnOfNesting(a: Analysis, size: Expression): void {
  if (size.kind !== 'Binary' || size.left.kind === 'Threads' || size.right.kind === 'Threads') return;
  const rule = "'THREADS' is multiplied more than once";
  const text = `${rule}; the specification has one constant factor when the number of threads is not known at translation (UPC 1.3, 6.5.2.1)`;
  a.warning('UPC3129', 'threads-dimension', text, size.location, [
    { text: 'group the constants, as in THREADS*(2*3)' },
  ]);
}
