/**
 * Block allocator: two-level segregated fit (Masmano, Ripoll, Crespo and Real, 2004), with boundary tags for
 * coalescing.
 *
 * All state lies in words provided by the caller, so any thread that holds the heap's lock can operate on it. The heap
 * grows at one end when no free block fits, and shrinks when the block at that end is freed. Units are words of 4
 * bytes; positions are indexes in I32. A block:
 *
 *     [0] size | FREE | PREVIOUS_FREE    size is a multiple of 4 words and includes this header
 *     [1] position ^ USED_MARK or FREE_MARK: validates a block, and detects double frees; KEPT_MARK where the program's
 *         free list holds it, which counts as used here (kept.ts)
 *     [2] payload, aligned to 16 bytes; of a free block: next and previous in the bin
 *     [size - 1] of a free block: its size (boundary tag)
 */

const HEADER = 2;
/** Header, two links, boundary tag: rounded up. */
const SMALLEST = 8;
const UNIT = 4;
const LARGEST = 1 << 29;

const FREE = 1;
const PREVIOUS_FREE = 2;
const FLAGS = 3;

const USED_MARK = 0x5ca1ab1e;
const FREE_MARK = 0x0ddba115;
const KEPT_MARK = 0x3ca5e0ff;

/** Size classes in units of 16 bytes: one bin each below 16; then 16 bins for each power of two. */
const SUBDIVISION = 4;
const BINS_PER_LEVEL = 1 << SUBDIVISION;
const LEVELS = 25;

/** Words of state. */
const LOW = 0; // position of the first block
const HIGH = 1; // position of the terminator: a header of size 0
const LEVEL_MAP = 2;
const BIN_MAPS = 3;
const HEADS = BIN_MAPS + LEVELS;
/** Words that the caller provides for an allocator's state; zero before `open`. */
export const STATE_WORDS = HEADS + LEVELS * BINS_PER_LEVEL;

export type Growth = 'up' | 'down';
export type Standing = 'used' | 'free' | 'foreign';

export class Blocks {
  constructor(
    private readonly I32: Int32Array,
    /** View and index of the state. */
    private readonly state: Int32Array,
    private readonly at: number,
    private readonly growth: Growth,
  ) {}

  /** Starts an empty heap at `origin`, a byte address as index / 4: its first word (up) or the word behind its last (down). */
  open(origin: number): void {
    // Payloads are aligned to 4 words and headers lie 2 words before them.
    const first = this.growth === 'up' ? alignUp(origin) + HEADER : alignDown(origin) - HEADER;
    this.state[this.at + LOW] = first;
    this.endAt(first);
  }

  /** Words that the heap occupies: [low, high). */
  get low(): number {
    return this.state[this.at + LOW]!;
  }
  get high(): number {
    return this.state[this.at + HIGH]! + HEADER;
  }

  /** Allocates at least `bytes`: position of the payload, or 0. The heap may grow up (down) to word `limit`. */
  allocate(bytes: number, limit: number): number {
    const size = blockSize(bytes);
    if (size > LARGEST) return 0;
    let block = this.takeFitting(size);
    if (block === 0) block = this.growth === 'up' ? this.growUp(size, limit) : this.growDown(size, limit);
    if (block === 0) block = this.takeFromOwnBin(size);
    if (block === 0) return 0;
    this.use(block, size);
    return block + HEADER;
  }

  /** Frees a payload whose `standing` is 'used'. */
  free(payload: number): void {
    let block = payload - HEADER;
    let size = this.sizeOf(block);
    this.I32[block + 1] = block ^ FREE_MARK;
    if (this.I32[block]! & PREVIOUS_FREE) {
      const before = this.I32[block - 1]!;
      block -= before;
      this.remove(block, before);
      size += before;
    }
    const behind = block + size;
    if (this.I32[behind]! & FREE) {
      const more = this.sizeOf(behind);
      this.remove(behind, more);
      size += more;
    }
    if (!this.shrink(block, size)) this.insert(block, size);
  }

