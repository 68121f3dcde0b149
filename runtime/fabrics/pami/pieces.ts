/**
 * Iterator over the bytes of typed data in order, as contiguous runs: for copies between two types.
 */
import type { Part, Type } from './type.ts';

/** Position in a type: a part, and one of its repetitions. */
interface Level {
  readonly type: Type;
  readonly base: number;
  part: number;
  repetition: number;
}

/** Walks over the runs of data at an address; the type repeats indefinitely. */
export class Pieces {
  /** The current run. */
  address = 0;
  left = 0;
  private readonly levels: Level[] = [];
  private base: number;

  /** Begins at byte `offset` of the data. A contiguous type, or none, is one run. */
  constructor(
    private readonly type: Type | undefined,
    base: number,
    offset: number,
  ) {
    this.base = base;
    if (type === undefined || type.isContiguous) {
      this.address = (base + offset) | 0;
      this.left = Number.MAX_SAFE_INTEGER;
      return;
    }
    this.base = base + Math.floor(offset / type.dataSize) * type.dataExtent;
    this.next();
    this.skip(offset % type.dataSize);
  }

  /** Advances by `bytes` bytes within the current run. */
  take(bytes: number): void {
    this.address = (this.address + bytes) | 0;
    this.left -= bytes;
    if (this.left === 0) this.next();
  }

  private skip(bytes: number): void {
    while (bytes > 0) {
      const step = Math.min(bytes, this.left);
      this.take(step);
      bytes -= step;
    }
  }

  private next(): void {
    const level = this.levels.at(-1) ?? this.again();
    const part = level.type.parts[level.part];
    if (part === undefined) {
      this.levels.pop();
      this.next();
      return;
    }
    const start = level.base + part.offset + level.repetition * part.stride;
    if (++level.repetition === part.reps) {
      level.part++;
      level.repetition = 0;
    }
    this.enter(part, start);
  }

  private enter(part: Part, start: number): void {
    if (part.sub !== undefined) {
      this.levels.push({ type: part.sub, base: start, part: 0, repetition: 0 });
      this.next();
      return;
    }
    this.address = start | 0;
    this.left = part.bytes;
  }

  /** Restarts the type, one extent further. */
  private again(): Level {
    const level = { type: this.type!, base: this.base, part: 0, repetition: 0 };
    this.base += this.type!.dataExtent;
    this.levels.push(level);
    return level;
  }
}
