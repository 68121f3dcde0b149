/**
 * The members of a window: of each rank where its memory is.
 *
 * Takes the words that all have told each other. One idea: on each rank there are the words of all; a record is made of those of a rank that is accessed.
 */
import type { Told } from '../../runtime/collectives/told.ts';
import { addressOf, regionBytes, type Space } from '../../runtime/memory/space.ts';

/** What all know of the memory of a rank. */
export interface Member {
  /** Rank of the job. */
  readonly proc: number;
  /** Address of the window's own words there (WORDS of windows.ts). */
  readonly words: number;
  /** Address of the memory, and the displacement in bytes of its first one. */
  readonly base: number;
  readonly first: number;
  readonly size: number;
  /** Bytes of a unit of displacements. */
  readonly unit: number;
}

/** Words that a rank tells: whose region its memory is in, and where there; bytes and unit; where the window's own words are; where its region begins for itself. */
const [OWNER, OFFSET, SIZE, UNIT, OWN, FIRST] = [0, 1, 2, 3, 4, 5];

export class Members {
  private readonly known = new Map<number, Member>();

  constructor(
    private readonly space: Space,
    /** Ranks of the job. */
    private readonly procs: ArrayLike<number>,
    private readonly told: Told,
    private readonly isDynamic: boolean,
  ) {}

  get length(): number {
    return this.procs.length;
  }

  at(rank: number): Member {
    let member = this.known.get(rank);
    if (member === undefined) {
      member = this.made(rank);
      this.known.set(rank, member);
    }
    return member;
  }

  /** The first that has memory. */
  get filled(): Member | undefined {
    for (let rank = 0; rank < this.length; rank++) if (this.told.at(rank, SIZE) !== 0) return this.at(rank);
    return undefined;
  }

  /** Displacements of a dynamic window are addresses of its rank, so its memory begins where the rank's does. */
  private made(rank: number): Member {
    const { space, told } = this;
    const proc = this.procs[rank]!;
    const common = { proc, words: addressOf(space, proc, told.at(rank, OWN)), unit: told.at(rank, UNIT) };
    if (this.isDynamic) {
      const all = regionBytes(space.SHIFT);
      return { ...common, base: addressOf(space, proc, 0), first: told.at(rank, FIRST) >>> 0, size: all };
    }
    const base = addressOf(space, told.at(rank, OWNER), told.at(rank, OFFSET));
    return { ...common, base, first: 0, size: told.at(rank, SIZE) >>> 0 };
  }
}
