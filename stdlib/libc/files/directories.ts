/**
 * <dirent.h>: reading directories. (POSIX)
 * The idea: a directory is read whole when it is opened, `.` and `..` first; the position in it is an index. A DIR
 * points to one struct dirent, which readdir overwrites.
 */
import type { LibraryFactory } from '../../../runtime/abi.ts';
import { EBADF, EINVAL, ENOMEM, failure, setErrno } from '../errno.ts';
import { filesOf } from '../stdio/open-files.ts';
import { fs, path } from '../system.ts';
import { pathAt } from './working-directory.ts';

/** struct dirent: d_ino, d_off, d_reclen, d_type, d_name. */
const NAME = 19;
const NAME_SIZE = 256;
const ENTRY_SIZE = 280;

/** DT_ numbers by the type's bits of st_mode. */
const typeOf = (mode: bigint) => Number((mode >> 12n) & 15n);

interface Directory {
  readonly descriptor: number;
  readonly path: string;
  names: readonly Uint8Array[];
  at: number;
}

export const directoriesLibrary: LibraryFactory = (env) => {
  const { U8, U16, I64 } = env;
  const directories = new Map<number, Directory>();

  const named = (...names: string[]) => names.map((name) => new TextEncoder().encode(name));
  const list = (name: string) => [...named('.', '..'), ...fs.readdirSync(name, { encoding: 'buffer' })];

  function opendir(name: number): number {
    try {
      const text = path.resolve(pathAt(env, name).toString());
      const names = list(text);
      const descriptor = filesOf(env).add(fs.openSync(text, 'r'), 0o200000).number;
      const address = env.heap.allocate(ENTRY_SIZE) | 0;
      if (address === 0) setErrno(env, ENOMEM);
      else directories.set(address, { descriptor, path: text, names, at: 0 });
      return address;
    } catch (error) {
      failure(env, error);
      return 0;
    }
  }

  function find(address: number): Directory | undefined {
    const directory = directories.get(address);
    if (directory === undefined) setErrno(env, EBADF);
    return directory;
  }

  /** Status of an entry; one that was removed since keeps its name, without number and type. */
  function statusOf(directory: Directory, name: Uint8Array) {
    const whole = Buffer.concat([Buffer.from(`${directory.path}/`), name]);
    return fs.lstatSync(whole, { bigint: true, throwIfNoEntry: false });
  }

  function readdir(address: number): number {
    const directory = find(address);
    const name = directory?.names[directory.at];
    if (directory === undefined || name === undefined) return 0;
    directory.at++;
    const status = statusOf(directory, name);
    const start = address >>> 0;
    I64.set([status?.ino ?? 0n, BigInt(directory.at)], start >>> 3);
    U16[(start + 16) >>> 1] = ENTRY_SIZE;
    U8[start + 18] = status === undefined ? 0 : typeOf(status.mode);
    U8.fill(0, start + NAME, start + NAME + NAME_SIZE);
    U8.set(name.subarray(0, NAME_SIZE - 1), start + NAME);
    return address;
  }

  function rewinddir(address: number): void {
    const directory = find(address);
    if (directory === undefined) return;
    directory.at = 0;
    try {
      directory.names = list(directory.path);
    } catch {
      // what has gone stays as it was read
    }
  }

  function closedir(address: number): number {
    const directory = find(address);
    if (directory === undefined) return -1;
    directories.delete(address);
    env.heap.free(address);
    filesOf(env).close(directory.descriptor);
    return 0;
  }

  function seekdir(address: number, place: bigint): void {
    const directory = find(address);
    if (directory !== undefined) directory.at = Number(place);
  }

  function dirfd(address: number): number {
    const directory = directories.get(address);
    if (directory === undefined) setErrno(env, EINVAL);
    return directory?.descriptor ?? -1;
  }

  return {
    opendir,
    readdir,
    rewinddir,
    closedir,
    seekdir,
    telldir: (address: number) => BigInt(find(address)?.at ?? -1),
    dirfd,
  };
};
