/**
 * A conduit: the only thing that the core and the extended layer know of a network.
 *
 * `messages` carries active messages, which it does not look into (core/message.ts). `memory` is one-sided access to
 * the memory of other ranks; without it, unless the network is direct, that is made of messages (extended/reference). Memory
 * of another rank is named by the rank and the offset in its region, which has no address here.
 *
 * Never does a conduit assume that a target runs: what it waits for, it waits for while it serves what arrives.
 */
import type { Hardware } from '../fabrics/hardware.ts';
import type { EndedOperations } from './endedoperations.ts';

export type { Errand, Errands, Service } from '../fabrics/hardware.ts';
export type { Collective, Gatherings, RankGroup, Taking } from '../fabrics/model.ts';
export type { EndedOperations } from './endedoperations.ts';

/** Handle of an operation that is done: all bits zero. */
export const COMPLETE = 0;

/** A network that a program can be linked with. */
export interface Network {
  readonly name: string;
  /** All ranks reach all memory by load and store: shared accesses and transfers are copies, and never ask the conduit. */
  readonly direct: boolean;
  /**
   * It reaches ranks whose memory is not this one's: of several memories in one process, or of other processes of the operating
   * system, which map each other's regions where they can or leave all accesses to the network, as the environment variables ask.
   */
  readonly separate?: (variables: Readonly<Record<string, string | undefined>>) => 'memories' | 'processes' | 'mapped';
  /** Removes what a process of the operating system has left behind that did not come to remove it. */
  readonly sweep?: (process: number) => void;
  /** Bytes that it needs in each region, for so many threads; `firsts`: the first of each process. */
  area(threads: number, firsts?: readonly number[]): number;
  /** Makes this rank's end of it. All ranks do; none sends before all have (there is a barrier behind it). */
  open(host: Host): Conduit;
  /** A second thread of a rank, which serves others while the rank computes; `serve` returns by an exception when the job ends. */
  readonly progressThread?: {
    /** Whether the environment variables ask for one of this rank; `firsts`: the first ranks of the processes. */
    wanted(variables: Readonly<Record<string, string | undefined>>, rank: number, firsts: readonly number[]): boolean;
    serve(host: Host): never;
    /** The same in a simulated job: makes a function that serves some of what has come, and tells whether there was anything. */
    turns?(host: Host): () => boolean;
  };
}

/** What a conduit is made with. */
export interface Host extends Hardware {
  /** Offsets of what others may reach of a region: [start, end). */
  readonly segment: { readonly start: number; readonly end: number };
  /** Environment variables. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Compiled with -g: misuse is looked for. */
  readonly debug: boolean;
  /** Runs the handler of a message that has arrived; it lies at the address until this returns. */
  deliver(message: number): void;
  /**
   * Waits until `holds()`, which is asked again and again: it serves what arrives, and tries what may succeed then. `whom`: the
   * rank that it is for, where it is one; `bytes`: moved meanwhile; `again`: of a wait for one rank, gives the time at which `holds` is asked in
   * any case, in milliseconds of the platform's clock. Throws when the job is over.
   */
  waitFor(whom: number | undefined, holds: () => boolean, bytes?: number, again?: () => number): void;
  /** Ends the job with a message: what was wrong, where, the value, what to do. */
  fail(message: string): never;
  /** The same where a variable of the environment has a value that cannot be. */
  misuse(message: string): never;
}

export interface Conduit {
  readonly name: string;
  readonly messages: Messages;
  readonly memory?: RemoteMemory;
  /** Makes functions of WebAssembly for modules, where an access is complete on return. */
  readonly direct?: (() => DirectAccess) | undefined;
  readonly services?: Services;
  readonly adapter?: AdapterAtomics;
  readonly collectives?: FabricCollectives;
  /** A thread reads data for ranks that compute (Hardware.errands). */
  readonly runsErrands?: boolean;
  /** This rank is about to sleep: until a message rouses it, it does not poll. */
  rest?(): void;
  /** Event counters by name, for --stats: "firehose hits". */
  readonly events: Readonly<Record<string, number>>;
}

