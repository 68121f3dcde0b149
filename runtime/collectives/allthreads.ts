/**
 * All threads of the job in a collective function, as its algorithms see them: synchronization by the function's flags
 * (UPC 1.3, collectives: synchronization), a value of each thread, movement of blocks.
 *
 * Two forms: `Stages` within one memory, by lines that all read; `Rounds` between processes, by letters of the engine. What a call
 * is lies in the thread's line of the call (core/stages.ts), for error messages and who looks for deadlocks.
 */
import { ARGUMENT_COUNT, ARGUMENTS, COLLECTIVE_FUNCTIONS, FUNCTION } from '../core/stages.ts';
import { collectiveMismatch, inHex } from '../errors.ts';
import type { Space } from '../memory/space.ts';
import type { Reduction } from './reduction.ts';

/** Synchronization that a flag requires at entry or exit. */
export type Synchronization = 'all' | 'my' | 'no';

/** A call: the function's number, its arguments (at most seven, of pointers-to-shared the positions), synchronization at entry and exit. */
export interface Call {
  readonly name: string;
  readonly number: number;
  readonly arguments: readonly number[];
  readonly entry: Synchronization;
  readonly exit: Synchronization;
}

/** Moves blocks of `size` bytes and leaves the call. Addresses are the function's: in any region, of pointers to all threads' blocks in thread 0's. */
export type Move = (destination: number, source: number, size: number, to: number) => void;
/** `to` is for permute: this thread's element of the permutation. */
export type Moves = Readonly<Record<'broadcast' | 'scatter' | 'gather' | 'gatherAll' | 'exchange' | 'permute', Move>>;

export interface AllThreads {
  readonly space: Space;
  /** Elements of a reduction per thread up to which one thread alone is faster than all together. */
  readonly few: number;
  readonly moves: Moves;
  /** All threads must give the same synchronization for a call. */
  readonly agreeOnWaiting: boolean;
  /** Begins a call in which threads touch each other's data, or, as all do the same, one that `moves` ends. */
  enter(call: Call): void;
  enterMoving(call: Call): void;
  /** Before this thread touches data of `thread`, possibly its own. */
  beforeTouching(thread: number): void;
  /** Before this thread touches data of all threads. */
  beforeTouchingAll(): void;
  /** Ends a call in which any thread may have touched this thread's data. */
  leave(): void;
  /** Ends a call in which no other thread touched this thread's data. */
  leaveUntouched(): void;
  /** Ends a call in which all have contributed, that is complete when `thread` has left, and in which only `thread` touched this thread's data. */
  leaveAfter(thread: number): void;
  /** Copies between any two addresses; blocking. */
  copy(destination: number, source: number, size: number): void;
  /** Address of this thread's contributed value: 8 bytes. */
  ownValue(): number;
  /** Publishes the value, to all or for `to` alone. All threads do so, whether their values count or not. */
  contribute(to?: number): void;
  /** In the place of both, if the machine's hardware does it: combines the values of all, in any order, and leaves the result for all in the place of the own one. */
  combineContributed(reduction: Reduction): boolean;
  /** Waits for the value of `thread`; returns an address to read it from, valid until the next call. */
  contribution(thread: number): number;
}

/** Hash of the function and its arguments. */
export function hashOf({ number, arguments: given }: Call): number {
  let hash = number;
  for (let i = 0; i < given.length; i++) {
    const lower = given[i]! | 0;
    hash = Math.imul(hash ^ lower, 0x9e3779b1);
    hash ^= hash >>> 15;
    if (lower !== given[i]) hash ^= given[i]! / 2 ** 32;
  }
  return hash;
}

/** Writes the call into this thread's line, an index in I32. */
export function recordCall({ I32, F64 }: Space, line: number, { number, arguments: given }: Call): void {
  I32[line + FUNCTION] = number;
  for (let i = 0; i < given.length; i++) F64[((line + ARGUMENTS) >>> 1) + i] = given[i]!;
}

/** The function and the arguments in a line. */
type Recorded = Pick<Call, 'number' | 'arguments'>;

export function recordedCall({ I32, F64 }: Space, line: number): Recorded {
  const at = (line + ARGUMENTS) >>> 1;
  return { number: I32[line + FUNCTION]!, arguments: Array.from(F64.subarray(at, at + ARGUMENT_COUNT)) };
}

/** Describes the difference of another thread's call. */
export function mismatchOf({ number, arguments: wanted }: Recorded, thread: number, other: Recorded): string {
  const { number: otherNumber, arguments: given } = other;
  const differing = COLLECTIVE_FUNCTIONS[number]!.parameters.filter((_, i) => given[i] !== wanted[i]);
  const why = number === otherNumber ? differing : undefined;
  return collectiveMismatch(callText(otherNumber, given), thread, callText(number, wanted), why);
}

function callText(number: number, given: readonly number[]): string {
  const { name, parameters } = COLLECTIVE_FUNCTIONS[number]!;
  const values = parameters.map((parameter, i) => `${parameter} ${argumentText(parameter, given[i]!)}`);
  return `${name}(${values.join(', ')})`;
}

function argumentText(parameter: string, value: number): string {
  return ['dst', 'src', 'perm', 'func', 'fd'].includes(parameter) ? inHex(value) : String(value >>> 0);
}
