/**
 * Coindexed designators: `a[i][j]:[k]`, the object on another image (XcalableMP 1.4, 5.2; Fortran 2018, 9.6).
 *
 * One idea: the designator is an lvalue of the object's type, shared with indefinite block size: it lies on one thread.
 * So all of UPC's rules for shared lvalues apply, and `&a[i]:[k]` is a pointer-to-shared. Only a part of a
 * coarray may be coindexed: of an object with a coshape, or of the target of a pointer with a coshape.
 */

import { noteAt } from '../../../../diagnostics/diagnostic.ts';
import type { Coindex, Expression, Selector } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { promotedValue } from '../expressions/conversions.ts';
import { expression, rvalue } from '../expressions/expressions.ts';
import { failure, type Operand, operand } from '../expressions/operand.ts';
import type { Coshape, ObjectSymbol } from '../facts.ts';
import { INT, isInteger, isPointer, isShared } from '../types/primitives.ts';
import { qualify } from '../types/qualified.ts';
import { typeText } from '../types/typetext.ts';
import { corankOf } from './coshapes.ts';

type Coarray = ObjectSymbol & { readonly coshape: Coshape };

export function coindex(a: Analysis, node: Coindex): Operand {
  const object = expression(a, node.object);
  const images = node.subscripts.map((each) => cosubscript(a, each));
  const selected = checkSelectors(a, node);
  if (object.failed) return failure(a, node);
  const coarray = coindexed(a, node, object);
  if (!coarray || !checkCount(a, node, coarray)) return failure(a, node);
  if (images.some(({ failed }) => failed) || !checkRanges(a, coarray, images) || !selected) return failure(a, node);
  if (coarray.storage === 'static') coarray.addressTaken = true;
  a.coarrayOf[node.id] = coarray;
  const { type, ...unvolatile } = object.type;
  const shared = qualify({ type, ...unvolatile }, { shared: { block: 0 } });
  return operand(a, node, shared, { lvalue: true, ...(object.bits !== undefined && { bits: object.bits }) });
}

// ---------------------------------------------------------------- which coarray

/** The coarray that the object is a part of, or undefined after an error. */
function coindexed(a: Analysis, node: Coindex, object: Operand): Coarray | undefined {
  if (isShared(object.type)) return notPrivate(a, node);
  const found = object.lvalue ? ownerOf(a, node.object) : { reason: 'it is a value, not an object' };
  if ('symbol' in found) return found.symbol;
  a.error('COA6020', `what is coindexed is no coarray: ${found.reason} (XcalableMP 1.4, 5.2)`, node.location, [
    ...noteAt('declared here', found.declared?.location),
  ]);
  return undefined;
}

function notPrivate(a: Analysis, node: Coindex): undefined {
  const twice = node.object.kind === 'Coindex';
  const text = twice ? 'the object is coindexed already' : 'the object is shared: its thread is known already';
  a.error('COA6021', `${text} (XcalableMP 1.4, 5.2)`, node.location);
  return undefined;
}

type Owner = { readonly symbol: Coarray } | { readonly reason: string; readonly declared?: ObjectSymbol };

/** The coarray that an lvalue is a part of. */
export function ownerOf(a: Analysis, node: Expression): Owner {
  switch (node.kind) {
    case 'Identifier':
      return ownerByName(
        node.name,
        a.symbolOf[node.id]?.kind === 'object' ? (a.symbolOf[node.id] as ObjectSymbol) : undefined,
      );
    case 'Member':
      return node.arrow ? targetOf(a, node.object) : ownerOf(a, node.object);
    case 'Index':
      return targetOf(a, isPointerLike(a, node.array) ? node.array : node.index);
    case 'Section':
      return targetOf(a, node.array);
    case 'Unary':
      return node.operator === '*' ? targetOf(a, node.operand) : ownerOf(a, node.operand);
    default:
      return { reason: 'only parts of a coarray can be coindexed' };
  }
}

function ownerByName(name: string, symbol: ObjectSymbol | undefined): Owner {
  if (!symbol) return { reason: `'${name}' is no object` };
  if (!isCoarray(symbol)) return { reason: `'${name}' has no coshape, as in '${name}:[*]'`, declared: symbol };
  if (symbol.storage === 'static' || !isPointer(symbol.type.type)) return { symbol };
  return { reason: `'${name}' is a pointer of this image; what it points to is the coarray`, declared: symbol };
}

function isCoarray(symbol: ObjectSymbol): symbol is Coarray {
  return symbol.coshape !== undefined;
}

/** The coarray that a pointer points into: an array's own, or that of a pointer with a coshape. */
function targetOf(a: Analysis, node: Expression): Owner {
  if (a.typeOf[node.id]?.type.kind === 'array') return ownerOf(a, node);
  if (node.kind === 'Binary') return targetOf(a, isPointerLike(a, node.left) ? node.left : node.right);
  if (node.kind === 'Unary' && node.operator === '&') return ownerOf(a, node.operand);
  if (node.kind === 'Cast') return targetOf(a, node.operand);
  if (node.kind !== 'Identifier') return { reason: 'it lies behind a pointer, whose target can be anywhere' };
  const symbol = a.symbolOf[node.id];
  if (symbol?.kind !== 'object') return { reason: `'${node.name}' is no object` };
  if (isCoarray(symbol)) return { symbol };
  const text = `the pointer '${node.name}' has no coshape, as in '${node.name}:[*]'`;
  return { reason: text, declared: symbol };
}

