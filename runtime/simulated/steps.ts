/**
 * The steps that the build writes into the functions of this bundle that may wait (bin/resumable/transform.js): they are generators, which are known by
 * a mark, and these stand for JavaScript's own functions where a callback may wait.
 */
import { type NativeFunction, WAITS } from '../abi.ts';
import { SUSPEND } from './coroutines.ts';

/** JavaScript's prototype of all generators. */
Object.defineProperty(Object.getPrototypeOf(Object.getPrototypeOf((function* () {})())), WAITS, { value: true });

export const $suspend = SUSPEND;

const generatorFunctions = Object.getPrototypeOf(function* () {});
/** The prototype of those that give steps of a generator function, and are none. */
const giversOfSteps = Object.create(Function.prototype);

/** A function of the runtime that a program may call, and that may wait. */
export const $marked = <T extends object>(f: T): T => Object.setPrototypeOf(f, giversOfSteps);

/** Whether a value is a function that may wait, of those that a program may call. */
export function mayWait(value: unknown): value is NativeFunction {
  if (typeof value !== 'function') return false;
  const kind = Object.getPrototypeOf(value);
  return kind === generatorFunctions || kind === giversOfSteps;
}

type Steps = Generator<unknown, unknown>;

type Marked = { readonly $waits?: true } | undefined;

/** Suspended once more. */
export const SUSPENDED_AGAIN: IteratorResult<typeof SUSPEND, never> = { done: false, value: SUSPEND };

/** Steps written out, for what ranks do most: a generator takes more to make and to resume, and so does each that drives one. */
export abstract class WrittenSteps {
  [Symbol.iterator](): this {
    return this;
  }

  abstract next(): IteratorResult<typeof SUSPEND, unknown>;

  /** They have failed where they were resumed. */
  throw(error: unknown): IteratorResult<typeof SUSPEND, unknown> {
    throw error;
  }
}
Object.defineProperty(WrittenSteps.prototype, WAITS, { value: true });

/** What a call gave, once it is over. */
export function* finished(given: unknown): Steps {
  return (given as Marked)?.$waits ? yield* given as Steps : given;
}

/** A step of a generator of the runtime's own, in which it may wait. */
export function* $next(steps: Iterator<unknown>): Steps {
  for (;;) {
    const step = steps.next();
    if (step.value !== SUSPEND) return step;
    yield SUSPEND;
  }
}

type Callback<T> = (each: T, index: number) => unknown;

function* map<T>(list: ArrayLike<T>, f: Callback<T>): Steps {
  const results: unknown[] = [];
  for (let i = 0; i < list.length; i++) results.push(yield* finished(f(list[i]!, i)));
  return results;
}

function* filter<T>(list: readonly T[], f: Callback<T>): Steps {
  const kept = (yield* map(list, f)) as readonly unknown[];
  return list.filter((_, i) => kept[i]);
}

function* every<T>(list: readonly T[], f: Callback<T>): Steps {
  for (let i = 0; i < list.length; i++) if (!(yield* finished(f(list[i]!, i)))) return false;
  return true;
}

export const $callbacks = {
  map,
  filter,
  every,
  forEach: map,
  from: (_: unknown, list: ArrayLike<unknown>, f: Callback<unknown>) => map(list, f),
};
