/**
 * Reads a source map (ECMA-426) as far as a stack trace needs it: from a place in the generated file to a place in the source.
 */

export interface SourcePlace {
  readonly source: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** [generated column, source, line, column], all from 0; code that is nobody's has the source NONE. */
type Segment = readonly [number, number, number, number];
const NONE = -1;

interface MapFile {
  readonly sources: readonly string[];
  readonly sourceRoot?: string;
  readonly mappings: string;
  /** Functions of the program that have another name in the generated file. */
  readonly x_pgasc_functions?: Readonly<Record<string, string>>;
  /** Where functions of the program begin. */
  readonly x_pgasc_beginnings?: readonly Beginning[];
}

/** All from 0; C's name, and that of linked programs. Neither is known where one macro makes several functions. */
type Beginning = readonly [source: number, line: number, column: number, name: string, linked: string];

/** A function of the sources. */
export interface SourceFunction {
  readonly name: string;
  readonly linked: string;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const DIGIT_VALUES = new Map(Array.from(DIGITS, (digit, value) => [digit, value]));
const CONTINUES = 32;

export class SourceMap {
  private readonly lines: readonly Segment[][];
  private readonly sources: readonly string[];
  private readonly functions: Readonly<Record<string, string>>;
  private readonly beginnings: readonly Beginning[];

  constructor(text: string) {
    const { sources, sourceRoot = '', mappings, ...more } = JSON.parse(text) as MapFile;
    this.functions = more.x_pgasc_functions ?? {};
    this.beginnings = more.x_pgasc_beginnings ?? [];
    this.sources = sources.map((source) => sourceRoot + source);
    this.lines = decode(mappings);
  }

  /** The program's name of a function. */
  functionName(name: string): string {
    return this.functions[name] ?? name;
  }

  /** The function with this name in the linked program, unless the compiler has made it. */
  functionLinked(linked: string): SourceFunction | undefined {
    return named(this.beginnings.find(([, , , , name]) => name === linked));
  }

  /** The function whose text is at a place: the last that begins before it. */
  functionAt({ source, line, column }: SourcePlace): SourceFunction | undefined {
    const before = this.beginnings.filter(
      ([of, atLine, atColumn]) =>
        this.sources[of] === source && (atLine + 1 < line || (atLine + 1 === line && atColumn + 1 <= column)),
    );
    const last = before.reduce<Beginning | undefined>(
      (one, other) => (one && isBehind(one, other) ? one : other),
      undefined,
    );
    return named(last);
  }

  /** The place that the last segment at or before the column maps to; line and column from 1. */
  find(line: number, column: number): SourcePlace | undefined {
    let found: Segment | undefined;
    for (const segment of this.lines[line - 1] ?? []) {
      if (segment[0] > column - 1) break;
      found = segment;
    }
    found ??= this.lines[line - 1]?.[0] ?? this.before(line - 1);
    if (found === undefined || found[1] === NONE) return undefined;
    return { source: this.sources[found[1]] ?? '?', line: found[2] + 1, column: found[3] + 1 };
  }

  /** The last segment of the lines just before. */
  private before(index: number): Segment | undefined {
    for (let at = index - 1; at >= Math.max(0, index - CONTINUED); at--) {
      const last = this.lines[at]?.at(-1);
      if (last !== undefined) return last;
    }
    return undefined;
  }
}

const named = (found: Beginning | undefined): SourceFunction | undefined =>
  found && found[3] !== '' ? { name: found[3], linked: found[4] } : undefined;

const isBehind = ([, line, column]: Beginning, [, otherLine, otherColumn]: Beginning): boolean =>
  line > otherLine || (line === otherLine && column > otherColumn);

/** An expression may go on over so many lines without a segment of their own. */
const CONTINUED = 3;

function decode(mappings: string): Segment[][] {
  const sums = [0, 0, 0];
  return mappings.split(';').map((line) => {
    let column = 0;
    const segments: Segment[] = [];
    for (const text of line.split(',')) {
      const fields = decodeFields(text);
      if (fields.length === 0) continue;
      column += fields[0]!;
      if (fields.length < 4) {
        segments.push([column, NONE, 0, 0]);
        continue;
      }
      for (let i = 0; i < 3; i++) sums[i]! += fields[i + 1]!;
      segments.push([column, sums[0]!, sums[1]!, sums[2]!]);
    }
    return segments;
  });
}

/** Base 64 VLQ: five bits a digit, least significant first, the sign in the lowest bit. */
function decodeFields(text: string): number[] {
  const fields: number[] = [];
  let value = 0;
  let shift = 0;
  for (const character of text) {
    const digit = DIGIT_VALUES.get(character) ?? 0;
    value += (digit & (CONTINUES - 1)) << shift;
    shift += 5;
    if (digit & CONTINUES) continue;
    fields.push(value & 1 ? -(value >>> 1) : value >>> 1);
    value = shift = 0;
  }
  return fields;
}
