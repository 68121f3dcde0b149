/**
 * Processes that wait for each other for long say so: a user who has started too few, or with different variables, sees for whom they wait.
 */
import { say } from '../output.ts';

/** Milliseconds; processes of one command come within some seconds. */
const LONG = 10_000;

/** Says `what` once, if the wait has not ended by then. */
export function sayIfLate(what: () => string): { end(): void } {
  const timer = setTimeout(() => say(what()), LONG);
  return { end: () => clearTimeout(timer) };
}
