/**
 * upc_all_fopen, upc_all_fclose, upc_all_fsync, and what becomes of open files at the end of the program.
 */
import type { NativeFunction } from '../../../runtime/abi.ts';
import { LOCK_BYTES } from '../../../runtime/core/lock.ts';
import type { RuntimeEnvironment } from '../../../runtime/environment.ts';
import { inHex } from '../../../runtime/errors.ts';
import { addressOf, offsetOf } from '../../../runtime/memory/space.ts';
import { EINVAL } from '../../libc/errno.ts';
import { bytesAt, lengthOf } from '../../libc/memory.ts';
import { fs, os } from '../../libc/system.ts';
import { type IoCalls, IoFailure, together, WrongArgument } from './call.ts';
import {
  APPEND,
  COMMON_FP,
  CREATE,
  DELETE_ON_CLOSE,
  EXCL,
  INDIVIDUAL_FP,
  RDONLY,
  RDWR,
  STRONG_CA,
  TRUNC,
  WRONLY,
} from './constants.ts';
import { permissions, readHints } from './hints.ts';
import {
  DESCRIPTOR,
  FILE_NUMBER,
  FIRST_SIZE,
  HANDLE_SIZE,
  isWritable,
  LOCK,
  type OpenFile,
  type OpenFiles,
  REMOVED,
} from './open-file.ts';
import { flush } from './storage.ts';

const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC } = fs.constants;
/** The system's flag for each of UPC's. */
const SYSTEM_FLAGS = [
  [RDONLY, O_RDONLY],
  [WRONLY, O_WRONLY],
  [RDWR, O_RDWR],
  [CREATE, O_CREAT],
  [EXCL, O_EXCL],
  [TRUNC, O_TRUNC],
] as const;
const ACCESS = RDONLY | WRONLY | RDWR;
const POINTER = INDIVIDUAL_FP | COMMON_FP;
const ALL = ACCESS | POINTER | APPEND | CREATE | EXCL | STRONG_CA | TRUNC | DELETE_ON_CLOSE;

const SHARED = 'files of upc_io must be on a file system that all hosts share';
const notShared = (path: Buffer) => `thread 0's process has opened ${path}, and another process cannot: ${SHARED}`;
const otherFile = (path: Buffer) =>
  `${path} on ${os.hostname()} is not the file that thread 0 has opened (its inode is another): ${SHARED}`;

