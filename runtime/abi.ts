/**
 * What an emitted program and the runtime know of each other.
 *
 * One shared WebAssembly.Memory; UPC thread t owns the region [t << SHIFT, (t + 1) << SHIFT). Every region has the same
 * layout, so an object has the same offset in each and the thread of an address is `address >>> SHIFT`:
 *
 *     0          null page: never valid (4 KiB)
 *     CONTROL    the runtime's own words of this thread; job-wide words are thread 0's
 *     STATICS    private statics, then shared statics (places fixed by the linker)
 *     stack      grows down to the end of the statics
 *     shared heap, then the network's part
 *     private heap, to the end of the region
 *
 * Views are indexed `address >>> k`. i32 is a JS number in signed form, i64 a bigint in signed form, f32 a number
 * already rounded by Math.fround.
 */

/** Bytes at the start of each region that no pointer may reach. */
export const NULL_PAGE = 4096;
/** The runtime's own area of each region: [CONTROL, STATICS). */
export const CONTROL = NULL_PAGE;
/**
 * Where the second result of a call is left: imaginary part (f64), or the phase (i32) of a pointer-to-shared; of a wide one, from a
 * function of the program, the offset.
 */
export const SECOND_RESULT = CONTROL;
/** Where the third result of a call is left: the phase (i32) of a wide pointer-to-shared. */
export const THIRD_RESULT = CONTROL + 4;
/** errno (i32) of the thread. */
export const ERRNO = CONTROL + 8;
/** Number of the place in the source where the thread is (i32), in programs compiled with -trace or -g. */
export const PLACE = CONTROL + 12;
/**
 * Where parts of the region end, in bytes from STATICS (i32): shared statics, shared heap, stack, and what malloc has given
 * so far. Modules compiled with -g look there themselves, and call `check` only for what is not right.
 */
export const ENDS = { statics: CONTROL + 16, sharedHeap: CONTROL + 20, stack: CONTROL + 24, heap: CONTROL + 28 };
/** A word (i32) that only its thread ever touches: an exchange with it is the cheapest fence there is. */
export const FENCE_WORD = CONTROL + 32;
/**
 * -g (i32): 0, or 1 + the number of the place where this thread last cast a pointer to another thread's memory to a private one;
 * -1 once it has asked the library for such pointers, which are valid.
 */
export const FOREIGN_CAST = CONTROL + 36;
/**
 * Which of the thread's operations without handles may be under way (i32, IMPLICIT's bits). Where none is, waits for them
 * return at once, and modules do not call them.
 */
export const UNDER_WAY = CONTROL + 40;
/** Puts and gets of the network; those of gasnet.h that have handles below, or are in an access region. */
export const IMPLICIT = { puts: 1, gets: 2, otherPuts: 4, otherGets: 8 };
/**
 * Of a thread of a simulated job whose program is a module (i32): 0 while its functions run, or what they are to do. SUSPENDED is the address behind the
 * variables that they have stored.
 */
export const SUSPENSION = { WORD: CONTROL + 44, UNWINDING: 1, REWINDING: 2 };
export const SUSPENDED = CONTROL + 48;
/**
 * Of a thread whose program was compiled with -simulate: what its computation was charged so far (f64, whole numbers: exact below 2^53,
 * so that sums do not depend on their order). Bytes of accesses to memory by their distance from one iteration to the next.
 */
export const CHARGES = {
  flops: CONTROL + 64,
  integers: CONTROL + 72,
  loaded: CONTROL + 80,
  stored: CONTROL + 88,
  'loaded.strided': CONTROL + 96,
  'stored.strided': CONTROL + 104,
  'loaded.irregular': CONTROL + 112,
  'stored.irregular': CONTROL + 120,
};
/** Start of the part of the control area that the runtime's files share out among themselves (memory/control.ts). */
export const CONTROL_FREE = CONTROL + 128;
/**
 * What a thread has printed on stdout and not yet written out: STDOUT_PENDING (i32) bytes at STDOUT_BYTES, at most
 * STDOUT_CAPACITY. The thread's stdio owns them; of a thread that is killed the launcher writes them, so that no partial
 * line is lost. stdio first stores the bytes, then the new length. It flushes by writeOut(1, exactly those bytes where
 * they lie): that also sets STDOUT_PENDING to 0, under the output lock, so that nothing is ever printed twice.
 * (Offsets in the region, like all of these: add BASE, and >>> 0 before indexing U8 by bytes.)
 */
