/** Atomic operations on private memory (ir/atomics.ts): one instruction each; a store is an exchange. Under -g the address is checked. */
import { type AtomicOperation, type AtomicSize, atomicNamed } from '../../ir/atomics.ts';
import { constI32 } from '../../ir/builders.ts';
import type { Call, Expression } from '../../ir/ir.ts';
import type { FunctionContext } from './context.ts';
import { value } from './expressions.ts';
import type { MemoryInstruction } from './instructions.ts';
import { emitRange } from './memory.ts';

const NAMES: Readonly<Record<Exclude<AtomicOperation, 'load'>, string>> = {
  store: 'xchg',
  exchange: 'xchg',
  add: 'add',
  sub: 'sub',
  and: 'and',
  or: 'or',
  xor: 'xor',
  compare: 'cmpxchg',
};

function instructionOf(operation: AtomicOperation, size: AtomicSize): MemoryInstruction {
  const [type, bits] = [size === 8 ? 'i64' : 'i32', size < 4 ? String(8 * size) : ''];
  const ending = bits === '' ? '' : '_u';
  const name = operation === 'load' ? `load${bits}${ending}` : `rmw${bits}.${NAMES[operation]}${ending}`;
  return `${type}.atomic.${name}` as MemoryInstruction;
}

/** The call as an instruction, with its result on the stack; false for other calls. */
export function emitAtomic(f: FunctionContext, s: Call): boolean {
  const found = 'symbol' in s.callee ? atomicNamed(s.callee.symbol) : undefined;
  if (!found) return false;
  const [address, ...operands] = s.arguments as [Expression, ...Expression[]];
  emitRange(f, address, constI32(found.size));
  for (const operand of operands) value(f, operand);
  f.code.memory(instructionOf(found.operation, found.size), found.size, 0);
  const [result] = s.results;
  if (result === undefined) f.code.op('drop');
  else f.code.indexed('local.set', f.local(result));
  return true;
}
