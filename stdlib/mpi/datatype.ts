/**
 * A datatype: where its data lie, its bounds, what it is made of; and how these follow from what it is made of (MPI 3.1, 4.1).
 *
 * Takes blocks of datatypes at displacements in bytes. Gives: the datatype of them. Bounds that MPI_Type_create_resized has set are markers: where any
 * block has one, only such count (4.1.6).
 */
import type { Owner } from './attributes.ts';
import { type Layout, partsOf, repeated } from './layouts.ts';

/** Basic elements in the order of the type map: counts of sequences; `units` basic elements in all. */
export interface Sequence {
  readonly bytes: number;
  readonly units: number;
  /** Of a basic element: bytes in external32 where they are others, and whether it is a signed integer. */
  readonly external?: number;
  readonly isSigned?: boolean;
  /** Of a complex number: 2. */
  readonly numbers?: number;
  /** Absent of a basic element. */
  readonly of?: readonly { readonly count: number; readonly sequence: Sequence }[];
}

/** What a constructor was called with (MPI_Type_get_contents). */
export interface Contents {
  readonly combiner: number;
  readonly integers: readonly number[];
  readonly addresses: readonly bigint[];
  readonly types: readonly Datatype[];
}

/** From the lowest byte to behind the highest one, and whether the ends are markers. */
export interface Bounds {
  readonly lb: number;
  readonly ub: number;
  readonly marksLb: boolean;
  readonly marksUb: boolean;
}

export interface Datatype extends Bounds, Owner {
  /** For messages. */
  readonly name: string;
  /** By MPI_Type_set_name. */
  given?: string;
  /** Bytes of data. */
  readonly size: number;
  readonly extent: number;
  /** Of the data alone. */
  readonly trueLb: number;
  readonly trueUb: number;
  readonly alignment: number;
  readonly layout: Layout;
  readonly sequence: Sequence;
  /** What operators see (predefined.ts); undefined: they have nothing of it. */
  readonly element?: number;
  /** Absent of predefined ones. */
  readonly contents?: Contents;
  isCommitted: boolean;
}

/** One without a handle yet. */
export type NewDatatype = Omit<Datatype, keyof Owner>;

/** So many of a datatype, an extent apart, from a displacement on. */
export interface Block {
  readonly type: Datatype;
  readonly length: number;
  readonly displacement: number;
}

/** The datatype of blocks; `contents`: of the call, `isAligned`: its extent ends where another one may begin, as that of a struct of C does. */
export function ofBlocks(name: string, blocks: readonly Block[], contents: Contents, isAligned = false): NewDatatype {
  const layout = partsOf(
    blocks.map(({ type, length, displacement }) => ({
      offset: displacement,
      of: repeated(length, type.extent, type.layout),
    })),
  );
  const counts = blocks.map(({ type, length }) => ({ count: length, sequence: type.sequence }));
  return finished(name, layout, sequenceOf(counts), blocks, contents, isAligned);
}

/** The datatype of a block that comes `count` times, `stride` bytes apart. */
export function ofRepeated(name: string, count: number, stride: number, block: Block, contents: Contents): NewDatatype {
  const { type, length, displacement } = block;
  const one = repeated(length, type.extent, type.layout);
  const layout = partsOf([{ offset: displacement, of: repeated(count, stride, one) }]);
  const last = { ...block, displacement: displacement + (count - 1) * stride };
  const outer = count === 0 ? [] : [block, last];
  const sequence = sequenceOf([{ count: count * length, sequence: type.sequence }]);
  return finished(name, layout, sequence, outer, contents, false);
}

/** Where the data of so many elements begin and end, from the address of the first. */
export function spanOf({ extent, trueLb, trueUb }: Datatype, count: number): [low: number, high: number] {
  if (count === 0) return [0, 0];
  const last = (count - 1) * extent;
  return [Math.min(0, last) + trueLb, Math.max(0, last) + trueUb];
}

/** The same data with other bounds. */
export function resized(name: string, type: NewDatatype, lb: number, extent: number, contents: Contents): NewDatatype {
  const { element: _, ...rest } = type;
  const bounds = { lb, ub: lb + extent, marksLb: true, marksUb: true, extent };
  return { ...rest, ...bounds, name, contents, isCommitted: false };
}

