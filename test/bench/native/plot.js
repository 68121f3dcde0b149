/** The plot of `npm run bench:native`: for each kernel a bar for each level, times of gcc; the targets are lines. */
import { LEVELS, mean } from './kernels.js';

const COLORS = ['#1b6ca8', '#e0913a'];
const [BAR, GAP, LEFT, RIGHT, TOP, HEIGHT, BOTTOM] = [26, 24, 50, 130, 56, 320, 40];
/** That of the title. */
const LEAST_WIDTH = 600;
/** Times of gcc where the axis ends: a longer bar is cut there, its number tells. */
const MOST = 3;

/** SVG text. */
export function plot(results) {
  const groups = [...results, { name: 'mean', levels: LEVELS.map((_, i) => ({ ratio: mean(results.map(({ levels }) => levels[i].ratio)) })) }];
  const right = LEFT + groups.length * (LEVELS.length * BAR + GAP) + GAP / 2;
  const width = Math.max(right + RIGHT, LEAST_WIDTH);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${TOP + HEIGHT + BOTTOM}" font-family="sans-serif" font-size="12">`,
    '<rect width="100%" height="100%" fill="white"/>',
    `<text x="${LEFT}" y="20" font-size="15">Time of pgasc's WebAssembly, as a multiple of gcc's at the same level</text>`,
    ...LEVELS.map(({ level }, i) => legend(level, i)),
    ...axis(right),
    ...groups.flatMap((group, place) => bars(group, LEFT + GAP / 2 + place * (LEVELS.length * BAR + GAP))),
    ...targets(right),
    '</svg>\n',
  ].join('\n');
}

const heightOf = (ratio) => (Math.min(ratio, MOST) / MOST) * HEIGHT;
const yOf = (ratio) => (TOP + HEIGHT - heightOf(ratio)).toFixed(1);

function legend(level, i) {
  const x = LEFT + 70 * i;
  return `<rect x="${x}" y="32" width="11" height="11" fill="${COLORS[i]}"/><text x="${x + 16}" y="42">${level}</text>`;
}

function axis(right) {
  const steps = Array.from({ length: 2 * MOST + 1 }, (_, i) => i / 2);
  return steps.map(
    (ratio) =>
      `<line x1="${LEFT}" y1="${yOf(ratio)}" x2="${right}" y2="${yOf(ratio)}" stroke="${ratio === 0 ? 'black' : '#dddddd'}"/>` +
      `<text x="${LEFT - 8}" y="${Number(yOf(ratio)) + 4}" text-anchor="end">${ratio.toFixed(1)}</text>`,
  );
}

function bars({ name, levels }, left) {
  const weight = name === 'mean' ? ' font-weight="bold"' : '';
  const middle = left + (levels.length * BAR) / 2;
  return [
    ...levels.map(({ ratio }, i) => bar(ratio, left + i * BAR, COLORS[i])),
    `<text x="${middle}" y="${TOP + HEIGHT + 18}" text-anchor="middle"${weight}>${name}</text>`,
  ];
}

/** Its number stands inside, at the foot, where no target's line runs through it. */
function bar(ratio, x, color) {
  const middle = x + (BAR - 2) / 2;
  return (
    `<rect x="${x}" y="${yOf(ratio)}" width="${BAR - 2}" height="${heightOf(ratio).toFixed(1)}" fill="${color}"/>` +
    `<text x="${middle}" y="${TOP + HEIGHT - 6}" text-anchor="middle" font-size="10" fill="white">${ratio.toFixed(2)}</text>`
  );
}

function targets(right) {
  return LEVELS.flatMap(({ level, mean, each }, i) => [
    line(mean, `mean ${level}: ${mean}`, right, COLORS[i]),
    ...(each === undefined ? [] : [line(each, `each ${level}: ${each}`, right, COLORS[i])]),
  ]);
}

function line(ratio, text, right, color) {
  return (
    `<line x1="${LEFT}" y1="${yOf(ratio)}" x2="${right}" y2="${yOf(ratio)}" stroke="${color}" stroke-width="1.5" stroke-dasharray="5 3"/>` +
    `<text x="${right + 6}" y="${Number(yOf(ratio)) + 4}" fill="${color}">${text}</text>`
  );
}