type ValueType = 'I8' | 'U8' | 'I16' | 'U16' | 'I32' | 'I64' | 'F32' | 'F64';
/**
 * Blocking accesses as exported functions of WebAssembly: put(rank, offset, value), get(rank, offset), and of bytes
 * (rank, offset, address here, size).
 */
export type DirectAccess = Readonly<
  Record<`${'put' | 'get'}${ValueType}` | 'write' | 'read', (...values: never[]) => unknown>
>;

/** Carries messages to other ranks (what a rank sends to itself never gets here): reliably, in any order. */
export interface Messages {
  /** Most bytes of a message. */
  readonly largest: number;
  /**
   * The ring of requests (memory/ring.ts) that each receiver has at this offset of its region: a program's own code may send requests, and take them,
   * by loads and stores. Undefined where requests travel otherwise.
   */
  readonly requestRing?: { readonly offset: number; readonly capacity: number };
  /** Messages arrive in the order of their senders' clocks, and no rank sees one before: so sending one commutes (core/commuting.ts). */
  readonly commute?: boolean;
  /**
   * Address, a multiple of 8, of room to compose a message of `size` bytes in; waits until there is some, and serves
   * what arrives meanwhile: replies alone if this is a `reply`, as its sender is in a handler, if such a one waits at all. `commit` must follow.
   */
  prepare(rank: number, size: number, reply: boolean): number;
  /** Sends what was composed there. */
  commit(rank: number, message: number, size: number, reply: boolean): void;
  /** Serves some of what has arrived; true if there was anything. `repliesOnly`: no requests. */
  poll(repliesOnly: boolean): boolean;
  /** A message of this rank waits for room. What follows polls may send others, so it is not done meanwhile. */
  readonly isHeldUp?: boolean;
}

/** Runs services (Hardware) of other processes, also while their ranks compute; waits for room, and serves what arrives meanwhile. */
export interface Services {
  /** Runs service `number` in the process of `rank`; gives the words that answer. */
  call(rank: number, number: number, words: readonly number[]): readonly number[];
  /** Has it run with two words and `count` from I32[from] on, and may return before. */
  tell(rank: number, number: number, one: number, two: number, from: number, count: number): void;
}

/**
 * One-sided access. Source of a put and destination of a get are addresses of this rank's memory. `rank` and `offset` are another rank
 * and bytes from the start of its region, within its segment; sizes are at least 1. Nothing is aligned. Handles are greater than 0, or
 * COMPLETE.
 */
export interface RemoteMemory {
  /** Returns when the bytes are at the target. */
  put(rank: number, offset: number, source: number, size: number): void;
  /** Returns when the bytes are here. */
  get(destination: number, rank: number, offset: number, size: number): void;
  /** Starts a put; the source may be changed on return. */
  putNb(rank: number, offset: number, source: number, size: number): number;
  /** Starts a put; the source stays as it is until the handle is done. */
  putNbBulk(rank: number, offset: number, source: number, size: number): number;
  getNb(destination: number, rank: number, offset: number, size: number): number;
  /** The same without handles. */
  putNbi(rank: number, offset: number, source: number, size: number): void;
  putNbiBulk(rank: number, offset: number, source: number, size: number): void;
  getNbi(destination: number, rank: number, offset: number, size: number): void;
  /** Whether the operation is done, after some progress; undefined if none has this handle. One that is done is given up. */
  test(handle: number): boolean | undefined;
  /** Operations that ended after their handle was given, each at least once; a caller tests each operation once before. Absent where the network does not tell. */
  readonly ended?: EndedOperations;
  /** Whether all puts, all gets without handles are done, after some progress. */
  putsDone(): boolean;
  getsDone(): boolean;
  /** Access to what lies behind the segments, the private heaps, for the runtime's own copies; absent where the network has no such access. */
  readonly heaps?: RemoteHeaps | undefined;

  /** Rows at one go, where the fabric does that; else they are made of the above, as other lists of pieces are (extended/vis). */
  putStrided?(
    rank: number,
    offset: number,
    offsetStrides: Int32Array,
    source: number,
    sourceStrides: Int32Array,
    counts: Uint32Array,
  ): number;
  getStrided?(
    destination: number,
    destinationStrides: Int32Array,
    rank: number,
    offset: number,
    offsetStrides: Int32Array,
    counts: Uint32Array,
  ): number;
  /** An atomic operation that the fabric does itself; undefined where it does not: then a message does it. */
  readonly atomic?: RemoteAtomic;
  /**
   * Begins one without result, which counts as an implicit put; no access of this rank to its place overtakes it. False: not in this
   * fabric. The operand is taken on return.
   */
  readonly atomicNbi?: (
    operation: AtomicOperation,
    type: AtomicType,
    rank: number,
    offset: number,
    operand: number,
  ) => boolean;
}

