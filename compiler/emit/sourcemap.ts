/** Encodes the mappings of a source map (ECMA-426): base-64 VLQ of the differences from segment to segment. */

/** [generated column, source, line, column], all from 0. */
export type Segment = readonly [number, number, number, number];

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The `mappings` field for the segments of each generated line. */
export function encodeMappings(lines: readonly (readonly Segment[])[]): string {
  let [source, line, column] = [0, 0, 0];
  return lines
    .map((segments) => {
      let generated = 0;
      const texts = segments.map((segment) => {
        const [g, s, l, c] = segment;
        const text = digits(g - generated) + digits(s - source) + digits(l - line) + digits(c - column);
        [generated, source, line, column] = segment;
        return text;
      });
      return texts.join(',');
    })
    .join(';');
}

/** Five bits a digit, least significant first; the lowest bit is the sign. */
function digits(value: number): string {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1;
  let text = '';
  do {
    const low = rest & 31;
    rest >>>= 5;
    text += DIGITS[rest > 0 ? low | 32 : low];
  } while (rest > 0);
  return text;
}
