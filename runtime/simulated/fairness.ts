/**
 * Calls that could wait, as a simulated rank makes them: of many that do not, one passes the turn first.
 *
 * Takes: functions of the runtime and the libraries. Gives: the same for one program. One idea: a rank may spin on what it reaches without waiting (a get of
 * memory that is near, a test), while the one that it spins for has no turn. So one that has called so often since its turn began passes it.
 */
import type { NativeFunction } from '../abi.ts';
import { type Coroutine, scheduler } from './scheduler.ts';
import { takeTurn } from './turn.ts';

/** Calls in one turn. */
const OFTEN = 100;

const generators = Object.getPrototypeOf(function* () {});

type Functions = Readonly<Record<string, unknown>>;

/** Values that are no functions, and functions that cannot wait, stay as they are. */
export function fairly<T extends Functions>(functions: T): T {
  const entries = Object.entries(functions).map(([name, f]) => [name, mayWait(f) ? fair(f) : f]);
  return Object.fromEntries(entries) as T;
}

const mayWait = (f: unknown): f is NativeFunction => typeof f === 'function' && Object.getPrototypeOf(f) === generators;

function fair(f: NativeFunction): NativeFunction {
  return (...values) => (++scheduler.calls < OFTEN ? f(...values) : later(f, values));
}

function* later(f: NativeFunction, values: readonly unknown[]): Coroutine {
  yield* takeTurn();
  return yield* f(...values);
}
