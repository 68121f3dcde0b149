/**
 * Translation phase 2 (C99 5.1.1.2): lines that end in a backslash are joined.
 *
 * Takes: the text of a file. Gives: the text without splices and where in the file each part of it lies.
 * The idea: the scanner then knows nothing of splices, not even in the middle of a token.
 */

/** Text without splices. Character `at` of it is at `at + shifts[k]` of the file, k the last with `starts[k] <= at`. */
export interface SplicedText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly shifts: readonly number[];
  /** Offsets in the file of backslashes with blanks between them and the newline. */
  readonly blanked: readonly number[];
}

const SPLICE = /\\[ \t]*\r?\n/g;

/** Removes the splices. */
export function splice(original: string): SplicedText {
  const starts: number[] = [];
  const shifts: number[] = [];
  const blanked: number[] = [];
  let removed = 0;
  const text = original.replace(SPLICE, (match: string, offset: number) => {
    starts.push(offset - removed);
    removed += match.length;
    shifts.push(removed);
    if (match[1] === ' ' || match[1] === '\t') blanked.push(offset);
    return '';
  });
  return { text, starts, shifts, blanked };
}
