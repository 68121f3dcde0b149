/** What stands behind an instruction's name in a module's text: constants, alignments and offsets, lanes, bytes. */
import type { Instruction } from './decode.ts';
import { MEMORY } from './instructions.ts';
import { LANE_STORES, SIXTEEN_BYTES } from './vector-instructions.ts';

export function immediatesText({ name, immediates }: Instruction): string {
  if (name in MEMORY) return placeText(name, immediates);
  if (name in LANE_STORES) return [placeText(name, immediates), `${immediates[2]}`].join(' ').trimStart();
  if (name in SIXTEEN_BYTES) return sixteenText(name, immediates.map(Number));
  if (name === 'f32.const' || name === 'f64.const') return floatText(name, immediates.map(Number));
  return name.startsWith('memory.') || name === 'atomic.fence' ? '' : immediates.join(' ');
}

/** An alignment that is as wide as the access is left out. */
function placeText(name: string, [power, offset]: readonly (number | bigint)[]): string {
  const alignment = 2 ** Number(power);
  const parts = [Number(offset) === 0 ? '' : `offset=${offset}`, alignment === width(name) ? '' : `align=${alignment}`];
  return parts.filter((part) => part !== '').join(' ');
}

/** Bytes that an instruction accesses: by its own number, or its type's. */
function width(name: string): number {
  const [type, access] = [name.slice(0, name.indexOf('.')), name.slice(name.indexOf('.'))];
  const narrow = /(?:load|store|rmw)(\d+)(?:x(\d+))?/.exec(access);
  if (narrow) return (Number(narrow[1]) * Number(narrow[2] ?? 1)) / 8;
  return Number(type.slice(1)) / 8;
}

function sixteenText(name: string, bytes: readonly number[]): string {
  if (name === 'i8x16.shuffle') return bytes.join(' ');
  const words = new Uint32Array(Uint8Array.from(bytes).buffer);
  return `i32x4 ${Array.from(words, (word) => `0x${word.toString(16).padStart(8, '0')}`).join(' ')}`;
}

/** The shortest decimal that is the same number; NaNs by their bits. */
function floatText(name: string, bytes: readonly number[]): string {
  const { buffer } = Uint8Array.from(bytes);
  const value = name === 'f32.const' ? new Float32Array(buffer)[0]! : new Float64Array(buffer)[0]!;
  const sign = (bytes.at(-1) as number) & 128 ? '-' : '';
  if (Number.isNaN(value)) return `${sign}nan:0x${fraction(bytes).toString(16)}`;
  return sign + String(Math.abs(value)).replace('Infinity', 'inf');
}

/** The bits of a float behind its exponent. */
function fraction(bytes: readonly number[]): bigint {
  const bits = bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return bytes.length === 4 ? bits & 0x7fffffn : bits & 0xfffffffffffffn;
}