export const STDOUT_PENDING = CONTROL + 11 * 1024;
export const STDOUT_BYTES = STDOUT_PENDING + 64;
export const STDOUT_CAPACITY = 8192;
/** Offset of the first static object. */
export const STATICS = 32768;

/** Where shared statics begin, behind private ones that end at `privateEnd`: a guard and the rest of a cache line between them. */
export function behindGuard(privateEnd: number): number {
  return privateEnd === STATICS ? STATICS : Math.ceil(privateEnd / 64) * 64 + 64;
}

/** The word of a free lock of UPC, which no other memory has; of a held one the holder's number + 1 is added. */
export const FREE_LOCK = 0x10c40000;

const MIB = 2 ** 20;
/** 32-bit addresses. */
export const ADDRESSABLE = 4096 * MIB;
/** A thread's number has at least one bit of an address. */
const LARGEST_REGION = 2048 * MIB;
/** Bytes that a region has at least besides static data. */
export const LEAST_ROOM = { stack: MIB / 8, sharedHeap: MIB / 8, heap: MIB / 4 };

/** Bytes of a region where there are so many threads: a power of two. */
export function regionAtMost(threads: number): number {
  return Math.min(LARGEST_REGION, 2 ** Math.floor(Math.log2(ADDRESSABLE / threads)));
}

/** A function of the emitted program or of a library: machine values in and out. */
// biome-ignore lint/suspicious/noExplicitAny: signatures differ; the linker has matched them
export type NativeFunction = (...values: any[]) => any;

/** Of generators, in simulated jobs: calls that give one may wait, and are over when it is. What runs often says `.$waits`: by a variable the engine looks it up anew each time. */
export const WAITS = '$waits';

/** Of functions, there: says whether a call would commute with what others do now (core/commuting.ts). */
export const COMMUTES = '$commutes';

/** The program, as out.js defines it: its functions in JavaScript, or in a WebAssembly module. */
export type ProgramImage = ScriptImage | ModuleImage;

/** Offset and size of a static object (of a shared one, each thread's part), and its type and declaration as text. */
export type PlacedObject = readonly [offset: number, size: number, declaration: string];

/** What is the same whatever the functions are written in. */
export interface ImageFacts {
  readonly name: string;
  /** THREADS in the static environment, 0 in the dynamic one. */
  readonly threads: number;
  /** In C alone, which has no threads of UPC: starts with one where the user says no number. */
  readonly serial?: true;
  /** Offset of the end of private statics and of shared statics. */
  readonly privateEnd: number;
  readonly sharedEnd: number;
  /** Compiled with -g. */
  readonly debug: boolean;
  /** Compiled with -g or -Wunfreed: libraries tell what has not been freed at the end. */
  readonly tellsUnfreed?: true;
  /** With -g: the static objects in the order of their offsets, with zones between them that belong to none. */
  readonly objects?: readonly PlacedObject[];
  /** -shared-heap=, bytes per thread; 0 for the default. */
  readonly sharedHeap: number;
  /** Compiled with -trace. */
  readonly traced?: true;
  /** Compiled with -explore: each access to shared memory is a call, in the order of the program; gets are completed where their values are wanted. */
  readonly explored?: true;
  /** Compiled with -trace or -g: texts of the places, "file:line", by the number that is left at PLACE; 0 is none. */
  readonly places?: readonly string[];
  /** Its pointers-to-shared are wide: rank and offset, also in memory (runtime/memory/pointers.ts). */
  readonly wide?: true;
  /** Of wide ones: elements of the largest block that one goes through. */
  readonly largestBlock?: number;
  /** The program reaches the private statics of other threads, which may be coarrays. */
  readonly coarrays?: true;
  /** The program calls functions of images, for which each region has room. */
  readonly images?: true;
  /** It marks arrays or kernels with <pgas_sim.h>. */
  readonly marks?: true;
  /**
   * Initial contents of the statics: `offset` in the region; base64 text of the bytes. `thread` absent: private data
   * of every thread; else shared data with affinity to that thread.
   */
  readonly data: readonly { readonly offset: number; readonly base64: string; readonly thread?: number }[];
  /**
   * Words to fill after `data`: 'private' adds the thread's own base to the offset, 'shared' nothing (thread 0's address), 'function' is
   * a table index, 'phase' the phase of the pointer-to-shared whose second word it is.
   */
  readonly relocations: readonly {
    readonly offset: number;
    readonly value: number;
    readonly kind: 'private' | 'shared' | 'function' | 'phase';
    readonly thread?: number;
  }[];
}