  /** Resizes in place; false if there is no room. */
  resize(payload: number, bytes: number, limit: number): boolean {
    const block = payload - HEADER;
    const wanted = blockSize(bytes);
    let size = this.sizeOf(block);
    if (wanted > LARGEST) return false;
    if (wanted > size && this.growth === 'up' && block + size === this.state[this.at + HIGH])
      return this.stretch(block, wanted, limit);
    const behind = block + size;
    if (wanted > size && this.I32[behind]! & FREE && size + this.sizeOf(behind) >= wanted) {
      const more = this.sizeOf(behind);
      this.remove(behind, more);
      size += more;
      this.I32[block] = size | (this.I32[block]! & PREVIOUS_FREE);
      this.I32[block + size]! &= ~PREVIOUS_FREE;
    }
    if (wanted > size) return false;
    this.cut(block, size, wanted);
    return true;
  }

  /** Usable bytes of a payload. */
  usable(payload: number): number {
    return (this.sizeOf(payload - HEADER) - HEADER) * 4;
  }

  /** Classifies the block at a payload's position. */
  standing(payload: number): Standing {
    const block = payload - HEADER;
    if (payload % UNIT !== 0 || block < HEADER) return 'foreign';
    const mark = this.I32[block + 1]! ^ block;
    if (mark === FREE_MARK || mark === KEPT_MARK) return 'free';
    return mark === USED_MARK && block >= this.low && block < this.high ? 'used' : 'foreign';
  }

  /** Payloads of the blocks in use, from the lowest on. */
  *used(): Iterable<number> {
    for (let block = this.low; block < this.high && this.sizeOf(block) > 0; block += this.sizeOf(block))
      if (this.standing(block + HEADER) === 'used') yield block + HEADER;
  }

  /** Bytes of the largest allocation that would succeed. */
  largest(limit: number): number {
    const room = this.growth === 'up' ? limit - this.high : this.low - limit;
    let words = Math.max(0, room - UNIT);
    for (let level = LEVELS - 1; level >= 0 && words >= 0; level--)
      for (let bin = level * BINS_PER_LEVEL; bin < (level + 1) * BINS_PER_LEVEL; bin++)
        for (let block = this.state[this.at + HEADS + bin]!; block !== 0; block = this.I32[block + HEADER]!)
          words = Math.max(words, this.sizeOf(block));
    return Math.max(0, (words - HEADER) * 4);
  }

  // ---------------------------------------------------------------- blocks

  private sizeOf(block: number): number {
    return this.I32[block]! & ~FLAGS;
  }

  /** Splits a free block, already out of its bin: `size` words become used, the rest is freed. */
  private use(block: number, size: number): void {
    const whole = this.sizeOf(block);
    this.I32[block] = whole;
    this.I32[block + 1] = block ^ USED_MARK;
    this.I32[block + whole]! &= ~PREVIOUS_FREE;
    this.cut(block, whole, size);
  }

  /** Frees the tail of a used block of `whole` words beyond `size`. */
  private cut(block: number, whole: number, size: number): void {
    if (whole - size < SMALLEST) return;
    this.I32[block] = size | (this.I32[block]! & PREVIOUS_FREE);
    const rest = block + size;
    this.I32[rest] = whole - size;
    this.I32[rest + 1] = rest ^ USED_MARK;
    this.free(rest + HEADER);
  }

  // ---------------------------------------------------------------- the growing end

  /** Extends the heap by a block of `size` words, in no bin; 0 beyond the limit. The last block must be in use. */
  private growUp(size: number, limit: number): number {
    const block = this.state[this.at + HIGH]!;
    if (block + size + HEADER > limit) return 0;
    this.I32[block] = size;
    this.endAt(block + size);
    return block;
  }

  private growDown(size: number, limit: number): number {
    const block = this.state[this.at + LOW]! - size;
    if (block < limit) return 0;
    this.I32[block] = size;
    this.state[this.at + LOW] = block;
    return block;
  }

  /** Extends the last block in place. */
  private stretch(block: number, size: number, limit: number): boolean {
    if (block + size + HEADER > limit) return false;
    this.I32[block] = size | (this.I32[block]! & PREVIOUS_FREE);
    this.endAt(block + size);
    return true;
  }

  /** Writes the terminator after the last block. */
  private endAt(position: number): void {
    this.state[this.at + HIGH] = position;
    this.I32[position] = 0;
    this.I32[position + 1] = position ^ FREE_MARK;
  }

