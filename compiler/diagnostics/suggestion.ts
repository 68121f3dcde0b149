/**
 * Suggestions for an undeclared name: one that a header declares, or the nearest of those in sight by
 * Damerau's edit distance (insertions, deletions, replacements and swaps of neighbours), if it is near enough to be a
 * slip.
 */
import { type Location, spelledAt } from '../source/source.ts';
import { type Fix, replacement } from './diagnostic.ts';

/** The header that declares a name, a function only where it is `called`: `y1` alone is rarely Bessel's function. */
export type HeaderOf = (name: string, called: boolean) => string | undefined;

export interface Suggestion {
  /** `; did you mean 'x'?`, or nothing. */
  readonly hint: string;
  readonly fixes: Fix[];
}

/** For a name at a place. */
export function suggestion(name: string, candidates: Iterable<string>, location: Location): Suggestion {
  const nearest = nearestName(name, candidates);
  if (nearest === undefined) return { hint: '', fixes: [] };
  const { file, offset, length, expansion } = location;
  const stands = !expansion && file.text.slice(offset, offset + length) === name;
  return { hint: `; did you mean '${nearest}'?`, fixes: stands ? [replacement(location, nearest)] : [] };
}

/** For a name of the program: a header is thought of first. */
export function missingName(
  name: string,
  candidates: Iterable<string>,
  location: Location,
  headerOf: HeaderOf | undefined,
  called = false,
): Suggestion {
  const fixes = missingHeader(name, location, headerOf, called);
  return fixes.length > 0 ? { hint: '', fixes } : suggestion(name, candidates, location);
}

/** The fix that includes the header which declares a name. */
function missingHeader(name: string, location: Location, headerOf: HeaderOf | undefined, called = false): Fix[] {
  const header = headerOf?.(name, called);
  const at = spelledAt(location);
  if (header === undefined || at.file.system || includes(at.file.text, header)) return [];
  const title = `include <${header}>, which declares '${name}'`;
  return [{ title, location: afterIncludes(at), text: `#include <${header}>\n` }];
}

function includes(text: string, header: string): boolean {
  return [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*<(.*)>/gm)].some(([, name]) => name === header);
}

/** After the last line with #include before a place that stands in no #if; else the start of the file. */
function afterIncludes({ file, offset }: Location): Location {
  let at = 0;
  let depth = 0;
  for (const match of file.text.slice(0, offset).matchAll(/^[ \t]*#[ \t]*(include|if|endif).*\n/gm)) {
    if (match[1] === 'if') depth++;
    else if (match[1] === 'endif') depth--;
    else if (depth === 0) at = match.index + match[0].length;
  }
  return { file, offset: at, length: 0 };
}

/** The candidate nearest to `name`, or undefined where none is near. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= least || candidate === name) continue;
    const distance = editDistance(name, candidate);
    if (distance < least && distance < name.length) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, beforeLast[j - 2]! + 1);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
