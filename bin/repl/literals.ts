/** Numbers, characters and strings in C's notation. */

const ESCAPES: Readonly<Record<number, string>> = {
  0: '\\0',
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
  92: '\\\\',
};

/** The shortest decimal that gives the number back; '2.0', so that it is seen to be floating. */
export function floatText(value: number, size: 4 | 8): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const text = size === 4 ? shortestFloat(value) : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function shortestFloat(value: number): string {
  for (let digits = 1; digits < 9; digits++) {
    const text = String(Number(value.toPrecision(digits)));
    if (Math.fround(Number(text)) === value) return text;
  }
  return String(Number(value.toPrecision(9)));
}

/** `'a'`; nothing for a byte that is no ASCII character. */
export function characterText(byte: number): string {
  return byte > 127 ? '' : `'${byte === 39 ? "\\'" : escaped(byte)}'`;
}

/** A string literal: bytes that are UTF-8 as they are, others escaped. */
export function stringText(bytes: readonly number[]): string {
  const text = new TextDecoder().decode(Uint8Array.from(bytes));
  if (text.includes('\ufffd')) return `"${bytes.map((byte) => (byte > 127 ? octal(byte) : quoted(byte))).join('')}"`;
  return `"${[...text].map((character) => (character > '\x7f' ? character : quoted(character.charCodeAt(0)))).join('')}"`;
}

const quoted = (byte: number): string => (byte === 34 ? '\\"' : escaped(byte));

function escaped(byte: number): string {
  return ESCAPES[byte] ?? (byte < 32 || byte === 127 ? octal(byte) : String.fromCharCode(byte));
}

const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`;
