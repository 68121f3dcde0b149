/**
 * Calls that could wait, as a simulated rank makes them: in the order of the ranks' clocks, and of many that do not wait one passes the turn first.
 *
 * Takes: a function of the runtime or the libraries. Gives: the same for the program. One idea: a rank may spin on what it reaches without waiting (a get of
 * memory that is near, a test), while the one that it spins for has no turn. So one that has called so often since its turn began passes it. A call that commutes with
 * what others do lets nobody go first, but counts.
 */
import { COMMUTES, type NativeFunction } from '../abi.ts';
import { type Coroutine, SUSPEND } from './coroutines.ts';
import { scheduler } from './scheduler.ts';
import { $marked, finished, mayWait } from './steps.ts';

/** Calls in one turn. */
const OFTEN = 100;

/** A value that is no function, or one that cannot wait, stays as it is. */
export function fair<T>(value: T): T {
  return mayWait(value) ? ($marked(counted(value)) as T) : value;
}

function counted(f: NativeFunction & { readonly [COMMUTES]?: (...values: number[]) => boolean }): NativeFunction {
  const commutes = f[COMMUTES];
  return (...values) => {
    scheduler.call();
    if (scheduler.direct > 0) return f(...values);
    const goesAhead = commutes?.(...values) === true;
    if (goesAhead) scheduler.goAhead();
    if (++scheduler.calls >= OFTEN) scheduler.pass();
    else if (goesAhead || !scheduler.enter()) return f(...values);
    return later(f, values);
  };
}

/** When its turn has come. */
function* later(f: NativeFunction, values: readonly unknown[]): Coroutine {
  yield SUSPEND;
  return yield* finished(f(...values)) as Coroutine;
}
