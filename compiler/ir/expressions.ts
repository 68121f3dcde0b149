/**
 * Expressions: pure trees of constants, locals, addresses, loads and operators.
 *
 * They may read private memory; they never write, call or communicate.
 */
import type {
  AdvanceAddress,
  AdvancePhase,
  Counterpart,
  Difference,
  ElementAddress,
  ThreadOf,
} from './shared-pointers.ts';
import type { MachineType, MemoryType } from './types.ts';
import type { Bitmask, Lane, Shuffle, Vector, VectorConstant } from './vector-expressions.ts';

export type Expression =
  | Constant
  | Local
  | StaticAddress
  | SharedAddress
  | FunctionAddress
  | FrameAddress
  | Threads
  | MyThread
  | RegionShift
  | Origin
  | Load
  | Unary
  | Binary
  | Convert
  | Select
  | PureCall
  | Vector
  | VectorConstant
  | Lane
  | Bitmask
  | Shuffle
  | ElementAddress
  | AdvanceAddress
  | AdvancePhase
  | ThreadOf
  | Counterpart
  | Difference;

/** i32 values are canonical signed (-2^31 .. 2^31-1), i64 values signed bigints. */
export interface Constant {
  readonly op: 'const';
  readonly type: MachineType;
  readonly value: number | bigint;
}

export interface Local {
  readonly op: 'local';
  readonly type: MachineType;
  readonly name: string;
}

/** Address of a private static object of the running thread, plus bytes. */
export interface StaticAddress {
  readonly op: 'static';
  readonly type: 'i32';
  readonly symbol: string;
  readonly offset: number;
}

/**
 * Thread 0's part of a shared static object, plus bytes: as a pointer-to-shared, or, as i32, its address where all
 * memory is one (the part in thread t is t << SHIFT further).
 */
export interface SharedAddress {
  readonly op: 'shared';
  readonly type: 'shared' | 'i32';
  readonly symbol: string;
  readonly offset: number;
}

/** Index of a function in the function table; 0 is no function. */
export interface FunctionAddress {
  readonly op: 'function';
  readonly type: 'i32';
  readonly symbol: string;
}

/** Address of a slot of the function's memory frame, plus bytes. */
export interface FrameAddress {
  readonly op: 'frame';
  readonly type: 'i32';
  readonly slot: string;
  readonly offset: number;
}

export interface Threads {
  readonly op: 'threads';
  readonly type: 'i32';
}

export interface MyThread {
  readonly op: 'mythread';
  readonly type: 'i32';
}

/** log2 of the size of a thread's region: MYTHREAD << it is the own region's start (`ownRegion` in builders.ts). */
export interface RegionShift {
  readonly op: 'regionshift';
  readonly type: 'i32';
}

/** The rank whose region is the first in this process's memory: that of rank r lies r - origin regions further. */
export interface Origin {
  readonly op: 'origin';
  readonly type: 'i32';
}

/** Reads private memory (or shared memory through a private pointer). */
export interface Load {
  readonly op: 'load';
  readonly type: MachineType;
  readonly memory: MemoryType;
  readonly address: Expression;
  /** Not changed by any pass; also unaligned accesses (packed structs) when `unaligned`. */
  readonly volatile?: boolean;
  readonly unaligned?: boolean;
  /** A member of a union: its bytes may have been stored as another type (type punning). */
  readonly punned?: boolean;
  /** Speculative, perhaps beyond the end of an object; unchecked under -g: vector loads of functions on strings. */
  readonly ahead?: boolean;
}

/**
 * 'not' gives 1 for zero and 0 else, as i32, of any operand type. extend8/16 sign-extend the low bits of an i32.
 * 'high' and 'low' are the halves of an f64's bits, as i32. 'power' is 2 to an i32 in -1022 .. 1023, as f64.
 * 'clz' and 'ctz' count the zeros above and below all one bits of an i32; of 0 they are 32.
 * 'private' is the private pointer, an i32, to what a pointer-to-shared points to: this thread must reach it.
 * 'place' and 'phase' are the parts of a pointer-to-shared, shared and i32, that an i64 is made of by 'word'.
 */
export type UnaryOperator =
  | 'neg'
  | 'complement'
  | 'not'
  | 'extend8'
  | 'extend16'
  | 'sqrt'
  | 'abs'
  | 'floor'
  | 'ceil'
  | 'trunc'
  | 'rint'
  | 'high'
  | 'low'
  | 'power'
  | 'clz'
  | 'ctz'
  | 'private'
  | 'place'
  | 'phase';

export interface Unary {
  readonly op: 'unary';
  readonly type: MachineType;
  readonly operator: UnaryOperator;
  readonly operand: Expression;
}

/**
 * Comparisons give i32 0 or 1. The suffixes _s and _u are for integers; eq and ne and all arithmetic without suffix for
 * both. Shift counts have the type of the left operand. 'word' is the i64 that a shared and a phase, an i32, are in
 * memory. 'offset' moves a pointer-to-shared by an i32 of bytes within its thread's memory; it is compared by eq, ne
 * and, within one thread's memory, lt_u and its kin. min and max are those of IEEE 754-2019: a NaN wins, -0 is below 0.
 * copysign gives the left operand the sign of the right one.
 */
export type BinaryOperator =
  | 'offset'
  | 'word'
  | 'add'
  | 'sub'
  | 'mul'
  | 'div'
  | 'min'
  | 'max'
  | 'copysign'
  | 'div_s'
  | 'div_u'
  | 'rem_s'
  | 'rem_u'
  | 'and'
  | 'or'
  | 'xor'
  | 'shl'
  | 'shr_s'
  | 'shr_u'
  | 'eq'
  | 'ne'
  | 'lt'
  | 'le'
  | 'gt'
  | 'ge'
  | 'lt_s'
  | 'lt_u'
  | 'le_s'
  | 'le_u'
  | 'gt_s'
  | 'gt_u'
  | 'ge_s'
  | 'ge_u';

/** `type` is the result's: i32 for comparisons; the operands' type is that of `left`. */
export interface Binary {
  readonly op: 'binary';
  readonly type: MachineType;
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

/**
 * Between machine types; `signed` is the signedness of the integer side. Float to integer truncates; i64 to i32 wraps.
 * A pointer-to-shared converts to and from the number that C's casts give.
 */
export interface Convert {
  readonly op: 'convert';
  readonly type: MachineType;
  readonly signed: boolean;
  readonly operand: Expression;
}

/** Lazy, like C's conditional: only the chosen arm is evaluated. `test` is i32. Also spells && and ||. */
export interface Select {
  readonly op: 'select';
  readonly type: MachineType;
  readonly test: Expression;
  readonly then: Expression;
  readonly otherwise: Expression;
}

/** A library function without side effects but errno, whose result depends on its arguments only (sin, pow ...). */
export interface PureCall {
  readonly op: 'pure';
  readonly type: MachineType;
  readonly symbol: string;
  readonly arguments: readonly Expression[];
}
