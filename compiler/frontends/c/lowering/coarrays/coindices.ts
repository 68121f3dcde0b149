/**
 * Coindexed designators: the place of `a[i]:[k]` (XcalableMP 1.4, 5.2; Fortran 2018, 9.6).
 *
 * Takes: a designator of this image's object and the indices of an image. Gives: the place at the same offset in that
 * image's region. One idea: the library maps an image's number to a thread, because only it knows the current team; the
 * rest is arithmetic on the address.
 */

import {
  add,
  binary,
  constI32,
  counterpart,
  load,
  mul,
  myThread,
  select,
  staticAddress,
} from '../../../../ir/builders.ts';
import type { Expression } from '../../../../ir/ir.ts';
import type { Expression as CExpression, Selector } from '../../ast/ast.ts';
import type { ObjectSymbol } from '../../semantics/facts.ts';
import { callLibrary } from '../expressions/calls.ts';
import { lowerInteger, lowerScalar, typeOf } from '../expressions/expressions.ts';
import { pending, settle, settlePlace, spill } from '../expressions/sequencing.ts';
import { coextentOf, sizeExpression } from '../expressions/sizes.ts';
import type { FunctionLowering } from '../function.ts';
import { loadPlace } from '../places/access.ts';
import { addressOfPlace } from '../places/parts.ts';
import { isStrict, lowerPlace, placeOfSymbol } from '../places/places.ts';
import { expressionOf, type Place, scalarValue } from '../value.ts';

export type CoindexNode = CExpression & { kind: 'Coindex' };

export function lowerCoindex(f: FunctionLowering, e: CoindexNode): Place {
  const found = lowerPlace(f, e.object);
  const mark = f.code.length;
  const thread = lowerImage(f, e);
  const own = settlePlace(f, found, mark);
  const { type } = typeOf(f, e);
  const address = remoteAddress(f, e, addressOfPlace(own), thread);
  const place: Place = { kind: 'shared', pointer: { kind: 'address', address }, type, strict: isStrict(f, e) };
  if (own.kind !== 'memory') return place;
  return { ...place, ...(own.unaligned && { unaligned: true }), ...(own.bits && { bits: own.bits }) };
}

/** The address on the image; with `stat =`, for an image that has ended, the address of unused memory. */
function remoteAddress(f: FunctionLowering, e: CoindexNode, own: Expression, thread: Expression): Expression {
  if (!e.selectors.some(({ name }) => name === 'stat')) return counterpart(own, thread);
  const absent = binary('lt_s', thread, constI32(0));
  if (f.section.dimensions.length > 0) {
    f.section.absent = absent;
    return counterpart(own, thread);
  }
  const size = sizeExpression(f, typeOf(f, e).type);
  const discard = f.temporarySlot(size.op === 'const' ? Number(size.value) : 8, 8);
  return select(absent, counterpart(discard, myThread), counterpart(own, thread));
}

// ---------------------------------------------------------------- images

/** The thread of the coindex, or, with `stat =`, -1 if the image has stopped or failed. */
export function lowerImage(f: FunctionLowering, e: CoindexNode): Expression {
  const coarray = f.unit.facts.coarrayOf[e.id] as ObjectSymbol;
  const waiting = e.subscripts.map((each) => pending(f, scalarValue(lowerInteger(f, each))));
  const [selector] = e.selectors;
  const chosen = selector && pending(f, scalarValue(selectorValue(f, selector)));
  const values = settle(f, chosen ? [...waiting, chosen] : waiting).map(expressionOf);
  f.moveTo(e.location);
  const index = imageIndex(f, coarray, values.slice(0, e.subscripts.length));
  if (!selector) return threadOf(f, index);
  const name = LIBRARY[selector.name as keyof typeof LIBRARY];
  const [thread] = callLibrary(f, name, [index, ...values.slice(e.subscripts.length)], ['i32']);
  return thread as Expression;
}

/** A word of the program, initially 0, kept by the library: images below it are the threads of the same number. */
const DIRECT = '__coarray_direct';

/** The thread of an image of the current team: outside of change_team it has the same number. */
function threadOf(f: FunctionLowering, index: Expression): Expression {
  f.unit.commons.add(DIRECT);
  const direct = staticAddress(DIRECT);
  const thread = f.temporary('i32');
  f.set(thread, index);
  const ask = f.collect(() => {
    const [found] = callLibrary(f, '__coarray_image', [f.read(thread), direct], ['i32']);
    f.set(thread, found as Expression);
  });
  f.emit({ op: 'if', test: binary('ge_u', f.read(thread), load('i32', direct)), then: ask, otherwise: [] });
  return f.read(thread);
}

const LIBRARY = {
  team: '__coarray_image_of_team',
  team_number: '__coarray_image_of_number',
  stat: '__coarray_image_stat',
} as const;

function selectorValue(f: FunctionLowering, { name, value }: Selector): Expression {
  return name === 'team_number' ? lowerInteger(f, value) : lowerScalar(f, value);
}

/** c0 + n0 * (c1 + n1 * (c2 + ...)): the first codimension varies fastest, as in Fortran. */
function imageIndex(f: FunctionLowering, coarray: ObjectSymbol, subscripts: readonly Expression[]): Expression {
  let index: Expression | undefined;
  for (let k = subscripts.length - 1; k >= 0; k--) {
    const own = subscripts[k] as Expression;
    if (!index) index = own;
    else {
      const extent = coextent(f, coarray, k);
      index = add(checkedSubscript(f, own, extent), mul(extent, index));
    }
  }
  return index as Expression;
}

/** The extent of a codimension other than the last. */
export function coextent(f: FunctionLowering, coarray: ObjectSymbol, k: number): Expression {
  const extent = coarray.coshape?.extents[k];
  if (extent !== undefined) return coextentOf(f, extent);
  const address = expressionOf(loadPlace(f, placeOfSymbol(f, coarray)));
  const [found] = callLibrary(f, '__coarray_coshape', [address, constI32(k)], ['i32']);
  return found as Expression;
}

/** Checks an index other than the last against its extent: out of range it would designate another image. */
function checkedSubscript(f: FunctionLowering, subscript: Expression, extent: Expression): Expression {
  if (subscript.op === 'const' && extent.op === 'const') return subscript;
  const checked = spill(f, subscript);
  const fail = f.collect(() => callLibrary(f, '__coarray_cosubscript_fault', [checked, extent], []));
  f.emit({ op: 'if', test: binary('ge_u', checked, extent), then: fail, otherwise: [] });
  return checked;
}
