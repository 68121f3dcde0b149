/**
 * Operations of the extended API and their handles. An operation is complete when it has no outstanding requests.
 *
 * Three are permanent: all implicit puts, all implicit gets, and the blocking operation. The others are allocated for a
 * handle, which holds the index of the operation and, above it, its generation, so that stale handles are recognized.
 */
import { EndedOperations } from '../endedoperations.ts';

export const PUTS = 0;
export const GETS = 1;
export const BLOCKING = 2;
const FIRST = 3;
const INDEX_BITS = 22;
const INDEX_MASK = (1 << INDEX_BITS) - 1;
const GENERATIONS = 255;

export class Operations {
  /** May tell one early, between two of its requests. */
  readonly ended = new EndedOperations();
  /** Outstanding requests, by operation. */
  pending = new Int32Array(256);
  private next = new Int32Array(256);
  private generations = new Uint8Array(256);
  private free = -1;
  private used = FIRST;

  /** Allocates an operation. */
  begin(): number {
    const operation = this.free;
    if (operation < 0) return this.extend();
    this.free = this.next[operation]!;
    return operation;
  }

  /** One of its requests is done. */
  finishOne(operation: number): void {
    if (--this.pending[operation]! === 0 && operation >= FIRST) this.ended.add(this.handleOf(operation));
  }

  /** Frees it. */
  end(operation: number): void {
    this.generations[operation] = (this.generations[operation]! % GENERATIONS) + 1;
    this.next[operation] = this.free;
    this.free = operation;
  }

  handleOf(operation: number): number {
    return operation | (this.generations[operation]! << INDEX_BITS);
  }

  /** The operation of a handle, which has a new generation once it is freed; -1 if the handle is stale. */
  operationOf(handle: number): number {
    const operation = handle & INDEX_MASK;
    const known = operation >= FIRST && operation < this.used;
    return known && this.generations[operation] === handle >>> INDEX_BITS ? operation : -1;
  }

  private extend(): number {
    const operation = this.used++;
    if (operation === this.pending.length) this.grow();
    this.generations[operation] = 1;
    return operation;
  }

  private grow(): void {
    const { pending, next, generations } = this;
    this.pending = new Int32Array(2 * pending.length);
    this.pending.set(pending);
    this.next = new Int32Array(2 * next.length);
    this.next.set(next);
    this.generations = new Uint8Array(2 * generations.length);
    this.generations.set(generations);
  }
}
