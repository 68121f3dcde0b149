/**
 * The intermediate representation: structured, typed in machine types, communication explicit.
 *
 * Produced by lowering, rewritten by the optimizer, read by both back ends.
 * One idea: expressions are pure trees (they may read private memory, they never write, call or communicate);
 * side effects are statements. So an expression may be evaluated where it stands in its statement, and only there: a
 * value that a later effect could change is first assigned to a local. Private addresses are i32 and absolute, addresses
 * of the process's memory (see runtime/abi.ts). A pointer-to-shared is a `shared` and, for block sizes above 1 and
 * generic pointers, a phase, an i32.
 */
import type { Position } from '../source/source.ts';

export type ScalarType = 'i32' | 'i64' | 'f32' | 'f64';
/**
 * v128 is a vector of sixteen bytes: of the optimizer, for WebAssembly only, and never a parameter or result. `shared`
 * is the target of a pointer-to-shared: a thread and an offset in its memory. Pass `expand` replaces it by scalars.
 */
export type MachineType = ScalarType | 'v128' | 'shared';
/**
 * Representation of a value in memory; small ones are i32 when loaded, sign- or zero-extended. v64 and v32 are the low
 * bytes of a v128, the others zero when loaded. Vectors need no alignment. A pointer-to-shared has eight bytes:
 * `shared`, and, at offset 4, its `phase`, an i32, 0 if it has none. Each is accessed without the other, as bit-fields
 * are, wherever in the eight bytes it lies; a 'word' is an atomic access to both.
 */
export type MemoryType = ScalarMemory | 'v128' | 'v64' | 'v32' | 'shared' | 'phase';
export type ScalarMemory = 'i8' | 'u8' | 'i16' | 'u16' | ScalarType;

// ---------------------------------------------------------------- expressions

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

/** Lane interpretation of a vector; 'v128' where it does not matter. */
export type Lanes = 'i8x16' | 'i16x8' | 'i32x4' | 'i64x2' | 'f32x4' | 'f64x2' | 'v128';
/**
 * Lane-wise as the scalar operators, but comparisons give lanes of ones or zeros, and shift counts are one i32.
 * `splat` broadcasts a scalar to all lanes; `select` takes the bits of the second operand where those of the first are
 * one, else of the third; `andnot` is left and not right. `of_` converts all lanes of an operand with as many lanes,
 * `low_` its lower ones; from floats to integers it saturates, and NaN gives 0. Results of fewer lanes leave the upper
 * ones zero. vectors.ts lists the operators of each lane type.
 */
export type VectorOperator =
  | Exclude<UnaryOperator, 'not' | 'extend8' | 'extend16' | 'private' | 'place' | 'phase'>
  | Exclude<BinaryOperator, 'offset' | 'word' | 'div_s' | 'div_u' | 'rem_s' | 'rem_u'>
  | 'splat'
  | 'select'
  | 'andnot'
  | 'low_i8_s'
  | 'low_i8_u'
  | 'low_i16_s'
  | 'low_i16_u'
  | 'low_i32_s'
  | 'low_i32_u'
  | 'low_f32'
  | 'of_f64'
  | 'of_f64_s'
  | 'of_i32_s'
  | 'of_i32_u'
  | 'of_f32_s'
  | 'of_f32_u';
/** An operation on vectors: a separate node, so that no pass confuses it with a scalar one. */
export interface Vector {
  readonly op: 'vector';
  readonly type: 'v128';
  readonly lanes: Lanes;
  readonly operator: VectorOperator;
  readonly operands: readonly Expression[];
}
export interface VectorConstant {
  readonly op: 'vector.const';
  readonly type: 'v128';
  readonly lanes: Exclude<Lanes, 'v128'>;
  /** One per lane: bigints for i64x2. */
  readonly values: readonly (number | bigint)[];
}
/** The scalar in one lane; of i8x16 and i16x8 sign-extended. */
export interface Lane {
  readonly op: 'lane';
  readonly type: MachineType;
  readonly lanes: Exclude<Lanes, 'v128'>;
  readonly index: number;
  readonly operand: Expression;
}
/** An i32 with the most significant bit of each byte of a vector. */
export interface Bitmask {
  readonly op: 'bitmask';
  readonly type: 'i32';
  readonly operand: Expression;
}
/** Sixteen bytes chosen from those of `left` (0 to 15) and `right` (16 to 31). */
export interface Shuffle {
  readonly op: 'shuffle';
  readonly type: 'v128';
  readonly bytes: readonly number[];
  readonly left: Expression;
  readonly right: Expression;
}

