/**
 * The calls of a program whose schedule is explored: each tells what it is about to do, and stops until it is chosen.
 *
 * Takes: a function, by name. Gives: the same for the program. What is not of others' concern is as it was.
 */
import type { NativeFunction } from '../../abi.ts';
import { type Coroutine, SUSPEND } from '../coroutines.ts';
import { scheduler } from '../scheduler.ts';
import { mayWait } from '../steps.ts';
import { exploring } from './exploring.ts';
import type { Operation } from './operation.ts';
import { describes } from './operations.ts';

/** Functions that only let time go by: they order nothing, so nobody waits for them. */
const SLEEPS: ReadonlySet<string> = new Set(['__pgasc_sleep']);

/** A value that is no function, or one that cannot wait, stays as it is. */
export function told<T>(name: string, value: T): T {
  if (SLEEPS.has(name)) return (() => 0) as T;
  if (!mayWait(value)) return value;
  const describe = describes(name);
  return describe === undefined ? value : (telling(name, value, describe) as T);
}

function telling(name: string, f: NativeFunction, describe: NonNullable<ReturnType<typeof describes>>): NativeFunction {
  return (...values) => (scheduler.direct > 0 ? f(...values) : doing(describe(values, name), () => f(...values)));
}

/** The running rank does this when it is chosen. */
export function* doing(operation: Operation, act: () => unknown): Coroutine {
  const { run, placeOf } = exploring;
  run.stop(operation, placeOf(scheduler.rank));
  yield SUSPEND;
  const given = act() as Coroutine & { readonly $waits?: true };
  const value = given?.$waits ? yield* given : given;
  run.did(operation, value);
  return value;
}
