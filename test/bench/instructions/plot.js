/** Plots of `npm run bench:instructions`: instructions to the post, a group of bars for each operation, a bar for each network and level. */
import { OPERATIONS } from './operations.js';

const COLORS = ['#1b6ca8', '#12456b', '#8fa8b8', '#7fb2d9', '#4f86ad', '#c0392b', '#7d2318', '#c9a09a', '#7d8c3a', '#4f5925'];
const [BAR, GAP, LEFT, TOP, HEIGHT, BOTTOM] = [26, 30, 60, 70, 320, 40];
const PER_LINE = 5;

/** SVG text. */
export function plot(results) {
  const shown = OPERATIONS.filter(({ key }) => results.some(({ costs }) => costs[key]?.post !== undefined));
  const group = results.length * BAR + GAP;
  const width = LEFT + shown.length * group + GAP;
  const largest = Math.max(...results.flatMap(({ costs }) => shown.map(({ key }) => costs[key]?.post ?? 0)));
  const bars = shown.flatMap((operation, place) => groupOf(operation, results, LEFT + place * group, HEIGHT / largest));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${TOP + HEIGHT + BOTTOM}" font-family="sans-serif" font-size="11">`,
    '<rect width="100%" height="100%" fill="white"/>',
    `<text x="${LEFT}" y="18" font-size="14">Instructions from the call to the fabric's entry point</text>`,
    ...results.map(({ network, level }, i) => legend(`${network}, ${level}`, i)),
    ...bars,
    `<line x1="${LEFT - 6}" y1="${TOP + HEIGHT}" x2="${width - GAP}" y2="${TOP + HEIGHT}" stroke="black"/>`,
    '</svg>\n',
  ].join('\n');
}

function groupOf({ key, name }, results, left, scale) {
  const bars = results.flatMap(({ costs }, i) => {
    const { post } = costs[key] ?? {};
    if (post === undefined) return [];
    const [x, height] = [left + i * BAR, post * scale];
    const y = TOP + HEIGHT - height;
    return (
      `<rect x="${x}" y="${y.toFixed(1)}" width="${BAR - 2}" height="${height.toFixed(1)}" fill="${COLORS[i]}"/>` +
      `<text x="${x + BAR / 2 - 1}" y="${(y - 3).toFixed(1)}" text-anchor="middle" font-size="9">${Math.round(post)}</text>`
    );
  });
  return [...bars, `<text x="${left}" y="${TOP + HEIGHT + 16}">${name}</text>`];
}

function legend(name, i) {
  const [x, y] = [LEFT + 150 * (i % PER_LINE), 28 + 16 * Math.floor(i / PER_LINE)];
  return `<rect x="${x}" y="${y}" width="10" height="10" fill="${COLORS[i]}"/><text x="${x + 14}" y="${y + 9}">${name}</text>`;
}
