/**
 * A team: threads that make the same collective operations in the same order.
 *
 * All of a runtime's teams are this one record: UPC's and GASNet's of all threads, GASNet's of gasnet_coll_team_split, images'.
 */
export interface Team {
  /** Distinguishes the teams of each of its members. */
  readonly number: number;
  /** Threads by rank in the team. */
  readonly members: ArrayLike<number>;
  /** This thread's rank in it. */
  readonly rank: number;
  /** Operations begun so far. */
  count: number;
}
