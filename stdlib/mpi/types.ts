/** Datatypes of the program by handle: the predefined ones, life, names, sizes and bounds (MPI 3.1, 4.1.5 - 4.1.11). */
import type { Attributes, Keys } from './attributes.ts';
import { UNDEFINED } from './constants.ts';
import { type Datatype, type NewDatatype, type Sequence, unitsIn } from './datatype.ts';
import { ERR_COUNT, ERR_TYPE } from './errors.ts';
import { Handles, nullOf, TYPE } from './handles.ts';
import { partsOf, run } from './layouts.ts';
import { PAIRS, PREDEFINED, type Predefined, TWINS } from './predefined.ts';
import type { Body, State } from './state.ts';

/** A number of an int; MPI_UNDEFINED of larger ones. */
export const fitting = (value: number): number => (value <= 2 ** 31 - 1 ? value : UNDEFINED);

export class Types {
  readonly handles = new Handles<Datatype>(TYPE, ERR_TYPE);
  /** Operations that go on with a datatype, by its handle. */
  private readonly held = new Map<number, number>();

  constructor(
    private readonly state: State,
    private readonly keys: Keys,
  ) {
    const types = predefinedTypes();
    this.handles.predefineAll(types.length, (i) => ({
      ...types[i]!,
      handle: nullOf(TYPE) + i + 1,
      attributes: new Map(),
    }));
  }

  at(call: string, argument: string, handle: number): Datatype {
    return this.handles.at(call, argument, handle);
  }

  /** The type of a communication of so many elements. */
  used(call: string, count: number, handle: number, argument = 'count', typeArgument = 'datatype'): Datatype {
    const type = this.at(call, typeArgument, handle);
    if (!type.isCommitted)
      this.state.refuse(call, typeArgument, type.name, 'commit it by MPI_Type_commit first', ERR_TYPE);
    this.state.natural(call, argument, count, ERR_COUNT);
    return type;
  }

  /** The handle of a datatype that another one is made of. */
  handleOf(type: Datatype): number {
    return this.handles.isLasting(type.handle) ? type.handle : this.enter(type);
  }

  enter(type: NewDatatype, attributes: Attributes = new Map()): number {
    return this.handles.made((handle) => ({ ...type, handle, attributes })).handle;
  }

  /** An operation begins whose datatype is known until it ends; gives what ends it. */
  hold(handle: number): () => void {
    this.held.set(handle, (this.held.get(handle) ?? 0) + 1);
    return () => {
      const left = this.held.get(handle)! - 1;
      if (left > 0) this.held.set(handle, left);
      else this.letGo(handle);
    };
  }

  private letGo(handle: number): void {
    this.held.delete(handle);
    if (this.handles.isReleased(handle)) this.handles.remove('MPI', 'datatype', handle);
  }

  private ofType(give: (call: string, type: Datatype, results: readonly number[]) => void): Body {
    return (call, handle, ...results) => give(call, this.at(call, 'datatype', handle!), results);
  }

  /** Basic elements that so many bytes are; MPI_UNDEFINED: they are not whole ones. */
  units(type: Datatype, bytes: number): number {
    if (type.size === 0) return 0;
    const whole = Math.floor(bytes / type.size);
    const rest = unitsIn(type.sequence, bytes - whole * type.size);
    return rest === undefined ? UNDEFINED : whole * type.sequence.units + rest;
  }

  readonly bodies: Record<string, Body> = {
    MPI_Type_commit: (call, at) => {
      this.at(call, 'datatype', this.state.word(call, 'datatype', at!)).isCommitted = true;
    },
    MPI_Type_free: (call, at) => {
      const handle = this.state.word(call, 'datatype', at!);
      const type = this.at(call, 'datatype', handle);
      this.handles.check(call, 'datatype', handle);
      this.keys.deleteAll(call, type);
      if (this.held.has(handle)) this.handles.release(handle);
      else this.handles.remove(call, 'datatype', handle);
      this.state.give(call, 'datatype', at!, nullOf(TYPE));
    },
    MPI_Type_size: this.ofType((call, { size }, [at]) => this.state.give(call, 'size', at!, fitting(size))),
    MPI_Type_size_x: this.ofType((call, { size }, [at]) => this.state.giveLong(call, 'size', at!, size)),
    ...this.bounds(['MPI_Type_get_extent', 'MPI_Type_get_extent_x'], ({ lb, extent }) => [lb, extent]),
    ...this.bounds(['MPI_Type_get_true_extent', 'MPI_Type_get_true_extent_x'], ({ trueLb, trueUb }) => [
      trueLb,
      trueUb - trueLb,
    ]),
    MPI_Type_match_size: (call, kind, size, result) => {
      const name = MATCHES[kind!]?.[size!] ?? this.state.refuse(call, 'size', size!, 'no datatype of the class has it');
      const index = PREDEFINED.findIndex(([each]) => each === name);
      this.state.give(call, 'datatype', result!, nullOf(TYPE) + 1 + index);
    },
    // Names of MPI 1.
    MPI_Type_extent: this.ofType((call, { extent }, [at]) => this.state.giveLong(call, 'extent', at!, extent)),
    MPI_Type_lb: this.ofType((call, { lb }, [at]) => this.state.giveLong(call, 'displacement', at!, lb)),
    MPI_Type_ub: this.ofType((call, { ub }, [at]) => this.state.giveLong(call, 'displacement', at!, ub)),
    MPI_Type_set_name: (call, handle, text) => {
      this.at(call, 'datatype', handle!).given = this.state.name(call, 'type_name', text!);
    },
    MPI_Type_get_name: this.ofType((call, { name, given, contents }, [text, length]) =>
      this.state.giveText(call, 'type_name', text!, length!, given ?? (contents === undefined ? name : '')),
    ),
    MPI_Get_address: (call, location, at) => this.state.giveLong(call, 'address', at!, location! >>> 0),
    MPI_Address: (call, location, at) => this.state.giveLong(call, 'address', at!, location! >>> 0),
  };

