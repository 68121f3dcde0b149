/**
 * Loads and stores of scalars through the typed views; what is not aligned goes through a DataView.
 *
 * Typed arrays cut integers to their width and round to single precision themselves, so stored values need not be.
 */
import { STORE_ACCESS } from '../../runtime/abi.ts';
import { constI32, memorySize } from '../ir/builders.ts';
import type { Expression, Get, Load, MemoryType, Put, PutStart, ScalarMemory, Store } from '../ir/ir.ts';
import { index } from './addresses.ts';
import type { FunctionContext } from './context.ts';
import { value } from './expressions.ts';
import { isChecked } from './frame.ts';
import { loose, lowBits } from './integers.ts';
import { assign, binary, call, element, identifier, literal, member, type Node } from './tree.ts';
import { refuseShared, refuseVector } from './types.ts';

const VIEWS: Readonly<Record<ScalarMemory, string>> = {
  i8: 'I8',
  u8: 'U8',
  i16: 'I16',
  u16: 'U16',
  i32: 'I32',
  i64: 'I64',
  f32: 'F32',
  f64: 'F64',
};

/** Name of the view through which such a value is read and written. */
export const viewName = (memory: MemoryType): string => VIEWS[scalarMemory(memory)];

function scalarMemory(memory: MemoryType): ScalarMemory {
  if (memory === 'shared' || memory === 'phase') return refuseShared();
  return memory === 'v128' || memory === 'v64' || memory === 'v32' ? refuseVector() : memory;
}

const SHIFTS: Readonly<Record<number, number>> = { 1: 0, 2: 1, 4: 2, 8: 3 };

/** View and index of the scalar at an address; under -g the address is checked first. */
export function cell(
  f: FunctionContext,
  memory: MemoryType,
  address: Expression,
  check: readonly [name: string, how: number] = ['check', 0],
  ahead = false,
): { view: Node; index: Node } {
  const size = memorySize(memory);
  const shift = SHIFTS[size] as number;
  const view = identifier(viewName(memory));
  if (ahead || !isChecked(f.program.linked, f.frame, address, size)) return { view, index: index(f, address, shift) };
  const inside = checked(check, value(f, address), size);
  const aligned = shift === 0 ? inside : call(identifier('aligned'), inside, literal(size));
  return { view, index: binary('>>>', aligned, literal(shift)) };
}

/** `check(address, size)`, with what else there is to say of a store. */
const checked = ([name, how]: readonly [string, number], address: Node, size: number): Node =>
  call(identifier(name), address, literal(size), ...(how === 0 ? [] : [literal(how)]));

/** The start of `size` bytes; under -g they are checked first, where the size is known. */
export function range(f: FunctionContext, address: Expression, size: Expression): Node {
  const start = value(f, address);
  const known = size.op === 'const' ? Number(size.value) : 0;
  return known !== 0 && isChecked(f.program.linked, f.frame, address, known)
    ? call(identifier('check'), start, value(f, size))
    : start;
}

/** The scalar's place, to be read or assigned to. */
export function place(f: FunctionContext, memory: MemoryType, address: Expression): Node {
  const { view, index: at } = cell(f, memory, address);
  return element(view, at);
}

const ACCESSORS: Readonly<Record<ScalarMemory, string>> = {
  i8: 'Int8',
  u8: 'Uint8',
  i16: 'Int16',
  u16: 'Uint16',
  i32: 'Int32',
  i64: 'BigInt64',
  f32: 'Float32',
  f64: 'Float64',
};

/** Private pointers reach a thread's own memory only. */
const CHECKS = {
  load: ['checkOwn', 0],
  store: ['checkOwn', STORE_ACCESS],
  put: ['check', STORE_ACCESS],
  'put.start': ['check', STORE_ACCESS],
} as const;

function bytewise(
  f: FunctionContext,
  how: 'get' | 'set',
  { op, memory, address }: Pick<Load | Store | Put | PutStart, 'op' | 'memory' | 'address'>,
  { stored, ahead = false }: { stored?: Node; ahead?: boolean | undefined },
): Node {
  f.program.usesBytes = true;
  const size = memorySize(memory);
  const plain = value(f, address);
  const isRight = ahead || !isChecked(f.program.linked, f.frame, address, size);
  const right = isRight ? plain : checked(CHECKS[op], plain, size);
  const method = member(identifier('BYTES'), `${how}${ACCESSORS[scalarMemory(memory)]}`);
  const at = binary('>>>', right, literal(0));
  return call(method, at, ...(stored ? [stored] : []), { type: 'Literal', value: true, raw: 'true' });
}

export function loadValue(f: FunctionContext, e: Load): Node {
  if (e.unaligned && memorySize(e.memory) > 1) return bytewise(f, 'get', e, { ahead: e.ahead });
  const { view, index: at } = cell(f, e.memory, e.address, CHECKS.load, e.ahead);
  return element(view, at);
}

/** `place = value`; typed arrays cut integers and round floats themselves. */
export function storeExpression(
  f: FunctionContext,
  s: Pick<Store | Put | PutStart, 'op' | 'memory' | 'address' | 'value'> & Pick<Store, 'unaligned'>,
): Node {
  const stored = storedValue(f, s.memory, s.value);
  if (s.unaligned && memorySize(s.memory) > 1) return bytewise(f, 'set', s, { stored });
  const { view, index: at } = cell(f, s.memory, s.address, CHECKS[s.op]);
  return assign(element(view, at), stored);
}

/** The value as a typed array may take it. */
export function storedValue(f: FunctionContext, memory: MemoryType, e: Expression): Node {
  if (memory === 'i8' || memory === 'u8') return loose(f, lowBits(e, 8));
  if (memory === 'i16' || memory === 'u16') return loose(f, lowBits(e, 16));
  return memory === 'i32' ? loose(f, e) : value(f, e);
}

/** `loadI32(address)` ...: a strict read. */
export function strictLoad(f: FunctionContext, s: Pick<Get, 'memory' | 'address'>): Node {
  return call(identifier(`load${viewName(s.memory)}`), range(f, s.address, constI32(memorySize(s.memory))));
}

/** `storeI32(address, value)` ...: a strict write. */
export function strictStore(f: FunctionContext, s: Pick<Put, 'memory' | 'address' | 'value'>): Node {
  const start = range(f, s.address, constI32(memorySize(s.memory)));
  return call(identifier(`store${viewName(s.memory)}`), start, storedValue(f, s.memory, s.value));
}

/** Some bits of a word written at one stroke. */
export function bitsReplaced(f: FunctionContext, s: Put, mask: number | bigint): Node {
  const { view, index: at } = cell(f, s.memory, s.address, CHECKS.put);
  const name = typeof mask === 'bigint' ? 'putWideBits' : 'putBits';
  return call(identifier(name), view, at, literal(mask), value(f, s.value));
}
