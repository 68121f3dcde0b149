/** What a compilation is asked to do, and what it needs from outside. `compiler/` touches no files itself. */

/** Reads files for the preprocessor. */
export interface FileHost {
  /** Text of the file, or undefined where there is none; a directory is none. */
  read(path: string): string | undefined;
  /** Directory part and join, as node:path does them (given so that the compiler also runs in a browser). */
  dirname(path: string): string;
  join(directory: string, path: string): string;
}

export interface CompilerOptions {
  /** -T=N; undefined in the dynamic THREADS environment. */
  readonly threads?: number;
  /** -D and -U in order of the command line: `{ name, text }` defines, text undefined undefines. */
  readonly macros: readonly { name: string; text?: string }[];
  /** -I, in order. */
  readonly includeDirectories: readonly string[];
  /** Where the compiler's own headers are. */
  readonly systemIncludeDirectories: readonly string[];
  /** -O0 .. -O3 */
  readonly optimize: 0 | 1 | 2 | 3;
  /** -g: checks of every access at run time. */
  readonly debug: boolean;
  /** -Wno-NAME. */
  readonly silencedWarnings: ReadonlySet<string>;
  /** -Werror */
  readonly warningsAreErrors: boolean;
  /** Told what begins, for whoever waits: "parsing x.upc". */
  readonly progress?: (step: string) => void;
  /** --dump-after=PASS: called with the pass's name and the text of the module. */
  readonly dump?: (pass: string, text: () => string) => void;
  /** Date of __DATE__ and __TIME__, so that a compilation can be repeated exactly. */
  readonly now: Date;
}
