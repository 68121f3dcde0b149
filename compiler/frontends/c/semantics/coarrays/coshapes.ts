/**
 * Coshapes: what makes an object or parameter a coarray, and what may not be one (XcalableMP 1.4, 5.1; Fortran 2018, 8.5.6).
 *
 * Takes: a declaration with `:[2][*]`. Gives: the coshape of its symbol. One idea: a coarray is an ordinary object that
 * lies at the same offset on every image; the coshape says only how its images are numbered, so it is no part of the
 * type. A pointer with a coshape is a pointer to a coarray.
 */

import { noteAt } from '../../../../diagnostics/diagnostic.ts';
import type { Location } from '../../../../source/source.ts';
import type { Coshape as CoshapeNode, Expression, InitDeclarator, Parameter } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { promotedValue } from '../expressions/conversions.ts';
import { expression } from '../expressions/expressions.ts';
import type { Coshape, ObjectSymbol } from '../facts.ts';
import { isInteger, isPointer, isShared } from '../types/primitives.ts';
import { typeText } from '../types/typetext.ts';

const RULE = '(XcalableMP 1.4, 5.1)';

/** Gives the object its coshape, if the declaration has one; a repeated declaration must have the same. */
export function declareCoshape(a: Analysis, symbol: ObjectSymbol, node: InitDeclarator | Parameter): void {
  if (!node.coshape || !checkObject(a, symbol, node.coshape.location)) return;
  const coshape = coshapeOf(a, symbol, node.coshape);
  if (!coshape) return;
  if (symbol.coshape && !sameCoshape(symbol.coshape, coshape)) {
    const text = `conflicting coshapes for '${symbol.name}': ${coshapeText(symbol.coshape)} and ${coshapeText(coshape)}`;
    a.error('COA6019', `${text} ${RULE}`, coshape.location, noteAt('declared here', symbol.coshape.location));
    return;
  }
  symbol.coshape ??= coshape;
}

/** Says that what is declared is no object. */
export function forbidCoshape(a: Analysis, node: InitDeclarator, what: string): void {
  if (!node.coshape) return;
  a.error('COA6010', `${what} cannot be a coarray: only objects can ${RULE}`, node.coshape.location);
}

// ---------------------------------------------------------------- what may be a coarray

function checkObject(a: Analysis, symbol: ObjectSymbol, location: Location): boolean {
  const problem = problemOf(a, symbol);
  if (!problem) return true;
  const [code, reason, hint] = problem;
  const notes = hint === undefined ? [] : [{ text: hint }];
  a.error(code, `'${symbol.name}' cannot be a coarray: ${reason} ${RULE}`, location, notes);
  return false;
}

type Problem = readonly [code: string, reason: string, hint?: string];

function problemOf(a: Analysis, symbol: ObjectSymbol): Problem | undefined {
  const { type, storage, name } = symbol;
  if (isShared(type)) return ['COA6011', `it is shared ('${typeText(type)}'); a coarray is private data of each image`];
  if (type.volatile) return ['COA6012', 'it is volatile'];
  if (storage === 'static' || isPointer(type.type)) return undefined;
  if (storage === 'parameter')
    return ['COA6013', 'it is passed by value', `declare an array or a pointer, as in '*${name}:[*]'`];
  const duration = a.registers.has(symbol) ? 'register' : 'automatic';
  const hint = "declare it 'static' or outside of the function, or allocate it with xmp_comalloc";
  return ['COA6014', `it has ${duration} storage duration`, hint];
}

// ---------------------------------------------------------------- extents

function coshapeOf(a: Analysis, symbol: ObjectSymbol, { extents, location }: CoshapeNode): Coshape | undefined {
  if (extents.every((extent) => extent === undefined)) return deferredCoshape(a, symbol, extents.length, location);
  const last = extents.at(-1);
  if (last !== '*') {
    const text = `the last codimension of '${symbol.name}' must be '[*]': the number of images gives its extent ${RULE}`;
    a.error('COA6015', text, typeof last === 'object' ? last.location : location);
    return undefined;
  }
  const known = extents.slice(0, -1).map((extent) => coextent(a, symbol, extent, location));
  return known.includes(undefined) ? undefined : { extents: known as (number | Expression)[], location };
}

function deferredCoshape(a: Analysis, symbol: ObjectSymbol, corank: number, location: Location): Coshape | undefined {
  if (isPointer(symbol.type.type)) return { extents: new Array<undefined>(corank - 1).fill(undefined), location };
  const text = `'${symbol.name}' is no pointer, so its coshape cannot be left open: only xmp_comalloc fills it in ${RULE}`;
  a.error('COA6016', text, location);
  return undefined;
}

function coextent(
  a: Analysis,
  symbol: ObjectSymbol,
  extent: Expression | '*' | undefined,
  location: Location,
): number | Expression | undefined {
  if (extent === undefined || extent === '*') {
    const text = `only the last codimension of '${symbol.name}' can be '[*]', the others need an extent ${RULE}`;
    a.error('COA6017', text, location);
    return undefined;
  }
  const o = promotedValue(a, expression(a, extent));
  if (o.failed) return undefined;
  if (o.constant?.kind === 'integer' && o.constant.value > 0n) return Number(o.constant.value);
  if (isInteger(o.type.type) && !o.constant && symbol.storage !== 'static') return extent;
  const value = o.constant?.kind === 'integer' ? `, not ${o.constant.value}` : '';
  const wanted = symbol.storage === 'static' ? 'a positive integer constant' : 'a positive integer';
  a.error('COA6018', `coextent of '${symbol.name}' must be ${wanted}${value} ${RULE}`, extent.location);
  return undefined;
}

// ---------------------------------------------------------------- comparison

/** Number of codimensions. */
export function corankOf({ extents }: Coshape): number {
  return extents.length + 1;
}

/** Extents that are known only at run time may be the same. */
function sameCoshape(one: Coshape, other: Coshape): boolean {
  const differ = (x: Coshape['extents'][number], y: Coshape['extents'][number]) =>
    typeof x === 'number' && typeof y === 'number' && x !== y;
  return corankOf(one) === corankOf(other) && !one.extents.some((each, k) => differ(each, other.extents[k]));
}

function coshapeText({ extents }: Coshape): string {
  const open = extents.includes(undefined);
  return `':${extents.map((each) => `[${typeof each === 'number' ? each : each ? '...' : ''}]`).join('')}[${open ? '' : '*'}]'`;
}
