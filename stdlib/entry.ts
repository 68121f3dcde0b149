/**
 * Entry of the library linked into every out.js: the runtime with UPC's library and C's.
 * The idea: a program only says `pgasc.startScript(program)`, or `pgasc.start(program)` where it imports the library.
 */
import type { ProgramImage } from '../runtime/abi.ts';
import { functionNames, platform, start as startJob } from '../runtime/index.ts';
import { libraries } from './libraries.ts';

/** Runs the program: in the main thread it starts the job, in a worker it is one UPC thread. */
export function start(program: ProgramImage, mapName?: string): void {
  startJob(program, libraries, mapName, false);
}

/** The same for out.js: the file that is running is a script that holds this library, and begins with a line `#!`. */
export function startScript(program: ProgramImage, mapName?: string): void {
  startJob(program, libraries, mapName, true);
}

/** Packages that call native code may also be installed in this folder: pgasc's own. */
export function lookFor(folder: string): void {
  platform.native.places.push(folder);
}

/** Names of all library functions, for the linker. */
export function libraryNames(): string[] {
  return functionNames(libraries);
}