/** Layout of a shared array or of a pointer's target. */
export interface SharedLayout {
  /** Block size in elements; 0 indefinite, 1 cyclic. */
  readonly block: number;
  /** Bytes of the ultimate element. */
  readonly elementSize: number;
}
/**
 * Address of element `index` (in ultimate elements, from the start of the object, phase 0 on thread 0 at `base`):
 * thread floor(i/B) mod THREADS, offset elementSize * (B * floor(i/(B*THREADS)) + i mod B). `index` is i32.
 */
export interface ElementAddress {
  readonly op: 'element';
  readonly type: 'shared';
  readonly layout: SharedLayout;
  readonly base: Expression;
  readonly index: Expression;
}
/** Address of a pointer-to-shared moved by `count` ultimate elements (i32, may be negative). `phase` only for block > 1. */
export interface AdvanceAddress {
  readonly op: 'advance';
  readonly type: 'shared';
  readonly layout: SharedLayout;
  readonly address: Expression;
  readonly phase?: Expression;
  readonly count: Expression;
}
/** Phase of a pointer-to-shared moved by `count` elements: (phase + count) mod B, not negative. block > 1. */
export interface AdvancePhase {
  readonly op: 'advance.phase';
  readonly type: 'i32';
  readonly layout: SharedLayout;
  readonly phase: Expression;
  readonly count: Expression;
}
/** upc_threadof. */
export interface ThreadOf {
  readonly op: 'threadof';
  readonly type: 'i32';
  readonly address: Expression;
}
/**
 * The address in the region of `thread` at the same offset as `address`, a private address or a pointer-to-shared
 * (coarrays).
 */
export interface Counterpart {
  readonly op: 'counterpart';
  readonly type: 'shared';
  readonly address: Expression;
  readonly thread: Expression;
}
/** left - right of two pointers-to-shared, in ultimate elements, as i32. Phases for block > 1. */
export interface Difference {
  readonly op: 'difference';
  readonly type: 'i32';
  readonly layout: SharedLayout;
  readonly left: Expression;
  readonly leftPhase?: Expression;
  readonly right: Expression;
  readonly rightPhase?: Expression;
}

// ---------------------------------------------------------------- statements

export type Statement =
  | SetLocal
  | Store
  | Get
  | Put
  | GetStart
  | GetSync
  | PutStart
  | PutSync
  | Copy
  | Fill
  | Call
  | If
  | Loop
  | Block
  | Break
  | Continue
  | Switch
  | Return
  | Fence
  | Poll
  | Notify
  | Wait
  | Barrier
  | StackSave
  | StackAllocate
  | StackRestore
  | Landing
  | Evaluate
  | Charge;

interface StatementBase {
  /** Source position; absent for statements generated by the compiler. */
  readonly at?: Position;
}

export interface SetLocal extends StatementBase {
  readonly op: 'set';
  readonly local: string;
  readonly value: Expression;
}
export interface Store extends StatementBase {
  readonly op: 'store';
  readonly memory: MemoryType;
  readonly address: Expression;
  readonly value: Expression;
  readonly volatile?: boolean;
  readonly unaligned?: boolean;
  readonly punned?: boolean;
}
/** Reads a shared scalar into a local. */
export interface Get extends StatementBase {
  readonly op: 'get';
  readonly local: string;
  readonly memory: MemoryType;
  /** Behind `expand`, where shared accesses are calls: `address` is an offset in that rank's region. */
  readonly rank?: Expression;
  readonly address: Expression;
  readonly strict: boolean;
  /** Not changed by any pass. */
  readonly volatile?: boolean;
  /** Part of a union: see Load. */
  readonly punned?: boolean;
}
/** Writes a shared scalar, or some bits of it. */
export interface Put extends StatementBase {
  readonly op: 'put';
  readonly memory: MemoryType;
  /** Behind `expand`, where shared accesses are calls: `address` is an offset in that rank's region. */
  readonly rank?: Expression;
  readonly address: Expression;
  readonly value: Expression;
  readonly strict: boolean;
  /** Only these bits are replaced, atomically; the value has no others. Such a put is volatile too. */
  readonly mask?: number | bigint;
  readonly volatile?: boolean;
  /** Part of a union: see Load. */
  readonly punned?: boolean;
}
/** Starts a relaxed get: the local is defined by the next get.sync of `local`, and not before. */
export interface GetStart extends StatementBase {
  readonly op: 'get.start';
  readonly local: string;
  readonly memory: MemoryType;
  /** Behind `expand`, where shared accesses are calls: `address` is an offset in that rank's region. */
  readonly rank?: Expression;
  readonly address: Expression;
}
export interface GetSync extends StatementBase {
  readonly op: 'get.sync';
  readonly local: string;
}
/** Starts a relaxed put: `value` is read at once, and complete after the next put.sync. */
export interface PutStart extends StatementBase {
  readonly op: 'put.start';
  readonly memory: MemoryType;
  /** Behind `expand`, where shared accesses are calls: `address` is an offset in that rank's region. */
  readonly rank?: Expression;
  readonly address: Expression;
  readonly value: Expression;
}
/** Waits for all outstanding puts of this thread. */
export interface PutSync extends StatementBase {
  readonly op: 'put.sync';
}
/** Copies `size` bytes (struct assignment); `from`/`to` tell which side is shared. The two never overlap partly. */
export interface Copy extends StatementBase {
  readonly op: 'copy';
  /** As of Get: both sides have one then, also a private one. */
  readonly destinationRank?: Expression;
  readonly destination: Expression;
  readonly sourceRank?: Expression;
  readonly source: Expression;
  readonly size: Expression;
  readonly to: 'private' | 'shared';
  readonly from: 'private' | 'shared';
  readonly strict: boolean;
}
/** Sets `size` bytes of private memory to the low byte of an i32. */
export interface Fill extends StatementBase {
  readonly op: 'fill';
  readonly address: Expression;
  readonly byte: Expression;
  readonly size: Expression;
}
/**
 * Calls a function by name or through the table. Results: none, one, or two (complex: real, imaginary; a
 * pointer-to-shared with phase: address, phase). A variadic function's last argument is the address of its
 * variable arguments, laid in 8-byte slots (ints and pointers in the low 4 bytes, pointers-to-shared as 8, complex as
 * two slots, structs inline rounded up to 8). A struct result is written through a first argument that is its address;
 * a struct argument is the address of a copy the callee may change.
 */
