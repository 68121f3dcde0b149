/**
 * Flags that programs are compiled with. Tests run them without and with optimization, and so on both back ends; levels and numbers of
 * threads are dealt among the tests by their names, since all at all would show little more. ALL_LEVELS=1 runs them all.
 */
import { isLong, shareOf } from './share.ts';

/** The levels of users: TypeScript without -O, WebAssembly with it, of which a test has one. */
const WITHOUT: readonly string[] = [];
const WITH: readonly (readonly string[])[] = [['-O2'], ['-O3']];
/** Numbers of threads that a test has at each level. */
const FEW = isLong ? 2 : 1;

const ALL_LEVELS: readonly (readonly string[])[] = [
  WITHOUT,
  ...WITH,
  ['-O0'],
  ['-O1'],
  ['-g', '-O2'],
  ['-target=ts', '-O3'],
  ['-target=wasm', '-O0'],
];

/** For tests at a single level: both back ends, with few and with many passes. Split-phase accesses are in no -O. */
const SINGLE: readonly (readonly string[])[] = [['-O2'], [], ['-O3', '-fsplit'], ['-target=ts', '-O2', '-fsplit']];

/** Once on each back end. */
export const BACK_ENDS: readonly (readonly string[])[] = [[], ['-O2']];

export interface Level {
  readonly flags: readonly string[];
  readonly threads: readonly string[];
}

/** The levels of a test of that name, each with its share of the numbers of threads, one at least. */
export function levels(name: string, threads: readonly string[]): readonly Level[] {
  if (process.env.ALL_LEVELS) return ALL_LEVELS.map((flags) => ({ flags, threads }));
  const wanted = [WITHOUT, WITH[shareOf(name, WITH.length)]!];
  const first = shareOf(name, threads.length);
  const share = Math.min(FEW, Math.ceil(threads.length / wanted.length));
  return wanted.map((flags, level) => ({
    flags,
    threads: Array.from({ length: share }, (_, k) => threads[(first + level + k * wanted.length) % threads.length]!),
  }));
}

/** Flags of the one level that a test of that name has, always the same. */
export function levelOf(name: string): readonly string[] {
  return SINGLE[shareOf(name, SINGLE.length)] as readonly string[];
}

/** The level's flags as the name of a test has them. */
export const named = (flags: readonly string[]): string => (flags.length > 0 ? flags.join(' ') : 'without -O');