/** Handles are those of the memory. */
export type RemoteHeaps = Pick<RemoteMemory, 'put' | 'get' | 'putNbBulk' | 'getNb'>;

/** Integers i (signed) and u (unsigned), floating-point f, by their bits. */
export type AtomicType = 'i32' | 'u32' | 'i64' | 'u64' | 'f32' | 'f64';
/** `cas` compares with the second operand and then sets; `get` only reads. */
export type AtomicOperation = 'add' | 'mult' | 'min' | 'max' | 'and' | 'or' | 'xor' | 'set' | 'get' | 'cas';
/**
 * Starts an operation on the scalar at `offset` of the region of `rank` with the one at `operand` (and, for cas, the one it is compared
 * with, at `compare`); the old value goes to `result`, unless that is 0. Operands are taken on return. Undefined: not in this fabric.
 */
export type RemoteAtomic = (
  operation: AtomicOperation,
  type: AtomicType,
  rank: number,
  offset: number,
  operand: number,
  compare: number,
  result: number,
) => number | undefined;

/**
 * Atomic operations by the network's adapter alone, on this rank's memory too. They exclude each other, but not those of `RemoteMemory` and of
 * processors: a word is left to one of them.
 */
export interface AdapterAtomics {
  /** Whether the adapters of all ranks have it; the same on all of them. */
  has(operation: AtomicOperation, type: AtomicType): boolean;
  /** The arguments of RemoteAtomic. Returns when it is done, and the old value here. */
  perform(...arguments_: Parameters<RemoteAtomic>): void;
  /**
   * Begins one without result, which counts as an implicit put of RemoteMemory, on a word that this rank does not load and store. No access of this
   * rank to its place overtakes it. The operand is taken on return.
   */
  begin(...arguments_: Parameters<NonNullable<RemoteMemory['atomicNbi']>>): void;
}

/** Collective operations that the fabric does itself. */
export interface FabricCollectives {
  /**
   * Starts an operation of a team, whose members all start the same ones in the same order; gives the condition that this rank's part is done,
   * which makes progress when this rank polls. `differs` is called when a member, by its number in the team, proves to make another one.
   */
  start(team: FabricTeam, operation: FabricOperation, differs: (member: number) => never): () => boolean;
}

/** Ranks by their number in the team; number 0 is the team of all, any other distinguishes the teams of each member. */
export interface FabricTeam {
  readonly number: number;
  readonly members: ArrayLike<number>;
}

export type FabricReduction = 'sum' | 'prod' | 'band' | 'bor' | 'bxor' | 'min' | 'max';
/** Integers i and u, floating-point f, complex c, by their bits. */
export type FabricType = 'i8' | 'u8' | 'i16' | 'u16' | 'i32' | 'u32' | 'i64' | 'u64' | 'f32' | 'f64' | 'c64' | 'c128';

/** Addresses are this rank's; `bytes` are those of a block. */
export type FabricOperation =
  | { readonly kind: 'barrier' }
  /** Of a block that the root has at its address. */
  | { readonly kind: 'broadcast'; readonly root: number; readonly address: number; readonly bytes: number }
  | {
      readonly kind: 'allgather' | 'alltoall';
      readonly source: number;
      readonly destination: number;
      readonly bytes: number;
    }
  /** The block of each member has so many bytes, and follows those before it; this one is `rank`. */
  | {
      readonly kind: 'allgatherv';
      readonly rank: number;
      readonly source: number;
      readonly destination: number;
      readonly bytes: readonly number[];
    }
  /** Source and destination may be the same. */
  | {
      readonly kind: 'allreduce';
      readonly source: number;
      readonly destination: number;
      readonly count: number;
      readonly type: FabricType;
      readonly operation: FabricReduction;
    };
