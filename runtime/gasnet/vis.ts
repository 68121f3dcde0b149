/**
 * Non-contiguous transfers (gasnet_vis.h): vector, indexed and strided, each as put and get, blocking, with a
 * handle, implicit.
 */
import type { NativeFunction } from '../abi.ts';
import { badNode } from '../core/am/errors.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badList, sizesDiffer } from '../errors.ts';
import type { Chunks, Pieces } from '../extended/vis/lists.ts';
import { counterpart } from '../memory/space.ts';
import type { ImplicitOperations } from './implicit.ts';

/** Bytes of a gasnet_memvec_t: address and length. */
const MEMVEC = 8;
const WORD = 4;

/** A call: its name, the node, and whether the destination is the node's memory; else the source is. */
interface Call {
  readonly name: string;
  readonly node: number;
  readonly isPut: boolean;
}

/** Starts a transfer with the arguments after the node; returns a handle. */
type Start = (call: Call, values: readonly number[]) => number;

/** The address here of one as it was given. */
type Here = (address: number) => number;

export function vis(environment: RuntimeEnvironment, implicit: ImplicitOperations): Record<string, NativeFunction> {
  const { runtime } = environment;
  const library: Record<string, NativeFunction> = {};
  /** `nodeAt`: index of the node among a get's arguments; a put's is the first. */
  const add = (letter: string, nodeAt: number, start: Start) => {
    for (const [direction, at] of [
      ['put', 0],
      ['get', nodeAt],
    ] as const) {
      const isPut = direction === 'put';
      addForms(`gasnet_${direction}${letter}`, isPut, (name, values) =>
        start({ name, node: values[at]!, isPut }, values.toSpliced(at, 1)),
      );
    }
  };
  const addForms = (name: string, isPut: boolean, begin: (name: string, values: number[]) => number) => {
    library[`${name}_bulk`] = (...values: number[]) =>
      runtime.transfers.wait(`${name}_bulk`, begin(`${name}_bulk`, values));
    library[`${name}_nb_bulk`] = (...values: number[]) => begin(`${name}_nb_bulk`, values);
    library[`${name}_nbi_bulk`] = (...values: number[]) => implicit.began(begin(`${name}_nbi_bulk`, values), isPut);
  };

  function vector(call: Call, [toCount, toList, fromCount, fromList]: readonly number[]): number {
    const to = pieces(call.name, 'dstlist', toList!, toCount!, sideOf(call, true));
    const from = pieces(call.name, 'srclist', fromList!, fromCount!, sideOf(call, false));
    check(call, sum(to.lengths), sum(from.lengths));
    return runtime.noncontiguous.vector(call.name, to, from);
  }

  function indexed(
    call: Call,
    [toCount, toList, toLength, fromCount, fromList, fromLength]: readonly number[],
  ): number {
    const to = chunks(call.name, 'dstlist', toList!, toCount!, toLength!, sideOf(call, true));
    const from = chunks(call.name, 'srclist', fromList!, fromCount!, fromLength!, sideOf(call, false));
    check(call, to.length * to.addresses.length, from.length * from.addresses.length);
    return runtime.noncontiguous.indexed(call.name, to, from);
  }

  function strided(call: Call, values: readonly number[]): number {
    const [to, toStrides, from, fromStrides, counts, levels] = values as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const { name } = call;
    check(call, 0, 0);
    const strides = (what: string, list: number) => words(name, what, list, levels);
    return runtime.noncontiguous.strided(
      name,
      sideOf(call, true)(to),
      strides('dststrides', toStrides),
      sideOf(call, false)(from),
      strides('srcstrides', fromStrides),
      Uint32Array.from(words(name, 'count', counts, levels + 1)),
    );
  }

  /** Addresses of a side as they are here: those of the node's memory are given as it sees them. */
  function sideOf({ node, isPut }: Call, isDestination: boolean): Here {
    return isPut === isDestination ? (address) => counterpart(environment, address, node) : (address) => address;
  }

  function check({ name, node }: Call, to: number, from: number): void {
    runtime.rules?.wait(name);
    if (node >>> 0 >= environment.THREADS) runtime.job.fail(badNode(name, node, environment.THREADS));
    if (to !== from) runtime.job.fail(sizesDiffer(name, to, from));
  }

  function pieces(name: string, what: string, list: number, count: number, here: Here): Pieces {
    const both = words(name, what, list, 2 * count, MEMVEC / 2);
    return {
      addresses: Float64Array.from(
        both.filter((_, i) => i % 2 === 0),
        here,
      ),
      lengths: Uint32Array.from(both.filter((_, i) => i % 2 === 1)),
    };
  }

  function chunks(name: string, what: string, list: number, count: number, length: number, here: Here): Chunks {
    return { addresses: Float64Array.from(words(name, what, list, count), here), length: length >>> 0 };
  }

  /** A copy of the words of a list in memory. */
  function words(name: string, what: string, list: number, count: number, size = WORD): Int32Array {
    const fault = count === 0 ? undefined : runtime.transfers.fault(list, count * size);
    if (fault !== undefined) runtime.job.fail(badList(name, what, count, list, fault));
    return environment.I32.slice(list >>> 2, (list >>> 2) + count);
  }

  add('v', 2, vector);
  add('i', 3, indexed);
  add('s', 2, strided);
  return library;
}

function sum(lengths: Uint32Array): number {
  return lengths.reduce((bytes, length) => bytes + length, 0);
}