export interface ScriptImage extends ImageFacts {
  /** Makes the functions for one thread. */
  instantiate(environment: Environment): Instance;
}

/**
 * A module, compiled once and instantiated by each thread. It imports what it uses of ModuleEnvironment as "env", library
 * functions as "library" by C name, with the types of the call, and exports what ModuleExports says. Its frames in stack traces are
 * "wasm-function[i]:0xOFFSET", and out.js.map maps line 1, column OFFSET.
 */
export interface ModuleImage extends ImageFacts {
  readonly webassembly: {
    /** The module, as base64 text. */
    readonly base64: string;
    /** "file:line" of notify, wait and barrier, which take an index into it. */
    readonly places: readonly string[];
    /** It has instructions of 128 bits. */
    readonly simd: boolean;
  };
}

/** Parts of the Environment that a module cannot take as they are. */
type NotForModules =
  | 'table'
  | 'library'
  | 'direct'
  | 'putBits'
  | 'putWideBits'
  | 'notify'
  | 'wait'
  | 'barrier'
  | 'landing';
type View = 'I8' | 'U8' | 'I16' | 'U16' | 'I32' | 'I64' | 'F32' | 'F64';

/**
 * A module's first global variables: i32, in this order; imported from "env" and immutable, except in a module that simulated ranks share, where they are its own variables. Functions that use them begin with a
 * copy of each to a local variable, one `global.get`, with an index of two bytes, and `local.set` after the other.
 */
export const MODULE_NUMBERS = [
  ...(['MYTHREAD', 'THREADS', 'SHIFT', 'BASE', 'stackTop', 'stackLimit', 'SHADOW', 'ORIGIN'] as const),
] as const;

/** Bits of `how` in checks of accesses: through a private pointer; a store. */
export const [PRIVATE_ACCESS, STORE_ACCESS] = [1, 2];

/**
 * What a module imports as "env": the memory (shared, 1 to 65536 pages); the numbers of MODULE_NUMBERS; functions. `address`,
 * `rank`, `offset`, `size` and handles are i32; what has the type I8, U8, I16, U16 in a function's name is i32 too, I64 is i64, F32 f32, F64 f64.
 */
export interface ModuleEnvironment extends Omit<Environment, NotForModules | View> {
  /** `place` is an index into the image's places. */
  notify(place: number, value?: number): void;
  wait(place: number, value?: number): void;
  barrier(place: number, value?: number): void;
  /**
   * To be called when something was caught (catch_all): where the longjmp goes on if it is one to `activation`; else the
   * site is 0, which no setjmp has, and what was caught is to be thrown on (rethrow).
   */
  landing(activation: number): readonly [site: number, value: number];
}

/** What a module exports. */
export interface ModuleExports extends Instance {
  /** Functions by table index, [0] null; absent where the program has no function pointers. */
  readonly table?: WebAssembly.Table;
  /** The same for the library's calls, where it differs: of two results the second is left at SECOND_RESULT. */
  readonly callbacks?: WebAssembly.Table;
  /** -simulate: the module runs as another rank from now on: its MODULE_NUMBERS, which it has as variables then, and its stack pointer. Gives the stack pointer as it was. */
  readonly runAs?: (...numbersAndStackPointer: number[]) => number;
}

export interface Instance {
  /** main with (argc, argv), whatever its definition takes; undefined when the program has none. */
  readonly main?: (argc: number, argv: number) => number;
}

/** A module of a session: functions that the others define are bound when all are instantiated, and again when one changes. */
export interface SessionModule {
  instantiate(environment: SessionEnvironment): SessionInstance;
}

export interface SessionInstance {
  /** By link name. */
  readonly functions: Readonly<Record<string, NativeFunction>>;
  /** Takes from the environment what other modules define, and fills in the function table. */
  bind(): void;
}

