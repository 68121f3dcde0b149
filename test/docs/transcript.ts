/**
 * Whether a command has written what a page shows. Threads write in any order, so lines are compared as a set. "..." in a
 * line stands for any text, as a time is; a line of "..." alone for any lines, which the page leaves out.
 */

/** Lines that are expected and missing, and that are there and not expected. */
export interface Difference {
  readonly missing: readonly string[];
  readonly unexpected: readonly string[];
}

export function differenceOf(expected: readonly string[], written: string): Difference {
  const rest = linesOf(written);
  const wanted = expected.filter((line) => line.trim() !== '' && line.trim() !== '...');
  const missing = exactFirst(wanted).filter((line) => !take(rest, patternOf(line)));
  const isPart = expected.some((line) => line.trim() === '...');
  return { missing, unexpected: isPart ? [] : rest };
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');

/** A line with "..." may match one that another line means. */
const exactFirst = (lines: readonly string[]): string[] =>
  [...lines].sort((a, b) => Number(a.includes('...')) - Number(b.includes('...')));

/** Spaces are drawn, so columns whose numbers vary may move. */
function patternOf(line: string): RegExp {
  const parts = line
    .trim()
    .split('...')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'));
  return new RegExp(`^\\s*${parts.join('.*')}$`);
}

function take(lines: string[], pattern: RegExp): boolean {
  const at = lines.findIndex((line) => pattern.test(line));
  if (at >= 0) lines.splice(at, 1);
  return at >= 0;
}
