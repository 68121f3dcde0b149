/** Whether the accesses of all ranks are joined (joining.ts), and in which windows of the file: all ranks come to the same answer. */
import type { JoiningHints } from './filehints.ts';

/** What a rank tells of its access: the range of the file, the bytes and the runs in it. */
export interface Told {
  readonly isAscending: boolean;
  readonly low: number;
  readonly high: number;
  readonly bytes: number;
  readonly runs: number;
}

/** Bytes `low` to `high` of the file. */
export interface FileWindow {
  readonly low: number;
  readonly high: number;
}

/** Runs of so many bytes are worth a system call each; a range with fewer than one byte in so many that are touched is left to each rank. */
const [LARGE, SPARSE] = [2 ** 16, 4];
/** Windows begin where pages do, and have at most so many bytes. */
const [PAGE, MOST] = [4096, 2 ** 26];

export class Plan {
  constructor(
    private readonly told: readonly Told[],
    private readonly low: number,
    private readonly high: number,
    private readonly width: number,
    private readonly joiners: number,
  ) {}

  /** Of each round the windows by rank. */
  *rounds(): Generator<readonly FileWindow[]> {
    for (let start = this.low; start < this.high; start += this.width * this.joiners) {
      const lows = Array.from({ length: this.joiners }, (_, rank) => start + rank * this.width);
      yield lows.filter((low) => low < this.high).map((low) => ({ low, high: Math.min(low + this.width, this.high) }));
    }
  }

  /** Whether a rank may have data in a window. */
  touches(rank: number, window: FileWindow): boolean {
    const { low, high, bytes } = this.told[rank]!;
    return bytes > 0 && low < window.high && high > window.low;
  }
}

/** Undefined: each rank moves its own. */
export function planOf(told: readonly Told[], { isWanted, piece, joiners }: JoiningHints): Plan | undefined {
  const active = told.filter(({ bytes }) => bytes > 0);
  if (!isWanted || !active.every(({ isAscending }) => isAscending) || !areInterleaved(active)) return undefined;
  const sum = (of: (one: Told) => number) => active.reduce((total, one) => total + of(one), 0);
  const [bytes, runs] = [sum((one) => one.bytes), sum((one) => one.runs)];
  const [low, high] = [Math.min(...active.map((one) => one.low)), Math.max(...active.map((one) => one.high))];
  if (bytes / runs >= LARGE || high - low > SPARSE * bytes) return undefined;
  const start = low - (low % PAGE);
  const many = Math.min(joiners, told.length);
  const width = Math.min(piece, MOST, Math.ceil((high - start) / many / PAGE) * PAGE);
  return new Plan(told, start, high, width, many);
}

/** Whether the range of one reaches into another one's. */
function areInterleaved(told: readonly Told[]): boolean {
  let end = 0;
  for (const { low, high } of [...told].sort((one, other) => one.low - other.low)) {
    if (low < end) return true;
    end = Math.max(end, high);
  }
  return false;
}
