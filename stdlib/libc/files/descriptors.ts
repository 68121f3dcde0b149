/**
 * <fcntl.h>, <unistd.h>, <sys/uio.h>: files by descriptor. (POSIX)
 * Each descriptor has its file in the thread's table (open-files.ts); reading and writing go through its device, which
 * knows about pipes, terminals and descriptors that would block. Bytes move between the file and memory without a copy.
 */
import type { LibraryFactory } from '../../../runtime/abi.ts';
import { EBADF, EINVAL, ENOTTY, ESPIPE, failure, setErrno, systemCall } from '../errno.ts';
import { textAt } from '../memory.ts';
import { type Descriptor, filesOf } from '../stdio/open-files.ts';
import { Pipe } from '../stdio/pipe.ts';
import { fs, tty } from '../system.ts';
import { pathAt, pathOf } from './working-directory.ts';

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
  [0o400000, 'O_NOFOLLOW'],
  [0o4010000, 'O_SYNC'],
] as const;
const O_CREAT = 0o100;
const CREATE_NEW = 0o302; // O_RDWR | O_CREAT | O_EXCL
const CREATE_OR_TRUNCATE = 0o1101; // O_WRONLY | O_CREAT | O_TRUNC
/** Flags that F_GETFL does not return. */
const ONLY_WHEN_OPENED = 0o2001700;
/** Flags that F_SETFL changes: O_APPEND, O_NONBLOCK. */
const SETTABLE = 0o6000;

const TEMPLATE = /X{6}$/;
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const ATTEMPTS = 100;
const IOVEC = 8;
const IOV_MAX = 1024;

function platformFlags(flags: number): number {
  return FLAGS.reduce((sum, [bit, name]) => ((flags & bit) === bit ? sum | (fs.constants[name] ?? 0) : sum), 0);
}

