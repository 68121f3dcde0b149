/** What stands beside an axis: names, bytes by powers of two, other numbers short. */
import type { Axis } from '../figure.ts';

export function tickText(value: number, { unit, names }: Axis): string {
  if (names !== undefined) return names[value - 1] ?? '';
  if (unit === 'B') return bytesText(value);
  if (value !== 0 && (Math.abs(value) >= 1e6 || Math.abs(value) < 1e-3))
    return value.toExponential(0).replace('e+', 'e');
  return value.toLocaleString('en', { maximumFractionDigits: 3 });
}

function bytesText(value: number): string {
  if (value >= 2 ** 20 && value % 2 ** 20 === 0) return `${value / 2 ** 20} MiB`;
  if (value >= 2 ** 10 && value % 2 ** 10 === 0) return `${value / 2 ** 10} KiB`;
  return `${value} B`;
}
