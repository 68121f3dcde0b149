/**
 * Shared accesses as calls of the environment: for networks whose threads do not reach all memory by load and store.
 *
 * A get that is begun leaves a handle, which has a variable of its own beside that of the value.
 */
import { constI32, memorySize } from '../ir/builders.ts';
import type { Copy, Get, GetStart, Put, PutStart } from '../ir/ir.ts';
import type { FunctionContext } from './context.ts';
import { value } from './expressions.ts';
import { range, storedValue, viewName } from './memory.ts';
import { assign, call, identifier, literal, type Node, statement } from './tree.ts';

/** `getI32(address)` */
export function calledGet(f: FunctionContext, s: Pick<Get, 'memory' | 'address'>): Node {
  return call(identifier(`get${viewName(s.memory)}`), range(f, s.address, constI32(memorySize(s.memory))));
}

/** `putI32(address, value)`, or `startPutI32(...)`. */
export function calledPut(f: FunctionContext, s: Put | PutStart): Node {
  const name = s.op === 'put' ? 'put' : 'startPut';
  const start = range(f, s.address, constI32(memorySize(s.memory)));
  return statement(call(identifier(name + viewName(s.memory)), start, storedValue(f, s.memory, s.value)));
}

/** `handle = startGet(address, size)` */
export function begunGet(f: FunctionContext, s: GetStart): Node {
  const size = memorySize(s.memory);
  const started = call(identifier('startGet'), range(f, s.address, constI32(size)), literal(size));
  return statement(assign(f.begunGet(s.local, s.memory).handle, started));
}

/** `local = endGetI32(handle)` */
export function completedGet(f: FunctionContext, local: string): Node {
  const { handle, memory } = f.begunGet(local);
  return statement(assign(f.local(local), call(identifier(`endGet${viewName(memory)}`), handle)));
}

/** `transfer(to, from, size)` */
export function calledCopy(f: FunctionContext, s: Copy): Node {
  const [to, from] = [range(f, s.destination, s.size), range(f, s.source, s.size)];
  return statement(call(identifier('transfer'), to, from, value(f, s.size)));
}
