/** Streams over memory: fmemopen, open_memstream. (POSIX) */
import { EINVAL, ENOMEM, setErrno } from '../errno.ts';
import { BlockDevice, GrowingDevice } from './memory-device.ts';
import type { FunctionGroup } from './parts.ts';
import { stringText } from './parts.ts';
import { parseMode } from './table.ts';

export const memoryFunctions: FunctionGroup = (environment, io) => {
  const { U8 } = environment;

  function fail(number: number): 0 {
    setErrno(environment, number);
    return 0;
  }

  /** Bytes before the first zero. */
  function textLength(start: number, size: number): number {
    const length = U8.subarray(start, start + size).indexOf(0);
    return length < 0 ? size : length;
  }

  /** Initial end of the file that a block is opened as. */
  function endOf(mode: string, start: number, size: number): number {
    if (mode.startsWith('r')) return size;
    if (mode.startsWith('a')) return textLength(start, size);
    if (size > 0) U8[start] = 0;
    return 0;
  }

  function fmemopen(buffer: number, bytes: number, modeText: number): number {
    const text = stringText(environment, modeText);
    const mode = parseMode(text);
    if (mode === undefined) return fail(EINVAL);
    const size = bytes >>> 0;
    const own = buffer === 0 ? environment.heap.allocate(size | 0) : 0;
    if (buffer === 0 && own === 0) return fail(ENOMEM);
    const start = (buffer === 0 ? own : buffer) >>> 0;
    if (buffer === 0) U8.fill(0, start, start + size);
    const release = () => environment.heap.free(own);
    const device = new BlockDevice(U8.subarray(start, start + size), endOf(text, start, size), release);
    return io().table.openDevice(device, mode);
  }

  const open_memstream = (addressAt: number, sizeAt: number): number => {
    const { table } = io();
    const mode = { readable: false, writable: true, append: false };
    const device = table.attempt(() => new GrowingDevice(environment, addressAt, sizeAt));
    return device === undefined ? 0 : table.openDevice(device, mode);
  };

  return { fmemopen, open_memstream };
};
