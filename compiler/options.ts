/** What a compilation is asked to do, and what it needs from outside. `compiler/` touches no files itself. */

import type { Callable } from './callable.ts';
import type { HeaderOf } from './diagnostics/suggestion.ts';
import type { Dialect } from './frontends/c/lexer/dialect.ts';
import type { SharedArray } from './sharedarray.ts';
import type { Position, SourceFile } from './source/source.ts';

/** Reads files for the preprocessor. */
export interface FileHost {
  /** Text of the file, or undefined where there is none; a directory is none. */
  read(path: string): string | undefined;
  /** Why `read` gives nothing of a path where something is: "is a directory". */
  obstacle?(path: string): string | undefined;
  /** Names in a directory, to suggest one. */
  names?(directory: string): readonly string[];
  /** Directory part and join, as node:path does them (given so that the compiler also runs in a browser). */
  dirname(path: string): string;
  join(directory: string, path: string): string;
}

/** What the optimizer has to know of a conduit. Costs are in nanoseconds, of a word to another thread. */
export interface Communication {
  /** From the start of a get to its value. */
  readonly latency: number;
  /** What the processor does for one get or put. */
  readonly overhead: number;
  /** What it does for a bulk transfer, whatever its size. */
  readonly bulkOverhead: number;
  /** Does a transfer go on while the program computes? */
  readonly overlaps: boolean;
  /** Are shared accesses loads and stores? Else they are calls of the runtime. */
  readonly direct: boolean;
}

/** The back ends. */
export type Target = 'typescript' | 'webassembly';

/** What a pass did to a statement, or what kept it from doing so. */
export interface Remark {
  readonly pass: string;
  /** Name of the function that the statement is in. */
  readonly function?: string;
  readonly at: Position;
  readonly done: boolean;
  readonly text: string;
}

/** Of a unit: the functions that JavaScript may call, and what is shared. */
export interface Defined {
  readonly functions: readonly Callable[];
  readonly arrays: readonly SharedArray[];
}

export interface CompilerOptions {
  /** -T=N; undefined in the dynamic THREADS environment. */
  readonly threads?: number;
  /** UPC by default. */
  readonly dialect?: Dialect;
  /** -D and -U in order of the command line: `{ name, text }` defines, text undefined undefines. */
  readonly macros: readonly { name: string; text?: string }[];
  /** -I, in order. */
  readonly includeDirectories: readonly string[];
  /** Where the compiler's own headers are. */
  readonly systemIncludeDirectories: readonly string[];
  /** For the advice to include the header that declares a name. */
  readonly headerOf?: HeaderOf;
  /** To suggest one of them. */
  readonly headerNames?: () => readonly string[];
  /** -O0 .. -O3 */
  readonly optimize: 0 | 1 | 2 | 3;
  /** The back end that is to read the IR: some passes are for one of them; TypeScript by default. */
  readonly target?: Target;
  /** -ffast-math: sums of floating-point numbers may be taken in another order, NaN and infinities left out of account. */
  readonly fastMath?: boolean;
  /** -fno-strict-aliasing (false): memory may be read as another type than it was written as. */
  readonly strictAliasing?: boolean;
  /** -mno-simd128 (false): no vectors in a WebAssembly module. */
  readonly simd?: boolean;
  /** -fNAME and -fno-NAME: passes of the optimizer switched on and off, whatever the conduit. */
  readonly passes?: ReadonlyMap<string, boolean>;
  /** Costs of the conduit; those of one memory by default. */
  readonly communication?: Communication;
  /** --remarks and --report: told what passes did. */
  readonly remark?: (remark: Remark) => void;
  /** -trace: the program records its communication, so that it must stay what it is. */
  readonly recorded?: boolean;
  /** -simulate: what the program computes is charged (optimizer/charges). */
  readonly charged?: boolean;
  /** -explore: gets are completed as late as may be, so that what others do can come between. */
  readonly explored?: boolean;
  /** -g: checks of every access at run time. */
  readonly debug: boolean;
  /** -Wno-NAME, and those that only -Wall shows. */
  readonly silencedWarnings: ReadonlySet<string>;
  /** -Werror */
  readonly warningsAreErrors: boolean;
  /** -Werror=NAME (true), -Wno-error=NAME (false): overrules `warningsAreErrors`. */
  readonly promotedWarnings?: ReadonlyMap<string, boolean>;
  /** Told what begins: "parsing"; with a file where somebody who waits may want to know. */
  readonly progress?: (phase: string, file?: string) => void;
  /** Told each file that the preprocessor reads, in order; names in <> are no files. */
  readonly reads?: (file: SourceFile) => void;
  /** Told what a unit defines that has no errors. */
  readonly defined?: (by: Defined) => void;
  /** --dump-after=PASS: called with the pass's name and the text of the module. */
  readonly dump?: (pass: string, text: () => string) => void;
  /** False: the IR is verified after the last pass alone. Else, and with --verify, after lowering and after each pass. */
  readonly verifiesPasses?: boolean;
  /** -E: -P leaves line markers out; -dM prints the macros that are defined at the end instead of the text. */
  readonly preprocessedText?: 'marked' | 'unmarked' | 'macros';
  /** -MG: a header that is missing will be made, and is left out. */
  readonly generatedHeaders?: boolean;
  /** Date of __DATE__ and __TIME__, so that a compilation can be repeated exactly. */
  readonly now: Date;
}
