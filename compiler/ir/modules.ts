/** Modules: functions, static objects and what is imported. */
import type { Position } from '../source/source.ts';
import type { Statement } from './statements.ts';
import type { MachineType } from './types.ts';

export interface Signature {
  readonly parameters: readonly MachineType[];
  readonly results: readonly MachineType[];
}

export interface Function {
  readonly name: string;
  /** 'internal' names are unique in the module; the linker renames them apart. */
  readonly linkage: 'external' | 'internal';
  readonly parameters: readonly { readonly name: string; readonly type: MachineType }[];
  readonly results: readonly MachineType[];
  /** Every local that is not a parameter; all are zero-initialized. */
  readonly locals: readonly { readonly name: string; readonly type: MachineType }[];
  readonly frame: readonly { readonly name: string; readonly size: number; readonly alignment: number }[];
  readonly body: readonly Statement[];
  readonly at?: Position;
  /** noinline, always_inline. */
  readonly inlining?: 'never' | 'always';
  /** Yields to another definition of the name (GNU). */
  readonly weak?: true;
  /** Runs on every thread before main, after main: by these priorities, the lower the farther from main (GNU). */
  readonly beforeMain?: number;
  readonly afterMain?: number;
  /** The C signature as text, for the doc comment of the emitted function. */
  readonly prototype?: string;
}

/** A static object. `size` is per thread: of a shared array, the largest part that one thread has. */
export interface Static {
  readonly name: string;
  readonly linkage: 'external' | 'internal';
  readonly space: 'private' | 'shared';
  readonly size: number;
  readonly alignment: number;
  /** A tentative definition: yields to a real one, merges with others (largest size wins). */
  readonly common: boolean;
  /** Yields to another definition of the name (GNU). */
  readonly weak?: true;
  /** Initial contents where not zero. Of shared objects, thread 0's part; elements of other threads name their thread. */
  readonly data: readonly Datum[];
  /** C type as text, by which the linker compares the declarations of several units when `space` is shared. */
  readonly typeText?: string;
  readonly at?: Position;
}

export type Datum =
  | { readonly offset: number; readonly bytes: Uint8Array; readonly thread?: number }
  /** The phase of a pointer-to-shared, four bytes behind its address. */
  | { readonly offset: number; readonly phase: number; readonly thread?: number }
  /** An i32 address (of a static, shared static or function) plus `addend`, stored at `offset`. */
  | { readonly offset: number; readonly symbol: string; readonly addend: number; readonly thread?: number };

export interface Module {
  readonly name: string;
  /** -T=N, which a program it is linked into must have too; undefined for the dynamic environment, which fits any. */
  readonly threads?: number;
  /** From a source in plain C: a program of such modules only starts with one thread. */
  readonly serial?: true;
  readonly functions: readonly Function[];
  readonly statics: readonly Static[];
  /** Functions called or addressed but not defined here, with the signature seen. */
  readonly functionImports: readonly FunctionImport[];
  /** Objects used but not defined here. */
  readonly staticImports: readonly {
    readonly name: string;
    readonly space: 'private' | 'shared';
    readonly typeText?: string;
    readonly weak?: true;
    readonly at?: Position;
  }[];
}

export interface FunctionImport {
  readonly name: string;
  readonly signature: Signature;
  /** May be undefined: its address is null then (GNU). */
  readonly weak?: true;
  readonly at?: Position;
}
