/** Encodes the mappings of a source map (ECMA-426): base-64 VLQ of the differences from segment to segment. */

import type { Beginning } from '../link/link.ts';

/** [generated column, source, line, column], all from 0; from one that has but its column on, code is nobody's. */
export type Segment = Mapped | readonly [number];
export type Mapped = readonly [number, number, number, number];

/** The field of a map that says whose the code at a place is, as inlining puts it elsewhere: source, line, column, from 0, and C's name. */
export interface Beginnings {
  readonly x_pgasc_beginnings: readonly (readonly [...Place, string])[];
}
type Place = readonly [source: number, line: number, column: number];

/** `beginnings` of functions that are in the sources. */
export function beginningsIn(sources: readonly string[], beginnings: readonly Beginning[]): Beginnings {
  const found = new Map<string, readonly [...Place, string]>();
  for (const { name, at } of beginnings) {
    const place: Place = [sources.indexOf(at.name), at.line - 1, at.column - 1];
    if (place[0] >= 0) found.set(place.join(), [...place, name]);
  }
  return { x_pgasc_beginnings: [...found.values()] };
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The `mappings` field for the segments of each generated line. */
export function encodeMappings(lines: readonly (readonly Segment[])[]): string {
  let [source, line, column] = [0, 0, 0];
  return lines
    .map((segments) => {
      let generated = 0;
      const texts = segments.map((segment) => {
        const start = digits(segment[0] - generated);
        generated = segment[0];
        if (segment.length === 1) return start;
        const [, s, l, c] = segment;
        const text = start + digits(s - source) + digits(l - line) + digits(c - column);
        [source, line, column] = [s, l, c];
        return text;
      });
      return texts.join(',');
    })
    .join(';');
}

/** Five bits a digit, least significant first; the lowest bit is the sign. */
function digits(value: number): string {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1;
  if (rest < 32) return DIGITS[rest] as string;
  let text = '';
  do {
    const low = rest & 31;
    rest >>>= 5;
    text += DIGITS[rest > 0 ? low | 32 : low];
  } while (rest > 0);
  return text;
}
