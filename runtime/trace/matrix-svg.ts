/**
 * The communication matrix as a drawing (SVG): messages on the left, bytes on the right; a row per origin, a column per
 * target.
 *
 * Darker squares mean more, on a logarithmic scale. For many threads squares are aggregated; where there is room, they
 * contain numbers. A tooltip describes each square.
 */
import type { ThreadSummary } from './summary.ts';
import { sizeText } from './table.ts';

/** Side of a panel's grid, and maximum squares along it. */
const SIDE = 480;
const MOST_SQUARES = 128;
/** Maximum threads whose squares contain numbers. */
const NUMBERED = 12;
const MARGIN = { left: 70, top: 80, right: 40, bottom: 80 };
const PANEL = MARGIN.left + SIDE + MARGIN.right;
const HEIGHT = MARGIN.top + SIDE + MARGIN.bottom;
/** Steps of the legend. */
const STEPS = 24;

interface Panel {
  readonly title: string;
  readonly left: number;
  /** Rows of squares. */
  readonly values: readonly (readonly number[])[];
  /** Threads aggregated in a square, in each direction. */
  readonly threadsEach: number;
  readonly threads: number;
  readonly text: (value: number) => string;
}

export function matrixSvg(program: string, threads: readonly ThreadSummary[]): string {
  const count = threads.length;
  const threadsEach = Math.ceil(count / MOST_SQUARES);
  const common = { threads: count, threadsEach };
  const panels: Panel[] = [
    { ...common, title: 'messages', left: 0, values: squares(threads, threadsEach, 'messages'), text: countText },
    { ...common, title: 'bytes', left: PANEL, values: squares(threads, threadsEach, 'bytes'), text: sizeText },
  ];
  const plural = count === 1 ? 'thread' : 'threads';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${2 * PANEL}" height="${HEIGHT}" viewBox="0 0 ${2 * PANEL} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="white"/>`,
    `<text x="${PANEL}" y="26" font-size="18" text-anchor="middle">communication of ${escaped(program)}, ${count} ${plural}</text>`,
    ...panels.flatMap(panelLines),
    '</svg>\n',
  ].join('\n');
}

function squares(threads: readonly ThreadSummary[], each: number, what: 'messages' | 'bytes'): number[][] {
  const side = Math.ceil(threads.length / each);
  const values = Array.from({ length: side }, () => new Array<number>(side).fill(0));
  threads.forEach((thread, origin) => {
    thread[what].forEach((value, target) => {
      values[Math.floor(origin / each)]![Math.floor(target / each)]! += value;
    });
  });
  return values;
}

function panelLines(panel: Panel): string[] {
  const { left, title } = panel;
  const [x, y] = [left + MARGIN.left, MARGIN.top];
  return [
    `<text x="${x + SIDE / 2}" y="${y - 30}" font-size="14" text-anchor="middle">${title}</text>`,
    `<text x="${x + SIDE / 2}" y="${y + SIDE + 34}" text-anchor="middle">to thread</text>`,
    `<text transform="translate(${x - 40} ${y + SIDE / 2}) rotate(-90)" text-anchor="middle">from thread</text>`,
    ...squareLines(panel, x, y),
    `<rect x="${x}" y="${y}" width="${SIDE}" height="${SIDE}" fill="none" stroke="#555"/>`,
    ...tickLines(panel, x, y),
    ...legendLines(panel, x, y + SIDE + 48),
  ];
}

function squareLines({ values, text, threadsEach, threads }: Panel, x: number, y: number): string[] {
  const size = SIDE / values.length;
  const most = Math.max(...values.flat());
  return values.flatMap((row, origin) =>
    row.flatMap((value, target) => {
      if (value === 0) return [];
      const [left, top] = [x + target * size, y + origin * size];
      const who = `${range(origin, threadsEach, threads)} to ${range(target, threadsEach, threads)}: ${text(value)}`;
      const share = shareOf(value, most);
      const square = `<rect x="${short(left)}" y="${short(top)}" width="${short(size)}" height="${short(size)}" fill="${colour(share)}"><title>${who}</title></rect>`;
      if (threads > NUMBERED) return [square];
      const fill = share > 0.55 ? 'white' : 'black';
      const label = `<text x="${short(left + size / 2)}" y="${short(top + size / 2 + 4)}" font-size="10" text-anchor="middle" fill="${fill}">${text(value)}</text>`;
      return [square, label];
    }),
  );
}

function range(square: number, each: number, threads: number): string {
  const last = Math.min((square + 1) * each, threads) - 1;
  return each === 1 ? String(square) : `${square * each}..${last}`;
}

/** Thread numbers along both sides, as many as fit. */
function tickLines({ values, threadsEach }: Panel, x: number, y: number): string[] {
  const size = SIDE / values.length;
  const step = Math.ceil(values.length / 16);
  const lines: string[] = [];
  for (let square = 0; square < values.length; square += step) {
    const middle = short((square + 0.5) * size);
    lines.push(
      `<text x="${short(x + Number(middle))}" y="${y + SIDE + 16}" text-anchor="middle">${square * threadsEach}</text>`,
      `<text x="${x - 8}" y="${short(y + Number(middle) + 4)}" text-anchor="end">${square * threadsEach}</text>`,
    );
  }
  return lines;
}

function legendLines({ values, text }: Panel, x: number, y: number): string[] {
  const most = Math.max(...values.flat());
  if (most === 0) return [`<text x="${x + SIDE / 2}" y="${y + 16}" text-anchor="middle">nothing</text>`];
  const width = SIDE / 2 / STEPS;
  const steps = Array.from({ length: STEPS }, (_, i) => {
    const left = short(x + SIDE / 4 + i * width);
    return `<rect x="${left}" y="${y}" width="${short(width + 0.5)}" height="12" fill="${colour((i + 0.5) / STEPS)}"/>`;
  });
  return [
    ...steps,
    `<text x="${x + SIDE / 4 - 6}" y="${y + 10}" text-anchor="end">${text(1)}</text>`,
    `<text x="${x + (3 * SIDE) / 4 + 8}" y="${y + 10}">${text(most)}</text>`,
  ];
}

/** Share of the largest value, on a logarithmic scale: 0 to 1. */
function shareOf(value: number, most: number): number {
  return most <= 1 ? 1 : Math.log(value) / Math.log(most);
}

const LIGHT = [205, 222, 240] as const;
const DARK = [8, 48, 107] as const;

function colour(share: number): string {
  const [red, green, blue] = LIGHT.map((light, i) => Math.round(light + share * (DARK[i]! - light)));
  return `rgb(${red},${green},${blue})`;
}

/** Abbreviates large counts: 12k, 3.4M. */
function countText(value: number): string {
  if (value < 10_000) return String(value);
  return value < 1e6 ? `${(value / 1e3).toFixed(1)}k` : `${(value / 1e6).toFixed(1)}M`;
}

const short = (value: number): string => String(Math.round(value * 100) / 100);

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
