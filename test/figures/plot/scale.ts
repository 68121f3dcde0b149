/** Axes: from values to the length of an axis, and round numbers for its ticks. */
import type { Axis, Point } from '../figure.ts';

export interface Scale {
  at(value: number): number;
  readonly ticks: readonly number[];
}

/** Over all values, in [0, length]. */
export function scaleOf({ scale, unit, names }: Axis, values: readonly number[], length: number): Scale {
  if (names !== undefined) return named(names.length, length);
  const shown = values.filter((value) => Number.isFinite(value) && (scale === 'linear' || value > 0));
  if (shown.length === 0) return { at: () => 0, ticks: [] };
  const [least, most] = [Math.min(...shown), Math.max(...shown)];
  return scale === 'log' ? logarithmic(least, most, unit === 'B', length) : linear(least, most, length);
}

function named(count: number, length: number): Scale {
  return { at: (value) => ((value - 0.5) / count) * length, ticks: Array.from({ length: count }, (_, k) => k + 1) };
}

/** From zero, where that does not leave most of the axis empty. */
function linear(least: number, most: number, length: number): Scale {
  const low = least > 0.6 * most ? least - 0.1 * (most - least || most) : Math.min(0, least);
  const step = roundUp((most - low) / 5 || 1);
  const [first, last] = [Math.floor(low / step), Math.ceil(most / step)];
  const ticks = Array.from({ length: last - first + 1 }, (_, k) => Number(((first + k) * step).toPrecision(12)));
  const span = (last - first) * step || 1;
  return { at: (value) => ((value - first * step) / span) * length, ticks };
}

/** By powers of two, of bytes and of what does not range far, or of ten; of many, every so many. */
function logarithmic(least: number, most: number, isBytes: boolean, length: number): Scale {
  const base = isBytes || most / least <= 100 ? 2 : 10;
  const log = (value: number) => Math.log(value) / Math.log(base);
  const [first, last] = [Math.floor(log(least) + 1e-9), Math.ceil(log(most) - 1e-9)];
  const span = last - first || 1;
  const every = Math.ceil(span / 8);
  const ticks = [];
  for (let power = first; power <= last; power += every) ticks.push(base ** power);
  return { at: (value) => ((log(value) - first) / span) * length, ticks };
}

/** 1, 2 or 5 times a power of ten. */
function roundUp(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [1, 2, 5, 10].find((each) => each * power >= step * (1 - 1e-9))!;
  return factor * power;
}

export const valuesOf = (lines: readonly { readonly points: readonly Point[] }[], of: 'x' | 'y'): number[] =>
  lines.flatMap(({ points }) => points.map((point) => point[of]));
