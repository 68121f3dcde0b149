/**
 * Makes statements of calls that only move memory: upc_memcpy, upc_memget, upc_memput, upc_memset, memmove.
 *
 * Takes: calls of the library. Gives: `copy` and `fill`, which are single instructions. One idea: where all memory is
 * reached by load and store, the library would do no more than that (UPC 7.2.5; phases do not matter). Where it checks
 * ranges (-g), records the transfer (-trace) or has a network to go through, the call stays.
 */
import { isDroppable, local } from '../ir/builders.ts';
import type { Call, Copy, Function as Definition, Expression, Fill, Statement } from '../ir/ir.ts';
import { mapStatements, some } from '../ir/walk.ts';
import { Names } from './names.ts';
import type { PassContext } from './remarks.ts';

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
function statementsFor(s: Call, shape: Shape, names: Names): Statement[] | undefined {
  const place = s.at && { at: s.at };
  const [result] = s.results;
  const target = s.arguments[shape.target] as Expression;
  const kept = result === undefined ? target : local(names.local('target'), 'i32');
  const moved = movedBy(s, shape, kept);
  if (!moved || kept.op !== 'local' || result === undefined) return moved && [{ ...moved, ...place }];
  return [
    { op: 'set', local: kept.name, value: target, ...place },
    { ...moved, ...place },
    { op: 'set', local: result, value: kept, ...place },
  ];
}

function movedBy(s: Call, { target, source, byte, size, to, from }: Shape, destination: Expression) {
  const used = new Set([target, source, byte, size]);
  if (!s.arguments.every((argument, index) => used.has(index) || isDroppable(argument))) return undefined;
  const bytes = s.arguments[size] as Expression;
  if (byte === undefined) {
    const start = s.arguments[source as number] as Expression;
    const copy: Copy = { op: 'copy', destination, source: start, size: bytes, to, from, strict: false };
    return copy;
  }
  const value = s.arguments[byte] as Expression;
  if (value.op !== 'const') return undefined;
  const fill: Fill = { op: 'fill', address: destination, byte: Number(value.value) & 0xff, size: bytes };
  return fill;
}
