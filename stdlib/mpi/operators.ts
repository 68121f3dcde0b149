/**
 * Operators of reductions (MPI 3.1, 5.9): loops over two arrays for each operator and datatype.
 *
 * The first array has what comes before in the order of the ranks, and gets the result. Those that machines have are WebAssembly
 * (shmem/combiners.ts, collectives/kernels.ts); others are here: exclusive or of truth, values with an index, the program's own.
 */
import { MACHINE_TYPES, makeKernel } from '../../runtime/collectives/kernels.ts';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { type Combiner, combiners } from '../shmem/combiners.ts';
import { type Datatype, datatypeOf, type TypeClass } from './datatypes.ts';
import { ErrorClass, refuse, refuseHandle } from './errors.ts';
import type { Named, State } from './state.ts';

const KIND = 0x4f;
const NULL = KIND << 24;

interface Operator {
  readonly name: string;
  readonly classes: readonly TypeClass[];
  combiner(type: Datatype): Combiner;
}

const [ARITHMETIC, ORDER, TRUTH, BITS, PAIRS]: readonly (readonly TypeClass[])[] = [
  ['integer', 'floating', 'complex'],
  ['integer', 'floating'],
  ['integer', 'logical'],
  ['integer', 'byte'],
  ['pair'],
] as const;

export class Operators {
  private readonly predefined: readonly Operator[];
  /** Of the program's operators the functions, by their indexes in the table. */
  private readonly own = new Map<number, number>();
  private readonly made = new Map<string, Combiner>();
  private last: number;

  constructor(private readonly state: State) {
    const { environment } = state;
    const machine = combiners(environment);
    const byMachine = (name: string, number: number, classes: readonly TypeClass[]): Operator => ({
      ...{ name, classes, combiner: ({ element }) => machine(number, element) },
    });
    const byTruth = (name: string, operator: 'logand' | 'logor'): Operator => ({
      ...{ name, classes: TRUTH! },
      combiner: ({ element }) => makeKernel(environment.memory, MACHINE_TYPES[element]!, operator).zip,
    });
    const byPairs = (name: string, isMore: (one: Value, other: Value) => boolean): Operator => ({
      ...{ name, classes: PAIRS!, combiner: (type) => pairs(environment, type, isMore) },
    });
    this.predefined = [
      ...[byMachine('MPI_SUM', 0, ARITHMETIC!), byMachine('MPI_PROD', 1, ARITHMETIC!)],
      ...[byMachine('MPI_BAND', 2, BITS!), byMachine('MPI_BOR', 3, BITS!), byMachine('MPI_BXOR', 4, BITS!)],
      ...[byMachine('MPI_MIN', 5, ORDER!), byMachine('MPI_MAX', 6, ORDER!)],
      ...[byTruth('MPI_LAND', 'logand'), byTruth('MPI_LOR', 'logor')],
      { name: 'MPI_LXOR', classes: TRUTH!, combiner: (type) => exclusive(environment, type) },
      byPairs('MPI_MINLOC', (one, other) => one < other),
      byPairs('MPI_MAXLOC', (one, other) => one > other),
    ];
    this.last = NULL + this.predefined.length;
  }

  /** Combines arrays of a datatype. */
  combiner(name: string, handle: number, datatype: number): Combiner {
    const type = datatypeOf(name, 'datatype', datatype);
    const own = this.own.get(handle);
    if (own !== undefined) return this.byProgram(own, datatype, type);
    const operator = handle >>> 24 === KIND ? this.predefined[(handle & 0xffffff) - 1] : undefined;
    const rule = handle === NULL ? 'MPI_OP_NULL is no operator' : 'no operator has this handle';
    if (operator === undefined) return refuseHandle(ErrorClass.OP, name, 'op', handle, rule);
    if (!operator.classes.includes(type.typeClass))
      refuseHandle(ErrorClass.OP, name, 'op', handle, `${operator.name} is not defined for ${type.name}`);
    const key = `${operator.name} ${type.name}`;
    const combiner = this.made.get(key) ?? operator.combiner(type);
    this.made.set(key, combiner);
    return combiner;
  }

  isOwn(handle: number): boolean {
    return this.own.has(handle);
  }

  /** The function is given addresses of the number of elements and of the datatype; what it leaves in the second array is the result. */
  private byProgram(call: number, datatype: number, { bytes }: Datatype): Combiner {
    const { environment } = this.state;
    return (to, from, stop) => {
      const { heap } = environment.runtime.engine;
      const words = heap.allocate(8);
      environment.I32.set([(stop - to) / bytes, datatype], words >>> 2);
      environment.table[call]!(to, from, words, words + 4);
      heap.free(words);
      environment.copy(to, from, stop - to);
    };
  }

  functions(): Record<string, Named> {
    const { state } = this;
    const { environment } = state;

    const MPI_Op_create: Named = (name, call: number, _commutes: number, result: number) => {
      state.initialized(name);
      if (environment.table[call] === undefined || call === 0)
        refuse(ErrorClass.ARG, name, 'function', call, 'it is no function');
      state.give(name, 'op', result, ++this.last);
      this.own.set(this.last, call);
    };

    const MPI_Op_free: Named = (name, op: number) => {
      state.initialized(name);
      const place = state.place(name, 'op', op);
      const handle = environment.I32[place]!;
      if (!this.own.delete(handle))
        refuseHandle(ErrorClass.OP, name, 'op', handle, 'it is no operator of MPI_Op_create, or it has been freed');
      environment.I32[place] = NULL;
    };

    return { MPI_Op_create, MPI_Op_free };
  }
}

/** Exactly one of two is true. */
function exclusive({ U8 }: RuntimeEnvironment, { bytes }: Datatype): Combiner {
  const isTrue = (at: number) => U8.subarray(at >>> 0, (at >>> 0) + bytes).some((byte) => byte !== 0);
  return (to, from, stop) => {
    for (; to !== stop; to = (to + bytes) | 0, from += bytes) {
      const result = isTrue(to) !== isTrue(from);
      U8.fill(0, to >>> 0, (to >>> 0) + bytes);
      U8[to >>> 0] = result ? 1 : 0;
    }
  };
}

type Value = number | bigint;

/** The pair whose value is more; of equal values the one with the smaller index. */
function pairs(
  { memory }: RuntimeEnvironment,
  { bytes, element }: Datatype,
  isMore: (one: Value, other: Value) => boolean,
): Combiner {
  const { value, logSize } = MACHINE_TYPES[element]!;
  const view = new DataView(memory.buffer);
  const size = 1 << logSize;
  const indexAt = Math.max(size, 4);
  const read = {
    i32: (at: number) => (size === 2 ? view.getInt16(at, true) : view.getInt32(at, true)),
    i64: (at: number) => view.getBigInt64(at, true),
    f32: (at: number) => view.getFloat32(at, true),
    f64: (at: number) => view.getFloat64(at, true),
  }[value];
  const bytesOf = new Uint8Array(memory.buffer);
  return (to, from, stop) => {
    for (; to !== stop; to = (to + bytes) | 0, from += bytes) {
      const [x, y] = [to >>> 0, from >>> 0];
      const [one, other] = [read(x), read(y)];
      const isLater = view.getInt32(y + indexAt, true) < view.getInt32(x + indexAt, true);
      if (isMore(other, one) || (!isMore(one, other) && isLater)) bytesOf.copyWithin(x, y, y + bytes);
    }
  };
}
