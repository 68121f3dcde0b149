/**
 * Points from what programs print: the figures' own programs print lines "NAME X Y" (programs' points.h), the samples sentences with numbers.
 */
import { NotRun, type Point } from './figure.ts';

/** All points of a line of the figures' own programs, by x. */
export function pointsNamed(name: string, output: string): Point[] {
  const points: Point[] = [];
  for (const line of output.split('\n')) {
    const words = line.trim().split(/\s+/);
    if (words.length === 3 && words[0] === name)
      points.push({ x: numberOf(words[1]!, line), y: numberOf(words[2]!, line) });
  }
  return points;
}

/** The numbers that a pattern's groups match in a sentence, of its last match; throws where the program has not printed it. */
export function numbersIn(pattern: RegExp, output: string): number[] {
  const found = [...output.matchAll(new RegExp(pattern, 'g'))].at(-1);
  if (found === undefined) throw new Error(`the program has not printed ${pattern}`);
  return found.slice(1).map((text) => numberOf(text, found[0]));
}

function numberOf(text: string, line: string): number {
  const number = Number(text);
  if (text === '' || !Number.isFinite(number)) throw new Error(`"${text}" in "${line}" is no number`);
  return number;
}

/** Of the point at x; a run of smaller sizes (--quick) has none. */
export function at(points: readonly Point[], x: number): number {
  const point = points.find((each) => each.x === x);
  if (point === undefined) throw new NotRun(`the run has no point at ${x}`);
  return point.y;
}

export const largest = (points: readonly Point[]): number => Math.max(...points.map(({ y }) => y));
export const smallest = (points: readonly Point[]): number => Math.min(...points.map(({ y }) => y));
export const average = (points: readonly Point[]): number => points.reduce((sum, { y }) => sum + y, 0) / points.length;

/** Where y first reaches so much, by interpolation along log x. */
export function reaches(points: readonly Point[], y: number): number {
  const after = points.findIndex((each) => each.y >= y);
  if (after < 0) throw new NotRun(`no point of the run reaches ${y}`);
  if (after === 0) return points[0]!.x;
  const [a, b] = [points[after - 1]!, points[after]!];
  return a.x * (b.x / a.x) ** ((y - a.y) / (b.y - a.y));
}
