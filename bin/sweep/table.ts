/** A sweep's points as a table for people, and as CSV. */
import { inTimeUnits, SECOND } from '../../runtime/machines/time.ts';
import { efficiency, type Parts, type Point, speedup } from './point.ts';
import { inOneUnit, type Swept } from './values.ts';

export const PARTS = ['compute', 'wait', 'network', 'contention', 'noise'] as const satisfies (keyof Parts)[];

/** Speedup and efficiency are of the number of ranks alone. `unit`: of the times, where they have none. */
const headOf = (first: string, { name }: Swept, unit = ''): string[] => [
  first,
  `time${unit}`,
  ...(name === 'n' ? ['speedup', 'efficiency'] : []),
  ...PARTS.map((part) => part + unit),
];

export function tableOf(swept: Swept, points: readonly Point[]): string {
  const rows = points.map((point) => [
    point.value,
    inTimeUnits(Math.round(point.time * SECOND)),
    ...(swept.name === 'n' ? [speedup(points[0]!, point).toFixed(2), percent(efficiency(points[0]!, point))] : []),
    ...PARTS.map((part) => percent(point[part] / point.time)),
  ]);
  const all = [headOf(swept.name, swept), ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all.map((row) => row.map((cell, column) => cell.padStart(widths[column]!)).join('  ')).join('\n');
}

/** Numbers are plain decimals, to the picosecond and the millionth; their units stand in the head. */
export function csvOf(swept: Swept, points: readonly Point[]): string {
  const { unit, numbers } = inOneUnit(points.map(({ value }) => value));
  const rows = points.map((point, k) => [
    numbers[k]!,
    seconds(point.time),
    ...(swept.name === 'n' ? [ratio(speedup(points[0]!, point)), ratio(efficiency(points[0]!, point))] : []),
    ...PARTS.map((part) => seconds(point[part])),
  ]);
  const head = headOf(unit === '' ? swept.name : `${swept.name} (${unit})`, swept, ' (s)');
  return `${[head, ...rows].map((row) => row.join(',')).join('\n')}\n`;
}

const seconds = (time: number): string => time.toFixed(12);
const ratio = (value: number): string => value.toFixed(6);
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
