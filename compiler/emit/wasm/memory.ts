/**
 * Loads and stores of scalars: an address on the stack, a constant in the instruction.
 *
 * The address is taken apart into a sum. Effective addresses do not wrap as C's arithmetic on them does; but nothing
 * valid lies below STATICS, so where the whole is valid and the constant is below STATICS, the rest has not wrapped. What
 * lies in a static object lies behind its start: its offset is a constant too, counted from the start of the statics,
 * so that the arrays of a program that are indexed alike have the rest of their addresses in common.
 */
import { PRIVATE_ACCESS, STATICS, STORE_ACCESS } from '../../../runtime/abi.ts';
import { binary, constI32, memorySize } from '../../ir/builders.ts';
import type { Binary, Expression, MemoryType, StaticAddress } from '../../ir/ir.ts';
import { isChecked } from '../frame.ts';
import { emitCheck } from './access-check.ts';
import type { FunctionContext } from './context.ts';
import { framePointer, ownStatics, value } from './expressions.ts';
import type { MemoryInstruction } from './instructions.ts';
import { scalar } from './types.ts';
import { emitPartStore } from './vectors.ts';

/** No pointers-to-shared are left. */
type Scalars = Exclude<MemoryType, 'shared' | 'phase'>;

export const LOADS: Readonly<Record<Scalars, MemoryInstruction>> = {
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

export const STORES: Readonly<Record<Exclude<Scalars, 'v64' | 'v32'>, MemoryInstruction>> = {
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
  readonly ahead?: boolean;
  readonly op?: string;
}

/** Through private pointers go loads and stores, as no pass makes them of shared accesses under -g. */
const HOW: Readonly<Record<string, number>> = {
  ...{ load: PRIVATE_ACCESS, store: PRIVATE_ACCESS | STORE_ACCESS, put: STORE_ACCESS, 'put.start': STORE_ACCESS },
};

const howOf = ({ op = '' }: Pick<Access, 'op'>): number => HOW[op] ?? 0;

/** The scalar at the address. */
export function emitLoad(f: FunctionContext, access: Access) {
  const offset = emitAddress(f, access.address, memorySize(access.memory), access);
  f.code.memory(LOADS[scalar(access.memory)], alignment(access), offset);
}

/** Writes what `emitValue` leaves on the stack to the address. */
export function emitStore(f: FunctionContext, access: Access, emitValue: () => void): void {
  const offset = emitAddress(f, access.address, memorySize(access.memory), access);
  emitValue();
  const { memory } = access;
  if (memory === 'v64' || memory === 'v32') emitPartStore(f, memory, offset);
  else f.code.memory(STORES[scalar(memory)], alignment(access), offset);
}

export const alignment = ({ memory, unaligned }: Access): number =>
  unaligned || memory.startsWith('v') ? 1 : memorySize(memory);

/** Leaves the address of `size` bytes but for the constant that is given back; under -g it is checked first. */
export function emitAddress(
  f: FunctionContext,
  address: Expression,
  size: number,
  access: Pick<Access, 'ahead' | 'op'> = {},
): number {
  if (!access.ahead && isChecked(f.module.linked, f.frame, address, size)) {
    value(f, address);
    emitCheck(f, size, howOf(access));
    return 0;
  }
  return emitSum(f, address);
}

/** Leaves an address whole, checked under -g where the size is known. */
export function emitRange(f: FunctionContext, address: Expression, size: Expression) {
  const known = size.op === 'const' ? Number(size.value) : 0;
  if (known === 0 || !isChecked(f.module.linked, f.frame, address, known)) return value(f, address);
  value(f, address);
  emitCheck(f, known, 0);
}

interface Sum {
  readonly terms: Expression[];
  constant: number;
  /** What it is in, if that is plain: everything in it lies behind its start. */
  start?: {
    readonly emit: (() => void) | undefined;
    readonly offset: number;
    /** Constants below it may be taken out: there is room for the rest to lie that far before the start. */
    readonly room: number;
  };
}

/** Leaves the sum but for a constant, which is given back: the instruction adds it. */
function emitSum(f: FunctionContext, address: Expression): number {
  const sum: Sum = { terms: [], constant: 0 };
  gather(f, address, 1, sum);
  const start = sum.start?.offset ?? 0;
  const isTaken = sum.constant < (sum.start?.room ?? STATICS) && start + sum.constant >= 0;
  const parts = inOrder(f, sum.terms).map((term) => () => value(f, term));
  if (sum.start?.emit) parts.unshift(sum.start.emit);
  if (!isTaken || parts.length === 0) parts.push(() => f.code.constant('i32', isTaken ? 0 : sum.constant));
  parts.forEach((emit, index) => {
    emit();
    if (index > 0) f.code.op('i32.add');
  });
  return isTaken ? start + sum.constant : start;
}

/** Adds the parts of `e * scale`. */
function gather(f: FunctionContext, e: Expression, scale: number, sum: Sum): void {
  const start = scale === 1 && sum.start === undefined ? startOf(f, e) : undefined;
  if (start) {
    sum.start = start;
    sum.constant += (e as StaticAddress).offset;
  } else if (e.op === 'const') sum.constant = (sum.constant + Math.imul(e.value as number, scale)) | 0;
  else if (e.op === 'binary' && e.operator === 'add') {
    gather(f, e.left, scale, sum);
    gather(f, e.right, scale, sum);
  } else if (e.op === 'binary' && e.operator === 'sub' && e.right.op === 'const') {
    gather(f, e.left, scale, sum);
    gather(f, e.right, -scale, sum);
  } else {
    const factor = factorOf(e);
    if (factor !== undefined) gatherMultiple(f, (e as Binary).left, Math.imul(scale, factor), sum);
    else sum.terms.push(scaled(e, scale));
  }
}

/** Adds a sum that is multiplied: what changes in the same loop is multiplied at once. */
function gatherMultiple(f: FunctionContext, e: Expression, scale: number, sum: Sum): void {
  const inner: Sum = { terms: [], constant: 0, start: NOWHERE };
  gather(f, e, 1, inner);
  sum.constant = (sum.constant + Math.imul(inner.constant, scale)) | 0;
  const depths = new Map<number, Expression>();
  for (const term of inner.terms) {
    const depth = f.loopDepth(term);
    const others = depths.get(depth);
    depths.set(depth, others ? binary('add', others, term) : term);
  }
  for (const term of depths.values()) sum.terms.push(scaled(term, scale));
}

/** So that objects are taken for terms like others. */
const NOWHERE = { emit: undefined, offset: 0, room: 0 };

/** What stays the same in a loop is added up first: then V8 takes that sum out of the loop. */
function inOrder(f: FunctionContext, terms: readonly Expression[]): readonly Expression[] {
  if (terms.length < 2) return terms;
  const depths = new Map(terms.map((term) => [term, f.loopDepth(term)]));
  return [...terms].sort((a, b) => (depths.get(a) as number) - (depths.get(b) as number));
}

/** The constant by which `e` multiplies a sum. */
function factorOf(e: Expression): number | undefined {
  if (e.op !== 'binary' || e.right.op !== 'const' || !isSum(e.left)) return undefined;
  if (e.operator === 'shl') return 1 << ((e.right.value as number) & 31);
  return e.operator === 'mul' ? (e.right.value as number) : undefined;
}

const isSum = (e: Expression): boolean => e.op === 'binary' && (e.operator === 'add' || e.operator === 'sub');

function scaled(e: Expression, scale: number): Expression {
  if (scale === 1) return e;
  const power = Math.log2(scale);
  return Number.isInteger(power) ? binary('shl', e, constI32(power)) : binary('mul', e, constI32(scale));
}

/** Objects of the own region and of the frame; shared ones of thread 0 have a plain number. */
function startOf(f: FunctionContext, e: Expression): Sum['start'] {
  switch (e.op) {
    case 'static':
      return { emit: () => ownStatics(f), offset: f.module.offsetOf(e.symbol) - STATICS, room: STATICS };
    case 'shared':
      return { emit: undefined, offset: f.module.offsetOf(e.symbol), room: 1 };
    case 'frame':
      return { emit: () => framePointer(f), offset: f.frame.slots.get(e.slot) as number, room: STATICS };
    default:
      return undefined;
  }
}
