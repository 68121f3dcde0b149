/**
 * Source text and places in it.
 *
 * Takes: the text of a file. Gives: `SourceFile` (lines, name) and `Location` (a place in it).
 * One idea: a location is an offset into a file and, for text that a macro produced, the location of the
 * macro's use; line, column and the name given by `#line` are computed only when somebody asks.
 */

/** One file as it was read. `lineStarts[k]` is the offset at which physical line k+1 starts. */
export interface SourceFile {
  readonly name: string;
  readonly text: string;
  readonly lineStarts: readonly number[];
  /** Changes made by `#line`, in order of physical line: from `line` on, the place is `name:presumed`. */
  readonly renumberings: { line: number; presumed: number; name: string }[];
  /** True for the compiler's own headers (stdlib/include) and the predefined macros. */
  readonly system: boolean;
}

/** A place: `length` characters from `offset` on. `expansion` is where the macro that spelled it was used. */
export interface Location {
  readonly file: SourceFile;
  readonly offset: number;
  readonly length: number;
  readonly expansion?: Location;
}

/** A place as people read it; line and column count from 1. */
export interface Position {
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

/** Name of the source that calls functions for JavaScript (serving.ts). */
export const SERVING = '<calls>';

export function sourceFile(name: string, text: string, system = false): SourceFile {
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  return { name, text, lineStarts, renumberings: [], system };
}

/** Physical line (from 1) that holds `offset`. */
export function physicalLine(file: SourceFile, offset: number): number {
  let low = 0;
  let high = file.lineStarts.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((file.lineStarts[middle] as number) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

/** The place where the user wrote the text: the outermost macro use for text that a macro produced. */
export function spelledAt(location: Location): Location {
  let outer = location;
  while (outer.expansion) outer = outer.expansion;
  return outer;
}

/** Name, line and column of a location, `#line` obeyed. */
export function positionOf(location: Location): Position {
  const { file, offset } = location;
  const physical = physicalLine(file, offset);
  const column = offset - (file.lineStarts[physical - 1] as number) + 1;
  const change = renumberingAt(file, physical);
  if (!change) return { name: file.name, line: physical, column };
  return { name: change.name, line: change.presumed + physical - change.line, column };
}

/** The last `#line` that counts for a physical line. */
function renumberingAt(file: SourceFile, physical: number): SourceFile['renumberings'][number] | undefined {
  let low = 0;
  let high = file.renumberings.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((file.renumberings[middle]?.line ?? 0) <= physical) low = middle + 1;
    else high = middle;
  }
  return file.renumberings[low - 1];
}

/** The text of the physical line that holds the location, without its newline. */
export function lineText(location: Location): string {
  const { file, offset } = location;
  const line = physicalLine(file, offset);
  const start = file.lineStarts[line - 1] as number;
  const end = file.lineStarts[line] ?? file.text.length + 1;
  const text = file.text.slice(start, end - 1);
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
