/**
 * Names of files, and the directory that relative ones are looked up in. (POSIX, chdir)
 * The idea: a worker cannot change the process's directory, so a thread that has gone elsewhere puts its own before the name.
 * Names are bytes, as they are to the system.
 */
import type { LibraryEnvironment } from '../../../runtime/abi.ts';
import { bytesAt, lengthOf } from '../memory.ts';
import { fs, path } from '../system.ts';

const SLASH = 47;
const directories = new WeakMap<LibraryEnvironment, string>();

/** As getcwd has it. */
export function workingDirectory(environment: LibraryEnvironment): string {
  return directories.get(environment) ?? process.cwd();
}

/** Throws what the system says of a directory that cannot be searched. */
export function enterDirectory(environment: LibraryEnvironment, name: Buffer): void {
  const place = fs.realpathSync(name);
  fs.accessSync(`${place}/.`, fs.constants.X_OK);
  directories.set(environment, path.resolve(place));
}

/** For the platform: a name that the program has given. */
export function pathOf(environment: LibraryEnvironment, name: Uint8Array): Buffer {
  const directory = name.length === 0 || name[0] === SLASH ? undefined : directories.get(environment);
  return directory === undefined ? Buffer.from(name) : Buffer.concat([Buffer.from(`${directory}/`), name]);
}

/** For the platform: the name at an address. */
export function pathAt(environment: LibraryEnvironment, address: number): Buffer {
  return pathOf(environment, bytesAt(environment, address, lengthOf(environment, address)));
}
