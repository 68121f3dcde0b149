/** A program's module: what the host must have, what it says of one that it does not take, and its frames in stack traces. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { ModuleImage } from '../../runtime/abi.ts';
import { Job } from '../../runtime/core/job.ts';
import { Jumps, LongJump } from '../../runtime/core/jumps.ts';
import { LaunchError } from '../../runtime/errors.ts';
import { compileProgram } from '../../runtime/launch/compile.ts';
import { meaningOf } from '../../runtime/launch/failure.ts';
import { OutputFile, StackTraces } from '../../runtime/launch/stacktrace.ts';
import { makeSpace } from '../../runtime/memory/space.ts';
import { SILENT } from '../support/reporter.ts';

const EMPTY = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const ALONE = { threads: 1, shift: 28 };

function imageOf(bytes: readonly number[], simd = false): ModuleImage {
  return {
    ...{ name: 'prog.upc', threads: 0, privateEnd: 65536, sharedEnd: 65536, debug: false, sharedHeap: 0 },
    ...{ data: [], relocations: [] },
    webassembly: { base64: Buffer.from(bytes).toString('base64'), places: [], simd },
  };
}

const refusal = (image: ModuleImage): string => {
  try {
    compileProgram(image, ALONE);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(LaunchError);
    return (error as Error).message;
  }
};

/** A host that takes no module in which the bytes stand. */
function hostWithout(...bytes: number[]): void {
  const lacks = (module: Uint8Array): boolean => [...module].join().includes(bytes.join());
  const { Module } = WebAssembly;
  vi.spyOn(WebAssembly, 'validate').mockImplementation((module) => !lacks(module));
  vi.spyOn(WebAssembly, 'Module').mockImplementation(
    class extends Module {
      constructor(module: Uint8Array) {
        if (lacks(module)) throw new Error('WebAssembly.Module(): invalid');
        super(module);
      }
    },
  );
}

afterEach(() => {
  vi.restoreAllMocks();
});

/** A module with nothing but a custom section of those bytes. */
const moduleWith = (bytes: readonly number[]): number[] => [...EMPTY, 0, bytes.length + 2, 1, 0x78, ...bytes];

const host = `this node (${process.version})`;

test('this host has all that a module may need', () => {
  expect(compileProgram(imageOf(EMPTY, true), ALONE)).toBeInstanceOf(WebAssembly.Module);
});

test.each([
  [[0xfe, 3, 0], 'shared memory and atomic operations', 'compile the program without -O'],
  [[0x06, 0x40, 0x19], 'exception handling', 'compile the program without -O'],
  [[0xfd, 15], 'vector instructions (SIMD)', 'compile the program without -O, or with -mno-simd128'],
])('a host that takes no %j is told of', (bytes, name, instead) => {
  hostWithout(...bytes);
  expect(refusal(imageOf(moduleWith(bytes), true))).toBe(
    `prog.upc is compiled to WebAssembly with ${name}, which ${host} lacks: ${instead}`,
  );
});

test('what a module does not use may be missing', () => {
  hostWithout(0xfd, 15);
  expect(refusal(imageOf(EMPTY, true))).toBe('');
  expect(refusal(imageOf([...EMPTY, 10, 1, 0xfd, 15], false))).toContain('does not take the WebAssembly module');
});

test('a module that is not taken is told of in one line', () => {
  expect(refusal(imageOf([...EMPTY, 10, 1]))).toMatch(
    /^this node \(v\S+\) does not take the WebAssembly module of prog\.upc: WebAssembly\.Module\(\): .*; compile the program without -O$/,
  );
});

/** Line n of the source begins at offset 10 n of the module. */
function tracesWith(map: boolean): StackTraces {
  const directory = mkdtempSync(join(tmpdir(), 'pgasc-module-'));
  const file = join(directory, 'out.js');
  const mappings = `AAAA${',UACA'.repeat(50)}`;
  if (map) writeFileSync(`${file}.map`, JSON.stringify({ version: 3, sources: ['prog.upc'], names: [], mappings }));
  return new StackTraces(new OutputFile(imageOf(EMPTY), file, file, undefined));
}

function errorWith(...frames: string[]): Error {
  const error = new Error('unreachable');
  error.stack = ['RuntimeError: unreachable', ...frames.map((frame) => `    at ${frame}`)].join('\n');
  return error;
}

const trapped = errorWith(
  'copy (wasm://wasm/a1b2c3d4:wasm-function[0]:0x60)',
  'prog.upc.sum_2 (wasm://wasm/prog.upc-a1b2c3d4:wasm-function[7]:0x6f)',
  'wasm://wasm/prog.upc-a1b2c3d4:wasm-function[8]:0x78',
  'fail (/some/out.js:1:30)',
);

test("the frames of the program's module alone are its, by their offsets", () => {
  expect(tracesWith(true).text(trapped)).toBe('    at sum_2 (prog.upc:12:1)\n    at <anonymous> (prog.upc:13:1)\n');
});

test('without a map they are shown as they are', () => {
  expect(tracesWith(false).text(trapped)).toBe(
    '    at sum_2 (wasm-function[7]:0x6f)\n    at <anonymous> (wasm-function[8]:0x78)\n',
  );
});

test.each([
  ['null function or function signature mismatch', /^call through a pointer to a function of another type/],
  ['function signature mismatch', /^call through a pointer to a function of another type/],
  ['divide result unrepresentable', /^the least integer divided by -1/],
  ['remainder by zero', /^division by zero$/],
  ['memory access out of bounds', /^access outside the memory$/],
])('the trap "%s" in words of C', (trap, words) => {
  expect(meaningOf(new WebAssembly.RuntimeError(trap))).toMatch(words);
});

// ---------------------------------------------------------------- longjmp

function jumps(isOver = false): Jumps {
  return new Jumps({ isOver: () => isOver });
}

test('a module finds the jump to its activation, once, and no other', () => {
  const thread = jumps();
  expect(() => thread.jump(5, 2, 7)).toThrow(LongJump);
  expect(thread.moduleLanding(4)).toEqual([0, 0]);
  expect(thread.moduleLanding(5)).toEqual([2, 7]);
  expect(thread.moduleLanding(5)).toEqual([0, 0]);
});

test('exit and the end of the job are no jumps, though one was under way', () => {
  const thread = jumps();
  expect(() => thread.jump(5, 2, 7)).toThrow(LongJump);
  thread.ended();
  expect(thread.moduleLanding(5)).toEqual([0, 0]);
  const over = jumps(true);
  expect(() => over.jump(5, 2, 7)).toThrow(LongJump);
  expect(over.moduleLanding(5)).toEqual([0, 0]);
});

test('a job knows that it is over', () => {
  const space = makeSpace(new WebAssembly.Memory({ initial: 16, maximum: 16, shared: true }), 0, 1, 20);
  const job = new Job(space, true, SILENT);
  expect(job.isOver()).toBe(false);
  expect(() => job.end(3)).toThrow();
  expect(job.isOver()).toBe(true);
});
