/**
 * Counts the generators of the counted runtime: one that is made is driven before the next is, else the call that made it was missed by
 * bin/resumable, and whoever waited there has not.
 *
 * One idea: a call that waits is driven where it stands, so at most one generator is made and not yet driven.
 */
const told = new Set();
let made;

/** No text here has a line's end, so that the runtime stays on the lines that it has. */
function tell(text) {
  const { writeSync } = process.getBuiltinModule('node:fs');
  writeSync(2, text);
  writeSync(2, new Uint8Array([10]));
}

/** Gives the place of the function, for `$driven`. */
export function $make(place) {
  if (made !== undefined && !told.has(made)) {
    told.add(made);
    tell(`a call of ${made} does not wait`);
  }
  made = place.startsWith('runtime/launch/thread.ts') ? undefined : place;
  return place;
}

export function $driven(place) {
  if (place === made) made = undefined;
}
