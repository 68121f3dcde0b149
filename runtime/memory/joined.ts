/**
 * Records of many members, such as a thread's environment.
 *
 * Takes functions that make its parts. One idea: the engine reads those records fastest that a literal has made. That takes long, and much memory, which
 * thousands of simulated ranks have not: theirs make a part when it is used (simulated/record.ts, which the build puts in the place of this file).
 */

type Make = () => object;
/** As many as the literal has places for. */
type Parts = readonly [Make, Make?, Make?, Make?, Make?, Make?, Make?, Make?, Make?, Make?];

/** One record of the members of all parts, later ones in the places of earlier ones; `kind`: a name of records with the same members. */
export function joined(_kind: string, ...parts: Parts): object {
  const [a, b, c, d, e, f, g, h, i, j] = parts.map((make) => make?.());
  return { ...a, ...b, ...c, ...d, ...e, ...f, ...g, ...h, ...i, ...j };
}

/** The record with further members, or others in their places. */
export function extended<T extends object, More extends object>(record: T, members: More): T & More {
  return { ...record, ...members };
}
