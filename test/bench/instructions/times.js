/** How often operations are done, by their number in operations.upc. */

/** More of what is not waited for may be outstanding on no network: the credits of verbs. */
export const ROUND = 12;

/** Between the first two marks of three. What is not waited for must find room for three times as many. */
export const TIMES = [200, 200, 200, ROUND / 3, 200, 200, ROUND / 3, 200, 200];

/** How often everything is done before the time that counts: the code that does it is compiled then as well. */
export const REHEARSALS = 4;
