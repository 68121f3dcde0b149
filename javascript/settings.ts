/** How programs are compiled whose functions JavaScript calls, unless it says otherwise; and the words with which they start. */
import type { Compilation, CompileOptions, Sources } from '../compiler/api.ts';
import type { LoadOptions, ModuleOptions } from './api.ts';

export type Compile = (sources: Sources, options?: CompileOptions) => Promise<Compilation>;

/** Names of the options of `load`, and of plugins. */
export const LOAD_OPTIONS: Readonly<Record<keyof LoadOptions, true>> = {
  ...({ threads: true, flags: true, exports: true, optimize: true, target: true, debug: true, network: true } as const),
  ...({ sharedHeap: true, define: true, warnings: true, language: true, pages: true, ir: true } as const),
};
export const MODULE_OPTIONS: Readonly<Record<keyof ModuleOptions, true>> = { ...LOAD_OPTIONS, types: true };

export const USUAL = { optimize: 2, exports: true } as const satisfies CompileOptions;

/** The launcher's. */
export const wordsOf = (threads: number | undefined, flags: readonly string[]): string[] => [
  ...(threads === undefined ? [] : ['-n', String(threads)]),
  ...flags,
];
