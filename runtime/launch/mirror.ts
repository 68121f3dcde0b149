/**
 * What the process that starts a job keeps of another one: the control areas of its threads, and other words as they were last told.
 *
 * The areas lie as in the process's memory, but regions are as small as they allow. Of these, pages are taken that are told: two for a thread.
 */
import { STATICS } from '../abi.ts';
import type { Known, Range } from '../core/views.ts';
import { addressOf, makeSpace, type Space } from '../memory/space.ts';

/** The control area lies before the statics. */
const SHIFT = Math.log2(STATICS);

export class Mirror implements Known {
  readonly space: Space;
  /** Ranges behind the control areas, of the last answer that had any. */
  private others = new Map<string, Int32Array>();

  /** Of the process with the ranks [first, end), of so many in all. */
  constructor(first: number, end: number, threads: number) {
    const count = end - first;
    const memory = { buffer: new SharedArrayBuffer(count << SHIFT) } as WebAssembly.Memory;
    this.space = makeSpace(memory, first, threads, SHIFT, { FIRST: first, REACH: count });
  }

  /** What the process has answered. */
  take(ranges: readonly Range[], bytes: readonly Uint8Array[]): void {
    const others = new Map<string, Int32Array>();
    for (const [i, range] of ranges.entries())
      if (isControl(range)) this.space.U8.set(bytes[i]!, addressOf(this.space, range.rank, range.offset) >>> 0);
      else others.set(nameOf(range), new Int32Array(bytes[i]!.slice().buffer));
    if (others.size > 0) this.others = others;
  }

  /** Zeros if it was not asked for them. */
  words(range: Range): Int32Array {
    return this.others.get(nameOf(range)) ?? new Int32Array(range.size >>> 2);
  }
}

const isControl = ({ offset, size }: Range): boolean => offset + size <= STATICS;
const nameOf = ({ rank, offset }: Range): string => `${rank} ${offset}`;