  private bounds(names: readonly string[], of: (type: Datatype) => [number, number]): Record<string, Body> {
    const body = this.ofType((call, type, [lb, extent]) => {
      const [low, length] = of(type);
      this.state.giveLong(call, 'lb', lb!, low);
      this.state.giveLong(call, 'extent', extent!, length);
    });
    return Object.fromEntries(names.map((name) => [name, body]));
  }
}

/** By MPI_TYPECLASS_REAL, _INTEGER, _COMPLEX and the bytes. */
const MATCHES: readonly Readonly<Record<number, string>>[] = [
  {},
  { 4: 'MPI_FLOAT', 8: 'MPI_DOUBLE' },
  { 1: 'MPI_INT8_T', 2: 'MPI_INT16_T', 4: 'MPI_INT32_T', 8: 'MPI_INT64_T' },
  { 8: 'MPI_C_FLOAT_COMPLEX', 16: 'MPI_C_DOUBLE_COMPLEX' },
];

/** Types without data, which say where a structure begins and ends (MPI 2.2, 16.1). */
const MARKERS = ['MPI_LB', 'MPI_UB'];

function marker(name: string): NewDatatype {
  const [marksLb, marksUb] = MARKERS.map((each) => each === name) as [boolean, boolean];
  return {
    ...{ name, size: 0, extent: 0, alignment: 1, layout: run(0), sequence: { bytes: 0, units: 0, of: [] } },
    ...{ lb: 0, ub: 0, marksLb, marksUb, trueLb: 0, trueUb: 0, isCommitted: true },
  };
}

/** Bytes in external32 of those that have others there. */
const EXTERNAL: Readonly<Record<string, number>> = {
  ...{ MPI_LONG: 4, MPI_UNSIGNED_LONG: 4, MPI_WCHAR: 2, MPI_LONG_DOUBLE: 16, MPI_LONG_INT: 4, MPI_LONG_DOUBLE_INT: 16 },
  ...{ MPI_C_LONG_DOUBLE_COMPLEX: 32, MPI_CXX_LONG_DOUBLE_COMPLEX: 32 },
};
const SIGNED =
  /^MPI_(SIGNED_CHAR|SHORT|INT|LONG|INT\d+_T|INTEGER\d?|2INTEGER|AINT|OFFSET|COUNT|LONG_INT|2INT|SHORT_INT)/;

function basic(name: string, bytes: number): Sequence {
  const numbers = name.includes('COMPLEX') ? 2 : 1;
  return {
    bytes,
    units: 1,
    numbers,
    isSigned: SIGNED.test(name),
    ...(name in EXTERNAL && { external: EXTERNAL[name]! }),
  };
}

/** As C has it: that of the largest number in it, 8 at most. */
function alignmentOf({ bytes, numbers = 1, of = [] }: Sequence): number {
  return of.length > 0 ? Math.max(...of.map(({ sequence }) => alignmentOf(sequence))) : Math.min(bytes / numbers, 8);
}

/** Of a value and its index two elements, the index behind the value. */
function predefined([name, size, element, extent = size]: Predefined): NewDatatype {
  const index = element >= TWINS ? size / 2 : 4;
  const value = size - index;
  const at = Math.max(value, index);
  const isPair = element >= PAIRS && value !== index;
  const behind = { count: 1, sequence: element >= TWINS ? basic(name, index) : basic('MPI_INT', index) };
  const sequence =
    element >= PAIRS
      ? { bytes: size, units: 2, of: [{ count: 1, sequence: basic(name, value) }, behind] }
      : basic(name, size);
  const layout = isPair
    ? partsOf([
        { offset: 0, of: run(value) },
        { offset: at, of: run(4) },
      ])
    : run(size);
  return {
    ...{ name, size, extent, element, layout, sequence },
    ...{ lb: 0, ub: extent, marksLb: false, marksUb: false, trueLb: 0, trueUb: isPair ? at + 4 : size },
    ...{ alignment: alignmentOf(sequence), isCommitted: true },
  };
}

/** In the order of their numbers: what ranks have alike of them is made once for all that run here. */
let known: readonly NewDatatype[] | undefined;

function predefinedTypes(): readonly NewDatatype[] {
  known ??= [...PREDEFINED.map(predefined), ...MARKERS.map(marker)];
  return known;
}
