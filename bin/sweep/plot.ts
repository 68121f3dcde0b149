/**
 * A sweep as a drawing (SVG): on the left the time of each point, with the line of ideal scaling where ranks were swept; on the right
 * where each point's time went, as bars of its parts.
 */
import { inTimeUnits, SECOND } from '../../runtime/machines/time.ts';
import type { Point } from './point.ts';
import { PARTS } from './table.ts';
import type { Swept } from './values.ts';

const [WIDTH, HEIGHT] = [420, 300];
const MARGIN = { left: 90, top: 60, right: 30, bottom: 60 };
const PANEL = MARGIN.left + WIDTH + MARGIN.right;
/** Of Okabe and Ito's palette, which all eyes can tell apart. */
const COLOURS = { compute: '#009E73', wait: '#E69F00', network: '#0072B2', contention: '#D55E00', noise: '#999999' };

export function plotOf(title: string, swept: Swept, points: readonly Point[]): string {
  const whole = HEIGHT + MARGIN.top + MARGIN.bottom;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${2 * PANEL}" height="${whole}" viewBox="0 0 ${2 * PANEL} ${whole}" font-family="sans-serif" font-size="12">`,
    '<rect width="100%" height="100%" fill="white"/>',
    `<text x="${PANEL}" y="26" font-size="16" text-anchor="middle">${escaped(title)}</text>`,
    ...timeLines(swept, points),
    ...shareLines(swept, points),
    '</svg>\n',
  ].join('\n');
}

/** Both axes are logarithmic in ranks; of a parameter the points stand side by side. */
function timeLines(swept: Swept, points: readonly Point[]): string[] {
  const ideal = points.map(({ ranks }) => (points[0]!.time * points[0]!.ranks) / ranks);
  const isScaling = swept.name === 'n';
  const times = points.map(({ time }) => time).concat(isScaling ? ideal : []);
  const [least, most] = [Math.min(...times), Math.max(...times)].map(Math.log10) as [number, number];
  const up = (time: number) => MARGIN.top + HEIGHT * (1 - (Math.log10(time) - least) / (most - least || 1));
  const line = (values: readonly number[], style: string) =>
    `<polyline points="${values.map((time, k) => `${across(points, k)},${short(up(time))}`).join(' ')}" fill="none" ${style}/>`;
  const decades = Array.from(
    { length: Math.floor(most) - Math.ceil(least) + 1 },
    (_, k) => 10 ** (Math.ceil(least) + k),
  );
  return [
    frame(MARGIN.left),
    ...ticks(swept, points, MARGIN.left),
    ...[10 ** least, ...decades.slice(0, 12), 10 ** most].map(
      (time) =>
        `<text x="${MARGIN.left - 6}" y="${short(up(time) + 4)}" text-anchor="end">${inTimeUnits(Math.round(time * SECOND))}</text>`,
    ),
    ...(isScaling ? [line(ideal, 'stroke="#999" stroke-dasharray="4 4"')] : []),
    line(
      points.map(({ time }) => time),
      'stroke="#0072B2" stroke-width="2"',
    ),
    ...points.map(
      ({ time, value }, k) =>
        `<circle cx="${across(points, k)}" cy="${short(up(time))}" r="3.5" fill="#0072B2"><title>${value}: ${inTimeUnits(Math.round(time * SECOND))}</title></circle>`,
    ),
    `<text x="${MARGIN.left + WIDTH / 2}" y="${MARGIN.top - 10}" text-anchor="middle">time${isScaling ? ' (dashed: ideal)' : ''}</text>`,
  ];
}

function shareLines(swept: Swept, points: readonly Point[]): string[] {
  const left = PANEL + MARGIN.left;
  const width = Math.min(60, (WIDTH / points.length) * 0.7);
  const bars = points.flatMap((point, k) => {
    let below = 0;
    return PARTS.map((part) => {
      const share = Math.max(0, point[part] / point.time);
      below += share;
      const [x, y] = [short(Number(across(points, k)) + PANEL - width / 2), short(MARGIN.top + HEIGHT * (1 - below))];
      return `<rect x="${x}" y="${y}" width="${short(width)}" height="${short(HEIGHT * share)}" fill="${COLOURS[part]}"><title>${point.value}: ${part} ${(100 * share).toFixed(1)} %</title></rect>`;
    });
  });
  const legend = PARTS.map((part, k) => {
    const x = left + k * (WIDTH / PARTS.length);
    return `<rect x="${short(x)}" y="${MARGIN.top - 20}" width="10" height="10" fill="${COLOURS[part]}"/><text x="${short(x + 14)}" y="${MARGIN.top - 11}">${part}</text>`;
  });
  const shares = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<text x="${left - 6}" y="${MARGIN.top + HEIGHT * (1 - share) + 4}" text-anchor="end">${100 * share} %</text>`,
  );
  return [...bars, frame(left), ...ticks(swept, points, left), ...shares, ...legend];
}

const frame = (left: number): string =>
  `<rect x="${left}" y="${MARGIN.top}" width="${WIDTH}" height="${HEIGHT}" fill="none" stroke="#555"/>`;

/** Of a point, in the left panel. */
const across = (points: readonly Point[], k: number): string =>
  short(MARGIN.left + (WIDTH * (k + 0.5)) / points.length);

function ticks({ name }: Swept, points: readonly Point[], left: number): string[] {
  const each = Math.ceil(points.length / 10);
  const labels = points.flatMap(({ value }, k) =>
    k % each === 0
      ? [
          `<text x="${short(Number(across(points, k)) - MARGIN.left + left)}" y="${MARGIN.top + HEIGHT + 18}" text-anchor="middle">${escaped(value)}</text>`,
        ]
      : [],
  );
  return [
    ...labels,
    `<text x="${left + WIDTH / 2}" y="${MARGIN.top + HEIGHT + 40}" text-anchor="middle">${name === 'n' ? 'ranks' : escaped(name)}</text>`,
  ];
}

const short = (value: number): string => String(Math.round(value * 100) / 100);

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
