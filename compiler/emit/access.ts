/**
 * Shared accesses as calls of the environment: for networks whose threads do not reach all memory by load and store.
 *
 * A get that is begun leaves a handle, which has a variable of its own beside that of the value.
 */
import { memorySize } from '../ir/builders.ts';
import type { Copy, Expression, Get, GetStart, Put, PutStart } from '../ir/ir.ts';
import type { FunctionContext } from './context.ts';
import { value } from './expressions.ts';
import { storedValue, viewName } from './memory.ts';
import { assign, call, identifier, literal, type Node, statement } from './tree.ts';

type Accessed = Get | GetStart | Put | PutStart;

/** Rank and offset. */
const place = (f: FunctionContext, { rank, address }: Accessed): Node[] => [
  value(f, rank as Expression),
  value(f, address),
];

/** `getI32(rank, offset)`, or `getStrictI32(...)`. */
export function calledGet(f: FunctionContext, s: Get): Node {
  return call(identifier(`get${s.strict ? 'Strict' : ''}${viewName(s.memory)}`), ...place(f, s));
}

/** `putI32(rank, offset, value)`, or `startPutI32(...)`, `putStrictI32(...)`, `putBitsI32(rank, offset, mask, bits)`. */
export function calledPut(f: FunctionContext, s: Put | PutStart): Node {
  const name = identifier(nameOfPut(s) + viewName(s.memory));
  if (s.op === 'put' && s.mask !== undefined)
    return statement(call(name, ...place(f, s), literal(s.mask), value(f, s.value)));
  return statement(call(name, ...place(f, s), storedValue(f, s.memory, s.value)));
}

function nameOfPut(s: Put | PutStart): string {
  if (s.op === 'put.start') return 'startPut';
  if (s.mask !== undefined) return 'putBits';
  return s.strict ? 'putStrict' : 'put';
}

/** `handle = startGet(rank, offset, size)` */
export function begunGet(f: FunctionContext, s: GetStart): Node {
  const size = memorySize(s.memory);
  const started = call(identifier('startGet'), ...place(f, s), literal(size));
  return statement(assign(f.begunGet(s.local, s.memory).handle, started));
}

/** `local = endGetI32(handle)` */
export function completedGet(f: FunctionContext, local: string): Node {
  const { handle, memory } = f.begunGet(local);
  return statement(assign(f.local(local), call(identifier(`endGet${viewName(memory)}`), handle)));
}

/** `transfer(rank, offset, rank, offset, size)`: to, from. */
export function calledCopy(f: FunctionContext, s: Copy): Node {
  const places = [s.destinationRank, s.destination, s.sourceRank, s.source] as readonly Expression[];
  return statement(call(identifier('transfer'), ...places.map((e) => value(f, e)), value(f, s.size)));
}