function finished(
  name: string,
  layout: Layout,
  sequence: Sequence,
  blocks: readonly Block[],
  contents: Contents,
  isAligned: boolean,
): NewDatatype {
  const there = blocks.filter(({ length }) => length > 0);
  const { lb, ub, marksLb, marksUb } = boundsOf(there.map(boundsIn));
  const data = boundsOf(there.filter(({ type }) => type.size > 0).map(dataIn));
  const alignment = Math.max(1, ...there.map(({ type }) => type.alignment));
  const padding = isAligned && !marksUb ? (alignment - ((ub - lb) % alignment)) % alignment : 0;
  return {
    ...{ name, layout, sequence, contents, alignment, lb, marksLb, marksUb },
    ...{ ub: ub + padding, extent: ub + padding - lb, size: layout.bytes },
    ...{ trueLb: data.lb, trueUb: data.ub, isCommitted: false },
  };
}

function sequenceOf(of: NonNullable<Sequence['of']>): Sequence {
  const bytes = of.reduce((sum, { count, sequence }) => sum + count * sequence.bytes, 0);
  const units = of.reduce((sum, { count, sequence }) => sum + count * sequence.units, 0);
  return { bytes, units, of };
}

/** Basic elements in the first bytes of a repeated sequence; undefined where they end inside of one. */
export function unitsIn(sequence: Sequence, bytes: number): number | undefined {
  if (bytes === 0) return 0;
  if (sequence.of === undefined) return bytes === sequence.bytes ? 1 : undefined;
  let [left, units] = [bytes, 0];
  for (const { count, sequence: inner } of sequence.of) {
    if (inner.bytes === 0) continue;
    const whole = Math.min(count, Math.floor(left / inner.bytes));
    units += whole * inner.units;
    left -= whole * inner.bytes;
    if (left === 0) return units;
    if (whole < count) {
      const rest = unitsIn(inner, left);
      return rest === undefined ? undefined : units + rest;
    }
  }
  return undefined;
}

/** Bytes of the first so many basic elements of a sequence. */
export function bytesOf(sequence: Sequence, units: number): number {
  if (units === 0 || sequence.of === undefined) return units === 0 ? 0 : sequence.bytes;
  let [left, bytes] = [units, 0];
  for (const { count, sequence: inner } of sequence.of) {
    if (inner.units === 0) continue;
    const whole = Math.min(count, Math.floor(left / inner.units));
    bytes += whole * inner.bytes;
    left -= whole * inner.units;
    if (whole < count) return bytes + bytesOf(inner, left);
  }
  return bytes;
}

// ---------------------------------------------------------------- bounds

/** The least and the greatest; markers alone where there are any. */
function boundsOf(all: readonly Bounds[]): Bounds {
  const ends = (isMarked: (one: Bounds) => boolean) => (all.some(isMarked) ? all.filter(isMarked) : all);
  const [lows, highs] = [ends(({ marksLb }) => marksLb), ends(({ marksUb }) => marksUb)];
  return {
    lb: lows.length === 0 ? 0 : Math.min(...lows.map(({ lb }) => lb)),
    ub: highs.length === 0 ? 0 : Math.max(...highs.map(({ ub }) => ub)),
    marksLb: all.some(({ marksLb }) => marksLb),
    marksUb: all.some(({ marksUb }) => marksUb),
  };
}

/** Extents may be negative: the last one of a block may lie before the first. */
function boundsIn({ type, length, displacement }: Block): Bounds {
  const [first, last] = [displacement, displacement + (length - 1) * type.extent];
  const [low, high] = [Math.min(first, last), Math.max(first, last)];
  return { lb: low + type.lb, ub: high + type.ub, marksLb: type.marksLb, marksUb: type.marksUb };
}

function dataIn(block: Block): Bounds {
  const { trueLb: lb, trueUb: ub } = block.type;
  return boundsIn({ ...block, type: { ...block.type, lb, ub, marksLb: false, marksUb: false } });
}
