/** An operation of a rank, as it is told before it is done. */
import type { Footprint } from './footprint.ts';

export interface Operation {
  /** What it is, for people: "upc_lock", "reads 4 bytes of thread 1 at 0x1004c". */
  readonly name: string;
  readonly footprint: Footprint;
  /** The lock that it takes, where it waits for it, and that it gives back. */
  readonly acquires?: number;
  readonly releases?: number;
  /** The lock that it takes where it gives 1. */
  readonly attempts?: number;
  /** All accesses of the rank that are under way come before it; else those alone that touch the same bytes. */
  readonly synchronizes: boolean;
  /** The access under way whose value it wants, as a process. */
  readonly wants?: number;
  /** All ranks meet: here they arrive, or leave, or both. */
  readonly meeting?: 'arrive' | 'leave' | 'both';
  /** It accesses values as the rank sees them, not memory itself (underway.ts). */
  readonly isViewed?: true;
  /** It changes nothing where it gives what it gave before: a rank that makes it again and again waits for others. */
  readonly isLook?: true;
}