export function opening(
  environment: RuntimeEnvironment,
  calls: IoCalls,
  files: OpenFiles,
): Record<string, NativeFunction> {
  const { runtime } = environment;
  let endsFiles = false;

  function upc_all_fopen(fname: number, flags: number, numhints: number, hints: number): number {
    const name = 'upc_all_fopen';
    const address = calls.perform(together(name, [flags, numhints]), () => {
      if (fname === 0) calls.refuse(name, 'fname', 'a null pointer', 'it must point to the name of a file');
      if (numhints !== 0 && hints === 0)
        calls.refuse(name, 'hints', 'a null pointer', `it must point to ${numhints >>> 0} hints (numhints)`);
      checkFlags(flags);
      return openFor(bytesAt(environment, fname, lengthOf(environment, fname)), flags, numhints >>> 0, hints);
    });
    return address === -1 ? 0 : address;
  }

  function openFor(path: Uint8Array, flags: number, numhints: number, hintsAddress: number): number {
    const hints = new Map<string, string>();
    readHints(environment, hints, hintsAddress, numhints);
    const name = Buffer.from(path);
    const offset = calls.byThread0(() => openOnce(name, flags, hints));
    const address = addressOf(environment, 0, offset);
    const descriptor = openInProcess(name, flags, address) ?? runtime.words32.load(address + DESCRIPTOR);
    const position = (flags & APPEND) === 0 ? 0 : environment.F64[runtime.reach.value(address + FIRST_SIZE, 8) >>> 3]!;
    files.add({ address, descriptor, path: name, flags, position, hints, outstanding: undefined, lent: [] });
    if (!endsFiles) environment.atExit(end);
    endsFiles = true;
    return address;
  }

  /** In processes that thread 0 is not of: opens what it has opened, or made; gives the descriptor. */
  function openInProcess(path: Buffer, flags: number, handle: number): number | undefined {
    let opened: number | undefined;
    try {
      return calls.byOtherProcesses(() => {
        opened = fs.openSync(path, systemFlags(flags & ACCESS));
        compare(path, opened, handle);
        return opened;
      });
    } catch (error) {
      if (opened !== undefined) fs.closeSync(opened);
      const tells = environment.MYTHREAD === 0 && error instanceof IoFailure;
      throw tells ? new IoFailure(error.number, notShared(path)) : error;
    }
  }

  /** Hosts whose file systems are their own may each have a file of the name. */
  function compare(path: Buffer, descriptor: number, handle: number): void {
    const number = environment.F64[runtime.reach.value(handle + FILE_NUMBER, 8) >>> 3]!;
    if (fs.fstatSync(descriptor).ino !== number) calls.warn('upc_all_fopen', otherFile(path));
  }

  /** Opens the file for thread 0's process, as the first; gives the offset of its handle. */
  function openOnce(path: Buffer, flags: number, hints: ReadonlyMap<string, string>): number {
    const { I32, F64 } = environment;
    const descriptor = fs.openSync(path, systemFlags(flags), permissions(hints));
    const address = runtime.sharedHeap.allocateLocal('upc_all_fopen', HANDLE_SIZE);
    I32[(address + DESCRIPTOR) >>> 2] = descriptor;
    I32[(address + REMOVED) >>> 2] = 0;
    I32.fill(0, (address + LOCK) >>> 2, (address + LOCK + LOCK_BYTES) >>> 2);
    const { size, ino } = fs.fstatSync(descriptor);
    F64[(address + FIRST_SIZE) >>> 3] = size;
    F64[(address + FILE_NUMBER) >>> 3] = ino;
    return offsetOf(environment, address);
  }

  function upc_all_fclose(fd: number): number {
    return calls.perform(together('upc_all_fclose', [fd]), () => {
      const file = files.idle(fd);
      try {
        return calls.byThread0(() => closeOnce(file));
      } finally {
        if (environment.MYTHREAD === environment.FIRST && environment.FIRST !== 0) fs.closeSync(file.descriptor);
        files.remove(file);
      }
    });
  }

  /** The handle is gone even if the system says that it could not write all. */
  function closeOnce(file: OpenFile): number {
    try {
      toDevice(file);
    } finally {
      fs.closeSync(file.descriptor);
      if ((file.flags & DELETE_ON_CLOSE) !== 0) fs.unlinkSync(file.path);
      runtime.sharedHeap.free('upc_all_fclose', file.address);
    }
    return 0;
  }

  function upc_all_fsync(fd: number): number {
    return calls.perform(together('upc_all_fsync', [fd], 'all'), () => syncFile(calls, files.idle(fd)));
  }

  /**
   * The program ends with files open. Others may still be in a transfer, so the descriptor stays until the process
   * ends; this thread's data goes to the device now, and the first thread removes a name that was to be deleted.
   */
  function end(): void {
    for (const file of files) {
      calls.attempt('exit', () => {
        toDevice(file);
        if ((file.flags & DELETE_ON_CLOSE) !== 0) removeOnce(file);
        return 0;
      });
    }
  }

  function removeOnce({ address, path }: OpenFile): void {
    if (runtime.words32.exchange(address + REMOVED, 1) === 0) fs.unlinkSync(path);
  }

  return { upc_all_fopen, upc_all_fclose, upc_all_fsync };
}

/** All that threads have written goes to the device. */
export function syncFile(calls: IoCalls, file: OpenFile): number {
  return calls.byThread0(() => {
    toDevice(file);
    return 0;
  });
}

export function toDevice(file: OpenFile): void {
  if (isWritable(file)) flush(file.descriptor);
}

function systemFlags(flags: number): number {
  return SYSTEM_FLAGS.reduce((sum, [flag, number]) => ((flags & flag) === 0 ? sum : sum | number), 0);
}

function checkFlags(flags: number): void {
  const wrong = (wanted: string) => new WrongArgument(EINVAL, 'flags', inHex(flags), wanted);
  if ((flags & ~ALL) !== 0) throw wrong(`${inHex(flags & ~ALL)} is no flag of upc_io.h`);
  if (!isOne(flags & ACCESS)) throw wrong('it must have exactly one of UPC_RDONLY, UPC_WRONLY and UPC_RDWR');
  if (!isOne(flags & POINTER)) throw wrong('it must have exactly one of UPC_INDIVIDUAL_FP and UPC_COMMON_FP');
  if ((flags & EXCL) !== 0 && (flags & CREATE) === 0) throw wrong('UPC_EXCL needs UPC_CREATE');
  if ((flags & TRUNC) !== 0 && (flags & RDONLY) !== 0) throw wrong('UPC_TRUNC needs a file that is open for writing');
}

function isOne(bits: number): boolean {
  return bits !== 0 && (bits & (bits - 1)) === 0;
}
