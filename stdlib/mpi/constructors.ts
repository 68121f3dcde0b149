/**
 * Constructors of datatypes, and what they were called with (MPI 3.1, 4.1.2, 4.1.9, 4.1.10, 4.1.13).
 *
 * Each reads its arguments as MPI_Type_get_contents gives them back, and makes blocks of them (datatype.ts).
 */
import { arrayBlock, dealtParts } from './arraytypes.ts';
import type { Keys } from './attributes.ts';
import {
  type Block,
  type Contents,
  type Datatype,
  type NewDatatype,
  ofBlocks,
  ofRepeated,
  resized,
} from './datatype.ts';
import { ERR_ARG, ERR_COUNT, ERR_TYPE } from './errors.ts';
import type { Body, State } from './state.ts';
import type { Types } from './types.ts';

/** MPI_COMBINER_..., by mpi.h. */
export const COMBINERS = [
  ...['NAMED', 'DUP', 'CONTIGUOUS', 'VECTOR', 'HVECTOR', 'INDEXED', 'HINDEXED', 'INDEXED_BLOCK', 'HINDEXED_BLOCK'],
  ...['STRUCT', 'SUBARRAY', 'DARRAY', 'RESIZED', 'F90_REAL', 'F90_COMPLEX', 'F90_INTEGER'],
];
export const combinerOf = (name: string): number => COMBINERS.indexOf(name) + 1;

/** Arguments of a constructor as they are read. */
interface Reading {
  readonly call: string;
  readonly integers: number[];
  readonly addresses: bigint[];
  readonly types: Datatype[];
}

export class Constructors {
  constructor(
    private readonly state: State,
    private readonly types: Types,
    private readonly keys: Keys,
  ) {}

  // ---------------------------------------------------------------- arguments

  private type(reading: Reading, argument: string, handle: number): Datatype {
    const type = this.types.at(reading.call, argument, handle);
    reading.types.push(type);
    return type;
  }

  private count({ call, integers }: Reading, argument: string, count: number): number {
    integers.push(this.state.natural(call, argument, count, ERR_COUNT));
    return count;
  }

  /** As many ints as `count`; none below 0 where they are lengths. */
  private words(
    { call, integers }: Reading,
    argument: string,
    at: number,
    count: number,
    areLengths: boolean,
  ): number[] {
    const words = Array.from(this.state.words(call, argument, at, count));
    if (areLengths) for (const [i, word] of words.entries()) this.state.natural(call, `${argument}[${i}]`, word);
    integers.push(...words);
    return words;
  }

  private longs({ call, addresses }: Reading, argument: string, at: number, count: number): number[] {
    this.state.local(call, argument, at, 8 * count);
    const longs = this.state.environment.I64.slice(at >>> 3, (at >>> 3) + count);
    addresses.push(...longs);
    return Array.from(longs, Number);
  }

  private integer({ integers }: Reading, value: number): number {
    integers.push(value);
    return value;
  }

  private address({ addresses }: Reading, value: number): number {
    addresses.push(BigInt(value));
    return value;
  }

  /** A constructor: its arguments but the last one make a datatype, which the last one gets. */
  private constructed(
    combiner: string,
    make: (reading: Reading, contents: Contents, name: string, parameters: number[]) => NewDatatype,
  ): Body {
    const number = combinerOf(combiner);
    return (call, ...given: (number | bigint)[]) => {
      const parameters = given.map(Number);
      const reading = { call, integers: [], addresses: [], types: [] };
      const name = `the datatype of ${call}`;
      const type = make(reading, { combiner: number, ...reading }, name, parameters);
      this.state.give(call, 'newtype', parameters.at(-1)!, this.types.enter(type));
    };
  }

  // ---------------------------------------------------------------- constructors

  private readonly contiguous = this.constructed('CONTIGUOUS', (reading, contents, _name, [count, old]) => {
    const length = this.count(reading, 'count', count!);
    const type = this.type(reading, 'oldtype', old!);
    return ofBlocks(`${length} of ${type.name}`, [{ type, length, displacement: 0 }], contents);
  });

  private vector(combiner: string, isInBytes: boolean): Body {
    return this.constructed(combiner, (reading, contents, name, [countGiven, lengthGiven, stride, old]) => {
      const count = this.count(reading, 'count', countGiven!);
      const length = this.count(reading, 'blocklength', lengthGiven!);
      if (isInBytes) this.address(reading, stride!);
      else this.integer(reading, stride!);
      const type = this.type(reading, 'oldtype', old!);
      const distance = isInBytes ? stride! : stride! * type.extent;
      return ofRepeated(name, count, distance, { type, length, displacement: 0 }, contents);
    });
  }

