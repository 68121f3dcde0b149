/**
 * Array sections and the statements that assign them: `a[0:n][:]:[k] = 2 * b[:][::2];` (XcalableMP 1.4, 5.2.2).
 *
 * One idea: in an array assignment statement every operator works on elements, so a section has the type of one of
 * them and all rules of C hold as they stand. Conformance is checked afterwards: all sections have as many dimensions
 * as the one on the left, and where lengths are known, as many elements.
 */

import { noteAt } from '../../../../diagnostics/diagnostic.ts';
import type { Assignment, Expression, Section } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { assignment } from '../expressions/assignment.ts';
import { promotedValue, value } from '../expressions/conversions.ts';
import { expression } from '../expressions/expressions.ts';
import { failure, type Operand, operand } from '../expressions/operand.ts';
import { checkArithmeticPointer } from '../expressions/pointers.ts';
import { blockSizeOf, isInteger, isPointer, isShared } from '../types/primitives.ts';
import type { PointerType, QualifiedType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';

const RULE = '(XcalableMP 1.4, 5.2.2)';

/** `array[start:length:step]` as one of its elements. */
export function section(a: Analysis, node: Section): Operand {
  const whole = expression(a, node.array);
  const array = whole.type;
  const pointer = value(a, whole);
  const bounds = [node.start, node.length, node.step].map((each) => each && bound(a, each));
  if (pointer.failed || bounds.some((each) => each?.failed) || !checkPlace(a, node)) return failure(a, node);
  if (!isPointer(pointer.type.type)) {
    a.error('SEM3095', `subscripted value is neither array nor pointer ('${typeText(array)}')`, node.location);
    return failure(a, node);
  }
  if (!checkArithmeticPointer(a, pointer.type.type, node.location)) return failure(a, node);
  if (!checkBounds(a, node, array) || !checkThread(a, node, array)) return failure(a, node);
  return operand(a, node, (pointer.type.type as PointerType).to, { lvalue: true });
}

function bound(a: Analysis, node: Expression): Operand {
  const o = promotedValue(a, expression(a, node));
  if (o.failed || isInteger(o.type.type)) return o;
  a.error('COA6040', `part of a section is not an integer ('${typeText(o.type)}') ${RULE}`, node.location);
  return failure(a, node);
}

function checkPlace(a: Analysis, node: Section): boolean {
  if (a.assignsSections && a.unevaluated === 0) return true;
  const text = "an array section stands only in an array assignment statement, as in 'a[0:n] = b[0:n];'";
  a.error('COA6041', `${text} ${RULE}`, node.location);
  return false;
}

function checkBounds(a: Analysis, node: Section, array: QualifiedType): boolean {
  const extent = extentOf(array);
  const [length, step] = [constantOf(a, node.length), constantOf(a, node.step)];
  if (!node.length && array.type.kind !== 'array')
    return wrong(a, node, 'COA6042', "the section of a pointer needs a length, as in 'p[start:length]'");
  if (!node.length && extent === undefined && (array.type.kind !== 'array' || array.type.length === undefined))
    return wrong(a, node, 'COA6042', 'the array has no length here: the section needs one');
  if (step === 0) return wrong(a, node, 'COA6043', 'the step of a section cannot be 0');
  if (length !== undefined && length <= 0)
    return wrong(a, node, 'COA6044', `the length of a section must be positive, not ${length}`);
  warnOutside(a, node, extent);
  return true;
}

/** The elements of a shared array lie on one thread only if its block size is indefinite. */
function checkThread(a: Analysis, node: Section, array: QualifiedType): boolean {
  if (!isShared(array) || blockSizeOf(array) === 0) return true;
  return wrong(a, node, 'COA6052', `a section of '${typeText(array)}' would lie on several threads`);
}

function wrong(a: Analysis, { location }: Section, code: string, text: string): false {
  a.error(code, `${text} ${RULE}`, location);
  return false;
}

/** Elements of an array whose length is a constant. */
function extentOf({ type }: QualifiedType): number | undefined {
  return type.kind === 'array' && typeof type.length === 'number' && !type.timesThreads ? type.length : undefined;
}

function constantOf(a: Analysis, node: Expression | undefined): number | undefined {
  const known = node && a.constantOf[node.id];
  return known?.kind === 'integer' ? Number(known.value) : undefined;
}

function warnOutside(a: Analysis, node: Section, extent: number | undefined): void {
  const [start, step, length] = [firstOf(a, node, extent), stepOf(a, node), constantLength(a, node, extent)];
  if (extent === undefined || start === undefined || step === undefined || length === undefined) return;
  const outside = [start, start + (length - 1) * step].find((index) => index < 0 || index >= extent);
  if (outside === undefined) return;
  const text = `the section reaches element ${outside} of an array of ${extent} elements`;
  a.warning('COA6045', 'array-bounds', text, node.location);
}

function stepOf(a: Analysis, { step }: Section): number | undefined {
  return step ? constantOf(a, step) : 1;
}

/** First index of a section. Default: 0, with a negative step the last element. */
function firstOf(a: Analysis, node: Section, extent: number | undefined): number | undefined {
  if (node.start) return constantOf(a, node.start);
  const step = stepOf(a, node);
  return step === undefined || step > 0 ? step && 0 : extent && extent - 1;
}

/** The number of elements in one dimension, where it is known. */
function constantLength(a: Analysis, node: Section, extent: number | undefined): number | undefined {
  if (node.length) return constantOf(a, node.length);
  const [start, step] = [firstOf(a, node, extent), stepOf(a, node)];
  if (extent === undefined || start === undefined || !step) return undefined;
  return step > 0 ? Math.ceil((extent - start) / step) : Math.floor(start / -step) + 1;
}

// ---------------------------------------------------------------- designators

/** The sections along a designator such as `a[1:3][i].x[:]:[k]`, first dimension first. */
export function sectionsOf(node: Expression): Section[] {
  switch (node.kind) {
    case 'Section':
      return [...sectionsOf(node.array), node];
    case 'Index':
      return sectionsOf(node.array);
    case 'Member':
    case 'Coindex':
      return sectionsOf(node.object);
    default:
      return [];
  }
}

/** An assignment whose left side is a section. */
export function isSectionAssignment(node: Expression): node is Assignment {
  return node.kind === 'Assignment' && sectionsOf(node.left).length > 0;
}

/** Calls `visit` for the designators of sections in an expression; statements in it are statements of their own. */
export function visitSections(node: Expression, visit: (designator: Expression) => void): void {
  if (sectionsOf(node).length > 0) visit(node);
  else for (const part of partsOf(node)) visitSections(part, visit);
}

/** The expressions that an expression is computed from. */
export function partsOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'Unary':
    case 'Cast':
    case 'IncrementDecrement':
      return [node.operand];
    case 'Binary':
    case 'Assignment':
    case 'Comma':
      return [node.left, node.right];
    case 'Conditional':
      return [node.test, ...(node.then ? [node.then] : []), node.otherwise];
    case 'Call':
      return [node.callee, ...node.arguments];
    case 'Index':
      return [node.array, node.index];
    case 'Member':
      return [node.object];
    case 'Coindex':
      return [node.object, ...node.subscripts, ...node.selectors.map((each) => each.value)];
    case 'Section':
      return [node.array, node.start, node.length, node.step].filter((each) => each !== undefined);
    case 'ChooseExpression':
      return [node.then, node.otherwise];
    case 'GenericSelection':
      return node.associations.map((each) => each.value);
    case 'VaArg':
      return [node.list];
    default:
      return [];
  }
}

