/**
 * Compound literals (C99 6.5.2.5): unnamed objects, static at file scope and automatic in functions.
 */

import { advice } from '../../../../diagnostics/diagnostic.ts';
import type { CompoundLiteral } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { typeName } from '../declarations/typenames.ts';
import { failure, type Operand, operand } from '../expressions/operand.ts';
import type { ObjectSymbol } from '../facts.ts';
import { isShared } from '../types/primitives.ts';
import { isComplete, isVariableLength } from '../types/sizes.ts';
import type { QualifiedType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import { initialize } from './initializers.ts';

export function compoundLiteral(a: Analysis, node: CompoundLiteral): Operand {
  const type = typeName(a, node.typeName);
  if (isShared(type)) {
    const duration = a.function ? 'automatic storage duration' : 'no name that other threads could share';
    const text = `compound literal of type '${typeText(type)}' cannot be shared: it has ${duration} (UPC 1.3, 6.5.2)`;
    a.error('UPC3108', text, node.location, advice("declare a 'static shared' object and use its name"));
    return failure(a, node);
  }
  const problem = problemOf(type);
  if (problem) {
    a.error('SEM3220', `compound literal ${problem} ('${typeText(type)}')`, node.location);
    return failure(a, node);
  }
  const symbol = literalObject(a, node, type);
  const { initializer, type: complete } = initialize(a, symbol.type, node.initializer, !a.function);
  symbol.type = complete;
  if (!isComplete(complete.type)) {
    a.error('SEM3220', `compound literal has an incomplete type ('${typeText(complete)}')`, node.location);
    return failure(a, node);
  }
  symbol.addressTaken = complete.type.kind === 'array' || complete.type.kind === 'struct';
  a.symbolOf[node.id] = symbol;
  a.initializerOf[node.id] = initializer;
  if (symbol.storage === 'static') a.addStatic(symbol).initializer = initializer;
  const place = symbol.storage === 'static' ? { symbol, offset: 0 } : undefined;
  return operand(a, node, complete, { lvalue: true, ...(place && { place }) });
}

function problemOf(type: QualifiedType): string | undefined {
  if (isVariableLength(type.type)) return 'has variable size';
  if (type.type.kind === 'function') return 'has a function type';
  const incompleteArray = type.type.kind === 'array' && isComplete(type.type.element.type);
  return incompleteArray || isComplete(type.type) ? undefined : 'has an incomplete type';
}

function literalObject(a: Analysis, node: CompoundLiteral, type: QualifiedType): ObjectSymbol {
  return {
    kind: 'object',
    name: 'literal',
    type,
    storage: a.function ? 'automatic' : 'static',
    linkage: 'none',
    defined: true,
    tentative: false,
    addressTaken: true,
    location: node.location,
    ...(a.function && { owner: a.function.definition }),
  };
}
