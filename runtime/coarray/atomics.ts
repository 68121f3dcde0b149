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

/** Replaces a word, gives the old one. */
const UPDATES = {
  add: Atomics.add,
  and: Atomics.and,
  or: Atomics.or,
  xor: Atomics.xor,
} as const;

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
  function add(operation: string, statAt: number, perform: (view: View, index: number, ...given: Value[]) => void) {
    const name = `atomic_${operation}`;
    library[`__coarray_${name}_${type}`] = (address: number, ...given: Value[]) => {
      const stat: number = given[statAt]!;
      checkObject(environment, name, `${type} to be changed atomically`, address, 1 << logSize);
      if (isLost(environment, name, address, stat)) return;
      perform(viewOf(), address >>> logSize, ...given);
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
    add(operation, 1, (view, index, value) => void update(view as Int32Array, index, value));
    add(`fetch_${operation}`, 2, (view, index, value, old) => store(old, update(view as Int32Array, index, value)));
  }
  return library;
}