// ---------------------------------------------------------------- statements

/** An array assignment statement. */
export function sectionAssignment(a: Analysis, node: Assignment): void {
  a.assignsSections = true;
  const o = assignment(a, node);
  a.assignsSections = false;
  if (o.failed || !checkDesignator(a, node.left)) return;
  const left = sectionsOf(node.left);
  visitSections(node.right, (designator) => {
    if (checkDesignator(a, designator)) checkShape(a, left, designator);
  });
  checkOperators(a, node.right);
}

/** Subscripts are single, and elements lie in a regular pattern: not behind pointers that are themselves elements. */
function checkDesignator(a: Analysis, node: Expression): boolean {
  if (a.typeOf[node.id]?.type.kind === 'array') return false;
  for (let at = node; sectionsOf(at).length > 0; at = inner(at)) {
    const [object, ...subscripts] = partsOf(at) as [Expression, ...Expression[]];
    const section = subscripts.find(hasSections);
    if (section)
      return refuse(a, section, 'COA6046', 'a section cannot be a subscript, image index or bound of another');
    const behind = sectionsOf(object).length > 0 && at.kind !== 'Coindex' && !isPart(a, at, object);
    if (behind)
      return refuse(a, at, 'COA6047', 'the elements of the section are pointers: what they point to is no section');
  }
  if (isBitField(a, node)) return refuse(a, node, 'COA6048', 'bit-fields have no section');
  return true;
}

