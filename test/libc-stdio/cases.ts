/** Random cases, the same for the same seed: formats with values, texts of numbers, inputs to scan. */

/** mulberry32. */
export function random(seed: number): (below: number) => number {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

export type Random = ReturnType<typeof random>;

const view = new DataView(new ArrayBuffer(8));

export function bitsOf(value: number): bigint {
  view.setFloat64(0, value);
  return view.getBigUint64(0);
}

export function doubleOf(bits: bigint): number {
  view.setBigUint64(0, bits);
  return view.getFloat64(0);
}

export function pick<T>(draw: Random, from: ArrayLike<T>): T {
  return from[draw(from.length)]!;
}

function bits64(draw: Random): bigint {
  return (BigInt(draw(2 ** 32)) << 32n) | BigInt(draw(2 ** 32));
}

const CORNERS = [
  0,
  0.5,
  1.5,
  2.5,
  0.125,
  0.375,
  1,
  9.5,
  9.95,
  99.5,
  0.05,
  0.15,
  0.25,
  0.35,
  1e21,
  1e22,
  1e23,
  9.999999999e20,
  5e-324,
  2.2250738585072014e-308,
  2.225073858507201e-308,
  1.7976931348623157e308,
  123456789.5,
  2251799813685249.5,
  1e15,
  1e16,
  1e-5,
  1e-4,
  0.0001234565,
  999999.5,
  9999995,
  0.1,
  0.3,
  1 / 3,
  2 ** 53,
  2 ** 63,
  2 ** 64,
  2 ** 100,
  Infinity,
  NaN,
];

/** Bits of a double: corners, ties, decimals and any bits. */
export function doubleBits(draw: Random): bigint {
  const sign = BigInt(draw(2)) << 63n;
  switch (draw(6)) {
    case 0:
      return bits64(draw);
    case 1:
      return bitsOf(pick(draw, CORNERS)) | sign;
    case 2: // a tie somewhere
      return bitsOf((draw(2 ** 20) + 0.5) / 2 ** draw(30)) | sign;
    case 3: // a tie at a place before the point
      return bitsOf((draw(2000) + 0.5) * 10 ** draw(24)) | sign;
    case 4: // what programs print
      return bitsOf(draw(1e9) / 10 ** draw(10)) | sign;
    default: // near a power of ten
      return (bitsOf(Number(`1e${draw(600) - 300}`)) + BigInt(draw(3)) - 1n) | sign;
  }
}

export interface PrintCase {
  format: string;
  type: 'i' | 'l' | 'd' | 's';
  stars: number[];
  /** Bits of an int, a long or a double; text. */
  value: bigint | string;
}

export function printCase(draw: Random): PrintCase {
  const kind = draw(20);
  const conversion = kind < 12 ? pick(draw, 'eEfFgGaA') : kind < 18 ? pick(draw, 'diouxXcbB') : 's';
  const length = 'diouxXbB'.includes(conversion) ? pick(draw, ['', '', 'l', 'll', 'h', 'hh', 'j', 'q', 'L']) : '';
  const stars: number[] = [];
  let format = '%';
  for (let flags = draw(4); flags > 0; flags--) format += pick(draw, "-+ #0'");
  const number = (range: number): string => {
    if (draw(6) > 0) return String(draw(range));
    stars.push(draw(range) - (range >> 2));
    return '*';
  };
  if (draw(2)) {
    const width = number(40);
    format += width === '0' ? '' : width;
  }
  if (draw(3)) format += `.${draw(8) ? number(20) : number(draw(4) ? 120 : 1200)}`;
  format += length + conversion + pick(draw, ['', '|', '%%', '%y', ' x']);
  if (conversion === 's') return { format, type: 's', stars, value: 'a string of text'.slice(draw(16)) };
  if ('eEfFgGaA'.includes(conversion)) return { format, type: 'd', stars, value: doubleBits(draw) };
  const value = draw(3) ? bits64(draw) >> BigInt(draw(64)) : BigInt(draw(20));
  const long = length !== '' && length[0] !== 'h';
  return { format, type: long ? 'l' : 'i', stars, value: long ? value : BigInt.asUintN(32, value) };
}

const PIECES = [
  '0',
  '1',
  '5',
  '9',
  '00',
  '25',
  '.',
  'e',
  'E',
  '+',
  '-',
  '0x',
  'x',
  'p',
  'a',
  'F',
  'inf',
  'nan',
  'inity',
  '(',
  ')',
  ' ',
  '8',
  'z',
  '_',
];

/** Text that may be a number. */
export function numberText(draw: Random): string {
  const sign = pick(draw, ['', '', '', '-', '+', ' ', '\t -']);
  switch (draw(7)) {
    case 0:
      return Array.from({ length: draw(8) }, () => pick(draw, PIECES)).join('');
    case 1:
      return `${sign}${decimalDigits(draw, 30)}.${decimalDigits(draw, 30)}e${draw(700) - 350}`;
    case 2:
      return sign + String(doubleOf(bits64(draw)));
    case 3: // exactly between two doubles or floats, or just beside
      return sign + halfwayText(draw) + pick(draw, ['', '', '0001', '9']);
    case 4:
      return `${sign}0x${draw(2 ** 32).toString(16)}.${draw(2 ** 32).toString(16)}${draw(16).toString(16)}8p${draw(2400) - 1200}`;
    case 5: // near the least normal and subnormal numbers
      return sign + edgeText(draw);
    default:
      return sign + String(draw(1e9) / 10 ** draw(10)) + pick(draw, ['', '', 'e5', 'e', 'e+', 'x', ' 5']);
  }
}

function decimalDigits(draw: Random, longest: number): string {
  return Array.from({ length: draw(longest) + 1 }, () => draw(10)).join('');
}

/** The decimal expansion of integer * 2^power. */
export function expansion(integer: bigint, power: number): string {
  if (power >= 0) return (integer << BigInt(power)).toString();
  const digits = (integer * 5n ** BigInt(-power)).toString().padStart(-power + 1, '0');
  return `${digits.slice(0, power)}.${digits.slice(power)}`;
}

function halfwayText(draw: Random): string {
  const single = draw(2) === 1;
  const bits = single ? 24n : 53n;
  const significand = (1n << (bits - 1n)) | (bits64(draw) & ((1n << (bits - 1n)) - 1n));
  return expansion(significand * 2n + 1n, single ? draw(300) - 170 : draw(500) - 250);
}

function edgeText(draw: Random): string {
  const single = draw(2) === 1;
  const text = single
    ? expansion((1n << 26n) - BigInt(draw(8)), -152)
    : expansion((1n << 55n) - BigInt(draw(8)), -1077);
  const cut = draw(4) === 0 ? text.slice(0, text.length - draw(20)) : text;
  if (draw(3) === 0) return `${cut}1`;
  if (draw(3) === 0) return single ? expansion(BigInt(draw(2000)), -155) : expansion(BigInt(draw(2000)), -1079);
  if (draw(4) === 0)
    return single ? expansion((1n << 25n) - BigInt(draw(3)), 103) : expansion((1n << 54n) - BigInt(draw(3)), 970);
  return cut;
}

export function integerText(draw: Random): { text: string; base: number } {
  const base = pick(draw, [0, 0, 10, 10, 16, 8, 2, 36, 3 + draw(33)]);
  const digits = bits64(draw) >> BigInt(draw(64));
  const text = draw(4)
    ? pick(draw, ['', '-', ' +', '0x', '-0X', '0']) +
      digits.toString(pick(draw, [10, 16, 8, base || 10])) +
      pick(draw, ['', '', '0', '9', 'g', ' 1', '00000'])
    : Array.from({ length: draw(6) }, () => pick(draw, PIECES)).join('');
  return { text, base };
}

const CONVERSIONS = [
  'd',
  'i',
  'u',
  'o',
  'x',
  'ld',
  'lli',
  'hd',
  'hhu',
  'f',
  'lf',
  'e',
  'lg',
  'a',
  's',
  'c',
  '5c',
  '[a-f0-9]',
  '[^ ]',
  '[]x-]',
  '[^]-a]',
  '[z-a5]',
  'n',
  'hhn',
  'lu',
  '%',
];

/** A format for up to four arguments and a text that more or less fits it. */
export function scanCase(draw: Random): { format: string; input: string } {
  let format = '';
  let input = '';
  for (let parts = draw(4) + 1; parts > 0; parts--) {
    const width = draw(3) === 0 ? String(draw(6) + 1) : '';
    const conversion = pick(draw, CONVERSIONS);
    format += `%${draw(6) ? '' : '*'}${/^\d/.test(conversion) || conversion === 'n' || conversion === 'hhn' || conversion === '%' ? '' : width}${conversion}`;
    format += pick(draw, ['', '', ' ', ',', 'x']);
    input += draw(8) ? scanText(draw) : numberText(draw).slice(0, 40);
    input += pick(draw, ['', ' ', ' ', ',', 'x', '\n']);
  }
  if (format.includes('*n') || format.includes('*hhn') || format.includes('*%')) format = format.replaceAll('*', '');
  return { format, input };
}

function scanText(draw: Random): string {
  const text = pick(draw, [
    '12',
    '-7',
    '0x1f',
    '0x',
    '077',
    '3.5',
    '-1e5',
    '1e',
    '.5',
    '.',
    'abc',
    'inf',
    'nan',
    'infinity',
    'infx',
    '99999999999',
    '99999999999999999999',
    '0xp',
    '1.5e+',
    'hello',
    ']x-',
    '%',
    '+',
    '-',
    '0x1.8p3',
    '5e-400',
    '',
  ]);
  return pick(draw, ['', '', ' ', '\t']) + text;
}
