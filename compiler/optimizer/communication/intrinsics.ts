/**
 * Makes intrinsics of calls that only move memory: upc_memcpy, upc_memget, upc_memput, upc_memset, memmove.
 *
 * Takes: calls of the library. Gives: `copy` and `fill`, which are single instructions. One idea: where all memory is
 * reached by load and store, the library would do no more than that (UPC 7.2.5; phases do not matter), but that UPC's
 * functions look whether each range lies in one thread's memory: that is asked here, and a call of the library tells of one
 * that does not. A few bytes are moved as an assignment of so many moves them: nothing is asked. Under -g, where it asks for
 * more, and where it records the transfer (-trace) or has a network to go through, only the call is left.
 */
import {
  asNumber,
  binary,
  constI32,
  filling,
  isDroppable,
  LOWEST_OFFSET,
  local,
  threads,
  unary,
} from '../../ir/builders.ts';
import type { Call, Copy, Function as Definition, Expression, Fill, Statement } from '../../ir/ir.ts';
import { mapStatements, some } from '../../ir/walk.ts';
import { MOST_BYTES_IN_PIECES } from '../memory/copy-expansion.ts';
import { Names } from '../names.ts';
import type { PassContext } from '../remarks.ts';

/** Which arguments of a function are the target, the source (or the byte) and the size; the rest are phases. */
interface Shape {
  readonly target: number;
  readonly size: number;
  readonly source?: number;
  readonly byte?: number;
  readonly to: Copy['to'];
  readonly from: Copy['from'];
}

/** The names are the library's in every program (C 7.1.3, UPC 7.2.5). */
const SHAPES: ReadonlyMap<string, Shape> = new Map([
  ['upc_memcpy', { target: 0, source: 2, size: 4, to: 'shared', from: 'shared' }],
  ['upc_memget', { target: 0, source: 1, size: 3, to: 'private', from: 'shared' }],
  ['upc_memput', { target: 0, source: 2, size: 3, to: 'shared', from: 'private' }],
  ['upc_memset', { target: 0, byte: 2, size: 3, to: 'shared', from: 'private' }],
  ['memmove', { target: 0, source: 1, size: 2, to: 'private', from: 'private' }],
]);

const shapeOf = (s: Statement): Shape | undefined =>
  s.op === 'call' && 'symbol' in s.callee ? SHAPES.get(s.callee.symbol) : undefined;

export function inlineBulk(definition: Definition, { keepsCalls }: PassContext): Definition {
  if (keepsCalls || !some(definition, (s) => shapeOf(s) !== undefined)) return definition;
  const names = new Names(definition);
  const body = mapStatements(definition.body, (s) => {
    const shape = shapeOf(s);
    return shape ? (statementsFor(s as Call, shape, names) ?? s) : s;
  });
  return names.declaredIn(definition, body);
}

/** What the call does, and its result, which is the target. */
function statementsFor(call: Call, shape: Shape, names: Names): Statement[] | undefined {
  const place = call.at && { at: call.at };
  const before: Statement[] = [];
  const used = [shape.target, shape.source, shape.size];
  const kept = call.arguments.map((value, index) => {
    if (!used.includes(index) || REPEATED.has(value.op)) return value;
    const name = names.local('kept', value.type);
    before.push({ op: 'set', local: name, value, ...place });
    return local(name, value.type);
  });
  const s = { ...call, arguments: kept };
  const moved = movedBy(call, s, shape);
  if (!moved) return undefined;
  const [result] = s.results;
  if (isPlain(shape) || isShort(kept[shape.size] as Expression)) {
    before.push({ ...moved, ...place });
    if (result !== undefined)
      before.push({ op: 'set', local: result, value: kept[shape.target] as Expression, ...place });
  } else before.push({ op: 'if', test: isInside(s, shape), then: [{ ...moved, ...place }], otherwise: [s], ...place });
  return before;
}

/** What may stand in the test and in the copy. */
const REPEATED: ReadonlySet<Expression['op']> = new Set(['const', 'local', 'static', 'shared', 'frame']);

/** C's functions look at nothing. */
const isPlain = ({ to, from }: Shape): boolean => to === 'private' && from === 'private';

const isShort = (bytes: Expression): boolean =>
  bytes.op === 'const' && Number(bytes.value) >>> 0 <= MOST_BYTES_IN_PIECES;

const SHIFT: Expression = { op: 'regionshift', type: 'i32' };
const REGION = binary('shl', constI32(1), SHIFT);
const ROOM = binary('sub', REGION, constI32(LOWEST_OFFSET));

/** Does each range lie in one thread's memory? That is what the library looks for (runtime/memory/check.ts). */
function isInside(s: Call, { target, source, size }: Shape): Expression {
  const bytes = s.arguments[size] as Expression;
  const last = binary('sub', ROOM, bytes);
  const inRegion = (address: Expression): Expression[] => [
    binary('lt_u', binary('shr_u', address, SHIFT), threads),
    binary(
      'le_u',
      binary('sub', binary('and', address, binary('sub', REGION, constI32(1))), constI32(LOWEST_OFFSET)),
      last,
    ),
  ];
  const ranges = [target, ...(source === undefined ? [] : [source])].flatMap((index) =>
    inRegion(asNumber(s.arguments[index] as Expression)),
  );
  return ranges.reduce((all, one) => binary('and', all, one), binary('le_u', bytes, ROOM));
}

/** `s` is the call with its arguments kept. */
function movedBy(call: Call, s: Call, { target, source, byte, size, to, from }: Shape) {
  const used = new Set([target, source, byte, size]);
  const destination = s.arguments[target] as Expression;
  if (!call.arguments.every((argument, index) => used.has(index) || isDroppable(argument))) return undefined;
  const bytes = s.arguments[size] as Expression;
  if (byte === undefined) {
    const start = s.arguments[source as number] as Expression;
    const copy: Copy = { op: 'copy', destination, source: start, size: bytes, to, from, strict: false };
    return copy;
  }
  const start = destination.type === 'shared' ? unary('private', destination) : destination;
  const fill: Fill = { op: 'fill', address: start, byte: filling(s.arguments[byte] as Expression), size: bytes };
  return fill;
}
