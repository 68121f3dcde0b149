/**
 * Berkeley's non-contiguous transfers: bupc_mem{cpy,put,get}_{vlist,ilist,fstrided,strided}, and _async with a handle.
 *
 * The three kinds differ only in which side is shared: a shared pointer is two arguments where a private one is one,
 * and takes 8 bytes in a list, in the program's form, where a private one takes 4. Each contiguous piece lies within one thread.
 */
import type { NativeFunction } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badList, overlappingRows, sizesDiffer } from '../errors.ts';
import type { Chunks, Pieces } from '../extended/vis/lists.ts';

/** Which sides of a transfer are shared. */
interface Kind {
  readonly toShared: boolean;
  readonly fromShared: boolean;
}

const KINDS: Readonly<Record<string, Kind>> = {
  memcpy: { toShared: true, fromShared: true },
  memput: { toShared: true, fromShared: false },
  memget: { toShared: false, fromShared: true },
};

/** Chunks of fstrided, `stride` bytes apart. */
interface Row {
  readonly address: number;
  readonly length: number;
  readonly stride: number;
  readonly count: number;
}

/** Starts a transfer with the arguments of the C function; returns a handle. */
type Start = (name: string, kind: Kind, values: readonly number[]) => number;

export function noncontiguous(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const starts = { ...listTransfers(environment), ...stridedTransfers(environment) };
  const library: Record<string, NativeFunction> = {};
  for (const [prefix, kind] of Object.entries(KINDS))
    for (const [suffix, start] of Object.entries(starts))
      Object.assign(library, blockingAndNot(environment, `bupc_${prefix}_${suffix}`, kind, start));
  return library;
}

function blockingAndNot({ runtime }: RuntimeEnvironment, name: string, kind: Kind, start: Start) {
  return {
    [name]: (...values: number[]) => runtime.transfers.wait(name, start(name, kind, values)),
    [`${name}_async`]: (...values: number[]) => start(`${name}_async`, kind, values),
  };
}

/** vlist: pairs of address and length; ilist: addresses of equal length. */
function listTransfers(environment: RuntimeEnvironment): Record<string, Start> {
  const { runtime } = environment;

  function vlist(name: string, kind: Kind, [toCount, toList, fromCount, fromList]: readonly number[]): number {
    const to = pieces(name, 'destination', kind.toShared, toList!, toCount! >>> 0);
    const from = pieces(name, 'source', kind.fromShared, fromList!, fromCount! >>> 0);
    checkSizes(environment, name, sum(to.lengths), sum(from.lengths));
    return runtime.noncontiguous.vector(name, to, from);
  }

  function pieces(name: string, side: string, shared: boolean, list: number, count: number): Pieces {
    const words = readWords(environment, name, `${side} list`, list, count, shared ? 16 : 8);
    const [step, length] = shared ? [4, 2] : [2, 1];
    const { pointers } = runtime;
    const addressAt = (i: number) => (shared ? pointers.addressAt(list + 16 * i) : words[2 * i]!);
    return {
      addresses: Float64Array.from({ length: count }, (_, i) => addressAt(i)),
      lengths: Uint32Array.from({ length: count }, (_, i) => words[step * i + length]!),
    };
  }

  function ilist(name: string, kind: Kind, values: readonly number[]): number {
    const [toCount, toList, toLength, fromCount, fromList, fromLength] = values as [number, number, ...number[]];
    const to = chunks(name, 'destination', kind.toShared, toList, toCount >>> 0, toLength! >>> 0);
    const from = chunks(name, 'source', kind.fromShared, fromList!, fromCount! >>> 0, fromLength! >>> 0);
    checkSizes(environment, name, to.addresses.length * to.length, from.addresses.length * from.length);
    return runtime.noncontiguous.indexed(name, to, from);
  }

  function chunks(name: string, side: string, shared: boolean, list: number, count: number, length: number): Chunks {
    const words = readWords(environment, name, `${side} list`, list, count, shared ? 8 : 4);
    const { pointers } = runtime;
    return {
      length,
      addresses: shared
        ? Float64Array.from({ length: count }, (_, i) => pointers.addressAt(list + 8 * i))
        : Float64Array.from(words),
    };
  }

  return { vlist, ilist };
}

