/**
 * Datatypes as they lie in a file whose representation has other sizes than memory (MPI 3.1, 13.5).
 *
 * Takes a datatype, and what is in the file in place of each predefined one. Gives the datatype that the same constructors make of these: displacements in
 * elements are scaled by that, those in bytes stay as they are.
 */
import { arrayBlock, dealtParts } from './arraytypes.ts';
import { COMBINERS } from './constructors.ts';
import {
  type Contents,
  type Datatype,
  type NewDatatype,
  ofBlocks,
  ofRepeated,
  resized,
  type Sequence,
} from './datatype.ts';
import { run } from './layouts.ts';

/** `basic`: of a predefined datatype the elements in the file. */
export function storedAs(type: Datatype, basic: (type: Datatype) => Sequence): Datatype {
  const { contents } = type;
  if (contents === undefined) return storedBasic(type, basic(type));
  const types = contents.types.map((inner) => storedAs(inner, basic));
  if (types.every(({ size, extent }, i) => size === contents.types[i]!.size && extent === contents.types[i]!.extent))
    return type;
  return { ...remade(type.name, { ...contents, types }), handle: type.handle, attributes: new Map() };
}

/** Without a gap between a value and an int. */
function storedBasic(type: Datatype, sequence: Sequence): Datatype {
  const size = sequence.bytes;
  if (size === type.size) return type;
  const bounds = { lb: 0, ub: size, extent: size, trueLb: 0, trueUb: size };
  return { ...type, ...bounds, size, sequence, layout: run(size), alignment: Math.min(size, 8) };
}

function remade(name: string, contents: Contents): NewDatatype {
  const { integers, types } = contents;
  const [type] = types as [Datatype];
  const [count, length, stride] = integers as [number, number, number];
  const addresses = contents.addresses.map(Number);
  const repeatedBy = (distance: number) =>
    ofRepeated(name, count, distance, { type, length, displacement: 0 }, contents);
  const blocksAt = (displacements: readonly number[], unit: number, lengthOf: (i: number) => number) =>
    displacements.map((at, i) => ({ type: types[i] ?? type, length: lengthOf(i), displacement: at * unit }));
  const lengths = (i: number) => integers[1 + i]!;
  const same = () => length;
  const ofAll = (...[displacements, unit, lengthOf]: Parameters<typeof blocksAt>) =>
    ofBlocks(name, blocksAt(displacements, unit, lengthOf), contents);
  const makers: Record<string, () => NewDatatype> = {
    DUP: () => type,
    CONTIGUOUS: () => ofBlocks(name, [{ type, length: count, displacement: 0 }], contents),
    VECTOR: () => repeatedBy(stride * type.extent),
    HVECTOR: () => repeatedBy(addresses[0]!),
    INDEXED: () => ofAll(integers.slice(1 + count), type.extent, lengths),
    HINDEXED: () => ofAll(addresses, 1, lengths),
    INDEXED_BLOCK: () => ofAll(integers.slice(2), type.extent, same),
    HINDEXED_BLOCK: () => ofAll(addresses, 1, same),
    STRUCT: () => ofBlocks(name, blocksAt(addresses, 1, lengths), contents, true),
    SUBARRAY: () => subarray(name, contents),
    DARRAY: () => darray(name, contents),
    RESIZED: () => resized(name, type, addresses[0]!, addresses[1]!, contents),
  };
  return makers[COMBINERS[contents.combiner - 1]!]!();
}

function subarray(name: string, contents: Contents): NewDatatype {
  const { integers, types } = contents;
  const dimensions = integers[0]!;
  const [sizes, subsizes, starts] = listsOf(integers, 1, dimensions) as [number[], number[], number[]];
  const chosen = (d: number) => [{ first: starts[d]!, length: subsizes[d]! }];
  return arrayBlock(name, types[0]!, integers.at(-1)!, sizes, chosen, contents);
}

function darray(name: string, contents: Contents): NewDatatype {
  const { integers, types } = contents;
  const [, rank, dimensions] = integers as [number, number, number];
  const [sizes, distributions, widths, processes] = listsOf(integers, 3, dimensions) as [
    ...[number[], number[], number[], number[]],
  ];
  // The arguments were good when the datatype was made.
  const refuse = (): never => {
    throw new Error(name);
  };
  const dealt = dealtParts({ call: name, rank, sizes, distributions, widths, processes, refuse });
  return arrayBlock(name, types[0]!, integers.at(-1)!, sizes, dealt, contents);
}

/** Lists of a length, one behind the other, up to the last integer. */
function listsOf(integers: readonly number[], first: number, length: number): number[][] {
  const lists: number[][] = [];
  for (let at = first; at + length < integers.length; at += length) lists.push(integers.slice(at, at + length));
  return lists;
}