  /** Blocks at displacements; `isEqual`: of one length. */
  private indexed(combiner: string, isInBytes: boolean, isEqual: boolean): Body {
    return this.constructed(combiner, (reading, contents, name, [countGiven, lengthsAt, displacementsAt, old]) => {
      const count = this.count(reading, 'count', countGiven!);
      const lengths = isEqual
        ? this.count(reading, 'blocklength', lengthsAt!)
        : this.words(reading, 'array_of_blocklengths', lengthsAt!, count, true);
      const argument = 'array_of_displacements';
      const displacements = isInBytes
        ? this.longs(reading, argument, displacementsAt!, count)
        : this.words(reading, argument, displacementsAt!, count, false);
      const type = this.type(reading, 'oldtype', old!);
      const unit = isInBytes ? 1 : type.extent;
      const blocks = displacements.map((displacement, i) => ({
        type,
        length: typeof lengths === 'number' ? lengths : lengths[i]!,
        displacement: displacement * unit,
      }));
      return ofBlocks(name, blocks, contents);
    });
  }

  private readonly struct = this.constructed(
    'STRUCT',
    (reading, contents, name, [countGiven, lengthsAt, at, typesAt]) => {
      const count = this.count(reading, 'count', countGiven!);
      const lengths = this.words(reading, 'array_of_blocklengths', lengthsAt!, count, true);
      const displacements = this.longs(reading, 'array_of_displacements', at!, count);
      const handles = this.state.words(reading.call, 'array_of_types', typesAt!, count);
      const blocks = displacements.map((displacement, i): Block => {
        const type = this.type(reading, `array_of_types[${i}]`, handles[i]!);
        return { type, length: lengths[i]!, displacement };
      });
      return ofBlocks(name, blocks, contents, true);
    },
  );

  private readonly subarray = this.constructed('SUBARRAY', (reading, contents, name, parameters) => {
    const [dimensions, sizesAt, subsizesAt, startsAt, order, old] = parameters as [...Six];
    const { call } = reading;
    this.dimensions(reading, dimensions);
    const sizes = this.words(reading, 'array_of_sizes', sizesAt, dimensions, true);
    const subsizes = this.words(reading, 'array_of_subsizes', subsizesAt, dimensions, true);
    const starts = this.words(reading, 'array_of_starts', startsAt, dimensions, false);
    this.integer(reading, this.order(call, order));
    for (const d of sizes.keys()) this.inside(call, d, sizes[d]!, subsizes[d]!, starts[d]!);
    const type = this.type(reading, 'oldtype', old);
    return arrayBlock(name, type, order, sizes, (d) => [{ first: starts[d]!, length: subsizes[d]! }], contents);
  });

  private readonly darray = this.constructed('DARRAY', (reading, contents, name, parameters) => {
    const [size, rank, dimensions, sizesAt, distributionsAt, argumentsAt, processesAt, order, old] = parameters as Nine;
    const { call } = reading;
    this.count(reading, 'size', size);
    this.integer(reading, rank);
    if (rank >>> 0 >= size) this.state.refuse(call, 'rank', rank, `ranks are 0 .. ${size - 1}`);
    this.dimensions(reading, dimensions);
    const sizes = this.words(reading, 'array_of_gsizes', sizesAt, dimensions, true);
    const distributions = this.words(reading, 'array_of_distribs', distributionsAt, dimensions, false);
    const widths = this.words(reading, 'array_of_dargs', argumentsAt, dimensions, false);
    const processes = this.words(reading, 'array_of_psizes', processesAt, dimensions, true);
    const product = processes.reduce((all, one) => all * one, 1);
    if (product !== size)
      this.state.refuse(call, 'array_of_psizes', processes.join(', '), `their product is size, ${size}`);
    this.integer(reading, this.order(call, order));
    const type = this.type(reading, 'oldtype', old);
    const dealt = dealtParts({ call, rank, sizes, distributions, widths, processes, refuse: this.state.refuse });
    return arrayBlock(name, type, order, sizes, dealt, contents);
  });

  private dimensions(reading: Reading, count: number): void {
    if (count < 1) this.state.refuse(reading.call, 'ndims', count, 'it is 1 or more');
    this.integer(reading, count);
  }