type Functions = Readonly<Record<string, NativeFunction>>;

/** What one thread's functions are made with. */
export interface Environment {
  readonly MYTHREAD: number;
  readonly THREADS: number;
  /** log2 of the size of a region. */
  readonly SHIFT: number;
  /** Start of the own region, (MYTHREAD - ORIGIN) << SHIFT, as a signed 32-bit number. */
  readonly BASE: number;
  /** The rank whose region is the first in this memory. */
  readonly ORIGIN: number;
  /** -g: the shadow of address a of the own region lies at SHADOW + (a >>> 3) (runtime/memory/shadow.ts). */
  readonly SHADOW: number;
  readonly memory: WebAssembly.Memory;
  readonly I8: Int8Array;
  readonly U8: Uint8Array;
  readonly I16: Int16Array;
  readonly U16: Uint16Array;
  readonly I32: Int32Array;
  readonly I64: BigInt64Array;
  readonly F32: Float32Array;
  readonly F64: Float64Array;
  /** A cell whose bits are seen as a double and as halves, the low one first; nothing stays in it. */
  readonly DOUBLE: Float64Array;
  readonly HALVES: Int32Array;
  /** 2 to -1022 .. 1023. */
  readonly POWERS: Float64Array;
  /** Functions of WebAssembly for a module, in the place of those of the same name here and in the library. */
  readonly direct?: (() => { readonly environment: Functions; readonly library: Functions }) | undefined;
  /** Functions by table index; [0] is undefined. The program fills it when it is instantiated. */
  readonly table: (NativeFunction | undefined)[];
  /** Library functions by C name. */
  readonly library: Functions;
  /** Absolute addresses (as signed i32) of the memory stack: it starts at `stackTop` and must stay above `stackLimit`. */
  readonly stackTop: number;
  readonly stackLimit: number;

  /** memcpy for any alignment and size; sizes are i32 taken as unsigned. */
  copy(destination: number, source: number, size: number): void;
  fill(address: number, byte: number, size: number): void;