function isPointerLike(a: Analysis, node: Expression): boolean {
  const kind = a.typeOf[node.id]?.type.kind;
  return kind === 'array' || kind === 'pointer';
}

/**
 * A pointer to a coarray is given a coarray's address: an object without a coshape is reported. A static pointer may as
 * well be a coarray of pointers.
 */
export function checkCoarrayAddress(a: Analysis, node: Expression, what: string, coarray: ObjectSymbol): void {
  if (!coarray.coshape || coarray.storage === 'static' || !isPointer(coarray.type.type)) return;
  const owner = targetOf(a, node);
  if (!('reason' in owner) || !owner.declared || owner.declared.coshape) return;
  const text = `${what} must be a coarray: '${owner.declared.name}' has no coshape (Fortran 2018, 15.5.2.8)`;
  a.error('COA6028', text, node.location, [
    ...noteAt(`'${coarray.name}' is declared with a coshape here`, coarray.coshape.location),
    ...noteAt('declared here', owner.declared.location),
  ]);
}

// ---------------------------------------------------------------- image selectors

function cosubscript(a: Analysis, node: Expression): Operand {
  const o = promotedValue(a, expression(a, node));
  if (o.failed || isInteger(o.type.type)) return o;
  a.error('COA6022', `image index is not an integer ('${typeText(o.type)}') (XcalableMP 1.4, 5.2)`, node.location);
  return failure(a, node);
}

function checkCount(a: Analysis, { subscripts, location }: Coindex, coarray: Coarray): boolean {
  const [given, wanted] = [subscripts.length, corankOf(coarray.coshape)];
  if (given === wanted) return true;
  const text = `'${coarray.name}' has ${counted(wanted, 'codimension')}, but ${counted(given, 'image index', 'image indices')} ${given === 1 ? 'is' : 'are'} given`;
  a.error('COA6023', `${text} (XcalableMP 1.4, 5.2)`, location, noteAt('declared here', coarray.coshape.location));
  return false;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Constant indices that no image can have. */
function checkRanges(a: Analysis, { name, coshape }: Coarray, images: readonly Operand[]): boolean {
  const wrong = images.find(({ constant }, k) => {
    const extent = coshape.extents[k];
    if (constant?.kind !== 'integer') return false;
    return constant.value < 0n || (typeof extent === 'number' && constant.value >= BigInt(extent));
  });
  if (wrong?.constant?.kind !== 'integer') return true;
  const extent = coshape.extents[images.indexOf(wrong)];
  const range = typeof extent === 'number' ? `0 to ${extent - 1}` : '0 and more';
  const text = `image index ${wrong.constant.value} is out of range: this codimension of '${name}' has ${range}`;
  a.error('COA6024', `${text} (XcalableMP 1.4, 5.2)`, wrong.node.location);
  return false;
}

const SELECTORS: ReadonlyMap<string, 'integer' | 'pointer'> = new Map([
  ['team', 'pointer'],
  ['team_number', 'integer'],
  ['stat', 'pointer'],
]);

/** One selector of a coindex: at most one team, or a stat. */
function checkSelectors(a: Analysis, { selectors }: Coindex): boolean {
  const good = selectors.map((each) => checkSelector(a, each)).every(Boolean);
  const [first, second] = selectors;
  if (!good || !first || !second) return good;
  const rule = first.name === second.name ? 'is given twice' : `cannot stand beside '${first.name} ='`;
  a.error('COA6027', `'${second.name} =' ${rule} (Fortran 2018, 9.6)`, second.location);
  return false;
}

function checkSelector(a: Analysis, { name, value: node, location }: Selector): boolean {
  const o = rvalue(a, node);
  const wanted = SELECTORS.get(name);
  if (!wanted) {
    a.error(
      'COA6025',
      `unknown image selector '${name}': team, team_number and stat are known (Fortran 2018, 9.6)`,
      location,
    );
    return false;
  }
  if (o.failed) return false;
  const { type } = o.type;
  const suits =
    wanted === 'integer'
      ? isInteger(type)
      : isPointer(type) && !isShared(type.to) && isStat(name, type.to.type === INT);
  if (suits) return true;
  const what = wanted === 'integer' ? 'an integer' : name === 'stat' ? "a private 'int *'" : "a private 'team_type *'";
  a.error('COA6026', `'${name} =' needs ${what}, not '${typeText(o.type)}' (Fortran 2018, 9.6)`, node.location);
  return false;
}

function isStat(name: string, pointsToInt: boolean): boolean {
  return name !== 'stat' || pointsToInt;
}
