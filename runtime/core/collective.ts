/**
 * Collective calls within a process: all threads get one result, without a barrier.
 *
 * The n-th collective call of each thread is the same call. The first thread to enter computes the result, the others
 * read it, the last one runs the epilogue. Outstanding results lie in a ring, so a thread may run ahead of the others,
 * unless the call synchronizes.
 */
import { collectiveMismatch, inHex } from '../errors.ts';
import {
  COLLECTIVE_ENTRY,
  COLLECTIVE_LOCK,
  COLLECTIVE_RING,
  COLLECTIVE_RING_LENGTH,
  COLLECTIVES,
} from '../memory/control.ts';
import { followingNumber } from '../memory/counts.ts';
import { addressOf, type Regions, wordOf } from '../memory/space.ts';
import { wake } from './bell.ts';
import type { Job } from './job.ts';
import { locked } from './mutex.ts';
import { FOR_COLLECTIVE } from './states.ts';

/** The functions with their parameters: a pointer-to-shared, or at most two words. The ring stores a function's index. */
const PARAMETERS = {
  upc_all_alloc: ['nblocks', 'nbytes'],
  upc_all_free: ['ptr'],
  upc_all_lock_alloc: [],
  upc_all_lock_free: ['ptr'],
  upc_all_atomicdomain_alloc: ['type', 'ops'],
  upc_all_atomicdomain_free: ['ptr'],
  bupc_extern_all_alloc: ['nblocks', 'nbytes'],
  gasnet_attach: [],
  shmem_malloc: ['size'],
  shmem_calloc: ['count', 'size'],
  shmem_align: ['alignment', 'size'],
  shmem_realloc: ['offset', 'size'],
  shmem_free: ['offset'],
} as const;

type Name = keyof typeof PARAMETERS;
const NAMES = Object.keys(PARAMETERS) as Name[];

/** A call: its text, and two words that must be single-valued: of a pointer-to-shared its parts (partsOf). */
export interface CollectiveCall {
  readonly name: Name;
  readonly arguments: readonly [number, number];
  /**
   * Run by the first thread under the lock that the others wait for: it must not communicate with another thread. Returns an
   * address of its own or of thread 0, or 0.
   */
  readonly begin: () => number;
  /** Epilogue, run by the last thread without the lock. */
  readonly finish?: () => void;
}

/** Collective calls of one thread. */
export interface CollectiveCalls {
  /** Enters a call; returns the result of the first thread. */
  take(call: CollectiveCall): number;
  /** Also waits until all threads have entered. */
  takeTogether(call: CollectiveCall): number;
}

/** Words of an entry. */
const NUMBER = 0; // of the call; 0: the entry is free
const NAME = 1;
const ARGUMENT = 2;
const RESULT = 4;
const TAKEN = 5;
const FIRST = 6;

export class Collectives implements CollectiveCalls {
  private count = 0;

  constructor(private readonly job: Job) {}

  take(call: CollectiveCall): number {
    const { I32, MYTHREAD, HOME } = this.job.space;
    this.count = followingNumber(this.count);
    const number = this.count;
    const entry = this.entryOf(number);
    this.waitForEntry(entry, number);
    const [result, isLast] = locked(I32, HOME + COLLECTIVE_LOCK, () => {
      if (I32[entry + NUMBER] !== number) this.open(entry, number, call);
      else this.compare(entry, call);
      const taken = ++I32[entry + TAKEN]!;
      Atomics.store(I32, wordOf(this.job.space, MYTHREAD, COLLECTIVES), number);
      return [I32[entry + RESULT]!, taken === this.job.space.THREADS];
    });
    // Without the lock: the epilogue may need an answer from a thread about to take it.
    if (isLast) this.close(entry, call);
    return result;
  }

  takeTogether(call: CollectiveCall): number {
    const result = this.take(call);
    const number = this.count;
    const word = this.entryOf(number) + NUMBER;
    const isOver = () => Atomics.load(this.job.space.I32, word) !== number;
    this.job.block({ kind: FOR_COLLECTIVE, on: number, word }, isOver);
    return result;
  }

  private entryOf(number: number): number {
    return (this.job.space.HOME + COLLECTIVE_RING + (number & (COLLECTIVE_RING_LENGTH - 1)) * COLLECTIVE_ENTRY) >>> 2;
  }

  /** Backpressure: a thread a whole ring ahead waits for the slowest. */
  private waitForEntry(entry: number, number: number): void {
    const { I32 } = this.job.space;
    const free = () => {
      const user = Atomics.load(I32, entry + NUMBER);
      return user === 0 || user === number;
    };
    const wait = { kind: FOR_COLLECTIVE, on: (number - COLLECTIVE_RING_LENGTH) | 0, word: entry + NUMBER };
    if (!free()) this.job.block(wait, free);
  }

  private open(entry: number, number: number, call: CollectiveCall): void {
    const { I32, MYTHREAD } = this.job.space;
    I32[entry + NAME] = nameIndex(call);
    I32[entry + ARGUMENT] = call.arguments[0];
    I32[entry + ARGUMENT + 1] = call.arguments[1];
    I32[entry + FIRST] = MYTHREAD;
    I32[entry + TAKEN] = 0;
    I32[entry + RESULT] = call.begin();
    Atomics.store(I32, entry + NUMBER, number);
  }

  private compare(entry: number, call: CollectiveCall): void {
    const { I32 } = this.job.space;
    const [name, one, two] = [I32[entry + NAME]!, I32[entry + ARGUMENT]!, I32[entry + ARGUMENT + 1]!];
    if (name === nameIndex(call) && one === call.arguments[0] && two === call.arguments[1]) return;
    this.job.fail(mismatchOf(this.job.space, call, [name, one, two, I32[entry + FIRST]!]));
  }

  private close(entry: number, call: CollectiveCall): void {
    const { I32 } = this.job.space;
    call.finish?.();
    Atomics.store(I32, entry + NUMBER, 0);
    wake(this.job.space, entry + NUMBER);
  }
}

export function nameIndex({ name }: CollectiveCall): number {
  return NAMES.indexOf(name);
}

/** Describes the difference from another thread's call: the index of its name, its arguments, the thread. */
export function mismatchOf(space: Regions, call: CollectiveCall, [index, one, two, thread]: readonly number[]): string {
  const name = NAMES[index!]!;
  const theirs = shown(space, name, [one!, two!]);
  const own = shown(space, call.name, call.arguments);
  const why = name === call.name ? PARAMETERS[name].filter((_, i) => theirs[i] !== own[i]) : undefined;
  return collectiveMismatch(`${name}(${theirs.join(', ')})`, thread!, `${call.name}(${own.join(', ')})`, why);
}

/** The arguments by name. */
function shown(space: Regions, name: Name, words: CollectiveCall['arguments']): string[] {
  return PARAMETERS[name].map((parameter, i) =>
    parameter === 'ptr' ? `ptr ${pointerText(space, words)}` : `${parameter} ${words[i]! >>> 0}`,
  );
}

function pointerText(space: Regions, [rank, offset]: CollectiveCall['arguments']): string {
  return inHex(offset === 0 ? 0 : addressOf(space, rank, offset));
}
