/**
 * Atomic subroutines: atomic_define, atomic_ref, atomic_add ... on int and long (Fortran 2018, 16.9.20 to 16.9.31).
 *
 * JavaScript's Atomics on the word where it lies. A value that a fetching operation gives goes where the caller says.
 */
import type { NativeFunction } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { checkObject, isLost } from './object.ts';
import { report, SUCCESS } from './status.ts';

type View = Int32Array | BigInt64Array;
/** A number or a bigint, as the view has it. */
type Value = never;
/** What an operation does with the arguments behind the atom. */
type Perform = (view: View, index: number, x: Value, y: Value, z: Value) => void;

/** Replaces a word, gives the old one. */
type Update = (view: View, index: number, value: Value) => number | bigint;

const UPDATES: Readonly<Record<string, Update>> = {
  add: (view, index, value) => Atomics.add(view as Int32Array, index, value),
  and: (view, index, value) => Atomics.and(view as Int32Array, index, value),
  or: (view, index, value) => Atomics.or(view as Int32Array, index, value),
  xor: (view, index, value) => Atomics.xor(view as Int32Array, index, value),
};

export function atomics(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  return {
    ...operations(environment, 'int', 2, () => environment.I32),
    ...operations(environment, 'long', 3, () => environment.I64),
  };
}

function operations(
  environment: RuntimeEnvironment,
  type: string,
  logSize: number,
  viewOf: () => View,
): Record<string, NativeFunction> {
  const library: Record<string, NativeFunction> = {};

  /** Adds a function whose first argument is the atom; it is called with the atom's index if that can be reached. */
  function add(operation: string, statAt: 1 | 2 | 3, perform: Perform) {
    const name = `atomic_${operation}`;
    const what = `${type} to be changed atomically`;
    library[`__coarray_${name}_${type}`] = (address: number, x: Value, y: Value, z: Value, w: Value) => {
      const stat: number = statAt === 1 ? y : statAt === 2 ? z : w;
      environment.runtime.job.glance();
      checkObject(environment, name, what, address, 1 << logSize);
      if (isLost(environment, name, address, stat)) return;
      perform(viewOf(), address >>> logSize, x, y, z);
      report(environment, stat, SUCCESS, () => '');
    };
  }

  const store = (address: number, value: number | bigint) => {
    viewOf()[address >>> logSize] = value as never;
  };

  add('define', 1, (view, index, value) => void Atomics.store(view as Int32Array, index, value));
  add('ref', 1, (view, index, result) => store(result, Atomics.load(view as Int32Array, index)));
  add('cas', 3, (view, index, old, expected, value) =>
    store(old, Atomics.compareExchange(view as Int32Array, index, expected, value)),
  );
  for (const [operation, update] of Object.entries(UPDATES)) {
    add(operation, 1, (view, index, value) => void update(view, index, value));
    add(`fetch_${operation}`, 2, (view, index, value, old) => store(old, update(view, index, value)));
  }
  return library;
}
