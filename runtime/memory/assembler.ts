/**
 * Hand-assembled WebAssembly modules over the shared memory: functions of a few instructions each.
 *
 * Takes: functions by name, with their code as bytes; what they import. Gives: the module's bytes. All functions are exported by their
 * names; the memory is imported as "m" "m", shared, of 1 to 65536 pages, functions as "f" and their names, which come first in
 * the numbering of calls.
 */

export const [I32, I64, F32, F64] = [0x7f, 0x7e, 0x7d, 0x7c];
const END = 0x0b;

export type Type = readonly [parameters: readonly number[], results: readonly number[]];
/** Parameters, results, code, and variables beside the parameters. */
export type Code = readonly [...Type, instructions: readonly number[], variables?: readonly number[]];

export type ValueType = 'I8' | 'U8' | 'I16' | 'U16' | 'I32' | 'I64' | 'F32' | 'F64';
/** Machine type, size, and the instructions that load and store. */
export const TYPES: Readonly<Record<ValueType, readonly [type: number, size: number, load: number, store: number]>> = {
  I8: [I32, 1, 0x2c, 0x3a],
  U8: [I32, 1, 0x2d, 0x3a],
  I16: [I32, 2, 0x2e, 0x3b],
  U16: [I32, 2, 0x2f, 0x3b],
  I32: [I32, 4, 0x28, 0x36],
  I64: [I64, 8, 0x29, 0x37],
  F32: [F32, 4, 0x2a, 0x38],
  F64: [F64, 8, 0x2b, 0x39],
};

export function moduleBytes(
  functions: Readonly<Record<string, Code>>,
  imports: Readonly<Record<string, Type>> = {},
): Uint8Array<ArrayBuffer> {
  const codes = Object.values(functions);
  const imported = Object.entries(imports);
  const types = [...Object.values(imports), ...codes];
  return new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(
      1,
      types.map(([parameters, results]) => [0x60, ...vector(parameters), ...vector(results)]),
    ),
    ...section(2, [
      [...name('m'), ...name('m'), 2, 3, 1, 0x80, 0x80, 4],
      ...imported.map(([one], index) => [...name('f'), ...name(one), 0, index]),
    ]),
    ...section(
      3,
      codes.map((_, index) => unsigned(imported.length + index)),
    ),
    ...section(
      7,
      Object.keys(functions).map((one, index) => [...name(one), 0, ...unsigned(imported.length + index)]),
    ),
    ...section(
      10,
      codes.map(([, , code, variables = []]) =>
        vector([...unsigned(variables.length), ...variables.flatMap((type) => [1, type]), ...code, END]),
      ),
    ),
    ...named(Object.keys(functions), imported.length),
  ]);
}

/** Names of functions, for profiles. */
function named(names: readonly string[], first: number): number[] {
  const entries = names.map((one, index) => [...unsigned(first + index), ...name(one)]);
  const functions = vector([...unsigned(entries.length), ...entries.flat()]);
  return [0, ...vector([...name('name'), 1, ...functions])];
}

/** i32.const */
export function constant(value: number): number[] {
  const bytes = [0x41];
  for (let rest = value | 0; ; rest >>= 7) {
    const byte = rest & 0x7f;
    const isLast = rest >> 6 === 0 || rest >> 6 === -1;
    bytes.push(isLast ? byte : byte | 0x80);
    if (isLast) return bytes;
  }
}

function section(id: number, entries: readonly (readonly number[])[]): number[] {
  return [id, ...vector([...unsigned(entries.length), ...entries.flat()])];
}

/** Bytes after their number. */
function vector(bytes: readonly number[]): number[] {
  return [...unsigned(bytes.length), ...bytes];
}

function name(text: string): number[] {
  return vector([...new TextEncoder().encode(text)]);
}

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}
