/**
 * Array assignment statements (XcalableMP 1.4, 5.2.2).
 *
 * Takes: `left = right;` with a section on the left. One idea: an assignment that only moves elements is one transfer;
 * a computation is a loop nest over private memory around an ordinary assignment of one element. Elements of other
 * images are fetched before and sent after it, in one transfer each; so are elements that a later iteration may still
 * read.
 */

import { add, binary, constI32 } from '../../../../ir/builders.ts';
import type { Expression } from '../../../../ir/ir.ts';
import type { Assignment, Expression as CExpression } from '../../ast/ast.ts';
import { printNode } from '../../ast/print.ts';
import { partsOf, sectionsOf, visitSections } from '../../semantics/coarrays/sections.ts';
import { lowerAssignment } from '../expressions/assignments.ts';
import { hasStatements } from '../expressions/effects.ts';
import { lowerValue, typeOf } from '../expressions/expressions.ts';
import { mapValue, spill } from '../expressions/sequencing.ts';
import { inPrivateMemory } from '../expressions/structs.ts';
import type { FunctionLowering } from '../function.ts';
import { storePlace } from '../places/access.ts';
import { memoryPlace } from '../places/places.ts';
import { staticSize } from '../shape.ts';
import type { Value } from '../value.ts';
import { conforming, type Elements, elementsOf, newElements, releaseElements, repeated, transfer } from './sections.ts';

export function lowerSectionAssignment(f: FunctionLowering, e: Assignment): void {
  f.releasing(() => {
    const left = elementsOf(f, e.left);
    if (e.operator === '=' && isDesignator(f, e.right)) move(f, e, left);
    else if (e.operator === '=' && !hasSections(e.right)) broadcast(f, e, left);
    else compute(f, e, left);
  });
}

function hasSections(e: CExpression): boolean {
  let found = false;
  visitSections(e, () => {
    found = true;
  });
  return found;
}

/** A section whose elements are copied unchanged. */
function isDesignator(f: FunctionLowering, e: CExpression): boolean {
  return sectionsOf(e).length > 0 && (f.unit.facts.conversions[e.id] ?? []).every(({ kind }) => kind === 'load');
}

function move(f: FunctionLowering, e: Assignment, left: Elements): void {
  const right = conforming(f, e.right, left, elementsOf(f, e.right));
  f.moveTo(e.location);
  transfer(f, left, right);
}

/** One value, evaluated once, assigned to all elements. */
function broadcast(f: FunctionLowering, e: Assignment, left: Elements): void {
  const value = lowerValue(f, e.right);
  f.moveTo(e.location);
  transfer(f, left, repeated(privatePlace(f, value, left), left));
}

function privatePlace(f: FunctionLowering, value: Value, { type }: Elements) {
  if (value.kind === 'struct') return inPrivateMemory(f, value.place);
  const place = memoryPlace(f.temporarySlot(staticSize(type), 8), { type });
  storePlace(f, place, value);
  return place;
}

// ---------------------------------------------------------------- element by element

/** The elements of each designator, and temporary memory to free. */
interface Operands {
  readonly elements: Map<CExpression, Elements>;
  readonly buffers: Elements[];
}

function compute(f: FunctionLowering, e: Assignment, left: Elements): void {
  const operands: Operands = { elements: new Map(), buffers: [] };
  visitSections(e.right, (designator) => {
    operands.elements.set(designator, conforming(f, designator, left, elementsOf(f, designator)));
  });
  const scalars = scalarsOf(f, e.right);
  for (const each of scalars)
    f.evaluated.set(
      each,
      mapValue(lowerValue(f, each), (part) => spill(f, part)),
    );
  f.moveTo(e.location);
  fetchRemote(f, operands);
  assignElements(f, e, left, operands);
  for (const buffer of operands.buffers) releaseElements(f, buffer);
  for (const each of scalars) f.evaluated.delete(each);
}

function buffered(f: FunctionLowering, { buffers }: Operands, elements: Elements): Elements {
  const buffer = newElements(f, elements);
  buffers.push(buffer);
  return buffer;
}

function fetchRemote(f: FunctionLowering, operands: Operands): void {
  for (const [designator, elements] of operands.elements) {
    if (!elements.remote) continue;
    const buffer = buffered(f, operands, elements);
    transfer(f, buffer, elements);
    operands.elements.set(designator, buffer);
  }
}

