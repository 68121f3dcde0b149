/** The WebAssembly module in an out.js: what is in the file, and whether all of it is as it should be. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { expect } from 'vitest';
import { decodeModule } from '../../compiler/emit/wasm/decode.ts';
import type { ProgramImage } from '../../runtime/abi.ts';
import { ROOT } from './pgasc.ts';

const hasValidator = spawnSync('wasm-validate', ['--version']).status === 0;

/** Bytes of the program's module; undefined where it is TypeScript. */
export function moduleIn(output: string): Uint8Array<ArrayBuffer> | undefined {
  const text = /^const program = (\{.*\});$/m.exec(readFileSync(output, 'utf8'))?.[1];
  const image = text === undefined ? undefined : (JSON.parse(text) as ProgramImage);
  if (image === undefined || !('webassembly' in image)) return undefined;
  return new Uint8Array(Buffer.from(image.webassembly.base64, 'base64'));
}

/** The module is valid, to V8 and to wabt; its source map leads from places in it, in order, to lines that there are. */
export function checkModule(output: string, source: string): void {
  const bytes = moduleIn(output);
  if (bytes === undefined) return;
  expect(WebAssembly.validate(bytes), 'WebAssembly.validate').toBe(true);
  if (hasValidator) validate(bytes, `${output}.wasm`);
  checkMap(bytes, JSON.parse(readFileSync(`${output}.map`, 'utf8')), source);
}

function validate(bytes: Uint8Array, path: string): void {
  writeFileSync(path, bytes);
  const { status, stdout, stderr } = spawnSync('wasm-validate', ['--enable-all', path], { encoding: 'utf8' });
  expect([stdout + stderr, status]).toEqual(['', 0]);
}

interface MapFile {
  readonly sources: readonly string[];
  readonly mappings: string;
}

/** Each segment begins an instruction behind the one before it, and leads to a place in a file. */
function checkMap(bytes: Uint8Array, map: MapFile, source: string): void {
  const { bodies } = decodeModule(bytes);
  const starts = new Set(bodies.flatMap(({ instructions }) => instructions.map(({ offset }) => offset)));
  const segments = segmentsOf(map.mappings);
  const offsets = segments.map(([offset]) => offset as number);
  expect(offsets.filter((offset, k) => k > 0 && offset <= (offsets[k - 1] as number))).toEqual([]);
  expect(offsets.filter((offset) => !starts.has(offset))).toEqual([]);
  expect(map.sources.map((name) => basename(name))).toContain(basename(source));
  const lines = map.sources.map(linesOf);
  const isPlace = ([, file, line, column]: readonly number[]): boolean =>
    file === undefined ||
    ((column as number) >= 0 && (line as number) >= 0 && (line as number) < (lines[file] as number));
  expect(segments.filter((segment) => !isPlace(segment))).toEqual([]);
}

/** Lines of a file; of one that is not there, as #line may name it, any number. */
function linesOf(name: string): number {
  const path = resolve(ROOT, name);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length : Number.POSITIVE_INFINITY;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Of the one line of a module's map: [offset] or [offset, source, line, column], from 0 (ECMA-426). */
function segmentsOf(mappings: string): number[][] {
  expect(mappings).not.toContain(';');
  const sums = [0, 0, 0, 0];
  return mappings.split(',').map((text) => differences(text).map((by, k) => (sums[k] = (sums[k] as number) + by)));
}

function differences(text: string): number[] {
  return (text.match(/[g-z0-9+/]*[A-Za-f]/g) ?? []).map((number) => {
    const value = [...number].reduceRight((sum, digit) => sum * 32 + (DIGITS.indexOf(digit) & 31), 0);
    return value % 2 === 1 ? -Math.floor(value / 2) : value / 2;
  });
}

/** Sections but custom ones, in hexadecimal. */
export function sections(bytes: Uint8Array): string[] {
  const found: string[] = [];
  for (let at = 8; at < bytes.length; ) {
    const [id, start] = [bytes[at], at++];
    let size = 0;
    for (let weight = 1; ; weight *= 128) {
      const byte = bytes[at++] as number;
      size += (byte & 127) * weight;
      if (byte < 128) break;
    }
    at += size;
    if (id !== 0) found.push(Buffer.from(bytes.subarray(start, at)).toString('hex'));
  }
  return found;
}
