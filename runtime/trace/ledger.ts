/**
 * A thread's records, in memory shared with the supervisor: nothing is lost when the thread dies.
 *
 * Only the thread writes; the supervisor reads when the job is over. First some words and numbers; what its computation was charged; then the
 * conduit's counters, as text, double-buffered, so that one copy is always complete; the thread's row of the communication matrix; rows of
 * tallies (tallies.ts); events not yet in the trace file (journal.ts).
 */
import { CHARGES } from '../abi.ts';
import type { Space } from '../memory/space.ts';

/** Indices of the words. */
export const EVENTS_SLOT = 0;
export const EVENTS_LENGTHS = 1;
export const ROWS = 3;
export const JOURNAL_LENGTH = 4;
export const JOURNAL_LOCK = 5;
/** Indices of the numbers of the trace file. */
export const WRITTEN = 0;
export const FULL_SINCE = 1;
/** Up to when the thread has come, in nanoseconds since the job's start: in a simulated job no other clock tells. */
export const REACHED = 2;
const FILE = 32;
const CHARGED = 64;
const KINDS = Object.keys(CHARGES) as (keyof typeof CHARGES)[];
const HEADER = 128;

/** Bytes of each copy of the conduit's counters. */
export const EVENTS_SIZE = 4096;
/** Numbers of a row. */
export const ROW = 8;
/** Numbers of an event, and capacity in events. */
export const EVENT = 9;
export const JOURNAL_CAPACITY = 1024;

const NUMBER = 8;

export interface LedgerSizes {
  readonly threads: number;
  /** Maximum rows of tallies. */
  readonly rows: number;
  /** Whether there is a trace file. */
  readonly journal: boolean;
}

export interface Ledger {
  readonly words: Int32Array;
  /** Bytes written to the trace file; when that was as large as it may be, in nanoseconds since the job's start, 0 for not yet; the last time that is known. */
  readonly file: Float64Array;
  readonly charged: Float64Array;
  readonly events: Uint8Array;
  /** To each thread: messages, bytes. */
  readonly matrix: Float64Array;
  readonly rows: Float64Array;
  readonly journal: Float64Array;
}

/** Bytes of the memory. */
export function ledgerBytes(sizes: LedgerSizes): number {
  return journalOffset(sizes) + (sizes.journal ? JOURNAL_CAPACITY * EVENT * NUMBER : 0);
}

export function ledgerOf(memory: SharedArrayBuffer, sizes: LedgerSizes): Ledger {
  return {
    words: new Int32Array(memory, 0, FILE / 4),
    file: new Float64Array(memory, FILE, (CHARGED - FILE) / NUMBER),
    charged: new Float64Array(memory, CHARGED, KINDS.length),
    events: new Uint8Array(memory, HEADER, 2 * EVENTS_SIZE),
    matrix: new Float64Array(memory, matrixOffset, 2 * sizes.threads),
    rows: new Float64Array(memory, rowsOffset(sizes), sizes.rows * ROW),
    journal: new Float64Array(memory, journalOffset(sizes)),
  };
}

const matrixOffset = HEADER + 2 * EVENTS_SIZE;
const rowsOffset = ({ threads }: LedgerSizes) => matrixOffset + 2 * threads * NUMBER;
const journalOffset = (sizes: LedgerSizes) => rowsOffset(sizes) + sizes.rows * ROW * NUMBER;

/** What a thread's computation was charged, by kind. */
export type Charges = Readonly<Record<keyof typeof CHARGES, number>>;

/** Copies the thread's counters, which its program keeps in the control area. */
export function writeCharges({ charged }: Ledger, { F64, BASE }: Space): void {
  KINDS.forEach((kind, index) => {
    charged[index] = F64[(BASE + CHARGES[kind]) >>> 3]!;
  });
}

export const readCharges = ({ charged }: Ledger): Charges =>
  Object.fromEntries(KINDS.map((kind, index) => [kind, charged[index]!])) as Charges;

/** Writes the conduit's counters. */
export function writeConduitEvents({ words, events }: Ledger, counters: Readonly<Record<string, number>>): void {
  const slot = 1 - words[EVENTS_SLOT]!;
  const target = events.subarray(slot * EVENTS_SIZE, (slot + 1) * EVENTS_SIZE);
  const text = new TextEncoder().encode(JSON.stringify(counters));
  if (text.length > EVENTS_SIZE) return;
  target.set(text);
  words[EVENTS_LENGTHS + slot] = text.length;
  Atomics.store(words, EVENTS_SLOT, slot);
}

/** The conduit's counters as the thread last wrote them. */
export function readConduitEvents({ words, events }: Ledger): Readonly<Record<string, number>> {
  const slot = Atomics.load(words, EVENTS_SLOT);
  const length = words[EVENTS_LENGTHS + slot]!;
  if (length === 0) return {};
  return JSON.parse(new TextDecoder().decode(events.slice(slot * EVENTS_SIZE, slot * EVENTS_SIZE + length)));
}
