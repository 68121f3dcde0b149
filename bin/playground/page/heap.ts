/**
 * Parts of the shared heap outside of the arrays that a run has accessed, as they are drawn.
 *
 * One idea: accesses near each other are of one part, whichever thread's memory they reach, so that memory between parts far apart
 * takes no place.
 */

/** Of a thread's region: offsets in bytes. */
export interface HeapPart {
  readonly offset: number;
  readonly size: number;
  /** Where the first of the parts begins, from which people count. */
  readonly base: number;
}

/** Bytes between accesses of one part, at most. */
const GAP = 4096;
/** Parts begin at a word. */
const WORD = 8;

/** `accesses` may be the parts of earlier ones. */
export function heapParts(accesses: readonly { readonly offset: number; readonly bytes: number }[]): HeapPart[] {
  const parts: { offset: number; end: number }[] = [];
  for (const { offset, bytes } of [...accesses].sort((one, other) => one.offset - other.offset)) {
    const last = parts.at(-1);
    if (last !== undefined && offset <= last.end + GAP) last.end = Math.max(last.end, offset + bytes);
    else parts.push({ offset: offset - (offset % WORD), end: offset + bytes });
  }
  return parts.map(({ offset, end }) => ({ offset, size: end - offset, base: parts[0]!.offset }));
}
