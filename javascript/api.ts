/** What `import { load } from 'pgasc'` takes and gives. */
import type { CompileOptions } from '../compiler/api.ts';

export type TypedArray =
  | (Int8Array | Uint8Array | Uint8ClampedArray | Int16Array | Uint16Array | Int32Array | Uint32Array)
  | (Float32Array | Float64Array | BigInt64Array | BigUint64Array);

/** An argument; numbers may be addresses of the program. */
export type Argument = number | bigint | boolean | null | TypedArray;
export type Result = number | bigint | boolean | undefined;

/** Sources, and what they include, as texts by name. */
export type Texts = Readonly<Record<string, string>>;
/** A file, or several, of one program; in a page they are fetched. Or texts, of which nothing else is read. */
export type Loadable = string | URL | readonly (string | URL)[] | Texts;

/** Options of the compiler (-O2 unless `optimize` says otherwise; `target: 'javascript'` is without WebAssembly), and: */
export interface LoadOptions extends Omit<CompileOptions, 'name' | 'simulate' | 'trace' | 'read'> {
  /** Number of threads; as many as there are cores by default. */
  readonly threads?: number;
  /** Flags of the launcher: ['--stack=64M']. */
  readonly flags?: readonly string[];
}

/** Of the plugins that import a source as a module: options of `load`, and: */
export interface ModuleOptions extends LoadOptions {
  /** Writes heat.d.upc.ts beside heat.upc, for TypeScript with `allowArbitraryExtensions`. */
  readonly types?: boolean;
}

/** What calls reject with when the program has ended by a failure, exit or a deadlock: the message has thread and place. */
export interface ProgramEnded extends Error {
  readonly name: 'ProgramEnded';
  /** Exit status, as a shell would see it. */
  readonly status: number;
}

/** The last argument of a call, if it is to be stopped: the instance ends then, unless the call has not begun. */
export interface CallOptions {
  readonly signal: AbortSignal;
}

export interface ArrayType<A extends TypedArray> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: SharedArrayBuffer, offset: number, length: number): A;
}

/** A program that runs, and whose functions can be called, one call after another. */
export interface Instance extends AsyncDisposable {
  /** All threads run the function; gives the result of thread 0. */
  call(name: string, ...values: (Argument | CallOptions)[]): Promise<Result>;
  /** The same; gives the results of all threads. */
  callAll(name: string, ...values: (Argument | CallOptions)[]): Promise<Result[]>;
  /** An array in the program's memory, all zeros: it and parts of it are passed without copies. It is gone with the instance. */
  array<A extends TypedArray>(type: ArrayType<A>, length: number): Promise<A>;
  /** Ends the program when the calls before it are done: what it registered with atexit runs. */
  close(): Promise<void>;
}
