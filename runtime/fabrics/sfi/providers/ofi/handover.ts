/**
 * Who reads a process's completion queue: a rank that waits, else the progress thread (progress.ts). They tell each other in two words of the process.
 *
 * The thread leaves the queue to ranks that read it, until one of them is about to sleep. It dozes while nothing happens, until a rank begins
 * something.
 */
const [BEGUN, LEFT] = [0, 1];
export const HANDOVER_WORDS = 2;

export class Handover {
  /** How often this thread has slept. */
  rests = 0;

  constructor(
    private readonly I32: Int32Array,
    /** Index of the first word. */
    private readonly words: number,
  ) {}

  /** A rank has begun something that it may wait for. */
  begin(): void {
    const { I32 } = this;
    const word = this.words + BEGUN;
    if (I32[word] !== 0) return;
    Atomics.store(I32, word, 1);
    Atomics.notify(I32, word);
  }

  /** A rank is about to sleep: the progress thread reads in its place. */
  rest(): void {
    const { I32 } = this;
    this.rests++;
    const word = this.words + LEFT;
    if (I32[word] !== 0 && Atomics.exchange(I32, word, 0) !== 0) Atomics.notify(I32, word);
  }

  /** The progress thread sleeps until a rank begins something; true if one has since this was called last. */
  doze(milliseconds: number): boolean {
    const { I32 } = this;
    const word = this.words + BEGUN;
    return Atomics.exchange(I32, word, 0) !== 0 || Atomics.wait(I32, word, 0, milliseconds) !== 'timed-out';
  }

  /** The progress thread leaves the queue to ranks; true if one of them has rested in so many milliseconds. */
  leave(milliseconds: number): boolean {
    const { I32 } = this;
    const word = this.words + LEFT;
    Atomics.store(I32, word, 1);
    Atomics.wait(I32, word, 1, milliseconds);
    return Atomics.exchange(I32, word, 0) === 0;
  }
}
