/**
 * Operations of reductions (MPI 3.1, 5.9): the predefined ones on elements as the machine has them, and those of the program.
 *
 * Each combines an array into another one that comes before it in the order of ranks.
 */
import type { Arithmetic } from '../../runtime/collectives/hardware.ts';
import { MACHINE_TYPES, makeKernel, type Operator } from '../../runtime/collectives/kernels.ts';
import { complexProduct } from '../common/complex.ts';
import { type Datatype, spanOf } from './datatype.ts';
import { ERR_OP } from './errors.ts';
import { Handles, nullOf, OP } from './handles.ts';
import { BOOLS, BYTES, COMPLEX_DOUBLE, COMPLEX_FLOAT, LOGICALS, PAIRS, TWINS } from './predefined.ts';
import type { Body, State } from './state.ts';
import type { Types } from './types.ts';

/** Combines so many elements at `from` into those at `to`, which come before. */
export type Combine = (to: number, from: number, count: number) => void;

interface Operation {
  readonly name: string;
  readonly isCommutative: boolean;
  /** For elements of a type; undefined where it has no meaning there. */
  combine(type: Datatype, handle: number): Combine | undefined;
}

const [UNSIGNED_CHAR, INT, FLOAT, DOUBLE] = [1, 4, 8, 9];
const isFloating = (element: number) => element === FLOAT || element === DOUBLE;
/** By their numbers; the last ones are of accumulates alone. */
const NAMES = [
  ...['MAX', 'MIN', 'SUM', 'PROD', 'LAND', 'BAND', 'LOR', 'BOR', 'LXOR', 'BXOR', 'MINLOC', 'MAXLOC'],
  ...['REPLACE', 'NO_OP'],
];
const OF_ACCUMULATES = new Set(['REPLACE', 'NO_OP']);
/** By the names; what is written here is not the machine's. */
const MACHINE: Readonly<Record<string, Operator>> = {
  ...{ MAX: 'max', MIN: 'min', SUM: 'add', PROD: 'mul' },
  ...{ LAND: 'logand', LOR: 'logor', BAND: 'and', BOR: 'or', BXOR: 'xor' },
};
const OF_INTEGERS = /^(L|B)/;
/** Elements that are no numbers: what the machine has for them, and the operations that have a meaning. */
const LIMITED: Readonly<Record<number, readonly [element: number, names: RegExp]>> = {
  [BYTES]: [UNSIGNED_CHAR, /^B/],
  [BOOLS]: [UNSIGNED_CHAR, /^L/],
  [LOGICALS]: [INT, /^L/],
};

const PREFIX = 'MPI_';

export class Operators {
  readonly handles = new Handles<Operation>(OP, ERR_OP);
  private readonly made = new Map<string, Combine | undefined>();

  constructor(
    private readonly state: State,
    private readonly types: Types,
  ) {
    this.handles.predefineAll(NAMES.length, (i) => this.predefined(NAMES[i]!));
  }

  private predefined(name: string): Operation {
    const combine = OF_ACCUMULATES.has(name) ? () => undefined : (type: Datatype) => this.known(name, type);
    return { name: PREFIX + name, isCommutative: name !== 'REPLACE', combine };
  }

  /** How the operation combines elements of a datatype. */
  combine(call: string, operation: number, typeHandle: number): Combine {
    const { name, combine } = this.handles.at(call, 'op', operation);
    const type = this.types.at(call, 'datatype', typeHandle);
    const rule = `it has no meaning for elements of ${type.name}`;
    return combine(type, typeHandle) ?? this.state.refuse(call, 'op', name, rule, ERR_OP);
  }

  /** The same as the machine has it, if it does. */
  arithmetic(call: string, operation: number, typeHandle: number): Arithmetic | undefined {
    const { name } = this.handles.at(call, 'op', operation);
    const { element } = this.types.at(call, 'datatype', typeHandle);
    const operator = MACHINE[name.slice(PREFIX.length)];
    const type = element === undefined ? undefined : MACHINE_TYPES[element];
    return operator && type && { type, operator };
  }

  private known(name: string, { element }: Datatype): Combine | undefined {
    if (element === undefined) return undefined;
    const key = `${name} ${element}`;
    if (!this.made.has(key)) this.made.set(key, this.make(name, element));
    return this.made.get(key);
  }

