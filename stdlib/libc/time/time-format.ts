/**
 * strftime's directives in the "C" locale, with GNU's flags `_ - 0 ^ #` and widths. (C99 7.23.3.5, POSIX)
 * One table from a directive to its text; composite directives are formats themselves.
 */
import { type BrokenDown, isoWeek, secondsOf } from './calendar.ts';

export const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
export const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** A number with its least width and what fills it, or text. */
type Piece = string | { readonly value: number; readonly width: number; readonly pad: '0' | ' ' };

const zeros = (value: number, width: number): Piece => ({ value, width, pad: '0' });
const spaces = (value: number, width: number): Piece => ({ value, width, pad: ' ' });
const name = (names: readonly string[], index: number) => names[index] ?? '?';
const twelve = (hours: number) => (hours % 12 === 0 ? 12 : hours % 12);
const floorMod = (x: number, y: number) => ((x % y) + y) % y;
const halfDay = (hours: number) => (hours >= 12 ? 'PM' : 'AM');

function offsetText(offset: number): string {
  const minutes = Math.floor(Math.abs(offset) / 60);
  return `${offset < 0 ? '-' : '+'}${String(Math.floor(minutes / 60) * 100 + (minutes % 60)).padStart(4, '0')}`;
}

const DIRECTIVES: Readonly<Record<string, (t: BrokenDown) => Piece>> = {
  a: (t) => name(DAYS, t.weekday).slice(0, 3),
  A: (t) => name(DAYS, t.weekday),
  b: (t) => name(MONTHS, t.month).slice(0, 3),
  B: (t) => name(MONTHS, t.month),
  h: (t) => name(MONTHS, t.month).slice(0, 3),
  C: (t) => zeros(Math.floor((t.year + 1900) / 100), 2),
  d: (t) => zeros(t.day, 2),
  e: (t) => spaces(t.day, 2),
  g: (t) => zeros(floorMod(isoWeek(t).year, 100), 2),
  G: (t) => zeros(isoWeek(t).year, 1),
  H: (t) => zeros(t.hours, 2),
  I: (t) => zeros(twelve(t.hours), 2),
  j: (t) => zeros(t.yearday + 1, 3),
  k: (t) => spaces(t.hours, 2),
  l: (t) => spaces(twelve(t.hours), 2),
  m: (t) => zeros(t.month + 1, 2),
  M: (t) => zeros(t.minutes, 2),
  n: () => '\n',
  p: (t) => halfDay(t.hours),
  P: (t) => halfDay(t.hours).toLowerCase(),
  s: (t) => zeros(secondsOf(t) - t.offset, 1),
  S: (t) => zeros(t.seconds, 2),
  t: () => '\t',
  u: (t) => zeros(((t.weekday + 6) % 7) + 1, 1),
  U: (t) => zeros(Math.floor((t.yearday - t.weekday + 7) / 7), 2),
  V: (t) => zeros(isoWeek(t).week, 2),
  w: (t) => zeros(t.weekday, 1),
  W: (t) => zeros(Math.floor((t.yearday - ((t.weekday + 6) % 7) + 7) / 7), 2),
  y: (t) => zeros(floorMod(t.year, 100), 2),
  Y: (t) => zeros(t.year + 1900, 1),
  z: (t) => offsetText(t.offset),
  Z: (t) => t.zone,
  '%': () => '%',
};
/** Directives that stand for several, in the "C" locale. */
export const COMPOSITES: Readonly<Record<string, string>> = {
  c: '%a %b %e %H:%M:%S %Y',
  D: '%m/%d/%y',
  F: '%Y-%m-%d',
  r: '%I:%M:%S %p',
  R: '%H:%M',
  T: '%H:%M:%S',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
};

const DIRECTIVE = /%([_\-0^#]*)(\d*)([EO]?)(.?)/gs;

/** The text; characters outside directives are copied. */
export function formatTime(format: string, time: BrokenDown): string {
  return format.replace(DIRECTIVE, (whole, flags: string, width: string, _modifier: string, letter: string) => {
    const composite = COMPOSITES[letter];
    const piece = composite === undefined ? DIRECTIVES[letter]?.(time) : formatTime(composite, time);
    return piece === undefined ? whole : spell(piece, flags, width === '' ? 0 : Number(width), letter);
  });
}

function spell(piece: Piece, flags: string, width: number, letter: string): string {
  if (typeof piece !== 'string') return spellNumber(piece, flags, width);
  const padding = flags.includes('0') ? '0' : ' ';
  return changeCase(piece, flags, letter).padStart(width, padding);
}

function changeCase(text: string, flags: string, letter: string): string {
  if (flags.includes('#') && 'pZ'.includes(letter)) return text.toLowerCase();
  return flags.includes('^') || flags.includes('#') ? text.toUpperCase() : text;
}

function spellNumber({ value, width: least, pad }: Exclude<Piece, string>, flags: string, width: number): string {
  const flag = [...flags].findLast((f) => '_-0'.includes(f));
  const digits = String(Math.abs(value));
  const sign = value < 0 ? '-' : '';
  if (flag === '-') return (sign + digits).padStart(width, pad);
  const total = Math.max(width, least + (sign === '' || pad === ' ' ? 0 : 1));
  if (flag === '_' || (flag === undefined && pad === ' ')) return (sign + digits).padStart(total, ' ');
  return sign + digits.padStart(total - sign.length, '0');
}

/** asctime's form, which is strftime's "%a %b %e %H:%M:%S %Y" with the day padded to three and a newline. */
export function ascTime(t: BrokenDown): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = `${two(t.hours)}:${two(t.minutes)}:${two(t.seconds)}`;
  const short = (names: readonly string[], index: number) => (names[index] ?? '???').slice(0, 3);
  const day = String(t.day).padStart(3);
  return `${short(DAYS, t.weekday)} ${short(MONTHS, t.month)}${day} ${clock} ${t.year + 1900}\n`;
}
