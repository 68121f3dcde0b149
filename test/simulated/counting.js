/**
 * Counts the generators of the counted runtime: one that is made is driven before the next is, else the call that made it was missed by
 * bin/resumable, and whoever waited there has not.
 *
 * One idea: a call that waits is driven where it stands, so at most one generator is made and not yet driven.
 */
const told = new Set();
/** No text with a line's end: the runtime stays on the lines that it has. */
const END = String.fromCharCode(10);
let made;

/** Gives the place of the function, for `$driven`. */
export function $make(place) {
  if (made !== undefined && !told.has(made)) {
    told.add(made);
    process.getBuiltinModule('node:fs').writeSync(2, `a call of ${made} does not wait${END}`);
  }
  made = place.startsWith('runtime/launch/thread.ts') ? undefined : place;
  return place;
}

export function $driven(place) {
  if (place === made) made = undefined;
}
