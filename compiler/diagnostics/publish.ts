/**
 * Diagnostics for programs to read: by file, in the shape of the Language Server Protocol.
 *
 * One idea: the same selection that is drawn for a terminal (render.ts), as data. A message without a place stands at the
 * beginning of the first file; a file without diagnostics is listed, so that an editor takes back what it shows there.
 */
import { type Location, physicalLine, positionOf, spelledAt } from '../source/source.ts';
import type { Diagnostic, DiagnosticBag, Fix } from './diagnostic.ts';
import type { Place, PublishedDiagnostic, PublishedFile, PublishedFix, Range } from './published.ts';
import { type Selection, selectDiagnostics } from './select.ts';

const SEVERITIES = { error: 1, warning: 2, note: 3 } as const;
const NOWHERE: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** The diagnostics of `files` and what they include; `uriOf` makes a URI of a file's name. */
export function publish(
  bag: DiagnosticBag,
  selection: Selection,
  files: readonly string[],
  uriOf: (name: string) => string,
): PublishedFile[] {
  const byFile = new Map<string, PublishedDiagnostic[]>(files.map((name) => [uriOf(name), []]));
  for (const diagnostic of selectDiagnostics(bag.all, selection)) {
    const uri = uriOf(diagnostic.location ? nameOf(diagnostic.location) : (files[0] ?? ''));
    byFile.set(uri, [...(byFile.get(uri) ?? []), published(diagnostic, uri, uriOf)]);
  }
  return [...byFile].map(([uri, diagnostics]) => ({ uri, diagnostics }));
}

function published(diagnostic: Diagnostic, uri: string, uriOf: (name: string) => string): PublishedDiagnostic {
  const { severity, code, text, location, notes, fixes = [], warning } = diagnostic;
  const range = location ? rangeOf(location) : NOWHERE;
  const placeOf = (at: Location | undefined) => (at ? { uri: uriOf(nameOf(at)), range: rangeOf(at) } : { uri, range });
  return {
    ...{ range, severity: SEVERITIES[severity], code, source: 'pgasc' as const, message: text },
    relatedInformation: notes.map((note) => ({ location: placeOf(note.location), message: note.text })),
    fixes: fixes.map((fix) => publishedFix(fix, uriOf)),
    ...(warning !== undefined && { warning }),
  };
}

function publishedFix({ title, location, text }: Fix, uriOf: (name: string) => string): PublishedFix {
  return { title, edit: { changes: { [uriOf(nameOf(location))]: [{ range: rangeOf(location), newText: text }] } } };
}

const nameOf = (location: Location): string => positionOf(spelledAt(location)).name;

/** From the first character to behind the last, in lines as `#line` numbers them. */
function rangeOf(location: Location): Range {
  const at = spelledAt(location);
  const start = placeOf(at, at.offset);
  const end = placeOf(at, at.offset + at.length);
  const lines = physicalLine(at.file, at.offset + at.length) - physicalLine(at.file, at.offset);
  return { start, end: { line: start.line + lines, character: end.character } };
}

function placeOf({ file }: Location, offset: number): Place {
  const { line, column } = positionOf({ file, offset, length: 0 });
  return { line: line - 1, character: column - 1 };
}