function randomName(): string {
  return Array.from({ length: 6 }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join('');
}

export const descriptorsLibrary: LibraryFactory = (env) => {
  const { U8, I32, I64 } = env;

  const { fail, attempt } = systemCall(env);

  const done = (action: () => void) =>
    attempt(() => {
      action();
      return 0;
    });
  const find = (descriptor: number) => filesOf(env).find(descriptor);
  const systemOf = (descriptor: number) => filesOf(env).systemOf(descriptor);

  function openPath(path: Buffer, flags: number, mode: number): number {
    return filesOf(env).add(fs.openSync(path, platformFlags(flags), mode), flags & ~ONLY_WHEN_OPENED).number;
  }
  const open = (path: number, flags: number, mode: number) =>
    attempt(() => openPath(pathAt(env, path), flags, mode & 0o7777));

  /** The mode is the one variable argument, there only where a file may be made. */
  function openVariadic(path: number, flags: number, rest: number): number {
    return open(path, flags, (flags & O_CREAT) === 0 ? 0 : I32[rest >>> 2]!);
  }

  function read(descriptor: number, buffer: number, size: number): number {
    return attempt(() => find(descriptor).file.read(U8, buffer >>> 0, size >>> 0));
  }

  function write(descriptor: number, buffer: number, size: number): number {
    return attempt(() => {
      find(descriptor).file.write(U8, buffer >>> 0, (buffer >>> 0) + (size >>> 0));
      return size;
    });
  }

  /** The device at a place of the file, which the descriptor's own place has nothing to do with. */
  function placed(descriptor: number, offset: bigint) {
    const { file } = find(descriptor);
    if (!file.device.seekable) return fail(ESPIPE);
    if (offset < 0n) return fail(EINVAL);
    file.device.position();
    return file;
  }
  function pread(descriptor: number, buffer: number, size: number, offset: bigint): number {
    return attempt(() => {
      const file = placed(descriptor, offset);
      return file === -1 ? -1 : file.readAt(U8, buffer >>> 0, size >>> 0, Number(offset));
    });
  }
  function pwrite(descriptor: number, buffer: number, size: number, offset: bigint): number {
    return attempt(() => {
      const file = placed(descriptor, offset);
      if (file === -1) return -1;
      file.writeAt(U8, buffer >>> 0, (buffer >>> 0) + (size >>> 0), Number(offset));
      return size;
    });
  }

  /** struct iovec: address and size. Stops at the first block that is not moved whole. */
  function eachVector(vectors: number, count: number, move: (address: number, size: number) => number): number {
    if (count < 0 || count > IOV_MAX) return fail(EINVAL);
    let total = 0;
    for (let at = vectors >>> 0; at < (vectors >>> 0) + count * IOVEC; at += IOVEC) {
      const size = I32[(at >>> 2) + 1]!;
      const moved = move(I32[at >>> 2]!, size);
      if (moved < 0) return total > 0 ? total : -1;
      total += moved;
      if (moved < size) break;
    }
    return total;
  }

  function seek(descriptor: number, offset: bigint, origin: number): bigint {
    const { file } = find(descriptor);
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

  function isatty(descriptor: number): number {
    return attempt(() => {
      if (tty.isatty(systemOf(descriptor))) return 1;
      setErrno(env, ENOTTY);
      return 0;
    }) === 1
      ? 1
      : 0;
  }

  /** Replaces the X's of a template, `suffix` bytes before its end, until `make` succeeds; gives what it gives. */
  function fromTemplate(template: number, suffix: number, make: (path: Buffer) => number): number {
    const text = textAt(env, template);
    const end = text.length - suffix;
    if (suffix < 0 || end < 0 || !TEMPLATE.test(text.slice(0, end))) return fail(EINVAL);
    for (let tries = 1; ; tries++) {
      const path = text.slice(0, end).replace(TEMPLATE, randomName()) + text.slice(end);
      try {
        const bytes = new TextEncoder().encode(path);
        const result = make(pathOf(env, bytes));
        U8.set(bytes, template >>> 0);
        return result;
      } catch (error) {
        if ((error as { code?: string }).code !== 'EEXIST' || tries === ATTEMPTS) return failure(env, error);
      }
    }
  }
  const makeFile = (path: Buffer) => openPath(path, CREATE_NEW, 0o600);
  const makeDirectory = (path: Buffer) => {
    fs.mkdirSync(path, 0o700);
    return 0;
  };

  function pipe(result: number): number {
    return attempt(() => {
      const bytes = new Pipe();
      I32[result >>> 2] = filesOf(env).addDevice(bytes.reader, 0).number;
      I32[(result + 4) >>> 2] = filesOf(env).addDevice(bytes.writer, 1).number;
      return 0;
    });
  }

  function dup2(from: number, to: number): number {
    return attempt(() => {
      const descriptor = find(from);
      if (to < 0) return fail(EBADF);
      if (from !== to) filesOf(env).replace(descriptor, to);
      return to;
    });
  }

  /** fcntl's operations by F_ number, on a descriptor and its third argument. No other owner of a file exists: locks succeed. */
  const CONTROLS: Readonly<Record<number, (descriptor: Descriptor, argument: number) => number>> = {
    0: ({ number }, least) => (least < 0 ? fail(EINVAL) : filesOf(env).duplicate(number, least).number),
    1: ({ flags }) => flags,
    2: (descriptor, flags) => {
      descriptor.flags = flags & 1;
      return 0;
    },
    3: ({ file }) => file.flags,
    4: ({ file }, flags) => {
      file.flags = (file.flags & ~SETTABLE) | (flags & SETTABLE);
      return 0;
    },
    5: (_, lock) => {
      env.I16[lock >>> 1] = 2; // F_UNLCK
      return 0;
    },
    6: () => 0,
    7: () => 0,
    1030: (descriptor, least) => {
      const copy = CONTROLS[0]!(descriptor, least);
      if (copy >= 0) find(copy).flags = 1;
      return copy;
    },
  };
  function fcntl(descriptor: number, command: number, rest: number): number {
    return attempt(() => {
      const control = CONTROLS[command];
      return control === undefined ? fail(EINVAL) : control(find(descriptor), I32[rest >>> 2]!);
    });
  }

  const seconds = (address: number) => Number(I64[address >>> 3]!) + Number(I64[(address + 8) >>> 3]!) / 1e9;
  const now = () => Date.now() / 1000;
  return {
    open: openVariadic,
    creat: (path: number, mode: number) => open(path, CREATE_OR_TRUNCATE, mode),
    read,
    write,
    pread,
    pwrite,
    readv: (descriptor: number, vectors: number, count: number) =>
      eachVector(vectors, count, (address, size) => read(descriptor, address, size)),
    writev: (descriptor: number, vectors: number, count: number) =>
      eachVector(vectors, count, (address, size) => write(descriptor, address, size)),
    lseek,
    close: (descriptor: number) => done(() => filesOf(env).close(descriptor)),
    dup: (descriptor: number) => attempt(() => filesOf(env).duplicate(descriptor, 0).number),
    dup2,
    pipe,
    fcntl,
    isatty,
    fsync: (descriptor: number) => done(() => fs.fsyncSync(systemOf(descriptor))),
    fdatasync: (descriptor: number) => done(() => fs.fdatasyncSync(systemOf(descriptor))),
    ftruncate: (descriptor: number, size: bigint) => done(() => fs.ftruncateSync(systemOf(descriptor), Number(size))),
    fchmod: (descriptor: number, mode: number) => done(() => fs.fchmodSync(systemOf(descriptor), mode & 0o7777)),
    fchown: (descriptor: number, user: number, group: number) =>
      done(() => fs.fchownSync(systemOf(descriptor), user, group)),
    /** Access and change, each struct timespec; without them, now. */
    futimens: (descriptor: number, times: number) =>
      done(() =>
        times === 0
          ? fs.futimesSync(systemOf(descriptor), now(), now())
          : fs.futimesSync(systemOf(descriptor), seconds(times), seconds(times + 16)),
      ),
    /** Bytes that can be read without waiting, as far as known. */
    __pgasc_readable: (descriptor: number) =>
      attempt(() => {
        const { device, place } = find(descriptor).file;
        return device.seekable ? Math.max(0, device.size() - place) : device.size();
      }),
    __pgasc_is_own_pipe: (descriptor: number) =>
      attempt(() => {
        const { device } = find(descriptor).file;
        return device.descriptor < 0 ? 1 : 0;
      }),
    mkstemp: (template: number) => fromTemplate(template, 0, makeFile),
    mkstemps: (template: number, suffix: number) => fromTemplate(template, suffix, makeFile),
    mkdtemp: (template: number) => (fromTemplate(template, 0, makeDirectory) < 0 ? 0 : template),
  };
};
