/**
 * A team: threads that make the same collective operations in the same order.
 *
 * All of a runtime's teams are this one record: UPC's and GASNet's of all threads, GASNet's of gasnet_coll_team_split, images'.
 */
export interface Team {
  /** Distinguishes the teams of each of its members; 29 bits. */
  readonly number: number;
  /** Threads by rank in the team. */
  readonly members: ArrayLike<number>;
  /** This thread's rank in it. */
  readonly rank: number;
  /** Operations begun so far. */
  count: number;
}

/** Where the numbers of teams begin, by who makes them; on those below the members agree (split.ts). */
export const TEAM_NUMBERS = {
  /** Of a board of images, by its place (coarray/meeting.ts). */
  boards: 2 ** 27,
  /** One member chooses (MPI's communicators). */
  chosen: 2 ** 27 + 2 ** 26,
  /** OpenSHMEM's active sets, by what they consist of. */
  activeSets: 2 ** 28,
} as const;
