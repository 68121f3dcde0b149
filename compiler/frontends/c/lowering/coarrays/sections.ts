/**
 * Array sections: the layout of their elements, and the place of one element (XcalableMP 1.4, 5.2.2).
 *
 * Takes: a designator such as `a[1:n][i].x[::2]:[k]`. Gives: the address of its first element and, for each dimension,
 * the number of elements and their stride in bytes. One idea: a section is lowered as its first element; on the way
 * each pair of brackets records its dimension.
 */

import { add, binary, constI32, isConstantValue, mul, select, sub } from '../../../../ir/builders.ts';
import type { Expression } from '../../../../ir/ir.ts';
import type { Expression as CExpression } from '../../ast/ast.ts';
import type { ArrayType, CType } from '../../semantics/types/types.ts';
import { callLibrary } from '../expressions/calls.ts';
import { lowerInteger, lowerValue, typeOf } from '../expressions/expressions.ts';
import { spill, stable } from '../expressions/sequencing.ts';
import { lengthExpression, sizeExpression } from '../expressions/sizes.ts';
import type { FunctionLowering } from '../function.ts';
import { product } from '../places/address.ts';
import { addressOfPlace } from '../places/parts.ts';
import { isStrict, lowerPlace, movedPointer, pointee } from '../places/places.ts';
import type { Place, Value } from '../value.ts';

export type SectionNode = CExpression & { kind: 'Section' };

/** One dimension: number of elements, and stride in bytes. */
export interface Dimension {
  readonly count: Expression;
  readonly stride: Expression;
}

/** Elements in memory, described by expressions that may be evaluated any number of times. */
export interface Elements {
  readonly address: Expression;
  readonly dimensions: readonly Dimension[];
  readonly type: CType;
  /** On the image of the coindex. */
  readonly remote: boolean;
  readonly unaligned: boolean;
  readonly strict: boolean;
  /** True if the coindex has `stat =` and its image has ended: nothing is transferred. */
  readonly absent?: Expression;
}

/** The elements that a designator with sections designates. */
export function elementsOf(f: FunctionLowering, designator: CExpression): Elements {
  const outer = f.section;
  const { dimensions } = (f.section = { dimensions: [] } as FunctionLowering['section']);
  const place = lowerPlace(f, designator);
  const { absent } = f.section;
  f.section = outer;
  const unaligned = (place.kind === 'memory' || place.kind === 'shared') && place.unaligned === true;
  const [remote, strict] = place.kind === 'shared' ? [true, place.strict] : [false, false];
  const address = stable(f, addressOfPlace(place));
  return { address, dimensions, type: place.type, remote, unaligned, strict, ...(absent && { absent }) };
}

/** The place of a section's first element; appends its dimension to those of the designator. */
export function lowerSection(f: FunctionLowering, e: SectionNode): Place {
  const pointer = stablePointer(f, lowerValue(f, e.array));
  const element = typeOf(f, e);
  const { start, count, step } = bounds(f, e);
  f.section.dimensions.push({ count, stride: stable(f, product(step, sizeExpression(f, element.type))) });
  return pointee(movedPointer(f, pointer, start, element), element, isStrict(f, e));
}

function stablePointer(f: FunctionLowering, pointer: Value): Value {
  return pointer.kind === 'scalar' ? { ...pointer, expression: stable(f, pointer.expression) } : pointer;
}

// ---------------------------------------------------------------- start, length and step

interface Bounds {
  readonly start: Expression;
  readonly count: Expression;
  readonly step: Expression;
}

/** Without a length, to the end of the array in the direction of the step; without a start, from the other end. */
function bounds(f: FunctionLowering, e: SectionNode): Bounds {
  const given = [e.start, e.length, e.step].map((each) => each && kept(f, lowerInteger(f, each)));
  const { type } = typeOf(f, e.array);
  const extent = type.kind === 'array' && isBounded(type) ? stable(f, lengthExpression(f, type)) : undefined;
  const step = given[2] ?? constI32(1);
  failIf(f, e, binary('eq', step, constI32(0)), '__coarray_step_fault', []);
  const backwards = binary('lt_s', step, constI32(0));
  const start = given[0] ?? stable(f, extent ? select(backwards, sub(extent, constI32(1)), constI32(0)) : constI32(0));
  const count = given[1] ?? stable(f, rest(start, extent ?? constI32(0), step, backwards));
  failIf(f, e, binary('lt_s', count, constI32(0)), '__coarray_length_fault', [count]);
  if (extent && f.unit.options.debug) checkBounds(f, e, { start, count, step }, extent);
  return { start, count, step };
}

function isBounded({ length }: ArrayType): boolean {
  return length !== undefined;
}

/** A value kept in a local that later statements do not change. */
function kept(f: FunctionLowering, value: Expression): Expression {
  return value.op === 'const' ? value : spill(f, value);
}

