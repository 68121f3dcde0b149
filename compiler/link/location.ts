/** Gives diagnostics of the linker a place: IR knows positions, diagnostics want locations in a file. */
import type { Location, Position } from '../source/source.ts';

/** A location that shows as `position`; its source line is not known. */
export function locationOf(position: Position | undefined): Location | undefined {
  if (!position) return undefined;
  const { name, line, column } = position;
  const file = { name, text: '', lineStarts: [0], renumberings: [{ line: 1, presumed: line, name }], system: false };
  return { file, offset: column - 1, length: 1 };
}
