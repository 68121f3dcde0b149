/**
 * The driver "shm": moves the bytes of one client between the threads of a job, over the memory they share.
 *
 * In each region a client has, for each context, a ring of packets that others write and the context's owner reads, a
 * lock, a bell to be roused by, and room for one packet; and a table with the keys of its memory regions, which whoever
 * reads or writes them compares, as an adapter does. A transfer is a copy that the initiator makes at once.
 */
import type { BulkOperations } from '../../../memory/copy.ts';
import { RING_HEADER, Ring } from '../../../memory/ring.ts';
import type { Space } from '../../../memory/space.ts';
import type { Hardware } from '../../hardware.ts';
import { MAX_CONTEXTS } from '../endpoint.ts';

const LARGEST_RING = 65536;
const SMALLEST_RING = 8192;
/** Bytes of the rings of all tasks together, where there are many. */
const ALL_RINGS = 2 ** 25;
/** The largest packet is so much of a ring, so that several senders find room. */
const PACKETS_IN_RING = 4;

/** Words of a context beside its ring. */
const LOCK = 0;
const BELL = 4;
const CONTEXT_WORDS = 64;
/** Memory regions that a task may have at one time. */
export const MAX_MEMREGIONS = 4096;

function ringCapacity(tasks: number, contexts: number): number {
  const share = 2 ** Math.floor(Math.log2(ALL_RINGS / (tasks * contexts)));
  return Math.min(Math.max(share, SMALLEST_RING), LARGEST_RING);
}

/** Bytes of a context in a region. */
function contextBytes(capacity: number): number {
  return CONTEXT_WORDS + RING_HEADER + capacity + capacity / PACKETS_IN_RING;
}

/** Bytes that a client of so many contexts needs in each region. */
export function clientArea(tasks: number, contexts: number): number {
  return contexts * contextBytes(ringCapacity(tasks, contexts)) + 4 * MAX_MEMREGIONS + 128;
}

export class ShmAdapter {
  readonly task: number;
  readonly tasks: number;
  readonly space: Space;
  readonly bulk: BulkOperations;
  /** Bytes of the largest packet. */
  readonly largest: number;
  private readonly I32: Int32Array;
  /** By index of the endpoint. */
  private readonly rings: (Ring | undefined)[];
  private readonly capacity: number;
  private readonly contextsAt: number;
  private readonly keysAt: number;

  /** Takes the client's area: every task makes its clients in the same order, with as many contexts. */
  constructor(
    private readonly hardware: Hardware,
    contexts: number,
  ) {
    const { space, area } = hardware;
    this.space = space;
    this.bulk = hardware.bulk;
    this.I32 = space.I32;
    this.task = space.MYTHREAD;
    this.tasks = space.THREADS;
    this.capacity = ringCapacity(space.THREADS, contexts);
    this.largest = this.capacity / PACKETS_IN_RING - 8;
    this.contextsAt = area.take(contexts * contextBytes(this.capacity));
    this.keysAt = area.take(4 * MAX_MEMREGIONS);
    this.rings = Array.from({ length: this.tasks * MAX_CONTEXTS }, () => undefined);
    for (let task = 0; task < this.tasks; task++)
      for (let offset = 0; offset < contexts; offset++)
        this.rings[task * MAX_CONTEXTS + offset] = this.makeRing(task, offset);
  }

  /** The packets for a context; undefined if its client was made with fewer. */
  ring(index: number): Ring | undefined {
    return this.rings[index];
  }

  /** Room of `largest` bytes that the context has for itself. */
  roomOf(offset: number): number {
    return this.contextAt(this.task, offset) + CONTEXT_WORDS + RING_HEADER + this.capacity;
  }

  /** A packet has arrived for a context of a task: rouses the task, or the context alone. */
  arrived(task: number): void {
    this.hardware.rouse(task);
  }

  /** Send-side interrupt: rouses who sleeps on the context. */
  interrupt(index: number): void {
    const bell = this.wordAt(Math.floor(index / MAX_CONTEXTS), index % MAX_CONTEXTS, BELL);
    Atomics.add(this.I32, bell, 1);
    Atomics.notify(this.I32, bell);
  }

  /** The number of interrupts of a context of this task. */
  interrupts(offset: number): number {
    return Atomics.load(this.I32, this.wordAt(this.task, offset, BELL));
  }

  /** Sleeps until there is another interrupt than the first `seen`, or the time is over. */
  sleep(offset: number, seen: number, milliseconds: number): void {
    Atomics.wait(this.I32, this.wordAt(this.task, offset, BELL), seen, milliseconds);
  }

  /** Orders what was copied before what is read or told next. */
  fence(): void {
    this.hardware.fence();
  }

  tryLock(offset: number): boolean {
    return Atomics.compareExchange(this.I32, this.wordAt(this.task, offset, LOCK), 0, 1) === 0;
  }

  lock(offset: number): void {
    while (!this.tryLock(offset)) Atomics.wait(this.I32, this.wordAt(this.task, offset, LOCK), 1, 1);
  }

  /** False if it was not locked. */
  unlock(offset: number): boolean {
    const word = this.wordAt(this.task, offset, LOCK);
    const wasLocked = Atomics.exchange(this.I32, word, 0) === 1;
    Atomics.notify(this.I32, word, 1);
    return wasLocked;
  }

  /** Where the key of a memory region of a task is, as an index in I32. */
  keyWord(task: number, slot: number): number {
    return ((task << this.space.SHIFT) + this.keysAt + 4 * slot) >>> 2;
  }

  private makeRing(task: number, offset: number): Ring {
    const address = (this.contextAt(task, offset) + CONTEXT_WORDS) | 0;
    return new Ring(this.I32, this.bulk, address, this.capacity);
  }

  private contextAt(task: number, offset: number): number {
    return ((task << this.space.SHIFT) + this.contextsAt + offset * contextBytes(this.capacity)) | 0;
  }

  private wordAt(task: number, offset: number, word: number): number {
    return (this.contextAt(task, offset) + word) >>> 2;
  }
}
