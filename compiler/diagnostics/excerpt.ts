/**
 * The source line of a diagnostic with the place marked under it.
 *
 * One idea: what goes under a character is as wide as the character: a tab stays a tab, wide characters take two
 * columns, long lines are cut around the place.
 */
import { type Location, lineText, physicalLine, positionOf } from '../source/source.ts';

export interface Excerpt {
  /** `  12 | text` */
  readonly source: string;
  /** `     | ` */
  readonly gutter: string;
  /** `    ^~~~` */
  readonly marks: string;
}

/** Longer lines are cut; so much is left before the place. */
const WIDTH = 160;
const BEFORE = 60;

/** The line that holds a location and the marks under it. */
export function excerpt(location: Location): Excerpt {
  const text = lineText(location);
  const start = columnOf(location);
  const end = Math.min(Math.max(start + location.length, start + 1), Math.max(text.length, start + 1));
  const { from, to } = shownPart(text, start);
  const cut = { before: from > 0 ? '...' : '', after: to < text.length ? '...' : '' };
  const number = String(positionOf(location).line).padStart(5);
  return {
    source: `${number} | ${cut.before}${printable(text.slice(from, to))}${cut.after}`.trimEnd(),
    gutter: `${' '.repeat(number.length)} | ${' '.repeat(cut.before.length)}`,
    marks: blanks(text.slice(from, start)) + marks(text.slice(start, Math.min(end, to))),
  };
}

/** The line under the excerpt of a place for `text` to stand under the first column of another of the same line. */
export function aligned(location: Location, under: Location, text: string): string {
  const line = lineText(location);
  const { from } = shownPart(line, columnOf(location));
  return blanks(line.slice(from, columnOf(under))) + text;
}

/** True where both places are on one line of one file. */
export function onOneLine(a: Location, b: Location): boolean {
  return a.file === b.file && physicalLine(a.file, a.offset) === physicalLine(b.file, b.offset);
}

function columnOf({ file, offset }: Location): number {
  return offset - (file.lineStarts[physicalLine(file, offset) - 1] as number);
}

function shownPart(text: string, start: number): { from: number; to: number } {
  if (text.length <= WIDTH) return { from: 0, to: text.length };
  const from = Math.max(0, start - BEFORE);
  return { from, to: Math.min(text.length, from + WIDTH) };
}

/** A caret and tildes as wide as the text. */
function marks(text: string): string {
  return `^${'~'.repeat(Math.max(0, blanks(text.replaceAll('\t', ' ')).length - 1))}`;
}

function blanks(text: string): string {
  let result = '';
  for (const character of text) result += character === '\t' ? '\t' : ' '.repeat(columns(character));
  return result;
}

const WIDE =
  /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]$/u;
const NARROWER = /^[\p{Mn}\p{Me}\u200b-\u200f]$/u;

/** Columns that a terminal gives a character. */
function columns(character: string): number {
  if (character < '\x7f') return 1;
  if (NARROWER.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** The text with what a terminal might obey made visible. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\t]|\p{Cs}/gu, '\ufffd');
}
