/** A module as text: what people read, and what an assembler makes the same bytes of. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DiagnosticBag } from '../../compiler/diagnostics/diagnostic.ts';
import { Bytes } from '../../compiler/emit/wasm/bytes.ts';
import { BLOCKS, INDEXED, MEMORY, PLAIN, PREFIX, SPECIAL } from '../../compiler/emit/wasm/instructions.ts';
import { emitModule } from '../../compiler/emit/wasm/program.ts';
import { moduleText } from '../../compiler/emit/wasm/text.ts';
import { LANE_STORES, LANES, SIXTEEN_BYTES } from '../../compiler/emit/wasm/vector-instructions.ts';
import { sections } from '../support/modules.ts';
import { linkText } from './run.ts';

const PROGRAM = `
file "prog.c"
function external *main() -> i32 !6:5 {
  local %t1 f64
  call %t1 = *half [-0.0 3] (f64 i32) -> f64 !6:29
  return (ne %t1 0.0) !6:18
}
function internal *half(%x f64 %n i32) -> f64 !1:15 {
  local %t1 i32
  while loop !2:3 {
    set %t1 %n !2:3
    set %n (add %t1 -1) !2:11
    if (le_s %t1 0) !2:11 {
      break loop
    }
    set %x (mul %x 0.5) !3:7
  }
  return %x !4:3
}`;

// ---------------------------------------------------------------- every instruction

function instruction(out: Bytes, code: number, ...immediates: number[]): void {
  if (code < PREFIX) out.byte(code);
  else {
    out.byte(Math.floor(code / PREFIX));
    out.unsigned(code % PREFIX);
  }
  out.bytes(immediates);
}

const SPECIALS: Readonly<Record<keyof typeof SPECIAL, readonly number[]>> = {
  br_table: [2, 0, 1, 0],
  call_indirect: [0, 0],
  'i32.const': [0x80, 0x7f],
  'i64.const': [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0],
  'f32.const': [0xcd, 0xcc, 0xcc, 0x3d],
  'f64.const': [1, 0, 0, 0, 0, 0, 0xf0, 0x7f],
  'memory.copy': [0, 0],
  'memory.fill': [0],
  'atomic.fence': [0],
};
const FLOATS: readonly (readonly [type: 'f32' | 'f64', value: number])[] = [
  ...[0, -0, 1 / 3, 1e21, 1e-7, 5e-324, 1.7976931348623157e308, Infinity, -Infinity, NaN].map(
    (v) => ['f64', v] as const,
  ),
  ...[0, -0, Math.fround(1 / 3), 1e-45, 3.4028234663852886e38, -Infinity, NaN].map((v) => ['f32', v] as const),
];
const STRUCTURE = new Set(['end', 'else', 'catch_all']);
const NARROW = 0;
const OFFSET = [0x85, 2];

/** A body with all instructions that there are, alignments and offsets of both kinds, and blocks of all types. */
function everything(): Bytes {
  const out = new Bytes();
  const { try: tries, if: tests, ...others } = BLOCKS;
  for (const code of Object.values(others)) instruction(out, code, 0x40);
  instruction(out, tests, 0x7f);
  instruction(out, PLAIN.else);
  for (const [name, code] of Object.entries(PLAIN)) if (!STRUCTURE.has(name)) instruction(out, code);
  for (const code of Object.values(MEMORY)) instruction(out, code, NARROW, ...OFFSET);
  for (const code of Object.values(MEMORY)) instruction(out, code, 1, 0);
  for (const code of Object.values(LANES)) instruction(out, code, 1);
  for (const code of Object.values(LANE_STORES)) instruction(out, code, NARROW, ...OFFSET, 1);
  for (const code of Object.values(SIXTEEN_BYTES)) instruction(out, code, ...Array.from({ length: 16 }, (_, i) => i));
  for (const [name, immediates] of Object.entries(SPECIALS))
    instruction(out, SPECIAL[name as keyof typeof SPECIAL], ...immediates);
  for (const [type, value] of FLOATS) {
    instruction(out, SPECIAL[`${type}.const`]);
    out[type](value);
  }
  instruction(out, PLAIN.end);
  for (const code of Object.values(others)) if (code) instruction(out, PLAIN.end);
  instruction(out, tries, 0x7b);
  instruction(out, PLAIN.catch_all);
  for (const code of Object.values(INDEXED)) instruction(out, code, 0);
  instruction(out, PLAIN.end);
  return out;
}

function section(out: Bytes, id: number, contents: ArrayLike<number>): void {
  out.byte(id);
  out.unsigned(contents.length);
  out.bytes(contents);
}