export interface Call extends StatementBase {
  readonly op: 'call';
  readonly results: readonly string[];
  readonly callee: { readonly symbol: string } | { readonly table: Expression };
  readonly arguments: readonly Expression[];
  readonly signature: Signature;
}
export interface If extends StatementBase {
  readonly op: 'if';
  readonly test: Expression;
  readonly then: readonly Statement[];
  readonly otherwise: readonly Statement[];
}
/**
 * `label: for (; test; step) body` when `kind` is 'while', `label: do body while (test)` when 'do' (no step).
 * Without `test` it runs until a break. `continue label` goes to step and test.
 */
export interface Loop extends StatementBase {
  readonly op: 'loop';
  readonly label: string;
  readonly kind: 'while' | 'do';
  readonly test?: Expression;
  readonly own?: OwnElements;
  readonly step: readonly Statement[];
  readonly body: readonly Statement[];
}
/**
 * A loop over this thread's share: in the body, element `counter` of an array that starts on thread 0 in blocks of
 * `block` elements has affinity to the running thread, and is element `place` of its part.
 */
export interface OwnElements {
  readonly counter: string;
  readonly block: number;
  readonly place: Expression;
}
/** `break label` leaves it. */
export interface Block extends StatementBase {
  readonly op: 'block';
  readonly label: string;
  readonly body: readonly Statement[];
}
/** Leaves the loop, block or switch of that label. */
export interface Break extends StatementBase {
  readonly op: 'break';
  readonly label: string;
}
export interface Continue extends StatementBase {
  readonly op: 'continue';
  readonly label: string;
}
/** `value` is i32 or i64; arms fall through; an arm without values is the default. */
export interface Switch extends StatementBase {
  readonly op: 'switch';
  readonly label: string;
  readonly value: Expression;
  readonly arms: readonly {
    readonly values: readonly (number | bigint)[];
    readonly isDefault: boolean;
    readonly body: readonly Statement[];
  }[];
}
export interface Return extends StatementBase {
  readonly op: 'return';
  readonly values: readonly Expression[];
}
/** upc_fence; also placed by lowering where a strict access to a whole struct needs one. */
export interface Fence extends StatementBase {
  readonly op: 'fence';
}
/** Serves what other threads have asked, now and then. */
export interface Poll extends StatementBase {
  readonly op: 'poll';
}
export interface Notify extends StatementBase {
  readonly op: 'notify';
  readonly value?: Expression;
}
export interface Wait extends StatementBase {
  readonly op: 'wait';
  readonly value?: Expression;
}
/** upc_barrier: notify then wait with one value. */
export interface Barrier extends StatementBase {
  readonly op: 'barrier';
  readonly value?: Expression;
}
/** The memory stack grows down; a block with variable-length arrays saves and restores it. alloca too allocates here. */
export interface StackSave extends StatementBase {
  readonly op: 'stack.save';
  readonly local: string;
}
export interface StackAllocate extends StatementBase {
  readonly op: 'stack.allocate';
  readonly local: string;
  readonly size: Expression;
}
export interface StackRestore extends StatementBase {
  readonly op: 'stack.restore';
  readonly local: string;
}
/**
 * Runs `body`; a longjmp to a buffer of this activation (the i32 in local `activation`, made by library function
 * `__pgasc_activation`) that comes out of it sets `site` to the setjmp's number and `value` to longjmp's value, and
 * continues the loop `label`, which encloses the landing. (setjmp writes activation and site into the jmp_buf:
 * two i32 at offsets 0 and 4, with the stack pointer restored by the landing.)
 */
