/**
 * Array sections between two images, or within one: the copies of compiled array assignments.
 *
 * Takes addresses, and for each dimension a number of elements and both strides in bytes. Contiguous dimensions are
 * coalesced into one row; rows are copied as one strided transfer, scalar-sized elements in a loop of loads and stores.
 * All elements count as read before any is written.
 */
import type { NativeFunction } from '../abi.ts';
import { roomFor } from '../core/room.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badTransfer } from '../errors.ts';
import { extent } from '../extended/vis/strided.ts';
import { isReached, offsetOf, rankOf, type Space } from '../memory/space.ts';

const NAME = 'array assignment';
/** Bytes of a dimension in the descriptor: elements, destination stride, source stride. */
const DIMENSION = 12;

/** Dimensions innermost first; `counts[0]` is the bytes of a row, as strided transfers have it. */
interface Shape {
  readonly counts: number[];
  readonly destination: number[];
  readonly source: number[];
}

export function transfer(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime, heap } = environment;

  /** `descriptor` is the address of `rank` dimensions, outermost first. */
  function __coarray_transfer(to: number, from: number, size: number, rank: number, descriptor: number): void {
    const bytes = rowOf(environment.I32, size, rank, descriptor);
    if (bytes !== undefined) copyRow(to, from, bytes);
    else copyShape(to, from, shapeOf(environment.I32, size, rank, descriptor));
  }

  function copyShape(to: number, from: number, shape: Shape): void {
    if (shape.counts.includes(0)) return;
    if (overlap(environment, to, from, shape)) throughBuffer(to, from, shape);
    else copyRows(to, from, shape);
  }

  /** memmove semantics. */
  function copyRow(to: number, from: number, bytes: number): void {
    runtime.transfers.move(NAME, to, from, bytes);
  }

  function copyRows(to: number, from: number, shape: Shape): void {
    const inPlace =
      isReached(environment, rankOf(environment, to)) && isReached(environment, rankOf(environment, from));
    const isSeen = environment.recorder !== undefined; // of copies, not of loads and stores
    const view = inPlace && !isSeen ? viewFor(environment, to, from, shape) : undefined;
    if (view) {
      check('destination', to, shape.destination, shape.counts);
      check('source', from, shape.source, shape.counts);
      copyElements(view, to, from, shape, shape.counts.length - 1);
      return;
    }
    const { counts, destination, source } = shape;
    const [toStrides, fromStrides] = [Int32Array.from(destination), Int32Array.from(source)];
    const started = runtime.noncontiguous.strided(NAME, to, toStrides, from, fromStrides, Uint32Array.from(counts));
    runtime.transfers.wait(NAME, started);
  }

  function check(side: string, address: number, strides: readonly number[], counts: readonly number[]): void {
    const { start, size } = extent(strides, counts);
    const first = (address + start) | 0;
    const fault = runtime.transfers.fault(first, size);
    if (fault !== undefined) runtime.job.fail(badTransfer(`${NAME}: ${side}`, first, size, fault));
  }

  function throughBuffer(to: number, from: number, shape: Shape): void {
    const strides = close(shape.counts);
    const buffer = __coarray_buffer(shape.counts.reduce((bytes, count) => bytes * count));
    copyRows(buffer, from, { ...shape, destination: strides });
    copyRows(to, buffer, { ...shape, source: strides });
    heap.free(buffer);
  }

  /** Buffer for elements in transit. */
  function __coarray_buffer(bytes: number): number {
    return roomFor(runtime.job, heap, Math.max(bytes >>> 0, 1), 'an array assignment');
  }

  return { __coarray_transfer, __coarray_buffer, __coarray_release: (address: number) => heap.free(address) };
}

// ---------------------------------------------------------------- shapes

/** Bytes of a section that is one row: the common case, without building a shape. */
function rowOf(I32: Int32Array, size: number, rank: number, descriptor: number): number | undefined {
  let bytes = size;
  for (let at = (descriptor + DIMENSION * (rank - 1)) >>> 2; rank > 0; rank--, at -= DIMENSION / 4) {
    const count = I32[at]!;
    if (count !== 1 && (I32[at + 1] !== bytes || I32[at + 2] !== bytes)) return undefined;
    bytes *= count;
  }
  return bytes;
}

