/**
 * File positions and sizes: upc_all_fseek, upc_all_fget_size, upc_all_fset_size, upc_all_fpreallocate.
 */
import type { NativeFunction } from '../../../runtime/abi.ts';
import { EINVAL, EOVERFLOW } from '../../libc/errno.ts';
import { fs } from '../../libc/system.ts';
import { type IoCalls, together, WrongArgument, wordsOf } from './call.ts';
import { RDWR, SEEK_CUR, SEEK_END, SEEK_SET } from './constants.ts';
import { COMMON_RULE, isCommon, mustBeWritable, type OpenFile, type OpenFiles } from './open-file.ts';
import { toDevice } from './opening.ts';
import { preallocate } from './storage.ts';

export function places(calls: IoCalls, files: OpenFiles): Record<string, NativeFunction> {
  function upc_all_fseek(fd: number, offset: bigint, origin: number): bigint {
    const name = 'upc_all_fseek';
    // SEEK_END waits for threads that may be writing the end.
    const waits = calls.agreeOnWaiting || origin === SEEK_END || isCommon(files.find(fd));
    return BigInt(
      calls.perform({ name, agreed: [fd], entry: waits ? 'all' : 'no', exit: 'no' }, () => {
        const file = files.idle(fd);
        const target = () => targetOf(file, offset, origin);
        file.position = isCommon(file) ? commonTarget(name, target) : target();
        return file.position;
      }),
    );
  }

  /** New position of the common file pointer: all threads must give the same, and thread 0's is taken. */
  function commonTarget(name: string, target: () => number): number {
    const common = calls.byThread0(target);
    const own = target();
    if (own !== common) calls.warn(name, `offset leads to ${own} here and to ${common} on thread 0; ${COMMON_RULE}`);
    return common;
  }

  function upc_all_fget_size(fd: number): bigint {
    return BigInt(
      calls.perform(together('upc_all_fget_size', [fd]), () => {
        const { descriptor } = files.idle(fd);
        return calls.byThread0(() => fs.fstatSync(descriptor).size);
      }),
    );
  }

  /** A function that changes the size: all threads check, thread 0 does it. */
  function resizing(name: string, resize: (file: OpenFile, size: number) => void): NativeFunction {
    return (fd: number, size: bigint) =>
      calls.perform(together(name, [fd, ...wordsOf(size)]), () => {
        const file = files.idle(fd);
        mustBeWritable(file);
        if (size < 0n) throw new WrongArgument(EINVAL, 'size', `${size}`, 'it must not be negative');
        const bytes = fileOffset('size', size);
        return calls.byThread0(() => {
          resize(file, bytes);
          return 0;
        });
      });
  }

  return {
    upc_all_fseek,
    upc_all_fget_size,
    upc_all_fset_size: resizing('upc_all_fset_size', (file, size) => {
      toDevice(file);
      fs.ftruncateSync(file.descriptor, size);
    }),
    upc_all_fpreallocate: resizing('upc_all_fpreallocate', ({ descriptor, path, flags }, size) =>
      preallocate({ descriptor, path, canRead: (flags & RDWR) !== 0 }, size),
    ),
  };
}

/** An upc_off_t as a number; fails beyond 2^53, which no file system has. */
export function fileOffset(argument: string, value: bigint): number {
  const offset = Number(value);
  if (!Number.isSafeInteger(offset))
    throw new WrongArgument(EOVERFLOW, argument, `${value}`, 'files have less than 2^53 bytes');
  return offset;
}

function targetOf(file: OpenFile, offset: bigint, origin: number): number {
  const target = startOf(file, origin) + fileOffset('offset', offset);
  if (target < 0) throw new WrongArgument(EINVAL, 'offset', `${offset}`, `it leads to ${target}, before the file`);
  return target;
}

function startOf(file: OpenFile, origin: number): number {
  switch (origin) {
    case SEEK_SET:
      return 0;
    case SEEK_CUR:
      return file.position;
    case SEEK_END:
      return fs.fstatSync(file.descriptor).size;
    default:
      throw new WrongArgument(EINVAL, 'origin', `${origin}`, 'it must be UPC_SEEK_SET, UPC_SEEK_CUR or UPC_SEEK_END');
  }
}
