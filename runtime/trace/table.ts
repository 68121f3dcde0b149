/** Text tables with aligned columns: numbers to the right. */

export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
}

export const left = (title: string): Column => ({ title, align: 'left' });
export const right = (title: string): Column => ({ title, align: 'right' });

/** The lines of a table with its titles, each indented. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const lines = [columns.map(({ title }) => title), ...rows];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)));
  const drawn = (line: readonly string[]) =>
    line.map((text, i) => (columns[i]!.align === 'left' ? text.padEnd(widths[i]!) : text.padStart(widths[i]!)));
  return lines.map((line) => `  ${drawn(line).join('  ')}`.trimEnd());
}

/** Bytes in units of 1024, as in upc_trace. */
export function sizeText(bytes: number): string {
  for (const [unit, size] of [
    ['T', 2 ** 40],
    ['G', 2 ** 30],
    ['M', 2 ** 20],
    ['K', 2 ** 10],
  ] as const)
    if (bytes >= size) return `${(bytes / size).toFixed(2)} ${unit}`;
  return `${Math.round(bytes)} B`;
}

export function timeText(nanoseconds: number): string {
  if (nanoseconds < 1e6) return `${(nanoseconds / 1e3).toFixed(1)} us`;
  if (nanoseconds < 1e9) return `${(nanoseconds / 1e6).toFixed(1)} ms`;
  return `${(nanoseconds / 1e9).toFixed(2)} s`;
}