  private make(name: string, element: number): Combine | undefined {
    if (name.endsWith('LOC')) {
      if (element < PAIRS) return undefined;
      const value = element % PAIRS;
      return this.located(value, element < TWINS ? INT : value, name === 'MAXLOC');
    }
    if (element >= PAIRS) return undefined;
    const limited = LIMITED[element];
    if (limited !== undefined) return limited[1].test(name) ? this.make(name, limited[0]) : undefined;
    const isComplex = element === COMPLEX_FLOAT || element === COMPLEX_DOUBLE;
    const real = element === COMPLEX_FLOAT ? FLOAT : element === COMPLEX_DOUBLE ? DOUBLE : element;
    if (isComplex && name === 'PROD') return complexProduct(this.state.environment, real === DOUBLE);
    if ((isComplex && name !== 'SUM') || (isFloating(real) && OF_INTEGERS.test(name))) return undefined;
    return name === 'LXOR' ? this.exclusive(real) : this.byMachine(MACHINE[name]!, real, isComplex ? 2 : 1);
  }

  private byMachine(operator: Operator, element: number, parts: number): Combine {
    const type = MACHINE_TYPES[element]!;
    const { zip } = makeKernel(this.state.environment.memory, type, operator);
    return (to, from, count) => {
      if (count > 0) zip(to, from, (to + ((count * parts) << type.logSize)) | 0);
    };
  }

  /** Elements of a machine type as numbers, by address. */
  private view(element: number): {
    at(address: number): number | bigint;
    set(address: number, to: number | bigint): void;
  } {
    const { I8, U8, I16, U16, I32, I64, F32, F64 } = this.state.environment;
    const { value, logSize, signed } = MACHINE_TYPES[element]!;
    const views = [
      [U8, I8],
      [U16, I16],
      value === 'f32' ? [F32, F32] : [I32, I32],
      value === 'f64' ? [F64, F64] : [I64, I64],
    ];
    const view = views[logSize]![signed ? 1 : 0] as unknown as (number | bigint)[];
    return {
      at: (address) => view[address >>> logSize]!,
      set: (address, to) => {
        view[address >>> logSize] = to;
      },
    };
  }

  private exclusive(element: number): Combine {
    const { logSize, value } = MACHINE_TYPES[element]!;
    const { at, set } = this.view(element);
    const [no, yes] = value === 'i64' ? [0n, 1n] : [0, 1];
    return (to, from, count) => {
      for (let i = 0; i < count; i++) {
        const [a, b] = [at(to + (i << logSize)), at(from + (i << logSize))];
        set(to + (i << logSize), (a !== no) !== (b !== no) ? yes : no);
      }
    };
  }

  /** Of a value and its index behind it: of equal values the one with the least index. */
  private located(element: number, index: number, isMax: boolean): Combine {
    const { environment } = this.state;
    const behind = Math.max(1 << MACHINE_TYPES[element]!.logSize, 1 << MACHINE_TYPES[index]!.logSize);
    const [{ at }, { at: indexAt }] = [this.view(element), this.view(index)];
    return (to, from, count) => {
      for (let end = to + 2 * behind * count; to !== end; to += 2 * behind, from += 2 * behind) {
        const [a, b] = [at(to), at(from)];
        const isLess = indexAt(from + behind) < indexAt(to + behind);
        if ((isMax ? b > a : b < a) || (a === b && isLess)) environment.runtime.bulk.copy(to, from, 2 * behind);
      }
    };
  }

  /** A function of the program, which combines the array that comes before into the other one. */
  private ofProgram(pointer: number, isCommutative: boolean): Operation {
    const { environment } = this.state;
    const { heap, I32, table } = environment;
    const combine =
      (type: Datatype, handle: number): Combine =>
      (to, from, count) => {
        if (count === 0) return;
        const room = heap.allocate(8);
        I32.set([count, handle], room >>> 2);
        const own = table[pointer] as (one: number, other: number, length: number, type: number) => void;
        // The buffers may be those of an operation that goes on.
        const call = () => own(to, from, room, room + 4);
        const { watches } = environment.runtime;
        if (watches === undefined) call();
        else watches.without(call);
        heap.free(room);
        const [low, high] = spanOf(type, count);
        environment.runtime.bulk.copy((to + low) | 0, (from + low) | 0, high - low);
      };
    return { name: 'an operation of the program', isCommutative, combine };
  }

  readonly bodies: Record<string, Body> = {
    MPI_Op_create: (call, pointer, commutes, result) => {
      if (pointer === 0) this.state.refuse(call, 'function', 'NULL', 'it is a function that combines two arrays');
      this.state.give(call, 'op', result!, this.handles.add(this.ofProgram(pointer!, commutes !== 0)));
    },
    MPI_Op_commutative: (call, op, at) =>
      this.state.give(call, 'commute', at!, this.handles.at(call, 'op', op!).isCommutative ? 1 : 0),
    MPI_Op_free: (call, at) => {
      this.handles.remove(call, 'op', this.state.word(call, 'op', at!));
      this.state.give(call, 'op', at!, nullOf(OP));
    },
  };
}