/** fstrided: chunks at one stride, whose length may differ between the sides; strided: rows in any number of dimensions. */
function stridedTransfers(environment: RuntimeEnvironment): Record<string, Start> {
  const { runtime } = environment;

  function fstrided(name: string, kind: Kind, values: readonly number[]): number {
    const source = kind.toShared ? 5 : 4;
    const to = row(values[0]!, values.slice(source - 3, source));
    const from = row(values[source]!, values.slice(-3));
    checkSizes(environment, name, to.length * to.count, from.length * from.count);
    if (to.count > 1) checkRows(name, 'dstchunkstride', to.stride, to.length);
    if (to.length === from.length) return rows(name, to, from);
    if (isContiguous(from)) return rows(name, to, { ...to, address: from.address, stride: to.length });
    if (isContiguous(to)) return rows(name, { ...from, address: to.address, stride: from.length }, from);
    return reshaped(name, to, from);
  }

  /** Rows of equal length on both sides. */
  function rows(name: string, to: Row, from: Row): number {
    const counts = Uint32Array.of(to.length, to.count);
    return runtime.noncontiguous.strided(name, to.address, strides(to), from.address, strides(from), counts);
  }

  function reshaped(name: string, to: Row, from: Row): number {
    runtime.noncontiguous.checkExtent(`${name}: destination`, to.address, strides(to), [to.length, to.count]);
    runtime.noncontiguous.checkExtent(`${name}: source`, from.address, strides(from), [from.length, from.count]);
    return runtime.noncontiguous.indexed(name, chunksOf(to), chunksOf(from));
  }

  function strided(name: string, kind: Kind, values: readonly number[]): number {
    const [to, toStrides] = kind.toShared ? [values[0], values[2]] : values;
    const [from, fromStrides] = kind.fromShared ? [values.at(-5), values.at(-3)] : values.slice(-4);
    const levels = values.at(-1)! >>> 0;
    const counts = new Uint32Array(readWords(environment, name, 'count', values.at(-2)!, levels + 1, 4));
    if (counts.includes(0)) return runtime.transfers.together([]);
    const destination = readWords(environment, name, 'dststrides', toStrides!, levels, 4);
    const source = readWords(environment, name, 'srcstrides', fromStrides!, levels, 4);
    for (let i = 0; i < levels; i++)
      if (counts[i + 1]! > 1) checkRows(name, `dststrides[${i}]`, destination[i]!, counts[0]!);
    return runtime.noncontiguous.strided(name, to!, destination, from!, source, counts);
  }

  /** Rows that overlap in the destination have no defined result. */
  function checkRows(name: string, argument: string, stride: number, length: number): void {
    if (Math.abs(stride) < length) runtime.job.fail(overlappingRows(name, argument, stride >>> 0, length));
  }

  return { fstrided, strided };
}

function row(address: number, [length, stride, count]: readonly number[]): Row {
  return { address, length: length! >>> 0, stride: stride! | 0, count: count! >>> 0 };
}

function isContiguous({ length, stride, count }: Row): boolean {
  return count === 1 || stride === length;
}

function strides({ stride }: Row): Int32Array {
  return Int32Array.of(stride);
}

function chunksOf({ address, length, stride, count }: Row): Chunks {
  return { length, addresses: Float64Array.from({ length: count }, (_, i) => address + i * stride) };
}

/** The words of `count` entries of an array of the program. */
function readWords(
  { I32, runtime }: RuntimeEnvironment,
  name: string,
  what: string,
  address: number,
  count: number,
  entry: number,
): Int32Array {
  if (count === 0) return new Int32Array(0);
  const size = count * entry;
  const fault = address % 4 !== 0 ? 'not aligned' : runtime.transfers.fault(address, Math.min(size, 2 ** 32 - 1));
  if (fault !== undefined) runtime.job.fail(badList(name, what, count, address, fault));
  return I32.slice(address >>> 2, (address >>> 2) + size / 4);
}

function checkSizes({ runtime }: RuntimeEnvironment, name: string, to: number, from: number): void {
  if (to !== from) runtime.job.fail(sizesDiffer(name, to, from));
}

function sum(lengths: Uint32Array): number {
  return lengths.reduce((total, length) => total + length, 0);
}
