/**
 * Questions about a coarray's coshape: image_index, lcobound, ucobound, coshape, this_image(a) (Fortran 2018, 16.9).
 *
 * One idea: the coarray is named, not evaluated: the answers are in its declaration. Codimensions and images count from
 * 0, as all in C. `this_image()` and `this_image(&team)` are calls of the library under the same name.
 */

import { advice, noteAt } from '../../../../diagnostics/diagnostic.ts';
import type { Call, Expression } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { promotedValue } from '../expressions/conversions.ts';
import { expression, rvalue } from '../expressions/expressions.ts';
import { failure, type Operand, operand } from '../expressions/operand.ts';
import type { FunctionSymbol, ObjectSymbol } from '../facts.ts';
import { INT, isInteger, isPointer } from '../types/primitives.ts';
import { typeText } from '../types/typetext.ts';
import { ownerOf } from './coindices.ts';
import { corankOf } from './coshapes.ts';

/** `image_index(a, c0, c1 ...)`: an index for each codimension. */
export function imageIndex(a: Analysis, node: Call, symbol: FunctionSymbol): Operand {
  const coarray = coarrayArgument(a, node, symbol);
  const indices = node.arguments.slice(1);
  if (!integers(a, indices) || !coarray?.coshape) return failure(a, node);
  const corank = corankOf(coarray.coshape);
  if (indices.length === corank) return operand(a, node, { type: INT });
  const text = `'image_index' of '${coarray.name}' takes ${corank} indices after it, ${indices.length} given`;
  a.error(
    'COA6070',
    `${text} (Fortran 2018, 16.9.97)`,
    node.location,
    noteAt('declared here', coarray.coshape.location),
  );
  return failure(a, node);
}

/** `coshape(a)` of one codimension, or `coshape(a, dimension)`. */
export function codimension(a: Analysis, node: Call, symbol: FunctionSymbol): Operand {
  const coarray = coarrayArgument(a, node, symbol);
  const [dimension, ...more] = node.arguments.slice(1);
  if (!integers(a, node.arguments.slice(1)) || !coarray?.coshape) return failure(a, node);
  const corank = corankOf(coarray.coshape);
  const notes = noteAt('declared here', coarray.coshape.location);
  const name = nameOf(symbol);
  if (more.length > 0) {
    a.error('COA6071', `'${name}' takes a coarray and a codimension`, node.location, notes);
    return failure(a, node);
  }
  if (!dimension && corank > 1) {
    const text = `'${name}' needs a codimension, 0 to ${corank - 1}: '${coarray.name}' has ${corank}`;
    a.error('COA6072', `${text} (Fortran 2018, 16.9)`, node.location, notes);
    return failure(a, node);
  }
  return checkDimension(a, node, dimension, corank) ? operand(a, node, { type: INT }) : failure(a, node);
}

function checkDimension(a: Analysis, node: Call, dimension: Expression | undefined, corank: number): boolean {
  const known = dimension && a.constantOf[dimension.id];
  if (known?.kind !== 'integer' || (known.value >= 0n && known.value < BigInt(corank))) return true;
  const text = `codimension ${known.value} is out of range, 0 to ${corank - 1}`;
  a.error('COA6073', `${text} (Fortran 2018, 16.9)`, dimension?.location ?? node.location);
  return false;
}

/** `this_image()`, `this_image(&team)`, `this_image(a)`, `this_image(a, codimension)`. */
export function thisImage(a: Analysis, node: Call, symbol: FunctionSymbol): Operand {
  const [first, ...more] = node.arguments;
  if (!first) return operand(a, node, { type: INT });
  if (more.length > 0 || coarrayOf(a, first)) return codimension(a, node, symbol);
  const team = rvalue(a, first);
  if (team.failed) return failure(a, node);
  const { type } = team.type;
  if (isPointer(type) && type.to.type.kind === 'struct') return operand(a, node, { type: INT });
  return notCoarray(a, node, first, symbol);
}

// ---------------------------------------------------------------- arguments

function coarrayArgument(a: Analysis, node: Call, symbol: FunctionSymbol): ObjectSymbol | undefined {
  const [first] = node.arguments;
  const coarray = first && coarrayOf(a, first);
  if (coarray) a.coarrayOf[node.id] = coarray;
  else notCoarray(a, node, first, symbol);
  return coarray;
}

/** The coarray that an argument names, or is a part of; nothing is said where it is none. */
function coarrayOf(a: Analysis, node: Expression): ObjectSymbol | undefined {
  const known = node.kind === 'Identifier' ? a.scope.find(node.name) : undefined;
  if (node.kind === 'Identifier' && !(known?.kind === 'object' && known.coshape)) return undefined;
  if (a.withoutEvaluation(() => expression(a, node)).failed) return undefined;
  if (known?.kind === 'object') return known;
  const owner = ownerOf(a, node);
  return 'symbol' in owner ? owner.symbol : undefined;
}

function notCoarray(a: Analysis, node: Call, first: Expression | undefined, symbol: FunctionSymbol): Operand {
  const text = `the first argument of '${nameOf(symbol)}' is no coarray`;
  const hint = advice("name an object that is declared with a coshape, as 'a:[*]'");
  a.error('COA6074', `${text} (Fortran 2018, 16.9)`, first?.location ?? node.location, hint);
  return failure(a, node);
}

function nameOf({ name }: FunctionSymbol): string {
  return name.replace('__builtin_', '');
}

function integers(a: Analysis, nodes: readonly Expression[]): boolean {
  const wrong = nodes.map((node) => promotedValue(a, expression(a, node))).filter((o) => !isIntegral(a, o));
  return wrong.length === 0;
}

function isIntegral(a: Analysis, o: Operand): boolean {
  if (o.failed) return false;
  if (isInteger(o.type.type)) return true;
  a.error(
    'COA6075',
    `this argument must be an integer, not '${typeText(o.type)}' (Fortran 2018, 16.9)`,
    o.node.location,
  );
  return false;
}