const text = (of: string): number[] => [of.length, ...Buffer.from(of)];
const names = (kind: number, ...contents: number[]): number[] => [kind, contents.length, ...contents];
const NAMES = [
  ...names(0, ...text('prog.upc')),
  ...names(1, 1, 0, ...text('count_down')),
  ...names(2, 1, 0, 2, 0, ...text('n'), 3, ...text('sum')),
  ...names(7, 1, 0, ...text('step')),
];

/** One function with that body, two variables, a global and a table. */
function moduleWith(body: Bytes, names: readonly number[] = []): Uint8Array {
  const out = new Bytes();
  out.bytes([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  section(out, 1, [1, 0x60, 1, 0x7f, 1, 0x7e]);
  section(out, 3, [1, 0]);
  section(out, 4, [1, 0x70, 1, 2, 2]);
  section(out, 6, [1, 0x7f, 1, 0x41, 0x7b, PLAIN.end]);
  const code = new Bytes();
  const whole = [2, 2, 0x7d, 1, 0x7b, ...body.written, PLAIN.end];
  code.byte(1);
  code.unsigned(whole.length);
  code.bytes(whole);
  section(out, 10, code.written);
  if (names.length > 0) section(out, 0, [...text('name'), ...names]);
  return out.written.slice();
}

// ---------------------------------------------------------------- the assembler

const hasAssembler = spawnSync('wat2wasm', ['--version']).status === 0;
const directory = mkdtempSync(join(tmpdir(), 'pgasc-wat-'));

function assembled(text: string): Uint8Array {
  const [source, output] = [join(directory, 'm.wat'), join(directory, 'm.wasm')];
  writeFileSync(source, text);
  execFileSync('wat2wasm', ['--enable-all', '--no-check', source, '-o', output]);
  return readFileSync(output);
}

describe('the text of a module', () => {
  test('has names, blocks and places of the source', () => {
    const body = new Bytes();
    body.bytes([BLOCKS.block, 0x40, BLOCKS.loop, 0x40, INDEXED['local.get'], 0, PLAIN['i32.eqz'], INDEXED.br_if, 1]);
    body.bytes([INDEXED['local.get'], 0, INDEXED['global.get'], 0, PLAIN['i32.add'], INDEXED['local.set'], 0]);
    body.bytes([INDEXED.br, 0, PLAIN.end, PLAIN.end, BLOCKS.block, 0x7e, SPECIAL['i64.const'], 0x7f, PLAIN.end]);
    const bytes = moduleWith(body, NAMES);
    const start = Buffer.from(bytes).indexOf(Buffer.from(body.written));
    const at = (line: number) => ({ name: 'prog.upc', line, column: 1 });
    const marks = [
      { offset: start, at: at(12) },
      { offset: start + 9, at: at(13) },
      { offset: start + 11, at: at(13) },
      { offset: start + 16, at: undefined },
    ];
    expect(moduleText(bytes, marks)).toBe(`(module $prog.upc
  (type (;0;) (func (param i32) (result i64)))
  (func $count_down (type 0) (param $n i32) (result i64)
    (local $1 f32) (local $2 f32) (local $sum v128)
    ;; prog.upc:12
    block $1
      loop $2
        local.get $n
        i32.eqz
        br_if $1
        ;; prog.upc:13
        local.get $n
        global.get $step
        i32.add
        local.set $n
        br $2
      end
    end
    block (result i64)
      i64.const -1
    end)
  (table 2 2 funcref)
  (global $step (mut i32) (i32.const -5)))
`);
  });

  test('has a line for each instruction that there is', () => {
    const text = moduleText(moduleWith(everything()), []);
    const names = [PLAIN, MEMORY, INDEXED, BLOCKS, SPECIAL, LANES, LANE_STORES, SIXTEEN_BYTES].flatMap(Object.keys);
    const written = new Set(text.split('\n').map((line) => line.trim().replace(/[ )].*/, '')));
    expect(names.filter((name) => !written.has(name))).toEqual([]);
    expect(text).toContain('i32.load offset=261 align=1\n');
    expect(text).toContain('f64.const nan:0x1\n');
  });

  test('refuses what is no instruction', () => {
    const body = new Bytes();
    body.byte(0xd7);
    expect(() => moduleText(moduleWith(body), [])).toThrow('the module cannot be printed: instruction 0xd7 at');
  });

  test.runIf(hasAssembler)('is assembled to the same bytes: every instruction', () => {
    const bytes = moduleWith(everything());
    expect(sections(assembled(moduleText(bytes, [])))).toEqual(sections(bytes));
  });

  test.runIf(hasAssembler)('is assembled to the same bytes: a program', () => {
    const linked = linkText(PROGRAM, { threads: 1, debug: true });
    const { bytes, marks } = emitModule(linked, { name: 'a "name" (1).upc' }, new DiagnosticBag());
    expect(sections(assembled(moduleText(bytes, marks)))).toEqual(sections(bytes));
  });
});
