/**
 * The parts of an adapter here: the memories of all ranks, and the means to wake one of them.
 *
 * The drivers "shm" of the fabrics move bytes with it, as an adapter does: an RDMA write is a copy into the memory of the
 * target, which takes no part; a message goes into a ring (memory/ring.ts) in the region of the receiver.
 */
import type { Area } from '../memory/area.ts';
import type { BulkOperations } from '../memory/copy.ts';
import type { Memories } from '../memory/memories.ts';
import type { Space } from '../memory/space.ts';
import type { Model } from './model.ts';

export type Service = (at: number, count: number) => readonly number[];

/** Bytes to be read into memory of this process, at an address; then a word of another rank becomes 1. */
export interface Errand {
  readonly from: { readonly rank: number; readonly offset: number };
  readonly to: number;
  readonly bytes: number;
  readonly told: { readonly rank: number; readonly offset: number };
  /** Address of a word that is 1. */
  readonly one: number;
  /** The bytes are there. */
  done(): void;
}

/** What a thread that serves others does for the ranks of its process while they compute. */
export interface Errands {
  next(): Errand | undefined;
}

export interface Hardware {
  readonly space: Space;
  /** `copy` moves 1, 2, 4 or 8 aligned bytes at one stroke. */
  readonly bulk: BulkOperations;
  /** The memory of each rank, for the adapter alone. */
  readonly memories: Memories;
  /**
   * Where the region of each rank starts in the memory of its process: for requests that name memory by addresses of the target, as they
   * have been exchanged.
   */
  baseOf(rank: number): number;
  /** The adapter's part of each region. */
  readonly area: Area;
  /** The first rank of each process: those whose memory is the same. */
  readonly firsts: readonly number[];
  /** The host of each process, by number. */
  readonly hosts: readonly number[];
  /**
   * All-gather between processes, for opening the fabric: gives the bytes of all, in their order. One rank of each process
   * calls it, all equally often and with equally many bytes; it blocks until all have.
   */
  exchange(bytes: Uint8Array): Uint8Array[];
  /**
   * Functions of the runtime, by number, that any thread of this process runs for ranks of other processes, within any poll. They touch
   * the memory of the process alone, and neither wait nor communicate. I32[at] to I32[at + count] are given, few words answer.
   */
  readonly services: (Service | undefined)[];
  /** The machine that the job runs on, if that is a simulated one: what tells when bytes are where. */
  readonly model?: Model | undefined;
  /** Orders all accesses before it before all behind it. */
  fence(): void;
  /** Rouses a rank that sleeps, because something has arrived for it. */
  rouse(rank: number): void;
  /**
   * Tells how many things the adapter of this rank has yet to do that only this rank's polls move on: while there are any, the rank does
   * not sleep, and is not taken for stuck.
   */
  carries(things: number): void;
  /** Tells the user what was chosen, if it is wanted (PGAS_VERBOSE=1); once in the job. */
  inform(text: string): void;
  /** Tells the user in any case; once in the job. */
  warn(text: string): void;
  /** The job goes on when a process is gone: whatever it held at that moment must not hold up others. */
  readonly outlivesPeers: boolean;
  /** The process of `rank` is gone, and the job goes on: what is sent there is lost, and nothing comes from there. */
  isGone(rank: number): boolean;
  /** For who serves others: a process has completed nothing for so many seconds of what is under way on it, over this provider. */
  readonly unanswered?: (process: number, seconds: number, provider: string) => void;
  /** Likewise. */
  readonly errands?: Errands;
  /** Throws when the job is over. */
  lookForEnd(): void;
}
