/** State shared by all functions of <stdio.h> of one thread, and reading of strings in memory. */
import { ERRNO, type LibraryEnvironment, type NativeFunction } from '../../../runtime/abi.ts';
import { lengthOf } from '../memory.ts';
import type { Formatter } from './format.ts';
import type { Scanner } from './scan.ts';
import type { StreamTable } from './table.ts';

export interface StandardIo {
  readonly table: StreamTable;
  readonly formatter: Formatter;
  readonly scanner: Scanner;
}

/** A group of the library: `io` gives the parts, made at the first call of any function. */
export type FunctionGroup = (environment: LibraryEnvironment, io: () => StandardIo) => Record<string, NativeFunction>;

/** The bytes of a string, in memory of their own. */
export function stringBytes(environment: LibraryEnvironment, address: number): Uint8Array {
  const start = address >>> 0;
  return environment.U8.slice(start, start + lengthOf(environment, address));
}

/** The characters of an ASCII string. */
export function stringText(environment: LibraryEnvironment, address: number): string {
  return String.fromCharCode(...stringBytes(environment, address));
}

/** errno of the thread. */
export function errnoNow(environment: LibraryEnvironment): number {
  return environment.I32[(environment.BASE + ERRNO) >>> 2]!;
}
