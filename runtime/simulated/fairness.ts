/**
 * Calls that could wait, as a simulated rank makes them: in the order of the ranks' clocks, and of many that do not wait one passes the turn first.
 *
 * Takes: a function of the runtime or the libraries. Gives: the same for the program. One idea: a rank may spin on what it reaches without waiting (a get of
 * memory that is near, a test), while the one that it spins for has no turn. So one that has called so often since its turn began passes it. A call that commutes with
 * what others do needs no turn of its own.
 */
import { COMMUTES, type NativeFunction } from '../abi.ts';
import { type Coroutine, SUSPEND, scheduler } from './scheduler.ts';
import { $marked, finished, mayWait } from './steps.ts';

/** Calls in one turn. */
const OFTEN = 100;

type Commuting = NativeFunction & { readonly [COMMUTES]?: (...values: unknown[]) => boolean };

/** What a fair function calls. */
const CALLED = Symbol('called');

/** A value that is no function, or one that cannot wait, stays as it is. */
export function fair<T>(value: T): T {
  if (!mayWait(value)) return value;
  const f = (...values: unknown[]) => inOrder(value, values);
  return $marked(Object.assign(f, { [CALLED]: value })) as T;
}

/** What `inOrder` is to call in the place of a fair function, which is not kept. */
export const calledBy = (f: NativeFunction): NativeFunction =>
  (f as NativeFunction & { readonly [CALLED]?: NativeFunction })[CALLED] ?? f;

/** Calls the function as `fair` says. */
export function inOrder(f: Commuting, values: readonly unknown[]): unknown {
  scheduler.call();
  if (scheduler.direct > 0) return f(...values);
  const goesAhead = f[COMMUTES]?.(...values) === true;
  if (goesAhead) scheduler.goAhead();
  if (++scheduler.calls >= OFTEN) scheduler.pass();
  else if (goesAhead || !scheduler.enter()) return f(...values);
  return later(f, values);
}

/** When its turn has come. */
function* later(f: NativeFunction, values: readonly unknown[]): Coroutine {
  yield SUSPEND;
  return yield* finished(f(...values)) as Coroutine;
}
