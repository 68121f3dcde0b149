/**
 * Standard input and output of a job in a page, in its first worker.
 *
 * What threads print waits in their ring (outputring.ts) while the page has much to show still. A read waits for input.
 */

import { NOBODY, OutputRing, PIECE, RING_BYTES, type Show } from './outputring.ts';
import { scope } from './web.ts';

/** Bytes that the page may have to show, and of one message: it does not answer while it takes one. */
const MOST_UNTAKEN = 2 ** 14;
const MESSAGE = 2 ** 12;

export class Console {
  /** For the threads. */
  readonly memory = scope.crossOriginIsolated ? new SharedArrayBuffer(RING_BYTES) : undefined;
  private readonly ring = this.memory && new OutputRing(this.memory);
  private readonly input: Uint8Array[] = [];
  private hasEnded = false;
  private readers: (() => void)[] = [];
  private untaken = 0;

  /** `give` gives bytes to the page. */
  constructor(private readonly give: Show) {}

  /** Input of the page; undefined at its end. */
  feed(bytes: Uint8Array | undefined): void {
    if (bytes === undefined) this.hasEnded = true;
    else if (bytes.length > 0) this.input.push(bytes);
    for (const wake of this.readers.splice(0)) wake();
  }

  /** A promise where it waits: of a thread that runs in the first worker itself, nothing comes any more. */
  read(length: number): Uint8Array | Promise<Uint8Array> {
    if (this.input.length > 0 || this.hasEnded || this.memory === undefined) return this.next(length);
    return new Promise<void>((wake) => this.readers.push(wake)).then(() => this.read(length));
  }

  private next(length: number): Uint8Array {
    const first = this.input[0];
    if (first === undefined || length === 0) return new Uint8Array(0);
    if (first.length <= length) this.input.shift();
    else this.input[0] = first.subarray(length);
    return first.slice(0, length);
  }

  /** The page has shown so many bytes. */
  taken(bytes: number): void {
    this.untaken -= bytes;
    this.woken();
  }

  /** Threads have printed. An empty ring is drained too: who prints next wakes the reader then. */
  woken(): void {
    const { ring } = this;
    if (ring === undefined || this.untaken >= MOST_UNTAKEN) return;
    do ring.drain(this.show, MESSAGE);
    while (!ring.isEmpty && this.untaken < MOST_UNTAKEN);
  }

  /** Shows all that threads have printed until now; they may go on. */
  flush(): void {
    const { ring } = this;
    for (const end = ring?.end ?? 0; ring?.isBefore(end); ) ring.drain(this.show, MESSAGE);
  }

  /** Of the first worker itself: behind what threads have printed. */
  write(descriptor: number, bytes: Uint8Array, thread = NOBODY): number {
    this.flush();
    for (let start = 0; start < bytes.length; start += PIECE) {
      const piece = bytes.slice(start, start + PIECE);
      this.show(descriptor, piece, [{ thread, size: piece.length }]);
    }
    return bytes.length;
  }

  private readonly show: Show = (descriptor, bytes, runs) => {
    this.untaken += bytes.length;
    this.give(descriptor, bytes, runs);
  };
}
