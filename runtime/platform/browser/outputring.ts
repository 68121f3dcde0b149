/**
 * A ring of records in memory that threads share with the job's first worker: descriptor, thread, length and bytes of each text that is printed.
 *
 * One writes at a time, and waits where the ring is full until much of it is free: threads that went on with each text would take the
 * processors from who shows it. Who finds the reader idle wakes it by a message, so that a message carries all
 * that was printed meanwhile. Positions count bytes since the start, modulo 2^32.
 */
import { joined } from '../bytes.ts';

/** Words: what has been written and read, the writers' lock, whether the reader has been woken. */
const [WRITTEN, READ, LOCK, AWAKE] = [0, 1, 2, 3];
/** Of the lock; somebody may wait for it. */
const [FREE, TAKEN, AWAITED] = [0, 1, 2];
const HEADER = 64;
const ROOM = 2 ** 17;
export const RING_BYTES = HEADER + ROOM;
const RECORD = 12;
/** A text goes in pieces, so that a long one does not wait for an empty ring, and whoever shows it can drop some. */
export const PIECE = 2 ** 14;
/** Bytes that must be free before who found none goes on. */
const BURST = 2 ** 13;

/** Of the job itself. */
export const NOBODY = -1;

/** Bytes that a thread has printed, or NOBODY. */
export interface Run {
  readonly thread: number;
  readonly size: number;
}

/** The bytes of the runs, one behind the other. */
export type Show = (descriptor: number, bytes: Uint8Array, runs: readonly Run[]) => void;

export class OutputRing {
  private readonly words: Int32Array;
  private readonly bytes: Uint8Array;

  constructor(memory: SharedArrayBuffer) {
    this.words = new Int32Array(memory, 0, HEADER / 4);
    this.bytes = new Uint8Array(memory, HEADER);
  }

  /** Of a thread; `wake` sends the reader a message. Gives how many bytes were written: all. */
  write(descriptor: number, bytes: Uint8Array, thread: number, wake: () => void): number {
    this.lock();
    for (let start = 0; start < bytes.length; start += PIECE)
      this.append(descriptor, bytes.subarray(start, start + PIECE), thread, wake);
    if (Atomics.exchange(this.words, LOCK, FREE) === AWAITED) Atomics.notify(this.words, LOCK, 1);
    return bytes.length;
  }

  /** A mutex that nobody is woken for where nobody waits (Drepper, Futexes are tricky, 2011). */
  private lock(): void {
    if (Atomics.compareExchange(this.words, LOCK, FREE, TAKEN) === FREE) return;
    while (Atomics.exchange(this.words, LOCK, AWAITED) !== FREE) Atomics.wait(this.words, LOCK, AWAITED);
  }

  private append(descriptor: number, bytes: Uint8Array, thread: number, wake: () => void): void {
    const written = this.words[WRITTEN]!;
    this.awaitRoom(written, RECORD + bytes.length);
    this.put(written, new Uint8Array(Int32Array.of(descriptor, thread, bytes.length).buffer));
    this.put(written + RECORD, bytes);
    Atomics.store(this.words, WRITTEN, (written + RECORD + bytes.length) | 0);
    if (Atomics.exchange(this.words, AWAKE, 1) === 0) wake();
  }

  private awaitRoom(written: number, size: number): void {
    for (let wanted = size; ; wanted = size + BURST) {
      const read = Atomics.load(this.words, READ);
      if (ROOM - ((written - read) >>> 0) >= wanted) return;
      Atomics.wait(this.words, READ, read);
    }
  }

  private put(position: number, bytes: Uint8Array): void {
    const start = (position >>> 0) % ROOM;
    const first = Math.min(bytes.length, ROOM - start);
    this.bytes.set(bytes.subarray(0, first), start);
    this.bytes.set(bytes.subarray(first), 0);
  }

  /** Of the reader: shows what is there, about `most` bytes of it, neighbours of one descriptor together. */
  drain(show: Show, most: number): void {
    Atomics.store(this.words, AWAKE, 0);
    const written = Atomics.load(this.words, WRITTEN);
    let descriptor = -1;
    let parts: Uint8Array[] = [];
    let runs: Run[] = [];
    const flush = () => {
      if (parts.length > 0) show(descriptor, joined(parts), runs);
      [parts, runs] = [[], []];
    };
    let at = this.words[READ]!;
    for (let left = most; at !== written && left > 0; ) {
      const [next, thread, size] = new Int32Array(this.get(at, RECORD).buffer) as unknown as [number, number, number];
      if (next !== descriptor) flush();
      descriptor = next;
      parts.push(this.get(at + RECORD, size));
      addRun(runs, thread, size);
      at = (at + RECORD + size) | 0;
      left -= size;
    }
    flush();
    Atomics.store(this.words, READ, at);
    Atomics.notify(this.words, READ);
  }

  get isEmpty(): boolean {
    return !this.isBefore(this.end);
  }

  /** Position behind all that has been written. */
  get end(): number {
    return Atomics.load(this.words, WRITTEN);
  }

  /** Whether something before that position is still to be shown. */
  isBefore(end: number): boolean {
    return ((end - this.words[READ]!) | 0) > 0;
  }

  private get(position: number, size: number): Uint8Array {
    const start = (position >>> 0) % ROOM;
    const bytes = new Uint8Array(size);
    const first = Math.min(size, ROOM - start);
    bytes.set(this.bytes.subarray(start, start + first));
    bytes.set(this.bytes.subarray(0, size - first), first);
    return bytes;
  }
}

/** Neighbours of one thread are one run. */
function addRun(runs: Run[], thread: number, size: number): void {
  const last = runs.at(-1);
  if (last?.thread === thread) runs[runs.length - 1] = { thread, size: last.size + size };
  else runs.push({ thread, size });
}
