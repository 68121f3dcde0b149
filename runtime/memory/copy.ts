/**
 * Copying and filling bytes.
 *
 * Takes the shared memory; gives `copy` and `fill`. WebAssembly's bulk instructions are the fastest way from 32 bytes
 * up, aligned or not; a few words are moved faster by hand. Source and destination may overlap.
 */
import type { Space } from './space.ts';

export interface BulkOperations {
  copy(destination: number, source: number, size: number): void;
  fill(address: number, byte: number, size: number): void;
}

const I32_TYPE = 0x7f;
const END = 0x0b;
const [LOCAL_0, LOCAL_1, LOCAL_2] = [
  [0x20, 0],
  [0x20, 1],
  [0x20, 2],
];

/**
 * (module (import "m" "m" (memory 1 65536 shared))
 *   (func (export "c") (param i32 i32 i32) local.get 0 local.get 1 local.get 2 memory.copy)
 *   (func (export "f") (param i32 i32 i32) local.get 0 local.get 1 local.get 2 memory.fill))
 */
const BYTES = new Uint8Array([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [1, 0x60, 3, I32_TYPE, I32_TYPE, I32_TYPE, 0]),
  ...section(2, [1, 1, 0x6d, 1, 0x6d, 2, 3, 1, 0x80, 0x80, 4]),
  ...section(3, [2, 0, 0]),
  ...section(7, [2, 1, 0x63, 0, 0, 1, 0x66, 0, 1]),
  ...section(10, [2, ...body([0xfc, 10, 0, 0]), ...body([0xfc, 11, 0])]),
]);

function section(id: number, contents: number[]): number[] {
  return [id, contents.length, ...contents];
}

function body(instruction: number[]): number[] {
  const code = [0, ...LOCAL_0!, ...LOCAL_1!, ...LOCAL_2!, ...instruction, END];
  return [code.length, ...code];
}

/** Compiled once by the supervisor and shared with the threads. */
export function compileBulkOperations(): WebAssembly.Module {
  return new WebAssembly.Module(BYTES);
}

/** `copy` and `fill` on the memory of `space`. */
export function bulkOperations(space: Space, module: WebAssembly.Module): BulkOperations {
  const { I32 } = space;
  const { c: wasmCopy, f: fill } = new WebAssembly.Instance(module, { m: { m: space.memory } }).exports as {
    c: BulkOperations['copy'];
    f: BulkOperations['fill'];
  };

  function copy(destination: number, source: number, size: number): void {
    if (size >>> 0 > 16 || ((destination | source | size) & 3) !== 0) wasmCopy(destination, source, size);
    else copyWords(destination >>> 2, source >>> 2, size >>> 2);
  }

  /** At most four words, all read before the first is written. */
  function copyWords(to: number, from: number, count: number): void {
    const a = I32[from]!;
    const b = I32[from + 1]!;
    const c = I32[from + 2]!;
    const d = I32[from + 3]!;
    if (count > 0) I32[to] = a;
    if (count > 1) I32[to + 1] = b;
    if (count > 2) I32[to + 2] = c;
    if (count > 3) I32[to + 3] = d;
  }

  return { copy, fill };
}
