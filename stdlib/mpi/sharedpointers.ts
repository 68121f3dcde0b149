/**
 * The shared file pointer, and the lock of atomic mode, of all ranks of a file (MPI 3.1, 13.4.4, 13.6.1).
 *
 * One idea: both are words in the memory of the file's first rank, and a rank moves the pointer by one atomic addition, so an access by it needs no other rank.
 * Of a collective access the first rank adds what all have, and each begins where those before it end.
 */
import { broadcast, gatherAll } from '../../runtime/collectives/algorithms.ts';
import type { Awaited, Part } from '../../runtime/collectives/engine.ts';
import { lock, unlock } from '../../runtime/core/lock.ts';
import { addressOf, offsetOf } from '../../runtime/memory/space.ts';
import type { OpenFile } from './files.ts';
import type { State } from './state.ts';

/** Offsets in these words: the lock, the pointer in etypes (i64). */
const [LOCK, POINTER, BYTES] = [0, 8, 16];
/** The lock's form while nobody holds it. */
const FREE = 0;

export class SharedPointers {
  constructor(private readonly state: State) {}

  /** Makes the words, in the first rank; gives their offset there. */
  make(call: string): number {
    const { environment } = this.state;
    const address = environment.runtime.sharedHeap.allocateLocal(call, BYTES);
    environment.I32.fill(0, address >>> 2, (address + BYTES) >>> 2);
    return offsetOf(environment, address);
  }

  addressOf(rank: number, offset: number): number {
    return addressOf(this.state.environment, rank, offset);
  }

  free(call: string, words: number): void {
    this.state.environment.runtime.sharedHeap.free(call, words);
  }

  get({ words }: OpenFile): number {
    return Number(this.state.environment.runtime.words64.load(words + POINTER));
  }

  set({ words }: OpenFile, etypes: number): void {
    this.state.environment.runtime.words64.store(words + POINTER, BigInt(etypes));
  }

  /** Moves the pointer over an access of so many etypes; gives where it was. */
  take({ words }: OpenFile, etypes: number): number {
    return Number(this.state.environment.runtime.words64.add(words + POINTER, BigInt(etypes)));
  }

  /** The same for all ranks in their order. */
  *takeInOrder(part: Part, file: OpenFile, etypes: number): Generator<Awaited, number, void> {
    const { F64 } = part.space;
    const [own, all, start] = [part.room(8), part.room(8 * part.size), part.room(8)];
    F64[own >>> 3] = etypes;
    yield* gatherAll(part, all, own, 8);
    const counts = Array.from(F64.subarray(all >>> 3, (all >>> 3) + part.size));
    const sumOf = (ranks: readonly number[]) => ranks.reduce((sum, count) => sum + count, 0);
    if (part.rank === 0) F64[start >>> 3] = this.take(file, sumOf(counts));
    yield* broadcast(part.next(), 0, start, start, 8);
    return F64[start >>> 3]! + sumOf(counts.slice(0, part.rank));
  }

  /** Runs an action while no other rank runs one on the file. */
  whileLocked<T>({ words }: OpenFile, action: () => T): T {
    const { job, words32 } = this.state.environment.runtime;
    lock(job, words32, words + LOCK, FREE);
    try {
      return action();
    } finally {
      unlock(job, words32, words + LOCK, FREE);
    }
  }
}
