/** A sweep's points as a table for people, and as CSV. */
import { inTimeUnits, SECOND } from '../../runtime/machines/time.ts';
import { efficiency, type Parts, type Point, speedup } from './point.ts';
import type { Swept } from './values.ts';

export const PARTS = ['compute', 'wait', 'network', 'contention', 'noise'] as const satisfies (keyof Parts)[];

/** Speedup and efficiency are of the number of ranks alone. `unit`: of the others, where the values have none. */
const headOf = ({ name }: Swept, unit = ''): string[] => [
  name,
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
  const all = [headOf(swept), ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all.map((row) => row.map((cell, column) => cell.padStart(widths[column]!)).join('  ')).join('\n');
}

export function csvOf(swept: Swept, points: readonly Point[]): string {
  const rows = points.map((point) => [
    point.value,
    point.time,
    ...(swept.name === 'n' ? [speedup(points[0]!, point), efficiency(points[0]!, point)] : []),
    ...PARTS.map((part) => point[part]),
  ]);
  return `${[headOf(swept, ' (s)'), ...rows].map((row) => row.join(',')).join('\n')}\n`;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
