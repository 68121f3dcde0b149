/** Repetitions of operations, by their number in operations.upc. */

/** Most operations that may be outstanding on every network: the credits of verbs. */
export const ROUND = 12;

/** Between the first two marks of three. Operations without a wait must find room for three times as many. */
export const TIMES = [200, 200, 200, ROUND / 3, 200, 200, ROUND / 3, 200, 200];

/** Warm-up repetitions before the one that counts: V8 compiles the code in them. */
export const REHEARSALS = 4;