/** The loop nest, through a buffer for the left side if necessary. */
function assignElements(f: FunctionLowering, e: Assignment, left: Elements, operands: Operands): void {
  const isDirect = !left.remote && !mayDisturb(f, e.left, [...operands.elements.keys()]);
  const result = isDirect ? left : buffered(f, operands, left);
  if (!isDirect && e.operator !== '=') transfer(f, result, left);
  const starts = new Map([...operands.elements.set(e.left, result)].map(([each, { address }]) => [each, address]));
  loopOver(f, e, operands.elements, 0, starts);
  f.moveTo(e.location);
  if (!isDirect) transfer(f, left, result);
}

/** Scalars in the expression that call or communicate: evaluated once, unless they might not be evaluated at all. */
function scalarsOf(f: FunctionLowering, e: CExpression): CExpression[] {
  if (sectionsOf(e).length > 0) return [];
  if (!hasSections(e)) return hasStatements(f, e) ? [e] : [];
  const isLazy = e.kind === 'Conditional' || (e.kind === 'Binary' && (e.operator === '&&' || e.operator === '||'));
  const parts = e.kind === 'Call' ? e.arguments : partsOf(e);
  return (isLazy ? parts.slice(0, 1) : parts).flatMap((part) => scalarsOf(f, part));
}

/**
 * Could writing an element change one that is read later? Not if only the element itself is read, nor if all arrays are
 * distinct objects.
 */
function mayDisturb(f: FunctionLowering, left: CExpression, read: readonly CExpression[]): boolean {
  const written = objectOf(f, left);
  return read.some((each) => {
    const other = objectOf(f, each);
    const apart = written !== undefined && other !== undefined && written !== other;
    return !apart && (each.kind === 'Coindex' || printNode(each) !== printNode(left) || calls(left));
  });
}

/** The named array of a designator; undefined behind a pointer. */
function objectOf(f: FunctionLowering, e: CExpression): unknown {
  let at = e;
  for (;;) {
    if (at.kind === 'Identifier')
      return typeOf(f, at).type.kind === 'pointer' ? undefined : f.unit.facts.symbolOf[at.id];
    if (at.kind === 'Member' && !at.arrow) at = at.object;
    else if (at.kind === 'Coindex') at = at.object;
    else if ((at.kind === 'Index' || at.kind === 'Section') && typeOf(f, at.array).type.kind === 'array') at = at.array;
    else return undefined;
  }
}

function calls(e: CExpression): boolean {
  return ['Call', 'Assignment', 'IncrementDecrement', 'StatementExpression'].includes(e.kind) || partsOf(e).some(calls);
}

// ---------------------------------------------------------------- loops

/** A loop over the elements: in each dimension a pointer into each section advances from its start. */
function loopOver(
  f: FunctionLowering,
  e: Assignment,
  operands: ReadonlyMap<CExpression, Elements>,
  level: number,
  starts: ReadonlyMap<CExpression, Expression>,
): void {
  const dimensionOf = (each: CExpression) => (operands.get(each) as Elements).dimensions[level];
  const count = dimensionOf(e.left)?.count;
  if (count === undefined) {
    assignElement(f, e, operands, starts);
    return;
  }
  const counter = spill(f, constI32(0));
  const pointers = new Map([...starts].map(([each, start]) => [each, spill(f, start)]));
  const body = f.collect(() => loopOver(f, e, operands, level + 1, pointers));
  const step = f.collect(() => {
    for (const [each, pointer] of pointers) advance(f, pointer, dimensionOf(each)?.stride as Expression);
    advance(f, counter, constI32(1));
  });
  const label = f.label('elements');
  f.emit({ op: 'loop', label, kind: 'while', test: binary('lt_s', counter, count), step, body });
}

function advance(f: FunctionLowering, local: Expression, by: Expression): void {
  if (local.op === 'local') f.set(local.name, add(local, by));
}

/** The assignment itself, with the designators bound to one element each. */
function assignElement(
  f: FunctionLowering,
  e: Assignment,
  operands: ReadonlyMap<CExpression, Elements>,
  pointers: ReadonlyMap<CExpression, Expression>,
): void {
  for (const [each, { type, unaligned }] of operands) {
    const place = memoryPlace(pointers.get(each) as Expression, { type });
    f.elements.set(each, unaligned ? { ...place, unaligned } : place);
  }
  f.releasing(() => lowerAssignment(f, e, false));
  for (const each of operands.keys()) f.elements.delete(each);
}
