/**
 * What an operation costs, out of its instructions by place: the part up to the post and the part from there on, without those of the
 * fabric, and shares of the parts of the path.
 */
import { OPERATIONS } from './operations.js';
import { FABRIC, PARTS, partOf } from './parts.js';

/** By key of the operation: { post, completion, fabric, parts, outside }; `post` is undefined where nothing is posted. */
export function costs(counted, placeIn) {
  const own = sumOf(counted[0], placeIn);
  const figures = OPERATIONS.map(({ key }, number) => [key, counted[number]]).slice(1);
  const known = figures.filter(([, figure]) => figure !== undefined);
  return Object.fromEntries(known.map(([key, figure]) => [key, costOf(figure, placeIn, own)]));
}

/** Instructions of an operation that does nothing: the mark at its end. */
const sumOf = ({ before }) => before.reduce((sum, [, instructions]) => sum + instructions, 0);

function costOf({ before, after, outside }, placeIn, own) {
  const [first, second] = [byPart(before, placeIn), byPart(after, placeIn)];
  const posts = after.length > 0;
  const parts = Object.fromEntries(PARTS.map((part) => [part, (first.get(part) ?? 0) + (second.get(part) ?? 0)]));
  const path = (sums) => PARTS.reduce((sum, part) => sum + (sums.get(part) ?? 0), 0);
  return {
    post: posts ? path(first) : undefined,
    completion: path(posts ? second : first) - own,
    fabric: (first.get(FABRIC) ?? 0) + (second.get(FABRIC) ?? 0),
    parts,
    outside,
  };
}

function byPart(places, placeIn) {
  const sums = new Map();
  for (const [{ name, line, column }, instructions] of places) {
    const part = partOf(line === undefined ? { file: name, text: '' } : placeIn(line, column - 1));
    sums.set(part, (sums.get(part) ?? 0) + instructions);
  }
  return sums;
}
