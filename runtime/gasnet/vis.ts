/**
 * Non-contiguous transfers (gasnet_vis.h): vector, indexed and strided, each as put and get, blocking, with a
 * handle, implicit.
 */
import type { NativeFunction } from '../abi.ts';
import type { Chunks, Pieces } from '../conduits/conduit.ts';
import { badNode } from '../core/am/errors.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badList, sizesDiffer } from '../errors.ts';
import type { ImplicitOperations } from './implicit.ts';

/** Bytes of a gasnet_memvec_t: address and length. */
const MEMVEC = 8;
const WORD = 4;

/** Starts a transfer with the arguments after the node; returns a handle. */
type Start = (name: string, node: number, values: readonly number[]) => number;

export function vis(environment: RuntimeEnvironment, implicit: ImplicitOperations): Record<string, NativeFunction> {
  const { runtime } = environment;
  const library: Record<string, NativeFunction> = {};
  /** `nodeAt`: index of the node among a get's arguments; a put's is the first. */
  const add = (letter: string, nodeAt: number, start: Start) => {
    for (const [direction, at] of [
      ['put', 0],
      ['get', nodeAt],
    ] as const)
      addForms(`gasnet_${direction}${letter}`, direction === 'put', (name, values) =>
        start(name, values[at]!, values.toSpliced(at, 1)),
      );
  };
  const addForms = (name: string, isPut: boolean, begin: (name: string, values: number[]) => number) => {
    library[`${name}_bulk`] = (...values: number[]) =>
      runtime.transfers.wait(`${name}_bulk`, begin(`${name}_bulk`, values));
    library[`${name}_nb_bulk`] = (...values: number[]) => begin(`${name}_nb_bulk`, values);
    library[`${name}_nbi_bulk`] = (...values: number[]) => implicit.began(begin(`${name}_nbi_bulk`, values), isPut);
  };

  function vector(name: string, node: number, [toCount, toList, fromCount, fromList]: readonly number[]): number {
    const to = pieces(name, 'dstlist', toList!, toCount!);
    const from = pieces(name, 'srclist', fromList!, fromCount!);
    check(name, node, sum(to.lengths), sum(from.lengths));
    return runtime.noncontiguous.vector(name, to, from);
  }

  function indexed(
    name: string,
    node: number,
    [toCount, toList, toLength, fromCount, fromList, fromLength]: readonly number[],
  ): number {
    const to = chunks(name, 'dstlist', toList!, toCount!, toLength!);
    const from = chunks(name, 'srclist', fromList!, fromCount!, fromLength!);
    check(name, node, to.length * to.addresses.length, from.length * from.addresses.length);
    return runtime.noncontiguous.indexed(name, to, from);
  }

  function strided(name: string, node: number, values: readonly number[]): number {
    const [to, toStrides, from, fromStrides, counts, levels] = values as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    check(name, node, 0, 0);
    const strides = (what: string, list: number) => words(name, what, list, levels);
    return runtime.noncontiguous.strided(
      name,
      to,
      strides('dststrides', toStrides),
      from,
      strides('srcstrides', fromStrides),
      Uint32Array.from(words(name, 'count', counts, levels + 1)),
    );
  }

  function check(name: string, node: number, to: number, from: number): void {
    runtime.rules?.wait(name);
    if (node >>> 0 >= environment.THREADS) runtime.job.fail(badNode(name, node, environment.THREADS));
    if (to !== from) runtime.job.fail(sizesDiffer(name, to, from));
  }

  function pieces(name: string, what: string, list: number, count: number): Pieces {
    const both = words(name, what, list, 2 * count, MEMVEC / 2);
    return {
      addresses: both.filter((_, i) => i % 2 === 0),
      lengths: Uint32Array.from(both.filter((_, i) => i % 2 === 1)),
    };
  }

  function chunks(name: string, what: string, list: number, count: number, length: number): Chunks {
    return { addresses: words(name, what, list, count), length: length >>> 0 };
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
