/**
 * The communication matrix: data moved by each thread (rows) to and from the memory of each thread (columns).
 *
 * In the terminal: numbers for few threads; for many a picture, each character of which aggregates several threads.
 */
import type { Summary, ThreadSummary } from './summary.ts';
import { right, sizeText, table } from './table.ts';

/** Maximum threads shown as numbers. */
const NUMBERED = 16;
/** Width of the picture in characters, and its shades. */
const WIDTH = 64;
const SHADES = ' .:-=+*#%@';

export function matrixLines(threads: readonly ThreadSummary[]): string[] {
  const targets = threads[0]!.messages.length;
  const draw = targets <= NUMBERED ? numbers : picture;
  return [
    ...['', 'MESSAGES (from row to column):', ...draw(threads, ({ messages }) => messages, String)],
    ...['', 'BYTES (from row to column):', ...draw(threads, ({ bytes }) => bytes, sizeText)],
  ];
}

/** Bytes from host to host, where there are several. */
export function hostLines({ hosts, threads }: Summary): string[] {
  const names = [...new Set(hosts)];
  if (names.length === 1) return [];
  const bytes = (from: string, to: string) =>
    threads
      .filter(({ thread }) => hosts[thread] === from)
      .flatMap((each) => each.bytes.filter((_, target) => hosts[target] === to))
      .reduce((sum, each) => sum + each, 0);
  const rows = names.map((from) => [
    from,
    ...names.map((to) => bytes(from, to)).map((sum) => (sum === 0 ? '.' : sizeText(sum))),
  ]);
  return ['', 'BYTES (from host to host):', ...table([right(''), ...names.map((name) => right(name))], rows)];
}

type Row = (thread: ThreadSummary) => readonly number[];
type Text = (value: number) => string;

function numbers(threads: readonly ThreadSummary[], row: Row, text: Text): string[] {
  const titles = row(threads[0]!).map((_, target) => right(String(target)));
  const shown = (value: number) => (value === 0 ? '.' : text(value));
  return table(
    [right('')].concat(titles),
    threads.map((thread) => [String(thread.thread), ...row(thread).map(shown)]),
  );
}

/** Shades on a logarithmic scale. */
function picture(threads: readonly ThreadSummary[], row: Row, text: Text): string[] {
  const targets = row(threads[0]!).length;
  const side = Math.ceil(targets / WIDTH);
  const blocks = Math.ceil(targets / side);
  const values = Array.from({ length: Math.ceil(threads.length / side) }, () => new Array<number>(blocks).fill(0));
  threads.forEach((thread, i) => {
    row(thread).forEach((value, target) => {
      values[Math.floor(i / side)]![Math.floor(target / side)]! += value;
    });
  });
  const most = Math.max(...values.flat());
  const shade = (value: number) =>
    value === 0 ? SHADES[0] : SHADES[1 + Math.floor(((SHADES.length - 2) * Math.log1p(value)) / Math.log1p(most))];
  const lines = values.map((line, i) => `${String(i * side).padStart(6)} |${line.map(shade).join('')}|`);
  const each = side === 1 ? 'a thread' : `${side} threads`;
  const scale = `  a row and a column for ${each}; '@' is ${text(most)}, ' ' nothing, on a scale of logarithms`;
  return [...lines, scale];
}

/** One line per thread: its number, messages to each thread, bytes to each thread. */
export function matrixCsv(threads: readonly ThreadSummary[]): string {
  const targets = threads[0]!.messages.map((_, target) => target);
  const titles = ['messages', 'bytes'].flatMap((what) => targets.map((target) => `${what} to ${target}`));
  const rows = threads.map(({ thread, messages, bytes }) => [thread, ...messages, ...bytes].join());
  return `${[['origin', ...titles].join(), ...rows].join('\n')}\n`;
}