  /** upc_fence: accesses before it come before those behind it. */
  fence(): void;
  /** Serves what other threads have asked, once in a few calls: before reads of what others may change, on networks. */
  poll(): void;
  /**
   * Strict accesses to this memory, at aligned addresses: atomic, and nothing before them comes after them or the other
   * way round. Small stores take the low bits.
   */
  loadI8(address: number): number;
  loadU8(address: number): number;
  loadI16(address: number): number;
  loadU16(address: number): number;
  loadI32(address: number): number;
  loadI64(address: number): bigint;
  loadF32(address: number): number;
  loadF64(address: number): number;
  storeI8(address: number, value: number): void;
  storeU8(address: number, value: number): void;
  storeI16(address: number, value: number): void;
  storeU16(address: number, value: number): void;
  storeI32(address: number, value: number): void;
  storeI64(address: number, value: bigint): void;
  storeF32(address: number, value: number): void;
  storeF64(address: number, value: number): void;
  /**
   * Relaxed and strict accesses to shared memory, where they are calls: on networks whose ranks do not reach all memory by load
   * and store, and where communication is traced. Offsets are aligned, in the region of any rank.
   */
  getI8(rank: number, offset: number): number;
  getU8(rank: number, offset: number): number;
  getI16(rank: number, offset: number): number;
  getU16(rank: number, offset: number): number;
  getI32(rank: number, offset: number): number;
  getI64(rank: number, offset: number): bigint;
  getF32(rank: number, offset: number): number;
  getF64(rank: number, offset: number): number;
  getStrictI8(rank: number, offset: number): number;
  getStrictU8(rank: number, offset: number): number;
  getStrictI16(rank: number, offset: number): number;
  getStrictU16(rank: number, offset: number): number;
  getStrictI32(rank: number, offset: number): number;
  getStrictI64(rank: number, offset: number): bigint;
  getStrictF32(rank: number, offset: number): number;
  getStrictF64(rank: number, offset: number): number;
  putI8(rank: number, offset: number, value: number): void;
  putU8(rank: number, offset: number, value: number): void;
  putI16(rank: number, offset: number, value: number): void;
  putU16(rank: number, offset: number, value: number): void;
  putI32(rank: number, offset: number, value: number): void;
  putI64(rank: number, offset: number, value: bigint): void;
  putF32(rank: number, offset: number, value: number): void;
  putF64(rank: number, offset: number, value: number): void;
  putStrictI8(rank: number, offset: number, value: number): void;
  putStrictU8(rank: number, offset: number, value: number): void;
  putStrictI16(rank: number, offset: number, value: number): void;
  putStrictU16(rank: number, offset: number, value: number): void;
  putStrictI32(rank: number, offset: number, value: number): void;
  putStrictI64(rank: number, offset: number, value: bigint): void;
  putStrictF32(rank: number, offset: number, value: number): void;
  putStrictF64(rank: number, offset: number, value: number): void;
  /** Begins a get of `size` bytes; its handle is given to one endGet, which waits for the value. */
  startGet(rank: number, offset: number, size: number): number;
  endGetI8(handle: number): number;
  endGetU8(handle: number): number;
  endGetI16(handle: number): number;
  endGetU16(handle: number): number;
  endGetI32(handle: number): number;
  endGetI64(handle: number): bigint;
  endGetF32(handle: number): number;
  endGetF64(handle: number): number;
  /** Begins a put; endPuts waits for all puts that this thread has begun. */
  startPutI8(rank: number, offset: number, value: number): void;
  startPutU8(rank: number, offset: number, value: number): void;
  startPutI16(rank: number, offset: number, value: number): void;
  startPutU16(rank: number, offset: number, value: number): void;
  startPutI32(rank: number, offset: number, value: number): void;
  startPutI64(rank: number, offset: number, value: bigint): void;
  startPutF32(rank: number, offset: number, value: number): void;
  startPutF64(rank: number, offset: number, value: number): void;
  endPuts(): void;
  /** Copies `size` bytes, where one or both sides are shared. */
  transfer(toRank: number, to: number, fromRank: number, from: number, size: number): void;
  /** Replaces the bits of `mask` in an aligned word of any rank by `bits`, which has no others, at one stroke. */
  putBitsU8(rank: number, offset: number, mask: number, bits: number): void;
  putBitsU16(rank: number, offset: number, mask: number, bits: number): void;
  putBitsI32(rank: number, offset: number, mask: number, bits: number): void;
  putBitsI64(rank: number, offset: number, mask: bigint, bits: bigint): void;
  /** The same of a word of this memory, given by a view and its index. */
  putBits(view: Uint8Array | Uint16Array | Int32Array, index: number, mask: number, bits: number): void;
  putWideBits(view: BigInt64Array, index: number, mask: bigint, bits: bigint): void;
  /** A value is given or not: `notify()`, `notify(3)`. `place` is "file:line" of the statement, for the roll-call. */
  notify(place: string, value?: number): void;
  wait(place: string, value?: number): void;
  barrier(place: string, value?: number): void;

  /** Ends the job with a message; each names the thread and, from the stack trace, the place. */
  trapDivision(): never;
  trapStack(): never;
  trapCall(index: number): never;
  trapUnreachable(): never;
  /** -g: ends the job unless [address, address+size) lies in one thread's valid memory. Returns the address. */
  check(address: number, size: number, how?: number): number;
  /** The same of an access through a private pointer: it must not be a cast one to another thread's memory. */
  checkOwn(address: number, size: number, how?: number): number;
  /** -g: ends the job unless the address is a multiple of the size, as typed views need it. Returns the address. */
  aligned(address: number, size: number): number;

  /** A longjmp to `activation`: gives [site, value], site from 1; throws `error` on if it is something else. */
  landing(error: unknown, activation: number): readonly [site: number, value: number];
}

/** The environment of a session's modules; the stack pointer `sp` is a global variable. */
export interface SessionEnvironment extends Environment {
  /** Functions of all modules by link name. */
  readonly session: Readonly<Record<string, NativeFunction>>;
}

