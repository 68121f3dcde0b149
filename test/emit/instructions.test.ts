/** Encoding of modules: numbers at the borders of their lengths, and every instruction, as V8 and wabt decode them. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Bytes } from '../../compiler/emit/wasm/bytes.ts';
import { Code } from '../../compiler/emit/wasm/code.ts';
import { decodeModule } from '../../compiler/emit/wasm/decode.ts';
import { BLOCKS, INDEXED, MEMORY, PLAIN, SPECIAL } from '../../compiler/emit/wasm/instructions.ts';
import { Reader } from '../../compiler/emit/wasm/reader.ts';
import { LANE_STORES, LANES, SIXTEEN_BYTES } from '../../compiler/emit/wasm/vector-instructions.ts';
import type { NativeFunction } from '../../runtime/abi.ts';
import { runModule } from './run.ts';

// ---------------------------------------------------------------- numbers

const UNSIGNED = [0, 1, 2, 3, 4].flatMap((k) => [2 ** (7 * k) - 1, 2 ** (7 * k), 2 ** (7 * k) + 1]);
const LARGEST = [2 ** 31 - 1, 2 ** 31, 2 ** 32 - 2, 2 ** 32 - 1];

/** Numbers at which LEB128 needs one more byte, on both sides of zero: 2^6, 2^13 ... */
function signedBorders(bits: number): bigint[] {
  const borders = [0n, 2n ** BigInt(bits - 1)];
  for (let k = 6; k < bits; k += 7) borders.push(2n ** BigInt(k));
  return borders.flatMap((at) => [at - 2n, at - 1n, at, at + 1n, -at - 2n, -at - 1n, -at, -at + 1n]);
}
const within = (bits: number) => (n: bigint) => n === BigInt.asIntN(bits, n);
const I32 = signedBorders(32).filter(within(32));
const I64 = signedBorders(64).filter(within(64));

/** Bytes that a signed number takes: seven bits in each, one of them the sign. */
const lengthOf = (n: bigint): number => Math.ceil(((n < 0n ? ~n : n).toString(2).replace(/^0$/, '').length + 1) / 7);

function written(write: (out: Bytes) => void): Reader & { size: number } {
  const out = new Bytes();
  write(out);
  return Object.assign(new Reader(out.written), { size: out.length });
}

describe('LEB128', () => {
  test('unsigned numbers are as short as can be, and read back', () => {
    for (const n of [...UNSIGNED, ...LARGEST]) {
      const reader = written((out) => out.unsigned(n));
      expect([n, reader.size]).toEqual([n, Math.max(1, Math.ceil(Math.log2(n + 1) / 7))]);
      expect(reader.unsigned()).toBe(n);
    }
  });

  test('signed numbers of 32 and of 64 bits', () => {
    for (const n of I32) {
      const reader = written((out) => out.signed(Number(n)));
      expect([n, reader.size]).toEqual([n, lengthOf(n)]);
      expect(reader.signed()).toBe(n);
    }
    for (const n of I64) {
      const reader = written((out) => out.signed64(n));
      expect([n, reader.size]).toEqual([n, lengthOf(n)]);
      expect(reader.signed()).toBe(n);
    }
  });

  test('as constants of a program they are what they were', () => {
    const seen: unknown[] = [];
    const note = ((value: unknown) => void seen.push(value)) as NativeFunction;
    const calls = [...I32.map((n) => `call *small [${n}] (i32)`), ...I64.map((n) => `call *large [${n}n] (i64)`)];
    runModule(
      `import *small(i32)\nimport *large(i64)\nfunction external *main(%c i32 %v i32) -> i32 {\n${calls.join('\n')}\nreturn 0\n}`,
      { library: { small: note, large: note } },
    );
    expect(seen).toEqual([...I32.map(Number), ...I64]);
  });
});

// ---------------------------------------------------------------- instructions

const SIXTEEN = Array.from({ length: 16 }, (_, k) => k);
const STRUCTURE = new Set(['end', 'else', 'catch_all', 'rethrow']);
/** Offsets of loads and stores: none, and the largest that there is. */
const OFFSETS = [0, 2 ** 32 - 1];