function inner(node: Expression): Expression {
  return partsOf(node)[0] as Expression;
}

function isPart(a: Analysis, node: Expression, object: Expression): boolean {
  if (node.kind === 'Member') return !node.arrow;
  return a.typeOf[object.id]?.type.kind === 'array';
}

function isBitField(a: Analysis, node: Expression): boolean {
  const designated = node.kind === 'Coindex' ? node.object : node;
  return a.memberOf[designated.id]?.at(-1)?.bitField !== undefined;
}

function hasSections(node: Expression): boolean {
  return sectionsOf(node).length > 0 || partsOf(node).some(hasSections);
}

function refuse(a: Analysis, { location }: Expression, code: string, text: string): false {
  a.error(code, `${text} ${RULE}`, location);
  return false;
}

/** Dimensions of one element may be left out on either side. */
function checkShape(a: Analysis, left: readonly Section[], designator: Expression): void {
  const right = sectionsOf(designator);
  const same = left.length === right.length;
  const [wanted, given] = [lengthsOf(a, left, same), lengthsOf(a, right, same)];
  const notes = noteAt('the section assigned to is here', left[0]?.location);
  if (wanted.length !== given.length) {
    const text = `a section of ${dimensions(right.length)} in an assignment to one of ${dimensions(left.length)}`;
    a.error('COA6049', `${text} ${RULE}`, designator.location, notes);
    return;
  }
  const differs = wanted.findIndex((each, k) => each !== undefined && given[k] !== undefined && each !== given[k]);
  if (differs < 0) return;
  const text = `dimension ${differs} of the section has ${given[differs]} elements, on the left it has ${wanted[differs]}`;
  a.error('COA6050', `${text} ${RULE}`, designator.location, notes);
}

function lengthsOf(a: Analysis, sections: readonly Section[], single: boolean): (number | undefined)[] {
  const lengths = sections.map((each) => constantLength(a, each, extentOf(a.typeOf[each.array.id] as QualifiedType)));
  return single ? lengths : lengths.filter((length) => length !== 1);
}

function dimensions(count: number): string {
  return `${count} dimension${count === 1 ? '' : 's'}`;
}

/** Sections are read: they are not changed on the right, and have no address. */
function checkOperators(a: Analysis, node: Expression): void {
  const operand = changedOperand(node);
  if (operand && sectionsOf(operand).length > 0)
    refuse(a, node, 'COA6051', 'on the right of an array assignment a section can only be read');
  for (const part of partsOf(node)) checkOperators(a, part);
}

function changedOperand(node: Expression): Expression | undefined {
  if (node.kind === 'Unary' && node.operator === '&') return node.operand;
  if (node.kind === 'IncrementDecrement') return node.operand;
  return node.kind === 'Assignment' ? node.left : undefined;
}
