/** A plot of the figures of `npm run bench:instructions`: a group of bars for each operation, a bar for each network. */
import { OPERATIONS } from './report.js';

const COLORS = ['#1b6ca8', '#7fb2d9', '#c0392b', '#7d8c3a', '#d9a441'];
const [BAR, GAP, LEFT, TOP, HEIGHT, BOTTOM] = [26, 30, 60, 50, 320, 70];

/** SVG text. */
export function plot(results) {
  const group = results.length * BAR + GAP;
  const width = LEFT + OPERATIONS.length * group + GAP;
  const largest = Math.max(...results.flatMap(({ costs }) => OPERATIONS.map(({ key }) => costs[key].path)));
  const scale = HEIGHT / largest;
  const bars = OPERATIONS.flatMap((operation, place) => groupOf(operation, results, LEFT + place * group, scale));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${TOP + HEIGHT + BOTTOM}" font-family="sans-serif" font-size="11">`,
    '<rect width="100%" height="100%" fill="white"/>',
    `<text x="${LEFT}" y="18" font-size="14">Instructions from the call to the fabric's entry point</text>`,
    ...results.map(({ name }, i) => legend(name, i)),
    ...bars,
    `<line x1="${LEFT - 6}" y1="${TOP + HEIGHT}" x2="${width - GAP}" y2="${TOP + HEIGHT}" stroke="black"/>`,
    '</svg>\n',
  ].join('\n');
}

function groupOf({ key, name }, results, left, scale) {
  const bars = results.map(({ costs }, i) => {
    const { path } = costs[key];
    const [x, height] = [left + i * BAR, Math.max(path, 0) * scale];
    const y = TOP + HEIGHT - height;
    return (
      `<rect x="${x}" y="${y.toFixed(1)}" width="${BAR - 2}" height="${height.toFixed(1)}" fill="${COLORS[i]}"/>` +
      `<text x="${x + BAR / 2 - 1}" y="${(y - 3).toFixed(1)}" text-anchor="middle" font-size="9">${Math.round(path)}</text>`
    );
  });
  const lines = name.split(', ').map((text, i) => `<text x="${left}" y="${TOP + HEIGHT + 16 + 14 * i}">${text}</text>`);
  return [...bars, ...lines];
}

function legend(name, i) {
  const x = LEFT + 110 * i;
  return `<rect x="${x}" y="28" width="10" height="10" fill="${COLORS[i]}"/><text x="${x + 14}" y="37">${name}</text>`;
}
