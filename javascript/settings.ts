/** How programs are compiled whose functions JavaScript calls, unless it says otherwise; and the words with which they start. */
import type { Compilation, CompileOptions, Sources } from '../compiler/api.ts';

export type Compile = (sources: Sources, options?: CompileOptions) => Promise<Compilation>;

export const USUAL = { optimize: 2, exports: true } as const satisfies CompileOptions;

/** The launcher's. */
export const wordsOf = (threads: number | undefined, flags: readonly string[]): string[] => [
  ...(threads === undefined ? [] : ['-n', String(threads)]),
  ...flags,
];
