/** Files as the compiler sees them: reading with a clear word for what cannot be read, writing all or nothing. */
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { nearestName } from '../compiler/diagnostics/suggestion.ts';
import type { FileHost } from '../compiler/options.ts';
import { reasonNotWritten, reasonOf } from '../runtime/platform/reasons.ts';
import { bytesOf, textOf } from './encoding.ts';

/** A file that cannot be read or written: one line, exit status 2. */
export class FileError extends Error {}

/** Real paths of what was read: nothing of it may be overwritten. */
const inputs = new Set<string>();

/** A device that gives more than this has no end. */
const MOST_OF_A_STREAM = 2 ** 28;

const contents = (path: string): string => textOf(bytesIn(path));

function bytesIn(path: string): Buffer {
  if (statSync(path).isCharacterDevice()) return ofDevice(path);
  const bytes = readFileSync(path);
  inputs.add(realpathSync(path));
  return bytes;
}

/** Bytes of a device such as a terminal until it ends. */
function ofDevice(path: string): Buffer {
  const file = openSync(path, 'r');
  const parts: Buffer[] = [];
  try {
    for (let size = 0; size < MOST_OF_A_STREAM; size += (parts.at(-1) as Buffer).length) {
      const part = Buffer.alloc(2 ** 20);
      parts.push(part.subarray(0, readSync(file, part)));
      if (parts.at(-1)?.length === 0) return Buffer.concat(parts);
    }
  } finally {
    closeSync(file);
  }
  throw new FileError(`cannot read ${path}: it is a device without an end`);
}

export const fileHost: FileHost = {
  read(path) {
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined; // a pipe may never end
    try {
      return contents(path);
    } catch {
      return undefined;
    }
  },
  obstacle(path) {
    const what = statSync(path, { throwIfNoEntry: false });
    if (what === undefined) return undefined;
    if (what.isDirectory()) return 'is a directory';
    return what.isFile() ? 'may not be read' : 'is not a regular file';
  },
  names: namesIn,
  dirname,
  join,
};

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** Text of a file that the user named. `-` is standard input. */
export const readInput = (path: string): string => textOf(readBytes(path));

/** The same, as bytes. */
export function readBytes(path: string): Buffer {
  try {
    return path === '-' ? readFileSync(0) : bytesIn(path);
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(`cannot read ${path || "''"}: ${reasonOf(error)}${nearestFile(path, error)}`);
  }
}

/** A file of the same name with another suffix, or of one nearly the same. */
function nearestFile(path: string, error: unknown): string {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return '';
  const names = namesIn(dirname(path));
  const stem = stemOf(path);
  const near = names.map(stemOf).includes(stem) ? stem : nearestName(stem, names.map(stemOf));
  const name = names.find((each) => stemOf(each) === near);
  return name === undefined ? '' : `; did you mean ${dirname(path) === '.' ? name : join(dirname(path), name)}?`;
}

const stemOf = (path: string): string => basename(path, extname(path));

/** A new folder for files of this process alone. */
export function makeScratch(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'pgasc-'));
  } catch (error) {
    throw new FileError(`cannot make a folder in ${tmpdir()}: ${reasonNotWritten(error)}; TMPDIR names another one`);
  }
}

/** A slip such as `-o prog.c` must not cost the source. */
export function refuseInput(path: string): void {
  if (existsSync(path) && inputs.has(realpathSync(path)))
    throw new FileError(`cannot write ${path}: it is an input file; name another output with -o`);
}

/** Writes through a temporary name, so that a failure leaves what was there. `-` is standard output. */
export function writeOutput(path: string, contents: string | Uint8Array, mode = 0o666): void {
  if (path !== '-') refuseInput(path);
  const direct = path === '-' || path.startsWith('/dev/');
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const bytes = typeof contents === 'string' ? bytesOf(contents) : contents;
    if (path === '-') writeStandardOutput(bytes);
    else writeFileSync(direct ? path : temporary, bytes, { mode });
    if (!direct) renameSync(temporary, path);
  } catch (error) {
    if (!direct) rmSync(temporary, { force: true });
    throw new FileError(`cannot write ${path === '-' ? 'standard output' : path}: ${reasonNotWritten(error)}`);
  }
}

/** Waits for whoever reads: where standard output is a pipe that does not block, the system takes only some bytes at a time. */
function writeStandardOutput(bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(1, bytes, done);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
