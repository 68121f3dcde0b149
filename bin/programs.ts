/** The launchers upcrun, oshrun and mpirun: the file that they are to start. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { UsageError } from './argv.ts';

export const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();
export const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/** That the file is a program of pgasc: a script of node, which says so in its first line. Throws UsageError. */
export function checkProgram(launcher: string, path: string): void {
  if (!isFile(path)) throw new UsageError(`${launcher}: ${path}: no such file`);
  if (!isScript(path)) throw new UsageError(`${launcher}: ${path}: pgasc has not made this program`);
}

function isScript(path: string): boolean {
  const [file, start] = [openSync(path, 'r'), Buffer.alloc(64)];
  readSync(file, start, 0, start.length, 0);
  closeSync(file);
  return /^#!.*node/.test(start.toString('latin1'));
}
