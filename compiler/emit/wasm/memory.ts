/**
 * Loads and stores of scalars: an address on the stack, a constant in the instruction.
 *
 * Effective addresses do not wrap as C's arithmetic on them does. Nothing valid lies below STATICS, so a constant
 * below it never takes a sum beyond 2^32 that has not wrapped by itself; and the offset of a static object may be
 * taken out, as what lies in it lies behind its start.
 */
import { STATICS } from '../../../runtime/abi.ts';
import { memorySize } from '../../ir/builders.ts';
import type { Expression, MemoryType, ScalarMemory } from '../../ir/ir.ts';
import type { FunctionContext } from './context.ts';
import { framePointer, ownBase, value } from './expressions.ts';
import type { MemoryInstruction } from './instructions.ts';

export const LOADS: Readonly<Record<MemoryType, MemoryInstruction>> = {
  i8: 'i32.load8_s',
  u8: 'i32.load8_u',
  i16: 'i32.load16_s',
  u16: 'i32.load16_u',
  i32: 'i32.load',
  i64: 'i64.load',
  f32: 'f32.load',
  f64: 'f64.load',
  v128: 'v128.load',
  v64: 'v128.load64_zero',
  v32: 'v128.load32_zero',
};

export const STORES: Readonly<Record<Exclude<MemoryType, 'v64' | 'v32'>, MemoryInstruction>> = {
  i8: 'i32.store8',
  u8: 'i32.store8',
  i16: 'i32.store16',
  u16: 'i32.store16',
  i32: 'i32.store',
  i64: 'i64.store',
  f32: 'f32.store',
  f64: 'f64.store',
  v128: 'v128.store',
};

interface Access {
  readonly memory: MemoryType;
  readonly address: Expression;
  readonly unaligned?: boolean;
}

/** The scalar at the address. */
export function emitLoad(f: FunctionContext, access: Access) {
  const offset = emitAddress(f, access.address, memorySize(access.memory));
  f.code.memory(LOADS[access.memory], alignment(access), offset);
}

/** Writes what `emitValue` leaves on the stack to the address. */
export function emitStore(f: FunctionContext, access: Access, emitValue: () => void): void {
  const offset = emitAddress(f, access.address, memorySize(access.memory));
  emitValue();
  f.code.memory(STORES[access.memory as ScalarMemory | 'v128'], alignment(access), offset);
}

export const alignment = ({ memory, unaligned }: Access): number =>
  unaligned || memory.startsWith('v') ? 1 : memorySize(memory);

/** Leaves the address of `size` bytes but for the constant that is given back; under -g it is checked first. */
export function emitAddress(f: FunctionContext, address: Expression, size: number): number {
  if (isChecked(f, address, size)) {
    value(f, address);
    f.code.constant('i32', size);
    f.code.call(f.module.operation('check', ['i32', 'i32'], ['i32']));
    return 0;
  }
  return emitSum(f, address);
}

/** Leaves an address whole, checked under -g where the size is known. */
export function emitRange(f: FunctionContext, address: Expression, size: Expression) {
  const known = size.op === 'const' ? Number(size.value) : 0;
  if (known === 0 || !isChecked(f, address, known)) return value(f, address);
  value(f, address);
  value(f, size);
  f.code.call(f.module.operation('check', ['i32', 'i32'], ['i32']));
}

/** Whether -g has the access checked: not where it is plainly to the function's frame or the private static objects. */
function isChecked(f: FunctionContext, address: Expression, size: number): boolean {
  const { linked } = f.module;
  if (!linked.debug) return false;
  if ((address.op !== 'frame' && address.op !== 'static') || address.offset < 0) return true;
  const end = address.offset + size;
  return address.op === 'frame'
    ? (f.frame.slots.get(address.slot) as number) + end > f.frame.size
    : f.module.offsetOf(address.symbol) + end > linked.privateEnd;
}

/** The sum without a constant that the instruction can add. */
function emitSum(f: FunctionContext, e: Expression): number {
  const { code, module } = f;
  switch (e.op) {
    case 'static':
      if (e.offset < 0) break;
      ownBase(f);
      return module.offsetOf(e.symbol) + e.offset;
    case 'shared':
      if (e.offset < 0) break;
      code.constant('i32', 0);
      return module.offsetOf(e.symbol) + e.offset;
    case 'frame':
      if (e.offset < 0) break;
      framePointer(f);
      return (f.frame.slots.get(e.slot) as number) + e.offset;
    case 'binary':
      if (e.operator !== 'add') break;
      return emitAddition(f, e.left, e.right) ?? whole(f, e);
  }
  return whole(f, e);
}

function whole(f: FunctionContext, e: Expression): number {
  value(f, e);
  return 0;
}

function emitAddition(f: FunctionContext, left: Expression, right: Expression): number | undefined {
  if (right.op === 'const') {
    const constant = right.value as number;
    if (constant < 0 || constant >= STATICS) return undefined;
    const rest = emitSum(f, left);
    // Both constants together must stay below the limit, but for an object's own offset.
    if (left.op === 'static' || left.op === 'frame' || rest + constant < STATICS) return rest + constant;
    f.code.constant('i32', constant);
    f.code.op('i32.add');
    return rest;
  }
  if (left.op !== 'static' || left.offset !== 0) return undefined;
  ownBase(f);
  value(f, right);
  f.code.op('i32.add');
  return f.module.offsetOf(left.symbol);
}
