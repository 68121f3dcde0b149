/**
 * A thread's state of the open files: the same in all threads, but for individual file pointers.
 *
 * Each thread keeps all of it for itself and changes it in the same calls, so that the common file pointer needs no
 * shared word. In thread 0's part of the shared heap lie only the descriptor of its process, a lock for atomic operations, and a mark.
 */
import type { Synchronization } from '../../../runtime/collectives/allthreads.ts';
import type { RuntimeEnvironment } from '../../../runtime/environment.ts';
import { inHex } from '../../../runtime/errors.ts';
import { EBADF, EBUSY } from '../../libc/errno.ts';
import { IoFailure, WrongArgument } from './call.ts';
import { COMMON_FP, RDONLY, STRONG_CA, WRONLY } from './constants.ts';

/** Offsets in the shared block; its size is a cache line. Another process has its own descriptor. */
export const DESCRIPTOR = 0;
/** 1 once a thread has removed the file's name at the end of the program. */
export const REMOVED = 4;
/** The lock, of LOCK_BYTES (core/lock.ts). */
export const LOCK = 8;
/** Size of the file when it was opened (f64). */
export const FIRST_SIZE = 16;
/** The number that the file system of thread 0 gives the file (f64): another one in another process is another file. */
export const FILE_NUMBER = 24;
/** Thread 0's arguments of such a transfer: the buffer's offset, blocksize, size, nmemb. */
export const COMMON_ARGUMENTS = 32;
/** Thread of that buffer. */
export const COMMON_RANK = 48;
export const HANDLE_SIZE = 64;

/** Warning for threads that disagree on arguments that move the common file pointer. */
export const COMMON_RULE = "thread 0's is taken, as with the common file pointer all threads must give the same";

/** An asynchronous operation that has been started: its result, and whom its flags let wait at its completion. */
export interface Outstanding {
  readonly name: string;
  readonly result: number;
  readonly errno: number;
  readonly exit: Synchronization;
}

export interface OpenFile {
  readonly address: number;
  readonly descriptor: number;
  readonly path: Buffer;
  /** As UPC_GET_FL gives them. */
  flags: number;
  /** The file pointer: this thread's own, or its copy of the common one. */
  position: number;
  readonly hints: Map<string, string>;
  outstanding: Outstanding | undefined;
  /** Blocks of the private heap that upc_all_fcntl has given to the program. */
  lent: number[];
}

export function isCommon(file: OpenFile | undefined): boolean {
  return file !== undefined && (file.flags & COMMON_FP) !== 0;
}

export function isStrong(file: OpenFile | undefined): boolean {
  return file !== undefined && (file.flags & STRONG_CA) !== 0;
}

export function isWritable(file: OpenFile): boolean {
  return (file.flags & RDONLY) === 0;
}

/** Fails unless the file is open for writing. */
export function mustBeWritable(file: OpenFile): void {
  if (!isWritable(file))
    throw new WrongArgument(
      EBADF,
      'fd',
      inHex(file.address),
      'it was opened by UPC_RDONLY and must be open for writing',
    );
}

/** Fails unless the file is open for reading. */
export function mustBeReadable(file: OpenFile): void {
  if ((file.flags & WRONLY) !== 0)
    throw new WrongArgument(
      EBADF,
      'fd',
      inHex(file.address),
      'it was opened by UPC_WRONLY and must be open for reading',
    );
}

export class OpenFiles {
  private readonly files = new Map<number, OpenFile>();

  constructor(private readonly environment: RuntimeEnvironment) {}

  [Symbol.iterator](): Iterator<OpenFile> {
    return this.files.values();
  }

  add(file: OpenFile): void {
    this.files.set(file.address, file);
  }

  remove(file: OpenFile): void {
    this.takeBack(file);
    this.files.delete(file.address);
  }

  /** The file, if it is one. */
  find(fd: number): OpenFile | undefined {
    return this.files.get(fd);
  }

  /** The file; fails if it is none. */
  open(fd: number): OpenFile {
    const file = this.files.get(fd);
    if (file !== undefined) return file;
    const value = fd === 0 ? 'a null pointer' : inHex(fd);
    throw new WrongArgument(EBADF, 'fd', value, 'it must be what upc_all_fopen returned, of a file that is still open');
  }

  /** The file; fails while an asynchronous operation is outstanding. */
  idle(fd: number): OpenFile {
    const file = this.open(fd);
    if (file.outstanding !== undefined) throw new IoFailure(EBUSY, busyText(file));
    return file;
  }

  /** Frees what the last upc_all_fcntl has lent to the program. */
  takeBack(file: OpenFile): void {
    for (const address of file.lent) this.environment.heap.free(address);
    file.lent = [];
  }
}

/** Why nothing else can be done with a file. */
export function busyText({ address, outstanding }: OpenFile): string {
  return (
    `fd is ${inHex(address)}, on which ${outstanding!.name} is outstanding; ` +
    'complete it first, by upc_all_fwait_async or upc_all_ftest_async'
  );
}