interface Written {
  readonly name: string;
  readonly write: (code: Code) => void;
  readonly immediates: readonly (number | bigint)[];
}

const keys = <T extends object>(table: T): (keyof T & string)[] => Object.keys(table) as (keyof T & string)[];

/** Largest alignment of a load or store: its size in bytes; atomic ones must have it. */
function alignmentOf(name: string): number {
  const [, narrow] = /(?:load|store|rmw)(\d+)/.exec(name) ?? [];
  return Number(narrow ?? /^[ifv](\d+)/.exec(name)?.[1]) / 8;
}

const CONSTANTS: readonly (readonly [type: 'i32' | 'i64' | 'f32' | 'f64', value: number | bigint])[] = [
  ['i32', -(2 ** 31)],
  ['i64', -(2n ** 63n)],
  ['f32', 1.5],
  ['f64', -0],
];
const bytesOf = (type: string, value: number): number[] => [
  ...new Uint8Array((type === 'f32' ? new Float32Array([value]) : new Float64Array([value])).buffer),
];

/** Every instruction that the emitter can write, as it writes it; those of structure stand in blocks. */
const INSTRUCTIONS: readonly Written[] = [
  ...keys(PLAIN)
    .filter((name) => !STRUCTURE.has(name))
    .map((name): Written => ({ name, write: (code) => code.op(name), immediates: [] })),
  ...keys(MEMORY).flatMap((name) =>
    OFFSETS.map((offset): Written => {
      const alignment = alignmentOf(name);
      return {
        name,
        write: (code) => code.memory(name, alignment, offset),
        immediates: [Math.log2(alignment), offset],
      };
    }),
  ),
  ...keys(INDEXED)
    .filter((name) => !STRUCTURE.has(name))
    .map(
      (name): Written => ({
        name,
        write: (code) => (name === 'call' ? code.call('f') : code.indexed(name as 'br', 0)),
        immediates: [0],
      }),
    ),
  ...keys(LANES).map((name): Written => ({ name, write: (code) => code.lane(name, 1), immediates: [1] })),
  ...keys(LANE_STORES).map(
    (name): Written => ({
      name,
      write: (code) => code.laneStore(name, OFFSETS[1] as number, 1),
      immediates: [0, 2 ** 32 - 1, 1],
    }),
  ),
  ...keys(SIXTEEN_BYTES).map(
    (name): Written => ({ name, write: (code) => code.sixteen(name, SIXTEEN), immediates: SIXTEEN }),
  ),
  ...CONSTANTS.map(
    ([type, value]): Written => ({
      name: `${type}.const`,
      write: (code) => code.constant(type, value),
      immediates: type.startsWith('f') ? bytesOf(type, Number(value)) : [BigInt(value)],
    }),
  ),
  { name: 'br_table', write: (code) => code.branchTable([0, 0, 0], 0), immediates: [0, 0, 0, 0] },
  { name: 'call_indirect', write: (code) => code.callIndirect(0), immediates: [0, 0] },
  { name: 'memory.copy', write: (code) => code.copy(), immediates: [0, 0] },
  { name: 'memory.fill', write: (code) => code.fill(), immediates: [0] },
  { name: 'atomic.fence', write: (code) => code.fence(), immediates: [0] },
];

/** Behind `unreachable` an instruction takes whatever operands it wants; so all may be tried alike. */
const alone =
  ({ write }: Written) =>
  (code: Code): void => {
    code.op('unreachable');
    write(code);
    code.op('unreachable');
  };

