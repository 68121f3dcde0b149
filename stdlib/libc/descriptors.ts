/**
 * <fcntl.h>, <unistd.h>: files by descriptor. (POSIX)
 * The system has no lseek here, so each descriptor has its place in this thread; reading and writing go through stdio's
 * Device, which knows about pipes, terminals and descriptors that would block.
 */
import type { LibraryFactory } from '../../runtime/abi.ts';
import { EBADF, EINVAL, ENOTTY, ESPIPE, failure, setErrno } from './errno.ts';
import { bytesAt, textAt } from './memory.ts';
import { Device } from './stdio-device.ts';
import { fs, tty } from './system.ts';

/** Linux's open flags by the names that the platform has its own numbers for. */
const FLAGS = [
  [0o1, 'O_WRONLY'],
  [0o2, 'O_RDWR'],
  [0o100, 'O_CREAT'],
  [0o200, 'O_EXCL'],
  [0o400, 'O_NOCTTY'],
  [0o1000, 'O_TRUNC'],
  [0o2000, 'O_APPEND'],
  [0o4000, 'O_NONBLOCK'],
  [0o200000, 'O_DIRECTORY'],
  [0o4010000, 'O_SYNC'],
] as const;
const O_APPEND = 0o2000;
const O_CREAT = 0o100;
const CREATE_NEW = 0o302; // O_RDWR | O_CREAT | O_EXCL
const CREATE_OR_TRUNCATE = 0o1101; // O_WRONLY | O_CREAT | O_TRUNC

const TEMPLATE = /X{6}$/;
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const ATTEMPTS = 100;

interface OpenFile {
  readonly device: Device;
  readonly append: boolean;
  place: number;
}

function platformFlags(flags: number): number {
  return FLAGS.reduce((sum, [bit, name]) => ((flags & bit) === bit ? sum | (fs.constants[name] ?? 0) : sum), 0);
}

function randomName(): string {
  return Array.from({ length: 6 }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join('');
}

export const descriptorsLibrary: LibraryFactory = (env) => {
  const { U8, I32 } = env;
  const files = new Map<number, OpenFile>();

  function fail(number: number): -1 {
    setErrno(env, number);
    return -1;
  }

  function attempt(action: () => number): number {
    try {
      return action();
    } catch (error) {
      return failure(env, error);
    }
  }

  function openText(path: string, flags: number, mode: number): number {
    const descriptor = fs.openSync(path, platformFlags(flags), mode);
    const append = (flags & O_APPEND) !== 0;
    files.set(descriptor, { device: new Device(env, descriptor, true, append), append, place: 0 });
    return descriptor;
  }
  const open = (path: number, flags: number, mode: number) =>
    attempt(() => openText(textAt(env, path), flags, mode & 0o7777));

  /** The mode is the one variable argument, there only where a file may be made. */
  function openVariadic(path: number, flags: number, rest: number): number {
    return open(path, flags, (flags & O_CREAT) === 0 ? 0 : I32[rest >>> 2]!);
  }

  /** The file, also one of the three that every process has, or one that stdio has opened. */
  function fileOf(descriptor: number): OpenFile {
    let file = files.get(descriptor);
    if (file === undefined) {
      fs.fstatSync(descriptor); // throws where it is none
      file = { device: new Device(env, descriptor, false, false), append: false, place: 0 };
      files.set(descriptor, file);
    }
    return file;
  }

  function read(descriptor: number, buffer: number, size: number): number {
    return attempt(() => {
      const file = fileOf(descriptor);
      const bytes = new Uint8Array(size >>> 0);
      const count = file.device.read(bytes, 0, bytes.length, file.place);
      U8.set(bytes.subarray(0, count), buffer >>> 0);
      file.place += count;
      return count;
    });
  }

  function write(descriptor: number, buffer: number, size: number): number {
    return attempt(() => {
      const file = fileOf(descriptor);
      const bytes = bytesAt(env, buffer, size >>> 0);
      if (file.append) file.place = file.device.size();
      file.device.write(bytes, 0, bytes.length, file.place);
      file.place += bytes.length;
      return bytes.length;
    });
  }

  function seek(descriptor: number, offset: bigint, origin: number): bigint {
    const file = fileOf(descriptor);
    if (!file.device.seekable) return BigInt(fail(ESPIPE));
    const from = [0, file.place, origin === 2 ? file.device.size() : 0][origin];
    if (from === undefined || from + Number(offset) < 0) return BigInt(fail(EINVAL));
    file.device.position();
    file.place = from + Number(offset);
    return BigInt(file.place);
  }
  function lseek(descriptor: number, offset: bigint, origin: number): bigint {
    try {
      return seek(descriptor, offset, origin);
    } catch (error) {
      return BigInt(failure(env, error));
    }
  }

  const done = (action: () => void) => {
    action();
    return 0;
  };
  function close(descriptor: number): number {
    return attempt(() =>
      done(() => {
        files.delete(descriptor);
        fs.closeSync(descriptor);
      }),
    );
  }

  function isatty(descriptor: number): number {
    if (descriptor >= 0 && tty.isatty(descriptor)) return 1;
    if (attempt(() => done(() => fs.fstatSync(descriptor))) === 0) setErrno(env, ENOTTY);
    return 0;
  }

  /** Replaces the X's of a template until `make` succeeds; gives what it gives. */
  function fromTemplate(template: number, make: (path: string) => number): number {
    const text = textAt(env, template);
    if (!TEMPLATE.test(text)) return fail(EINVAL);
    for (let tries = 1; ; tries++) {
      const path = text.replace(TEMPLATE, randomName());
      try {
        const result = make(path);
        U8.set(new TextEncoder().encode(path), template >>> 0);
        return result;
      } catch (error) {
        if ((error as { code?: string }).code !== 'EEXIST' || tries === ATTEMPTS) return failure(env, error);
      }
    }
  }

  const valid = (descriptor: number, action: () => void) =>
    descriptor < 0 ? fail(EBADF) : attempt(() => done(action));
  return {
    open: openVariadic,
    creat: (path: number, mode: number) => open(path, CREATE_OR_TRUNCATE, mode),
    read,
    write,
    lseek,
    close: (descriptor: number) => (descriptor < 0 ? fail(EBADF) : close(descriptor)),
    isatty,
    fsync: (descriptor: number) => valid(descriptor, () => fs.fsyncSync(descriptor)),
    fdatasync: (descriptor: number) => valid(descriptor, () => fs.fdatasyncSync(descriptor)),
    ftruncate: (descriptor: number, size: bigint) =>
      valid(descriptor, () => fs.ftruncateSync(descriptor, Number(size))),
    mkstemp: (template: number) => fromTemplate(template, (path) => openText(path, CREATE_NEW, 0o600)),
    mkdtemp: (template: number) =>
      fromTemplate(template, (path) => done(() => fs.mkdirSync(path, 0o700))) < 0 ? 0 : template,
  };
};
