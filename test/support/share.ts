/**
 * What `npm test` runs, in minutes: each thing that tests try in several ways (levels of optimization, numbers of threads, networks,
 * processes, providers, browsers) in one of them, by the thing's name or number, so that each way has its share (`dealt`); of many programs,
 * pages, cases or tests of one kind, one in three (`some`, `testSome`), or of some kinds one in nine (`some` of `some`); smaller numbers of
 * ranks, seeds and rounds (`isLong`); and no test that is `long`. LONG=1 (`npm run test:long`) runs all, and so does each variable that asks
 * for more than that.
 */
import { test } from 'vitest';

export const isLong = ['LONG', 'ALL_LEVELS', 'ALL_THREADS', 'RANDOM_COUNT', 'HOSTILE'].some(
  (name) => name in process.env,
);

/** Of tests that are too many for that: all of them, with ALL_LEVELS=1 (`npm run test:all`). */
export const isWhole = 'ALL_LEVELS' in process.env;

/** A test that waits for long, or computes for long, where a shorter one sees the same things break. */
export const long = test.runIf(isLong);

/** Of the ways to try a thing: one, by its name or its number among few; all of them at length. */
export function dealt<T>(thing: string | number, ways: readonly T[], areAll = isLong): readonly T[] {
  if (areAll || ways.length < 2) return ways;
  const share = typeof thing === 'number' ? thing % ways.length : shareOf(`way of ${thing}`, ways.length);
  return [ways[share] as T];
}

/** Of many things of one kind: one in three; all of them at length. */
export const some = <T>(cases: readonly T[], areAll = isLong): readonly T[] =>
  cases.filter((_, index) => areAll || index % 3 === 0);

/** `test` in one of several ways to run the same tests: those that are dealt to it by their titles. */
export const testIn =
  <T>(way: T, ways: readonly T[]) =>
  (title: string, run: () => unknown): void => {
    test.runIf(dealt(title, ways).includes(way))(title, run);
  };

/** `test` of many of one kind: one in three, by their titles; all of them at length. */
export function testSome(title: string, run: () => unknown): void {
  test.runIf(isLong || shareOf(`of ${title}`, 3) === 0)(title, run);
}

/** Which of so many shares a thing of that name belongs to. */
export function shareOf(name: string, shares: number): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) as number)) % 65521;
  return hash % shares;
}
