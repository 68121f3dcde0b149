/**
 * A plot as SVG: ours as lines with dots, what the document prints as open diamonds joined by dashes. Colours are classes, which the page gives for light
 * and for dark.
 */
import type { Axis, Point } from '../figure.ts';
import { tickText } from './numbers.ts';
import { type Scale, scaleOf, valuesOf } from './scale.ts';

const [WIDTH, HEIGHT] = [620, 320];
const [LEFT, RIGHT, TOP, BOTTOM] = [64, 16, 14, 46];
const [ACROSS, DOWN] = [WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM];
/** Dots of lines with more points would hide the line. */
const MOST_DOTS = 40;
/** Classes of colours. */
const COLOURS = 6;

export interface Plotted {
  readonly name: string;
  readonly points: readonly Point[];
  readonly isPublished: boolean;
}

export interface Plot {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly lines: readonly Plotted[];
}

export function svgOf({ title, x, y, lines }: Plot): string {
  const across = scaleOf(x, valuesOf(lines, 'x'), ACROSS);
  const up = scaleOf(y, valuesOf(lines, 'y'), DOWN);
  const place = (point: Point): Point => ({ x: LEFT + across.at(point.x), y: TOP + DOWN - up.at(point.y) });
  const parts = [
    ...gridOf(y, up),
    ...ticksOf(x, across),
    labelOf(x, `x="${LEFT + ACROSS / 2}" y="${HEIGHT - 8}" text-anchor="middle"`),
    labelOf(y, `transform="translate(14 ${TOP + DOWN / 2}) rotate(-90)" text-anchor="middle"`),
    ...lines.map((line, k) => lineOf({ ...line, points: line.points.map(place) }, k % COLOURS, x.names === undefined)),
  ];
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">\n${parts.join('\n')}\n</svg>`;
}

/** Names and marks of the lines, as HTML beside the plot. */
export function legendOf(lines: readonly Plotted[]): string {
  const items = lines.map(({ name, isPublished }, k) => {
    const mark = isPublished
      ? '<path class="mark" d="M11 1 L16 6 L11 11 L6 6 Z"/>'
      : '<circle class="dot" cx="11" cy="6" r="3.5"/>';
    const stroke = `<path class="line${isPublished ? ' dashed' : ''}" d="M0 6 H22"/>`;
    return `<li><svg class="key c${k % COLOURS}" viewBox="0 0 22 12">${stroke}${mark}</svg>${escaped(name)}</li>`;
  });
  return `<ul class="legend">${items.join('')}</ul>`;
}

function gridOf(axis: Axis, scale: Scale): string[] {
  return scale.ticks.map((tick) => {
    const at = rounded(TOP + DOWN - scale.at(tick));
    const text = `<text class="tick" x="${LEFT - 8}" y="${at + 4}" text-anchor="end">${tickText(tick, axis)}</text>`;
    return `<path class="grid" d="M${LEFT} ${at} H${LEFT + ACROSS}"/>${text}`;
  });
}

function ticksOf(axis: Axis, scale: Scale): string[] {
  const foot = TOP + DOWN;
  return scale.ticks.map((tick) => {
    const at = rounded(LEFT + scale.at(tick));
    const text = `<text class="tick" x="${at}" y="${foot + 18}" text-anchor="middle">${tickText(tick, axis)}</text>`;
    return `<path class="axis" d="M${at} ${foot} v5"/>${text}`;
  });
}

/** Bytes say so themselves. */
function labelOf({ name, unit }: Axis, place: string): string {
  const text = unit === undefined || unit === 'B' ? name : `${name}, ${unit}`;
  return `<text class="label" ${place}>${escaped(text)}</text>`;
}

function lineOf({ points, isPublished }: Plotted, colour: number, isJoined: boolean): string {
  const path = points.map(({ x, y }, k) => `${k === 0 ? 'M' : 'L'}${rounded(x)} ${rounded(y)}`).join(' ');
  const marks = isPublished || points.length <= MOST_DOTS ? points.map(isPublished ? diamond : dot) : [];
  const line = isJoined && points.length > 1 ? `<path class="line${isPublished ? ' dashed' : ''}" d="${path}"/>` : '';
  return `<g class="c${colour}">${line}${marks.join('')}</g>`;
}

const dot = ({ x, y }: Point): string => `<circle class="dot" cx="${rounded(x)}" cy="${rounded(y)}" r="3.5"/>`;
const diamond = ({ x, y }: Point): string =>
  `<path class="mark" d="M${rounded(x)} ${rounded(y - 5)} l5 5 l-5 5 l-5 -5 Z"/>`;
const rounded = (value: number): number => Math.round(value * 10) / 10;

export function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