/** Blocks of each kind, one that leaves each type of value, and what stands in them. */
const BLOCK_FORMS: readonly ((code: Code) => void)[] = [
  ...(['block', 'loop'] as const).flatMap((name) =>
    ([undefined, 'i32', 'i64', 'f32', 'f64', 'v128'] as const).map((type) => (code: Code) => {
      code.open(name, type);
      code.op('unreachable');
      code.op('end');
      code.op('unreachable');
    }),
  ),
  (code) => {
    code.constant('i32', 1);
    code.open('if', 'f64');
    code.constant('f64', 1);
    code.op('else');
    code.constant('f64', 2);
    code.op('end');
    code.op('drop');
  },
  (code) => {
    code.open('try');
    code.op('catch_all');
    code.indexed('rethrow', 0);
    code.op('end');
  },
];

function section(out: Bytes, id: number, contents: ArrayLike<number>): void {
  out.byte(id);
  out.unsigned(contents.length);
  out.bytes(contents);
}

/** A module with a shared memory, a table, a variable i32, and functions of those bodies; the first is `f`. */
function moduleOf(bodies: readonly ((code: Code) => void)[]): Uint8Array<ArrayBuffer> {
  const out = new Bytes();
  out.bytes([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  section(out, 1, [1, 0x60, 0, 0]);
  section(out, 2, [1, 1, 0x65, 1, 0x6d, 2, 3, 1, 1]); // e.m, a shared memory of one page
  const functions = new Bytes();
  functions.unsigned(bodies.length);
  for (const _ of bodies) functions.byte(0);
  section(out, 3, functions.written);
  section(out, 4, [1, 0x70, 1, 1, 1]);
  section(out, 6, [1, 0x7f, 1, 0x41, 0, 0x0b]);
  const codes = new Bytes();
  codes.unsigned(bodies.length);
  for (const write of bodies) {
    const body = new Bytes();
    body.bytes([1, 1, 0x7f]);
    const code = new Code();
    write(code);
    code.op('end');
    code.append(body, () => 0);
    codes.unsigned(body.length);
    codes.bytes(body.written);
  }
  section(out, 10, codes.written);
  return out.written.slice() as Uint8Array<ArrayBuffer>;
}

const folder = mkdtempSync(join(tmpdir(), 'pgasc-instructions-'));
afterAll(() => rmSync(folder, { recursive: true }));
const hasValidator = spawnSync('wasm-validate', ['--version']).status === 0;

describe('instructions', () => {
  test('all tables are tried', () => {
    const tried = new Set(INSTRUCTIONS.map(({ name }) => name));
    const all = [PLAIN, MEMORY, INDEXED, SPECIAL, LANES, LANE_STORES, SIXTEEN_BYTES].flatMap(Object.keys);
    expect(all.filter((name) => !tried.has(name)).sort()).toEqual([...STRUCTURE].sort());
    expect(Object.keys(BLOCKS).sort()).toEqual(['block', 'if', 'loop', 'try']);
  });

  test('V8 takes each', () => {
    const refused = INSTRUCTIONS.filter((each) => !WebAssembly.validate(moduleOf([alone(each)])));
    expect(refused.map(({ name, immediates }) => `${name} ${immediates}`)).toEqual([]);
    for (const form of BLOCK_FORMS) expect(WebAssembly.validate(moduleOf([form])), form.toString()).toBe(true);
  });

  test.runIf(hasValidator)('wabt takes each', () => {
    const path = join(folder, 'all.wasm');
    writeFileSync(path, moduleOf([...INSTRUCTIONS.map(alone), ...BLOCK_FORMS]));
    const { stdout, stderr, status } = spawnSync('wasm-validate', ['--enable-all', path], { encoding: 'utf8' });
    expect([stdout + stderr, status]).toEqual(['', 0]);
  });

  test('each is read back with its immediates', () => {
    const { bodies } = decodeModule(moduleOf(INSTRUCTIONS.map(alone)));
    const read = bodies.map(({ instructions }) => {
      const { name, immediates } = instructions[1] as (typeof instructions)[number];
      return { name, immediates };
    });
    expect(read).toEqual(INSTRUCTIONS.map(({ name, immediates }) => ({ name, immediates: [...immediates] })));
    for (const { instructions } of bodies)
      expect(instructions.map(({ name }) => name).slice(2)).toEqual(['unreachable', 'end']);
  });
});
