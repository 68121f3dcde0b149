/**
 * Atomic subroutines: atomic_define, atomic_ref, atomic_add ... on int and long (Fortran 2018, 16.9.20 to 16.9.31).
 *
 * Atomics in place on the target word. A fetching operation stores the old value where the caller says.
 */
import type { NativeFunction } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import type { Words32 } from '../extended/atomics/words.ts';
import { checkObject, isLost } from './object.ts';
import { report, SUCCESS } from './status.ts';

/** Words of either size. */
type Words = Pick<Words32, 'load' | 'store' | 'compareExchange' | 'add' | 'and' | 'or' | 'xor'>;
/** A number or a bigint, by size. */
type Value = never;
/** An operation with the arguments after the atom. */
type Perform = (address: number, x: Value, y: Value, z: Value) => void;

const UPDATES = ['add', 'and', 'or', 'xor'] as const;

export function atomics(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { I32, I64 } = environment;
  return {
    ...operations(environment, 'int', 2, () => environment.runtime.words32, I32),
    ...operations(environment, 'long', 3, () => environment.runtime.words64 as unknown as Words, I64),
  };
}

function operations(
  environment: RuntimeEnvironment,
  type: string,
  logSize: number,
  wordsOf: () => Words,
  view: Int32Array | BigInt64Array,
): Record<string, NativeFunction> {
  const library: Record<string, NativeFunction> = {};

  /** Adds a function whose first argument is the atom; `perform` runs if the atom is accessible. */
  function add(operation: string, statAt: 1 | 2 | 3, perform: Perform) {
    const name = `atomic_${operation}`;
    const what = `${type} to be changed atomically`;
    library[`__coarray_${name}_${type}`] = (address: number, x: Value, y: Value, z: Value, w: Value) => {
      const stat: number = statAt === 1 ? y : statAt === 2 ? z : w;
      environment.runtime.job.glance();
      checkObject(environment, name, what, address, 1 << logSize);
      if (isLost(environment, name, address, stat)) return;
      perform(address, x, y, z);
      report(environment, stat, SUCCESS, () => '');
    };
  }

  const store = (address: number, value: number) => {
    view[address >>> logSize] = value as never;
  };

  add('define', 1, (atom, value) => wordsOf().store(atom, value));
  add('ref', 1, (atom, result) => store(result, wordsOf().load(atom)));
  add('cas', 3, (atom, old, expected, value) => store(old, wordsOf().compareExchange(atom, expected, value)));
  for (const operation of UPDATES) {
    add(operation, 1, (atom, value) => void wordsOf()[operation](atom, value));
    add(`fetch_${operation}`, 2, (atom, value, old) => store(old, wordsOf()[operation](atom, value)));
  }
  return library;
}
