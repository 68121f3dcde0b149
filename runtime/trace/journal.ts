/**
 * Buffer of events for the trace file: rows of numbers, kept in the thread's ledger until there are many.
 *
 * All threads append to one file, each whole lines in one write, and at most its share of the file's limit. The lock of a journal is held while it is written;
 * at the end the supervisor takes it forever, and writes the remaining events, also of terminated threads.
 */
import { tryAcquire } from '../core/mutex.ts';
import { platform } from '../platform/linked.ts';
import { EVENT, FULL_SINCE, JOURNAL_CAPACITY, JOURNAL_LENGTH, JOURNAL_LOCK, type Ledger, WRITTEN } from './ledger.ts';

/** Kinds of events. */
export const SLICE = 0;
/** A transfer to another thread's memory, or from it, within the slice that is written next. */
export const PUT_ARROW = 1;
export const GET_ARROW = 2;
/** A message sent; a handler that has run. */
export const SENT = 3;
export const SERVED = 4;
/** One of several places that an operation writes or reads, which is written next; no arrow tells of it. */
export const PUT_PART = 5;
export const GET_PART = 6;

/** No place in memory. */
export const UNPLACED = -1;

/**
 * Times are in nanoseconds since the job's start; `flow` pairs the two ends of an arrow; `offset` is the place in the region of
 * `peer` where the data begin, or UNPLACED.
 */
export interface TraceEvent {
  readonly kind: number;
  readonly operation: number;
  readonly place: number;
  readonly peer: number;
  readonly bytes: number;
  readonly start: number;
  readonly end: number;
  readonly flow: number;
  readonly offset: number;
}

/** Turns the event of a thread into lines. */
export type EventText = (thread: number, event: TraceEvent) => string;

export class Journal {
  constructor(
    private readonly ledger: Ledger,
    private readonly thread: number,
    private readonly descriptor: number,
    /** Bytes that this thread may write. */
    private readonly limit: number,
    private readonly text: EventText,
  ) {}

  add(
    kind: number,
    operation: number,
    place: number,
    peer: number,
    bytes: number,
    start: number,
    end: number,
    flow: number,
    offset: number,
  ): void {
    const { words, journal } = this.ledger;
    if (words[JOURNAL_LENGTH] === JOURNAL_CAPACITY && !this.flush()) return;
    const length = words[JOURNAL_LENGTH]!;
    const at = length * EVENT;
    journal[at] = kind;
    journal[at + 1] = operation;
    journal[at + 2] = place;
    journal[at + 3] = peer;
    journal[at + 4] = bytes;
    journal[at + 5] = start;
    journal[at + 6] = end;
    journal[at + 7] = flow;
    journal[at + 8] = offset;
    Atomics.store(words, JOURNAL_LENGTH, length + 1);
  }

  /** Writes the buffered events; false if the supervisor has taken the lock. */
  flush(): boolean {
    const { words } = this.ledger;
    if (!tryAcquire(words, 4 * JOURNAL_LOCK)) return false;
    this.write();
    Atomics.store(words, JOURNAL_LOCK, 0);
    return true;
  }

  /** The supervisor's last flush; false while the thread itself is writing. */
  close(): boolean {
    if (!tryAcquire(this.ledger.words, 4 * JOURNAL_LOCK)) return false;
    this.write();
    return true;
  }

  private write(): void {
    const { words, file } = this.ledger;
    const length = Atomics.load(words, JOURNAL_LENGTH);
    let lines = '';
    for (let i = 0; i < length && file[FULL_SINCE] === 0; i++) {
      const event = this.read(i);
      const text = this.text(this.thread, event);
      if (file[WRITTEN]! + lines.length + text.length > this.limit) file[FULL_SINCE] = Math.max(event.start, 1);
      else lines += text;
    }
    if (lines !== '') file[WRITTEN]! += appendWhole(this.descriptor, lines);
    Atomics.store(words, JOURNAL_LENGTH, 0);
  }

  private read(index: number): TraceEvent {
    const { journal } = this.ledger;
    const at = index * EVENT;
    return {
      kind: journal[at]!,
      operation: journal[at + 1]!,
      place: journal[at + 2]!,
      peer: journal[at + 3]!,
      bytes: journal[at + 4]!,
      start: journal[at + 5]!,
      end: journal[at + 6]!,
      flow: journal[at + 7]!,
      offset: journal[at + 8]!,
    };
  }
}

/** Appends the whole text; gives its bytes. */
export function appendWhole(descriptor: number, text: string): number {
  const bytes = new TextEncoder().encode(text);
  for (let written = 0; written < bytes.length; ) written += platform.files.write(descriptor, bytes, written);
  return bytes.length;
}
