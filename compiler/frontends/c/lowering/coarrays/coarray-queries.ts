/**
 * Inquiry functions of a coarray's coshape, expanded inline (Fortran 2018, 16.9).
 *
 * One idea: image k has the index c0 + n0 * (c1 + n1 * (c2 + ...)); the last codimension is as long as it takes to hold
 * all images. Values known at translation fold.
 */
import { add, binary, constI32, mul, select, sub } from '../../../../ir/builders.ts';
import type { Expression } from '../../../../ir/ir.ts';
import type { ObjectSymbol } from '../../semantics/facts.ts';
import type { CallNode } from '../expressions/arguments.ts';
import { callLibrary } from '../expressions/calls.ts';
import { lowerInteger, lowerScalar } from '../expressions/expressions.ts';
import { pending, settle, spill, stable } from '../expressions/sequencing.ts';
import type { FunctionLowering } from '../function.ts';
import { expressionOf, scalarValue, type Value } from '../value.ts';
import { coextent } from './coindices.ts';
import { failIf } from './sections.ts';

type Lowering = (f: FunctionLowering, e: CallNode) => Value;

export const COARRAY_QUERIES: Readonly<Record<string, Lowering>> = {
  __builtin_image_index: (f, e) => scalarValue(imageIndex(f, e)),
  __builtin_lcobound: (f, e) => scalarValue(ofDimension(f, e, () => constI32(0))),
  __builtin_ucobound: (f, e) => scalarValue(sub(ofDimension(f, e, extentOf), constI32(1))),
  __builtin_coshape: (f, e) => scalarValue(ofDimension(f, e, extentOf)),
  __builtin_this_image: (f, e) => scalarValue(thisImage(f, e)),
};

function coarrayOf(f: FunctionLowering, e: CallNode): ObjectSymbol {
  return f.unit.facts.coarrayOf[e.id] as ObjectSymbol;
}

function library(f: FunctionLowering, name: string, values: readonly Expression[] = []): Expression {
  return callLibrary(f, name, values, ['i32'])[0] as Expression;
}

// ---------------------------------------------------------------- extents

/** Extents of the codimensions before the last. */
function leading(f: FunctionLowering, coarray: ObjectSymbol): Expression[] {
  return (coarray.coshape?.extents ?? []).map((_, k) => coextent(f, coarray, k));
}

function extentOf(f: FunctionLowering, coarray: ObjectSymbol, k: number): Expression {
  const extents = leading(f, coarray);
  const known = extents[k];
  if (known) return known;
  const row = spill(f, extents.reduce(mul, constI32(1)));
  const images = library(f, '__coarray_num_images');
  return binary('div_s', add(images, sub(row, constI32(1))), row);
}

/** Applies a query to the codimension given by the call. */
function ofDimension(
  f: FunctionLowering,
  e: CallNode,
  answer: (f: FunctionLowering, coarray: ObjectSymbol, k: number) => Expression,
): Expression {
  const coarray = coarrayOf(f, e);
  const corank = (coarray.coshape?.extents.length ?? 0) + 1;
  const [, dimension] = e.arguments;
  if (!dimension) return answer(f, coarray, 0);
  const k = stable(f, lowerInteger(f, dimension));
  if (k.op === 'const') return answer(f, coarray, Number(k.value));
  failIf(f, e, binary('ge_u', k, constI32(corank)), '__coarray_codimension_fault', [k, constI32(corank)]);
  let chosen = answer(f, coarray, corank - 1);
  for (let each = corank - 2; each >= 0; each--)
    chosen = select(binary('eq', k, constI32(each)), answer(f, coarray, each), chosen);
  return chosen;
}

// ---------------------------------------------------------------- images

function thisImage(f: FunctionLowering, e: CallNode): Expression {
  const [first] = e.arguments;
  if (!first) return library(f, '__coarray_this_image');
  if (!coarrayOf(f, e)) return library(f, '__coarray_this_image_of_team', [lowerScalar(f, first)]);
  return ofDimension(f, e, ownIndex);
}

/** The running image's index in a codimension. */
function ownIndex(f: FunctionLowering, coarray: ObjectSymbol, k: number): Expression {
  const extents = leading(f, coarray).map((extent) => stable(f, extent));
  const before = extents.slice(0, k).reduce(mul, constI32(1));
  const index = binary('div_s', library(f, '__coarray_this_image'), before);
  const extent = extents[k];
  return extent ? binary('rem_s', index, extent) : index;
}

/** The image at some indices; -1 if there is none. */
function imageIndex(f: FunctionLowering, e: CallNode): Expression {
  const waiting = e.arguments.slice(1).map((each) => pending(f, scalarValue(lowerInteger(f, each))));
  const indices = settle(f, waiting).map((value) => stable(f, expressionOf(value)));
  const extents = leading(f, coarrayOf(f, e)).map((extent) => stable(f, extent));
  let image: Expression = indices.at(-1) as Expression;
  for (let k = extents.length - 1; k >= 0; k--)
    image = add(indices[k] as Expression, mul(extents[k] as Expression, image));
  const images = library(f, '__coarray_num_images');
  const kept = stable(f, image);
  // The last index is compared with the number of remaining images: the product of indices could wrap around.
  let exists = binary('lt_u', kept, images);
  const last = indices.at(-1) as Expression;
  exists = select(binary('lt_u', last, images), exists, constI32(0));
  extents.forEach((extent, k) => {
    exists = select(binary('lt_u', indices[k] as Expression, extent), exists, constI32(0));
  });
  return select(exists, kept, constI32(-1));
}