/** Elements from `start` to the end of the array. */
function rest(start: Expression, extent: Expression, step: Expression, backwards: Expression): Expression {
  const up = binary('div_s', add(sub(extent, start), sub(step, constI32(1))), step);
  const down = add(binary('div_s', start, sub(constI32(0), step)), constI32(1));
  return select(backwards, down, up);
}

/** Ends the job by a library call, if `test` holds. */
export function failIf(
  f: FunctionLowering,
  e: CExpression,
  test: Expression,
  name: string,
  values: readonly Expression[],
): void {
  if (test.op === 'const' && test.value === 0) return;
  f.moveTo(e.location);
  const fail = f.collect(() => callLibrary(f, name, values, []));
  f.emit({ op: 'if', test, then: fail, otherwise: [] });
}

/** Under -g: the first and last element of a section must be in bounds. */
function checkBounds(f: FunctionLowering, e: SectionNode, { start, count, step }: Bounds, extent: Expression): void {
  const last = stable(f, add(start, mul(sub(count, constI32(1)), step)));
  const isEmpty = binary('eq', count, constI32(0));
  for (const index of [start, last]) {
    const outside = select(isEmpty, constI32(0), binary('ge_u', index, extent));
    failIf(f, e, outside, '__pgasc_index_fault', [index, extent]);
  }
}

// ---------------------------------------------------------------- memory for elements

const PRIVATE = { remote: false, unaligned: false, strict: false };

/** Contiguous memory on this image for as many elements; freed by `releaseElements`. */
export function newElements(f: FunctionLowering, like: Elements): Elements {
  const size = sizeExpression(f, like.type);
  const dimensions: Dimension[] = [];
  let stride: Expression = size;
  for (const { count } of [...like.dimensions].reverse()) {
    dimensions.unshift({ count, stride });
    stride = stable(f, mul(stride, count));
  }
  const [address] = callLibrary(f, '__coarray_buffer', [stride], ['i32']);
  return { address: address as Expression, dimensions, type: like.type, ...PRIVATE };
}

export function releaseElements(f: FunctionLowering, { address }: Elements): void {
  callLibrary(f, '__coarray_release', [address], []);
}

/** The value of a broadcast: one place repeated for all elements of `like`. */
export function repeated(value: Place, like: Elements): Elements {
  const dimensions = like.dimensions.map(({ count }) => ({ count, stride: constI32(0) }));
  return { address: addressOfPlace(value), dimensions, type: like.type, ...PRIVATE };
}

/** Copies elements as if all at once; none to or from an image that has ended. */
export function transfer(f: FunctionLowering, to: Elements, from: Elements): void {
  const { at } = f;
  const absent = to.absent ?? from.absent;
  const statements = f.collect(() => copyElements(f, to, from));
  if (at) f.at = at;
  if (absent) f.emit({ op: 'if', test: absent, then: [], otherwise: statements });
  else f.code.push(...statements);
}

function copyElements(f: FunctionLowering, to: Elements, from: Elements): void {
  if (to.strict || from.strict) f.emit({ op: 'fence' });
  const rank = to.dimensions.length;
  const descriptor = f.temporarySlot(12 * rank, 4);
  const words = to.dimensions.flatMap(({ count, stride }, k) => [
    count,
    stride,
    from.dimensions[k]?.stride as Expression,
  ]);
  words.forEach((value, k) => {
    f.emit({ op: 'store', memory: 'i32', address: add(descriptor, constI32(4 * k)), value });
  });
  const size = sizeExpression(f, to.type);
  callLibrary(f, '__coarray_transfer', [to.address, from.address, size, constI32(rank), descriptor], []);
  if (to.strict || from.strict) f.emit({ op: 'fence' });
}

/** The elements in the dimensions of the left side, after code that ends the job if the shapes differ. */
export function conforming(f: FunctionLowering, e: CExpression, left: Elements, right: Elements): Elements {
  const dimensions = aligned(left.dimensions, right.dimensions);
  left.dimensions.forEach(({ count }, k) => {
    const given = dimensions[k]?.count as Expression;
    failIf(f, e, binary('ne', given, count), '__coarray_shape_fault', [constI32(k), count, given]);
  });
  return { ...right, dimensions };
}

/** If the ranks differ, dimensions of one element are dropped or added. */
function aligned(wanted: readonly Dimension[], given: readonly Dimension[]): readonly Dimension[] {
  if (wanted.length === given.length) return given;
  const rest = given.filter((each) => !isSingle(each));
  return wanted.map((each) =>
    isSingle(each) ? { count: each.count, stride: constI32(0) } : (rest.shift() as Dimension),
  );
}

function isSingle({ count }: Dimension): boolean {
  return isConstantValue(count, 1);
}
