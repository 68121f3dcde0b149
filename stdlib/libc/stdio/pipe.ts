/**
 * A pipe of a thread with itself, since there is no process to share it with. (POSIX, pipe)
 * The idea: bytes in a list, and a device for each end.
 * Reading what nobody could ever write fails with EAGAIN, as if the pipe were not to block: waiting would have no end.
 */
import { SystemError } from '../errno.ts';
import type { Device } from './device.ts';

const END = { descriptor: -1, seekable: false, terminal: false, position() {} } as const;

export class Pipe {
  private readonly chunks: Uint8Array[] = [];
  private readonly open = { reader: true, writer: true };

  private get available(): number {
    return this.chunks.reduce((sum, { length }) => sum + length, 0);
  }

  private take(bytes: Uint8Array, start: number, length: number): number {
    const first = this.chunks[0];
    if (first === undefined) return 0;
    const count = Math.min(length, first.length);
    bytes.set(first.subarray(0, count), start);
    if (count === first.length) this.chunks.shift();
    else this.chunks[0] = first.subarray(count);
    return count;
  }

  readonly reader: Device = {
    ...END,
    size: () => this.available,
    read: (bytes, start, length) => {
      let count = 0;
      while (count < length && this.chunks.length > 0) count += this.take(bytes, start + count, length - count);
      if (count === 0 && length > 0 && this.open.writer) throw new SystemError('EAGAIN');
      return count;
    },
    write: () => {
      throw new SystemError('EBADF');
    },
    close: () => {
      this.open.reader = false;
    },
  };

  readonly writer: Device = {
    ...END,
    size: () => 0,
    read: () => {
      throw new SystemError('EBADF');
    },
    write: (bytes, start, end) => {
      if (!this.open.reader) throw new SystemError('EPIPE');
      if (end > start) this.chunks.push(bytes.slice(start, end));
    },
    close: () => {
      this.open.writer = false;
    },
  };
}
