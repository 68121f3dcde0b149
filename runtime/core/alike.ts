/** Functions around others: in a simulated job they may wait where those may (simulated/alike.ts stands in its place). */

/** Gives `around`, which calls `f` in its last act by a name that no analysis of the sources follows. */
export const waitsLike = <F>(_f: unknown, around: F): F => around;
