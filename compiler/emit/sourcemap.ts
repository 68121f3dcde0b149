/** Encodes the mappings of a source map (ECMA-426): base-64 VLQ of the differences from segment to segment. */

import type { Beginning } from '../link/beginnings.ts';

/** [generated column, source, line, column], all from 0; from one that has but its column on, code is nobody's. */
export type Segment = Mapped | readonly [number];
export type Mapped = readonly [number, number, number, number];

/** The field of a map that says where functions begin: source, line, column, from 0, C's name and the linked one. */
export interface Beginnings {
  readonly x_pgasc_beginnings: readonly Row[];
}
type Place = readonly [source: number, line: number, column: number];
type Row = readonly [...Place, name: string, linked: string];

/** `beginnings` of functions that are in the sources. Those that one macro makes begin at one place, where no name is known. */
export function beginningsIn(sources: readonly string[], beginnings: readonly Beginning[]): Beginnings {
  const found = new Map<string, Row>();
  for (const { name, linked, at } of beginnings) {
    const place: Place = [sources.indexOf(at.name), at.line - 1, at.column - 1];
    const key = place.join();
    if (place[0] >= 0) found.set(key, found.has(key) ? [...place, '', ''] : [...place, name, linked]);
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
