/** Source maps, revision 3: which line of which source each generated line is from. */

export interface Origin {
  readonly source: string;
  /** From 0. */
  readonly line: number;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** By generated line; of a line of several origins the first. */
export function originsOf(map: string): (Origin | undefined)[] {
  const { sources, mappings } = JSON.parse(map) as { sources: string[]; mappings: string };
  let [source, line] = [0, 0];
  return mappings.split(';').map((segments) => {
    let first: Origin | undefined;
    for (const segment of segments === '' ? [] : segments.split(',')) {
      const [, bySource, byLine] = numbersIn(segment);
      if (bySource === undefined) continue;
      source += bySource;
      line += byLine!;
      first ??= { source: sources[source]!, line };
    }
    return first;
  });
}

/** Base64 VLQ: five bits a digit, least first; the sixth says that more follow, the lowest of all is the sign. */
function numbersIn(segment: string): number[] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const character of segment) {
    const digit = DIGITS.indexOf(character);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}
