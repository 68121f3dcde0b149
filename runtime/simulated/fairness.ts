/**
 * Calls that could wait, as a simulated rank makes them: in the order of the ranks' clocks, and of many that do not wait one passes the turn first.
 *
 * Takes: functions of the runtime and the libraries. Gives: the same for one program. One idea: a rank may spin on what it reaches without waiting (a get of
 * memory that is near, a test), while the one that it spins for has no turn. So one that has called so often since its turn began passes it.
 */
import type { NativeFunction } from '../abi.ts';
import { type Coroutine, SUSPEND, scheduler } from './scheduler.ts';

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
  return (...values) => {
    if (scheduler.direct > 0) return f(...values);
    if (++scheduler.calls >= OFTEN) scheduler.pass();
    else if (!scheduler.enter()) return f(...values);
    return later(f, values);
  };
}

/** When its turn has come. */
function* later(f: NativeFunction, values: readonly unknown[]): Coroutine {
  yield SUSPEND;
  return yield* f(...values);
}
