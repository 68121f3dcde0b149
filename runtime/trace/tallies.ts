/**
 * Tallies: number, bytes and time, for each place in the source, kind of operation and locality.
 *
 * A tally is a row of numbers in the thread's ledger, allocated when its operation first occurs.
 */
import { type Ledger, ROW, ROWS } from './ledger.ts';

/** Locality of an operation's other side; some have none. */
export const LOCAL = 0;
export const GLOBAL = 1;
export const NOWHERE = 2;
const LOCALITIES = 3;

/** Numbers of a row. */
const KEY = 0;
const CALLS = 1;
const BYTES = 2;
const LEAST_BYTES = 3;
const MOST_BYTES = 4;
const TIME = 5;
const LEAST_TIME = 6;
const MOST_TIME = 7;

/** Statistics of one kind of operation at one place; times in nanoseconds. */
export interface Tally {
  /** Number of the place; 0 if there is none. */
  readonly place: number;
  readonly operation: number;
  readonly locality: number;
  readonly calls: number;
  readonly bytes: number;
  readonly leastBytes: number;
  readonly mostBytes: number;
  readonly time: number;
  readonly leastTime: number;
  readonly mostTime: number;
}

/** Rows for a program with so many places: an operation that does not fit is tallied without its place. */
export function rowsFor(places: number, operations: number): number {
  return 8 * places + LOCALITIES * operations;
}

export class Tallies {
  private readonly rowOf = new Map<number, number>();
  private lastKey = -1;
  private lastRow = 0;

  constructor(
    private readonly ledger: Ledger,
    private readonly operations: number,
  ) {}

  add(place: number, operation: number, locality: number, bytes: number, time: number): void {
    const key = (place * this.operations + operation) * LOCALITIES + locality;
    const row = key === this.lastKey ? this.lastRow : this.find(key, place);
    const { rows } = this.ledger;
    rows[row + CALLS]! += 1;
    rows[row + BYTES]! += bytes;
    rows[row + TIME]! += time;
    if (bytes < rows[row + LEAST_BYTES]!) rows[row + LEAST_BYTES] = bytes;
    if (bytes > rows[row + MOST_BYTES]!) rows[row + MOST_BYTES] = bytes;
    if (time < rows[row + LEAST_TIME]!) rows[row + LEAST_TIME] = time;
    if (time > rows[row + MOST_TIME]!) rows[row + MOST_TIME] = time;
  }

  private find(key: number, place: number): number {
    const row = this.rowOf.get(key) ?? this.take(key, place);
    this.lastKey = key;
    this.lastRow = row;
    return row;
  }

  /** The last rows are reserved for operations without their place. */
  private take(key: number, place: number): number {
    const { rows, words } = this.ledger;
    const used = words[ROWS]!;
    const kept = place === 0 ? 0 : LOCALITIES * this.operations;
    if (used >= rows.length / ROW - kept) return this.find(key % (LOCALITIES * this.operations), 0);
    const row = used * ROW;
    rows[row + KEY] = key;
    rows[row + LEAST_BYTES] = Number.POSITIVE_INFINITY;
    rows[row + LEAST_TIME] = Number.POSITIVE_INFINITY;
    this.rowOf.set(key, row);
    Atomics.store(words, ROWS, used + 1);
    return row;
  }
}

/** All tallies of a thread. */
export function readTallies({ rows, words }: Ledger, operations: number): Tally[] {
  return Array.from({ length: Atomics.load(words, ROWS) }, (_, i) => rows.subarray(i * ROW, (i + 1) * ROW))
    .filter((row) => row[CALLS]! > 0)
    .map((row) => ({
      place: Math.floor(row[KEY]! / LOCALITIES / operations),
      operation: Math.floor(row[KEY]! / LOCALITIES) % operations,
      locality: row[KEY]! % LOCALITIES,
      calls: row[CALLS]!,
      bytes: row[BYTES]!,
      leastBytes: row[LEAST_BYTES]!,
      mostBytes: row[MOST_BYTES]!,
      time: row[TIME]!,
      leastTime: row[LEAST_TIME]!,
      mostTime: row[MOST_TIME]!,
    }));
}
