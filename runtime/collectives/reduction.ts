/**
 * Loops of reductions: elements are read and combined with an operator or a function of the program, in order.
 *
 * Takes an element type and an operator; gives folds and scans over a shared array from a cursor. Operators run as
 * WebAssembly, functions of the program are called from a loop here.
 */
import type { NativeFunction } from '../abi.ts';
import { rankOf, type Space } from '../memory/space.ts';
import { blockOf, type Cursor, cursorAt, type SharedArray } from './blocked.ts';
import type { Arithmetic } from './hardware.ts';
import type { Kernel, Loop, MachineType, Value } from './kernels.ts';
import type { Share } from './partition.ts';

/** A view of memory with the elements of a type. */
type View =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | BigInt64Array
  | Float32Array
  | Float64Array;

export interface Reduction {
  readonly loops: Kernel;
  /** Elements of the type in memory. */
  readonly view: View;
  readonly logSize: number;
  /** The operator does not commute: elements are combined in their order. */
  readonly ordered: boolean;
  readonly visits: Visits;
  /** Of an operator. */
  readonly arithmetic?: Arithmetic;
}

/** Iteration over elements with any affinity: in place, or in fetched pieces (pieces.ts). */
export interface Visits {
  /** Combines the elements of a share, at least one. */
  fold(reduction: Reduction, share: Share): Value;
  /**
   * Stores in `destination`, for `count` elements of `source` from `start` on, the combination of `before` and the
   * elements so far; without `before` the first element is its own result.
   */
  scan(
    reduction: Reduction,
    source: SharedArray,
    destination: SharedArray,
    start: number,
    count: number,
    before: Value | undefined,
  ): void;
}

/** For direct memory. */
export function inPlace(space: Space): Visits {
  return {
    fold: (reduction, share) => fold(space, reduction, share, undefined),
    scan: (reduction, source, destination, start, count, before) =>
      scan(space, reduction, source, destination, start, count, before),
  };
}

/** The view with elements of a C type. */
export function viewOf(space: Space, { value, logSize, signed }: MachineType): View {
  if (value === 'i64') return space.I64;
  if (value === 'f32') return space.F32;
  if (value === 'f64') return space.F64;
  if (logSize === 2) return space.I32;
  if (logSize === 1) return signed ? space.I16 : space.U16;
  return signed ? space.I8 : space.U8;
}

export function load({ view, logSize }: Reduction, address: number): Value {
  return view[address >>> logSize]!;
}

export function store({ view, logSize }: Reduction, address: number, value: Value): void {
  view[address >>> logSize] = value as never;
}

/** Combines `before`, if defined, and the elements of a share, at least one. */
export function fold(
  space: Space,
  reduction: Reduction,
  { array, from, count }: Omit<Share, 'start'>,
  before: Value | undefined,
): Value {
  const { loops } = reduction;
  const first = load(reduction, from.address);
  const value = before === undefined ? first : loops.combine(before, first);
  return count === 1 ? value : run(loops.fold, space, array, after(space, array, from), count - 1, 0, value);
}

function scan(
  space: Space,
  reduction: Reduction,
  source: SharedArray,
  destination: SharedArray,
  start: number,
  count: number,
  before: Value | undefined,
): void {
  const together = haveSamePlaces(space, source, destination);
  let value = before;
  for (let done = 0; done < count; ) {
    const from = cursorAt(space, source, start + done);
    const to = cursorAt(space, destination, start + done);
    const length = together ? count : Math.min(count - done, from.left, to.left);
    value = scanRun(space, reduction, source, from, length, to.address - from.address, value);
    done += length;
  }
}

/** A scan of elements whose results all lie `delta` bytes from them; returns the last one. */
export function scanRun(
  space: Space,
  reduction: Reduction,
  array: SharedArray,
  from: Cursor,
  count: number,
  delta: number,
  before: Value | undefined,
): Value {
  const { loops } = reduction;
  const first = load(reduction, from.address);
  const value = before === undefined ? first : loops.combine(before, first);
  store(reduction, from.address + delta, value);
  if (count === 1) return value;
  return run(loops.scan, space, array, after(space, array, from), count - 1, delta, value);
}

/** Whether both have the same affinity and phase, as UPC requires: then all results are at one distance. */
export function haveSamePlaces(space: Space, source: SharedArray, destination: SharedArray): boolean {
  return destination.phase === source.phase && rankOf(space, destination.address) === rankOf(space, source.address);
}

function run(
  loop: Loop,
  { THREADS }: Space,
  array: SharedArray,
  { address, left, turn, stride }: Cursor,
  count: number,
  delta: number,
  value: Value,
): Value {
  const block = blockOf(array);
  const bytes = block * array.size;
  return loop(
    address,
    count,
    left,
    turn,
    block,
    THREADS,
    (stride - bytes) | 0,
    (bytes - THREADS * stride) | 0,
    delta,
    value,
  );
}

/** The cursor of the next element. */
function after({ THREADS }: Space, array: SharedArray, { address, left, turn, stride }: Cursor): Cursor {
  const next = address + array.size;
  if (left > 1) return { address: next | 0, left: left - 1, turn, stride };
  const block = blockOf(array);
  const bytes = block * array.size;
  if (turn > 1) return { address: (next + stride - bytes) | 0, left: block, turn: turn - 1, stride };
  return { address: (next + (1 - THREADS) * stride) | 0, left: block, turn: THREADS, stride };
}

/** The loops of a function of the program. */
export function loopsOf(call: NativeFunction, view: View, logSize: number): Kernel {
  const loop = (visit: (address: number, delta: number, value: Value) => Value): Loop =>
    function visitAll(address, count, left, turn, block, threads, hop, back, delta, value) {
      let result = value;
      for (let i = 0; i < count; i++) {
        result = visit(address, delta, result);
        address += 1 << logSize;
        if (--left > 0) continue;
        left = block;
        address += hop;
        if (--turn > 0) continue;
        turn = threads;
        address += back;
      }
      return result;
    };
  return {
    fold: loop((address, _delta, value) => call(value, view[address >>> logSize])),
    scan: loop((address, delta, value) => {
      const result = call(value, view[address >>> logSize]);
      view[(address + delta) >>> logSize] = result as never;
      return result;
    }),
    combine: call as Kernel['combine'],
    zip: (to, from, stop) => {
      for (; to !== stop; to = (to + (1 << logSize)) | 0, from += 1 << logSize)
        view[to >>> logSize] = call(view[to >>> logSize], view[from >>> logSize]) as never;
    },
  };
}