  private order(call: string, order: number): number {
    if (order !== 0 && order !== 1) this.state.refuse(call, 'order', order, 'it is MPI_ORDER_C or MPI_ORDER_FORTRAN');
    return order;
  }

  private inside(call: string, d: number, size: number, subsize: number, start: number): void {
    if (subsize < 1 || subsize > size)
      this.state.refuse(call, `array_of_subsizes[${d}]`, subsize, `it is 1 .. ${size}, the array's size there`);
    if (start < 0 || start > size - subsize)
      this.state.refuse(call, `array_of_starts[${d}]`, start, `it is 0 .. ${size - subsize}, size less subsize`);
  }

  private readonly resized = this.constructed('RESIZED', (reading, contents, name, [old, lb, extent]) => {
    const type = this.type(reading, 'oldtype', old!);
    return resized(name, type, this.address(reading, lb!), this.address(reading, extent!), contents);
  });

  private readonly dup: Body = (call, old, result) => {
    const type = this.types.at(call, 'oldtype', old!);
    const contents = { combiner: combinerOf('DUP'), integers: [], addresses: [], types: [type] };
    const { given: _, ...rest } = type;
    const attributes = this.keys.copied(call, type);
    this.state.give(call, 'newtype', result!, this.types.enter({ ...rest, contents }, attributes));
  };

  // ---------------------------------------------------------------- what one was made of

  private readonly envelope: Body = (call, handle, ...results) => {
    const { contents } = this.types.at(call, 'datatype', handle!);
    const { combiner = combinerOf('NAMED'), integers = [], addresses = [], types = [] } = contents ?? {};
    const values = [integers.length, addresses.length, types.length, combiner];
    const names = ['num_integers', 'num_addresses', 'num_datatypes', 'combiner'];
    names.forEach((name, i) => {
      this.state.give(call, name, results[i]!, values[i]!);
    });
  };

  private readonly contents: Body = (call, handle, ...parameters) => {
    const [mostIntegers, mostAddresses, mostTypes, integersAt, addressesAt, typesAt] = parameters as [...Six];
    const { contents, name } = this.types.at(call, 'datatype', handle!);
    if (contents === undefined)
      this.state.refuse(call, 'datatype', name, 'it is predefined, and made of nothing', ERR_TYPE);
    const { integers, addresses, types } = contents;
    const room = (argument: string, given: number, needed: number) => {
      if (given < needed) this.state.refuse(call, argument, given, `there are ${needed}`, ERR_ARG);
    };
    room('max_integers', mostIntegers, integers.length);
    room('max_addresses', mostAddresses, addresses.length);
    room('max_datatypes', mostTypes, types.length);
    this.state.giveWords(call, 'array_of_integers', integersAt, integers);
    this.state.local(call, 'array_of_addresses', addressesAt, 8 * addresses.length);
    this.state.environment.I64.set(addresses, addressesAt >>> 3);
    this.state.giveWords(
      call,
      'array_of_datatypes',
      typesAt,
      types.map((type) => this.types.handleOf(type)),
    );
  };

  readonly bodies: Record<string, Body> = {
    MPI_Type_contiguous: this.contiguous,
    MPI_Type_vector: this.vector('VECTOR', false),
    MPI_Type_create_hvector: this.vector('HVECTOR', true),
    MPI_Type_indexed: this.indexed('INDEXED', false, false),
    MPI_Type_create_hindexed: this.indexed('HINDEXED', true, false),
    MPI_Type_create_indexed_block: this.indexed('INDEXED_BLOCK', false, true),
    MPI_Type_create_hindexed_block: this.indexed('HINDEXED_BLOCK', true, true),
    MPI_Type_create_struct: this.struct,
    MPI_Type_create_subarray: this.subarray,
    MPI_Type_create_darray: this.darray,
    MPI_Type_create_resized: this.resized,
    MPI_Type_dup: this.dup,
    MPI_Type_get_envelope: this.envelope,
    MPI_Type_get_contents: this.contents,
    // Names of MPI 1, whose displacements are of the same type here.
    MPI_Type_hvector: this.vector('HVECTOR', true),
    MPI_Type_hindexed: this.indexed('HINDEXED', true, false),
    MPI_Type_struct: this.struct,
  };
}

type Six = [number, number, number, number, number, number];
type Nine = [...Six, number, number, number];
