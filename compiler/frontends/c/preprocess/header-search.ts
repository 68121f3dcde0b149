/**
 * Search of `#include` for a file (C99 6.10.2).
 *
 * One idea: "name" is looked for beside the including file first, <name> beside it last; between come the directories
 * of -I and then the compiler's own.
 */
import type { SourceFile } from '../../../source/source.ts';
import type { State } from './state.ts';

/** The directory index of a file that was not found through the include directories. */
export const BESIDE = -1;

export interface Search {
  readonly found: SourceFile | undefined;
  /** Index of the include directory, or BESIDE. */
  readonly directory: number;
  /** The directories that were searched. */
  readonly searched: readonly string[];
}

/** Looks for `<name>` or `"name"`, given with its delimiters; `next` searches the directories behind the current file's. */
export function findHeader(state: State, header: string, next: boolean): Search {
  const name = header.slice(1, -1);
  const quoted = header.startsWith('"');
  const { reader } = state;
  if (name.startsWith('/')) return { found: state.files.find(name, false), directory: BESIDE, searched: ['/'] };
  const beside = { path: state.host.dirname(reader.scanned.file.name), index: BESIDE };
  const listed = directories(state).map((path, index) => ({ path, index }));
  if (next) return search(state, name, listed.slice(reader.directory + 1));
  return search(state, name, quoted ? [beside, ...listed] : [...listed, beside]);
}

function directories(state: State): string[] {
  return [...state.options.includeDirectories, ...state.options.systemIncludeDirectories];
}

function search(state: State, name: string, places: readonly { path: string; index: number }[]): Search {
  const own = state.options.includeDirectories.length;
  for (const { path, index } of places) {
    const system = index === BESIDE ? state.reader.scanned.file.system : index >= own;
    const found = state.files.find(state.host.join(path, name), system);
    if (found) return { found, directory: index, searched: [] };
  }
  return { found: undefined, directory: BESIDE, searched: places.map(({ path }) => path) };
}