export interface Landing extends StatementBase {
  readonly op: 'landing';
  readonly label: string;
  readonly activation: string;
  readonly site: string;
  readonly value: string;
  readonly body: readonly Statement[];
}
/** Evaluates and discards: an unused volatile load. */
export interface Evaluate extends StatementBase {
  readonly op: 'evaluate';
  readonly value: Expression;
}

/**
 * In programs compiled with -simulate: adds to this thread's counters, `times` (f64, a whole number) as often. No pass drops it, and
 * none moves it over a statement that may tell how much was charged (optimizer/charges/segments.ts).
 */
export interface Charge extends StatementBase {
  readonly op: 'charge';
  readonly amounts: Amounts;
  readonly times?: Expression;
}
/**
 * What computation is charged as: operations on floating-point numbers and on integers, and bytes loaded and stored, by the distance of
 * accesses from one iteration to the next: near, strided, irregular (optimizer/charges/strides.ts).
 */
export const CHARGED = [
  ...(['flops', 'integers', 'loaded', 'stored'] as const),
  ...(['loaded.strided', 'stored.strided', 'loaded.irregular', 'stored.irregular'] as const),
] as const;
export type Charged = (typeof CHARGED)[number];
/** Whole numbers above 0. */
export type Amounts = { readonly [kind in Charged]?: number };

// ---------------------------------------------------------------- modules

export interface Signature {
  readonly parameters: readonly MachineType[];
  readonly results: readonly MachineType[];
}

export interface Function {
  readonly name: string;
  /** 'internal' names are unique in the module; the linker renames them apart. */
  readonly linkage: 'external' | 'internal';
  readonly parameters: readonly { readonly name: string; readonly type: MachineType }[];
  readonly results: readonly MachineType[];
  /** Every local that is not a parameter; all are zero-initialized. */
  readonly locals: readonly { readonly name: string; readonly type: MachineType }[];
  readonly frame: readonly { readonly name: string; readonly size: number; readonly alignment: number }[];
  readonly body: readonly Statement[];
  readonly at?: Position;
  /** noinline, always_inline. */
  readonly inlining?: 'never' | 'always';
  /** Yields to another definition of the name (GNU). */
  readonly weak?: true;
  /** Runs on every thread before main, after main: by these priorities, the lower the farther from main (GNU). */
  readonly beforeMain?: number;
  readonly afterMain?: number;
  /** The C signature as text, for the doc comment of the emitted function. */
  readonly prototype?: string;
}

/** A static object. `size` is per thread: of a shared array, the largest part that one thread has. */
export interface Static {
  readonly name: string;
  readonly linkage: 'external' | 'internal';
  readonly space: 'private' | 'shared';
  readonly size: number;
  readonly alignment: number;
  /** A tentative definition: yields to a real one, merges with others (largest size wins). */
  readonly common: boolean;
  /** Yields to another definition of the name (GNU). */
  readonly weak?: true;
  /** Initial contents where not zero. Of shared objects, thread 0's part; elements of other threads name their thread. */
  readonly data: readonly Datum[];
  /** C type as text, by which the linker compares the declarations of several units when `space` is shared. */
  readonly typeText?: string;
  readonly at?: Position;
}

export type Datum =
  | { readonly offset: number; readonly bytes: Uint8Array; readonly thread?: number }
  /** The phase of a pointer-to-shared, four bytes behind its address. */
  | { readonly offset: number; readonly phase: number; readonly thread?: number }
  /** An i32 address (of a static, shared static or function) plus `addend`, stored at `offset`. */
  | { readonly offset: number; readonly symbol: string; readonly addend: number; readonly thread?: number };

export interface Module {
  readonly name: string;
  /** -T=N, which a program it is linked into must have too; undefined for the dynamic environment, which fits any. */
  readonly threads?: number;
  /** From a source in plain C: a program of such modules only starts with one thread. */
  readonly serial?: true;
  readonly functions: readonly Function[];
  readonly statics: readonly Static[];
  /** Functions called or addressed but not defined here, with the signature seen. */
  readonly functionImports: readonly FunctionImport[];
  /** Objects used but not defined here. */
  readonly staticImports: readonly {
    readonly name: string;
    readonly space: 'private' | 'shared';
    readonly typeText?: string;
    readonly weak?: true;
    readonly at?: Position;
  }[];
}

export interface FunctionImport {
  readonly name: string;
  readonly signature: Signature;
  /** May be undefined: its address is null then (GNU). */
  readonly weak?: true;
  readonly at?: Position;
}
