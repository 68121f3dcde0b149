/** The library against this machine's C library: oracle.c prints calls and results, and each is done again here. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestThread } from './thread.ts';

const hasOracle = spawnSync('gcc', ['--version']).status === 0 && process.platform === 'linux';
const hasZones = existsSync('/usr/share/zoneinfo/Europe/Berlin');

interface Case {
  readonly line: string;
  readonly name: string;
  readonly values: readonly string[];
  readonly results: readonly string[];
}

function ask(): Case[] {
  const directory = mkdtempSync(join(tmpdir(), 'libc-'));
  const program = join(directory, 'oracle');
  try {
    execFileSync('gcc', ['-O1', '-fno-builtin', '-w', '-o', program, join(import.meta.dirname, 'oracle.c'), '-lm']);
    const text = execFileSync(program, { maxBuffer: 1 << 28, env: {} }).toString('latin1');
    return text.trimEnd().split('\n').map(parse);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function parse(line: string): Case {
  const [left, right] = line.split(' =') as [string, string];
  const [name, ...values] = left.split(' ') as [string, ...string[]];
  return { line, name, values, results: right.trim().split(' ') };
}

const view = new DataView(new ArrayBuffer(8));
function doubleOf(hex: string): number {
  view.setBigUint64(0, BigInt(`0x${hex}`));
  return view.getFloat64(0);
}
function floatOf(hex: string): number {
  view.setUint32(0, Number.parseInt(hex, 16));
  return view.getFloat32(0);
}

/** Makes the argument that a field of a line stands for. */
function argument(thread: TestThread, field: string): number | bigint {
  const text = field.slice(2);
  switch (field[0]) {
    case 's':
    case 'b':
      return thread.bytes(Buffer.from(text, 'hex'));
    case 'd':
      return doubleOf(text);
    case 'f':
      return floatOf(text);
    case 'l':
      return BigInt(text);
    default:
      return Number(text);
  }
}

/** Result of the call, in the form of the expected field. */
function shown(thread: TestThread, expected: string, result: unknown, values: readonly (number | bigint)[]): string {
  switch (expected[0]) {
    case 'd':
      return `d:${bitsOf(result as number)}`;
    case 'f':
      view.setFloat32(0, result as number);
      if (Number.isNaN(result)) view.setUint32(0, 0x7fc00000);
      return `f:${view.getUint32(0).toString(16).padStart(8, '0')}`;
    case 'g':
      return `g:${Math.sign(result as number)}`;
    case 'o':
      return `o:${result === 0 ? -1 : (result as number) - Number(values[0])}`;
    case 's':
      return `s:${Buffer.from(thread.text(result as number)).toString('hex')}`;
    case 'x':
      return 'x:0';
    default:
      return `${expected[0]}:${result}`;
  }
}

/** NaNs are all one: their sign is the processor's. */
function bitsOf(value: number): string {
  if (Number.isNaN(value)) return '7ff8000000000000';
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
}

function ordinary(thread: TestThread, { name, values, results, line }: Case): string | undefined {
  const actual = values.map((field) => argument(thread, field));
  const result = thread.call(name, ...actual);
  const buffer = values.findIndex((field) => field.startsWith('b:'));
  const fields = results.map((expected, index) => {
    if (index === 0) return shown(thread, expected, result, actual);
    const at = actual[buffer] as number;
    if (expected.startsWith('q:')) return `q:${thread.environment.I32[at >>> 2]}`;
    return `b:${Buffer.from(thread.environment.U8.slice(at, at + (expected.length - 2) / 2)).toString('hex')}`;
  });
  return fields.join(' ') === results.join(' ') ? undefined : `${line}\n   here ${fields.join(' ')}`;
}

/** Units in the last place between two doubles; special values must be the same. */
function distance(value: number, expected: number): number {
  if (Object.is(value, expected)) return 0;
  if (!Number.isFinite(expected) || !Number.isFinite(value)) return Number.POSITIVE_INFINITY;
  view.setFloat64(0, Math.abs(expected));
  view.setBigUint64(0, view.getBigUint64(0) + 1n);
  return Math.abs(value - expected) / (view.getFloat64(0) - Math.abs(expected));
}

/** Functions of which glibc itself is off by more: measured against 113-bit arithmetic. */
const LOOSE = new Set(['cbrt', 'erfc', 'tgamma', 'lgamma', 'exp10', 'j0', 'j1', 'y0', 'y1', 'jn', 'yn']);

function close(thread: TestThread, { values, results, line }: Case, least: number): string | undefined {
  const [name, ...fields] = values as [string, ...string[]];
  const expected = doubleOf(results[0]!.slice(2));
  const value = thread.call(name, ...fields.map((field) => argument(thread, field)));
  const limit = LOOSE.has(name) ? 64 : least;
  return distance(value, expected) <= limit ? undefined : `${line}\n   here ${value}, not ${expected}`;
}

/** Calls about local time: the zone is the first argument. */
const zones = new Map<string, TestThread>();
function inZone(field: string): TestThread {
  let thread = zones.get(field);
  if (thread === undefined) {
    thread = new TestThread();
    thread.variables.TZ = Buffer.from(field.slice(2), 'hex').toString();
    zones.set(field, thread);
  }
  return thread;
}

function calendar({ name, values, results, line }: Case): string | undefined {
  const thread = inZone(values[0]!);
  const result = name === 'mktime' ? makeTime(thread, values) : formatted(thread, name, values);
  if (name === 'mktime' && isOtherChoice(result, results[0]!)) return undefined;
  return result === results[0] ? undefined : `${line}\n   here ${result} ${Buffer.from(result.slice(2), 'hex')}`;
}

/** A local time that comes twice or never: glibc chooses by what it converted before. */
function isOtherChoice(here: string, there: string): boolean {
  return Math.abs(Number(here.slice(2)) - Number(there.slice(2))) === 3600;
}

function makeTime(thread: TestThread, values: readonly string[]): string {
  const [year, month, day, hours, minutes, seconds] = values.slice(1).map((field) => Number(field.slice(2)));
  const tm = thread.block(64);
  thread.environment.I32.set([seconds!, minutes!, hours!, day!, month!, year!, 0, 0, -1], tm >>> 2);
  return `l:${thread.call('mktime', tm)}`;
}

function formatted(thread: TestThread, name: string, values: readonly string[]): string {
  const [place, tm, out] = [thread.block(8), thread.block(64), thread.block(512)];
  thread.environment.I64[place >>> 3] = BigInt(values[1]!.slice(2));
  thread.call('localtime_r', place, tm);
  if (name === 'asctime') thread.call('asctime_r', tm, out);
  else thread.call('strftime', out, 512, argument(thread, values[2]!), tm);
  return `s:${Buffer.from(thread.text(out)).toString('hex')}`;
}

const CALENDAR = new Set(['strftime', 'asctime', 'mktime']);

test.skipIf(!hasOracle)('functions give what the C library gives', { timeout: 60_000 }, () => {
  const thread = new TestThread();
  const differences: string[] = [];
  for (const one of ask()) {
    const release = thread.mark();
    const difference =
      one.name === 'close' || one.name === 'special'
        ? close(thread, one, 2)
        : CALENDAR.has(one.name)
          ? hasZones
            ? calendar(one)
            : undefined
          : ordinary(thread, one);
    // Strings that the library owns stay.
    if (!one.name.startsWith('str')) release();
    if (difference !== undefined) differences.push(difference);
  }
  expect(differences.slice(0, 20)).toEqual([]);
});
