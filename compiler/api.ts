/** What `import { compile } from 'pgasc'` takes and gives. */

import type { Callable } from './callable.ts';
import type { PublishedFile } from './diagnostics/published.ts';
import type { SharedArray } from './sharedarray.ts';

/** One text, or texts by name: .c and .upc files are compiled and linked, all can be included. */
export type Sources = string | Readonly<Record<string, string>>;

export interface CompileOptions {
  /** Name of the program where its source is one text; prog.upc by default. */
  readonly name?: string;
  /** -O0 to -O3: from 1 on for speed, a WebAssembly module. Without it: JavaScript. */
  readonly optimize?: 0 | 1 | 2 | 3;
  /** -target=, whatever `optimize` says. */
  readonly target?: 'javascript' | 'webassembly';
  /** -T=N */
  readonly threads?: number;
  /** -g */
  readonly debug?: boolean;
  /** -network= */
  readonly network?: string;
  /** -trace: the program can record its communication. */
  readonly trace?: boolean;
  /** -simulate: its threads can be coroutines of one, on a machine; its network is sfi, verbs or pami. */
  readonly simulate?: boolean;
  /** For engines without on-stack replacement of loops of modules, as pages have (-foutline); on by default there. */
  readonly pages?: boolean;
  /** -shared-heap=, in bytes. */
  readonly sharedHeap?: number;
  /** -D, by name. */
  readonly define?: Readonly<Record<string, string>>;
  /** What stands behind -W: `all`, `error`, `no-spin`. */
  readonly warnings?: readonly string[];
  /** -x; by default UPC, which has C in it. */
  readonly language?: 'c' | 'upc';
  /** Functions that JavaScript calls, by name, or all that are not static: in place of main the program waits for calls. */
  readonly exports?: true | readonly string[];
  /** -emit=ir: the intermediate representation of each source too. */
  readonly ir?: boolean;
  /** The text of a file that is included and is not among the sources. */
  readonly read?: (path: string) => string | undefined;
}

/** Names of all options, for those who write them without types. */
export const OPTION_NAMES: Readonly<Record<keyof CompileOptions, true>> = {
  ...({ name: true, optimize: true, target: true, threads: true, debug: true, network: true, trace: true } as const),
  ...({ simulate: true, sharedHeap: true, define: true, warnings: true, language: true } as const),
  ...({ exports: true, ir: true, read: true, pages: true } as const),
};

export interface Compilation {
  /** The text of out.js, to be run by Node; undefined where there are errors. */
  readonly code?: string;
  /** Its source map. */
  readonly map?: string;
  /** With `exports`: the functions that can be called, and those that cannot, which say why. */
  readonly functions?: readonly Callable[];
  /** With `ir`: its text, a module for each source. */
  readonly ir?: string;
  /** What is shared, and where it lies; undefined where there are errors. */
  readonly arrays?: readonly SharedArray[];
  /** Of every source, and of what it includes, as the Language Server Protocol has them. */
  readonly diagnostics: readonly PublishedFile[];
  /** The same as text, as the command prints it. */
  readonly messages: string;
}
