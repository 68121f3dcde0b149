/**
 * The bytes of typed data in order, as runs: for two-sided copies between one type and another.
 */
import type { Part, Type } from './type.ts';

/** Where the walk is in a type: at a part, in one of its repetitions. */
interface Level {
  readonly type: Type;
  readonly base: number;
  part: number;
  repetition: number;
}

/** Walks over the runs of data at an address; the type repeats for ever. */
export class Pieces {
  /** The run at hand. */
  address = 0;
  left = 0;
  private readonly levels: Level[] = [];
  private base: number;

  /** Begins at byte `offset` of the data. A type without gaps, or none, is one run. */
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

  /** Goes `bytes` bytes on, within the run at hand. */
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

  /** The type from its beginning, one extent further than the last time. */
  private again(): Level {
    const level = { type: this.type!, base: this.base, part: 0, repetition: 0 };
    this.base += this.type!.dataExtent;
    this.levels.push(level);
    return level;
  }
}