function shapeOf(I32: Int32Array, size: number, rank: number, descriptor: number): Shape {
  const shape: Shape = { counts: [size], destination: [], source: [] };
  for (let at = (descriptor + DIMENSION * (rank - 1)) >>> 2; rank > 0; rank--, at -= DIMENSION / 4)
    addDimension(shape, I32[at]!, I32[at + 1]!, I32[at + 2]!);
  return shape;
}

/** Adds an outer dimension, coalesced into the row where it is contiguous on both sides. */
function addDimension({ counts, destination, source }: Shape, count: number, to: number, from: number): void {
  const row = counts[0]!;
  if (count === 1) return;
  if (counts.length === 1 && to === row && from === row) {
    counts[0] = row * count;
    return;
  }
  counts.push(count);
  destination.push(to);
  source.push(from);
}

/** Strides of the same elements packed contiguously. */
function close(counts: readonly number[]): number[] {
  let bytes = 1;
  return counts.slice(0, -1).map((count) => (bytes *= count));
}

/** Whether the destination may overlap the source. */
function overlap(space: Space, to: number, from: number, { counts, destination, source }: Shape): boolean {
  if (rankOf(space, to) !== rankOf(space, from)) return false;
  const written = extent(destination, counts);
  const read = extent(source, counts);
  const [start, other] = [offsetOf(space, to) + written.start, offsetOf(space, from) + read.start];
  return start < other + read.size && other < start + written.size;
}

// ---------------------------------------------------------------- single elements

type View = Uint8Array | Uint16Array | Int32Array;

/** Larger elements are copied as rows of bytes. */
const MOST_WORDS = 8;

/** The view whose elements are one number or a few; undefined for other sizes and unaligned elements. */
function viewFor({ U8, U16, I32 }: RuntimeEnvironment, to: number, from: number, shape: Shape): View | undefined {
  const size = shape.counts[0]!;
  const view = size === 1 ? U8 : size === 2 ? U16 : size % 4 === 0 && size <= 4 * MOST_WORDS ? I32 : undefined;
  if (!view) return undefined;
  const isWhole = (bytes: number) => (bytes & (view.BYTES_PER_ELEMENT - 1)) === 0;
  return isWhole(to | from) && shape.destination.every(isWhole) && shape.source.every(isWhole) ? view : undefined;
}

/** Copies the dimensions up to `dimension`. */
function copyElements(view: View, to: number, from: number, shape: Shape, dimension: number): void {
  const count = shape.counts[dimension]!;
  const [toStride, fromStride] = [shape.destination[dimension - 1]!, shape.source[dimension - 1]!];
  if (dimension > 1) {
    for (let i = 0; i < count; i++) copyElements(view, to + i * toStride, from + i * fromStride, shape, dimension - 1);
    return;
  }
  const unit = view.BYTES_PER_ELEMENT;
  const [first, other] = [(to >>> 0) / unit, (from >>> 0) / unit];
  if (shape.counts[0] === unit) copyLine(view, first, toStride / unit, other, fromStride / unit, count);
  else copyGroups(view, first, toStride / unit, other, fromStride / unit, count, shape.counts[0]! / unit);
}

function copyLine(view: View, to: number, toStep: number, from: number, fromStep: number, count: number): void {
  if (fromStep === 0 && toStep === 1) {
    view.fill(view[from]!, to, to + count);
    return;
  }
  for (; count > 0; count--, to += toStep, from += fromStep) view[to] = view[from]!;
}

/** Elements of several words; doubles too, as a view of doubles may not preserve their bits. */
function copyGroups(
  view: View,
  to: number,
  toStep: number,
  from: number,
  fromStep: number,
  count: number,
  words: number,
): void {
  for (; count > 0; count--, to += toStep, from += fromStep)
    for (let word = 0; word < words; word++) view[to + word] = view[from + word]!;
}