  /** Returns a free block at the growing end to the unused memory. */
  private shrink(block: number, size: number): boolean {
    const { I32, state, at } = this;
    if (this.growth === 'up') {
      if (block + size !== state[at + HIGH]) return false;
      this.endAt(block);
      return true;
    }
    if (block !== state[at + LOW]) return false;
    state[at + LOW] = block + size;
    I32[block + size]! &= ~PREVIOUS_FREE;
    return true;
  }

  // ---------------------------------------------------------------- bins

  private insert(block: number, size: number): void {
    const { I32, state, at } = this;
    const bin = binOf(size);
    const head = at + HEADS + bin;
    const next = state[head]!;
    I32[block] = size | FREE;
    I32[block + 1] = block ^ FREE_MARK;
    I32[block + HEADER] = next;
    I32[block + HEADER + 1] = 0;
    I32[block + size - 1] = size;
    I32[block + size]! |= PREVIOUS_FREE;
    if (next !== 0) I32[next + HEADER + 1] = block;
    state[head] = block;
    state[at + BIN_MAPS + (bin >> SUBDIVISION)]! |= 1 << (bin & (BINS_PER_LEVEL - 1));
    state[at + LEVEL_MAP]! |= 1 << (bin >> SUBDIVISION);
  }

  private remove(block: number, size: number): void {
    const { I32, state, at } = this;
    const next = I32[block + HEADER]!;
    const previous = I32[block + HEADER + 1]!;
    if (next !== 0) I32[next + HEADER + 1] = previous;
    if (previous !== 0) {
      I32[previous + HEADER] = next;
      return;
    }
    const bin = binOf(size);
    state[at + HEADS + bin] = next;
    if (next !== 0) return;
    const level = bin >> SUBDIVISION;
    if ((state[at + BIN_MAPS + level]! &= ~(1 << (bin & (BINS_PER_LEVEL - 1)))) === 0)
      state[at + LEVEL_MAP]! &= ~(1 << level);
  }

  /** Takes a block from the first bin whose blocks are all large enough. */
  private takeFitting(size: number): number {
    const { state, at } = this;
    const bin = binOf(roundToBin(size));
    let level = bin >> SUBDIVISION;
    let bins = state[at + BIN_MAPS + level]! & (-1 << (bin & (BINS_PER_LEVEL - 1)));
    if (bins === 0) {
      const levels = state[at + LEVEL_MAP]! & (-2 << level);
      if (levels === 0) return 0;
      level = lowestBit(levels);
      bins = state[at + BIN_MAPS + level]!;
    }
    const block = state[at + HEADS + (level << SUBDIVISION) + lowestBit(bins)]!;
    this.remove(block, this.sizeOf(block));
    return block;
  }

  /** Fallback: searches the bin of `size` itself, some of whose blocks may be too small. */
  private takeFromOwnBin(size: number): number {
    for (let block = this.state[this.at + HEADS + binOf(size)]!; block !== 0; block = this.I32[block + HEADER]!) {
      if (this.sizeOf(block) < size) continue;
      this.remove(block, this.sizeOf(block));
      return block;
    }
    return 0;
  }
}

/** Words of a block with that many bytes of payload. */
function blockSize(bytes: number): number {
  return Math.max(SMALLEST, alignUp(Math.ceil(bytes / 4) + HEADER));
}

function binOf(size: number): number {
  const units = size / UNIT;
  if (units < BINS_PER_LEVEL) return units;
  const log = 31 - Math.clz32(units);
  return ((log - SUBDIVISION + 1) << SUBDIVISION) + ((units >>> (log - SUBDIVISION)) & (BINS_PER_LEVEL - 1));
}

/** The smallest size of a bin whose blocks all have at least `size`. */
function roundToBin(size: number): number {
  const units = size / UNIT;
  if (units < BINS_PER_LEVEL) return size;
  const step = 1 << (31 - Math.clz32(units) - SUBDIVISION);
  return ((units + step - 1) & -step) * UNIT;
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

function alignUp(words: number): number {
  return (words + UNIT - 1) & -UNIT;
}

function alignDown(words: number): number {
  return words & -UNIT;
}
