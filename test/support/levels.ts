/**
 * Flags that programs are compiled with. Tests run them at each level of optimization, and so on both back ends; numbers of
 * threads are dealt to the levels, since all levels at all numbers would show little more. ALL_LEVELS=1 runs them all.
 */

/** The levels of users: TypeScript without -O, WebAssembly with it. */
const LEVELS: readonly (readonly string[])[] = [[], ['-O2'], ['-O3']];

const ALL_LEVELS: readonly (readonly string[])[] = [
  ...LEVELS,
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

/** Each level with its share of the numbers of threads, one at least. */
export function levels(threads: readonly string[]): readonly Level[] {
  if (process.env.ALL_LEVELS) return ALL_LEVELS.map((flags) => ({ flags, threads }));
  const share = Math.ceil(threads.length / LEVELS.length);
  return LEVELS.map((flags, index) => ({
    flags,
    threads: Array.from({ length: share }, (_, k) => threads[(index + k * LEVELS.length) % threads.length] as string),
  }));
}

/** Flags of the one level that a test of that name has, always the same. */
export function levelOf(name: string): readonly string[] {
  return SINGLE[shareOf(name, SINGLE.length)] as readonly string[];
}

/** Which of so many shares a test of that name belongs to. */
export function shareOf(name: string, shares: number): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) as number)) % 65521;
  return hash % shares;
}

/** The level's flags as the name of a test has them. */
export const named = (flags: readonly string[]): string => (flags.length > 0 ? flags.join(' ') : 'without -O');