/** What a library is made with: an environment before the program is instantiated, and the services of the process. */
export interface LibraryEnvironment extends Omit<Environment, 'library'> {
  /** Ends this thread as exit(status) does, after atexit functions and flushing. Never returns. */
  exitThread(status: number): never;
  /** longjmp: unwinds the stack to the landing of `activation`. */
  jump(activation: number, site: number, value: number): never;
  /** Ends the job at once: all threads, output kept. */
  exitJob(status: number, message?: string): never;
  /** The private heap of this thread: C's malloc family; 0 when there is no room. */
  readonly heap: Heap;
  readonly trace: Trace;
  /** Registers what has to be done when the thread ends in the ordinary way (flush of streams ...); last in, first out. `isAfterMain`: nothing of the program is on the stack. */
  atExit(action: (isAfterMain: boolean) => void): void;
  /** Calls a function of the program, by table index, after main. It may wait, as main may. */
  readonly callAfterMain: (index: number) => void;
  /** Environment variables of this thread; setenv writes them. */
  readonly variables: Record<string, string | undefined>;
  /** False where standard input is not the program's to read: it finds it at its end. */
  readonly ownsInput: boolean;
  /** Runs what may wait for a descriptor's input for any time. */
  awaiting<T>(descriptor: number, read: () => T): T;
  /** Blocks for that long while polling for the job's end. */
  sleep(milliseconds: number): void;
  /** Writes all bytes to descriptor 1 or 2 at once, whole, whatever the pipe does. */
  writeOut(descriptor: number, bytes: Uint8Array): void;
}

/** What a thread writes to its trace, if there is one (PGAS_TRACEFILE). */
export interface Trace {
  readonly on: boolean;
  /** Writes a line of a kind, given by its letter (GASNET_TRACEMASK's), unless the mask leaves that out. */
  write(kind: string, text: string): void;
  /** Letters of the kinds that are written. */
  mask(of: 'trace' | 'statistics'): string;
  setMask(of: 'trace' | 'statistics', letters: string): void;
  /** Whether accesses to what has the thread's own affinity are written. */
  tracesLocal: boolean;
}

export interface Heap {
  /** Bytes as unsigned i32; 16-byte aligned; 0 when exhausted. */
  allocate(size: number): number;
  free(address: number): void;
  reallocate(address: number, size: number): number;
  /** Usable bytes of a block. */
  sizeOf(address: number): number;
  /** The program's lists of small blocks that it frees and keeps, at an address: stdlib/libc/heap/kept-blocks.h. */
  keep(lists: number): void;
}

/**
 * A set of library functions: called once a rank, before its program is instantiated, or in a simulated job when the first of its names is asked
 * for, which may be in the middle of the run; touches nothing of the environment until its functions are called.
 */
export type LibraryFactory = (environment: LibraryEnvironment) => Record<string, NativeFunction>;

/** One record of all functions: without a prototype the engine makes no shape for each that is added. */
export function allOf(records: readonly Record<string, NativeFunction>[]): Record<string, NativeFunction> {
  return Object.assign(Object.create(null), ...records);
}

/** What the parts of a library share: made once a thread, by the part that is asked for first. */
export function sharedBy<E extends LibraryEnvironment, T>(make: (environment: E) => T): (environment: E) => T {
  const made = new WeakMap<E, { readonly it: T }>();
  return (environment) => {
    const known = made.get(environment) ?? { it: make(environment) };
    made.set(environment, known);
    return known.it;
  };
}

/** For names alone: one object, so that the parts of a library share what they are made with. */
const NOTHING = {} as LibraryEnvironment;

/** Names of all functions of the libraries. */
export function functionNames(libraries: readonly LibraryFactory[]): string[] {
  return libraries.flatMap((make) => Object.keys(make(NOTHING)));
}

// ---------------------------------------------------------------- rank and phase of a wide pointer-to-shared, in one word

const WORD_BITS = 32;

/** Bits of a word that hold any rank of so many threads. */
export function rankBits(threads: number): number {
  return WORD_BITS - Math.clz32(threads - 1);
}

/** Whether there is room for both. Phases are below the block size, as ranks are below the number of threads: so their bits are counted alike. */
export function phasesFit(block: number, threads: number): boolean {
  return rankBits(threads) + rankBits(block) <= WORD_BITS;
}

export function phasesText(block: number, threads: number): string {
  return (
    `a pointer-to-shared has no room for both a thread of ${threads} (${rankBits(threads)} bits) and a place in a block of ` +
    `${block} elements (${rankBits(block)} bits): together ${WORD_BITS} bits at most`
  );
}
