/** Numbers beside an axis: bytes by powers of two, others short. */
export function tickText(value: number, unit: string | undefined): string {
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
