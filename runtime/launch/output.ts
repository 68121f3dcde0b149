/**
 * Writing to standard output and standard error, whole and in order.
 *
 * Each write happens under one lock of the job, so buffers of different threads never mix; it waits for slow pipes.
 */
import { STDOUT_BYTES, STDOUT_PENDING } from '../abi.ts';
import { locked } from '../core/mutex.ts';
import { OUTPUT_LOCK } from '../memory/control.ts';
import type { Space } from '../memory/space.ts';
import { platform } from '../platform/linked.ts';

const STDOUT = 1;
/** The status of a process that SIGPIPE killed. */
export const BROKEN_PIPE = 141;

/** Nobody reads standard output any more. */
export class BrokenPipe extends Error {}

/** Writes all bytes under the lock, which lies in `lock`. The pending bytes of the thread of `space` count as written from then on. */
export function writeWhole(lock: Int32Array, { I32, BASE }: Space, descriptor: number, bytes: Uint8Array): void {
  locked(lock, OUTPUT_LOCK, () => {
    writeAll(descriptor, bytes);
    if (bytes.byteOffset === (BASE >>> 0) + STDOUT_BYTES && bytes.buffer === I32.buffer)
      Atomics.store(I32, (BASE + STDOUT_PENDING) >>> 2, 0);
  });
}

/** Writes all bytes; the caller holds the lock. What cannot be written on standard error is dropped. */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) {
    try {
      done += platform.files.write(descriptor, bytes, done);
    } catch (error) {
      if (!goOnAfter(error as SystemError, descriptor)) return;
    }
  }
}

interface SystemError extends Error {
  readonly code?: string;
}

/** Whether to try again. A closed descriptor takes nothing; other failures of standard output end the job. */
function goOnAfter(error: SystemError, descriptor: number): boolean {
  if (error.code === 'EAGAIN') {
    Atomics.wait(pause, 0, 0, 1);
    return true;
  }
  if (descriptor !== STDOUT || error.code === 'EBADF') return false;
  if (error.code === 'EPIPE') throw new BrokenPipe();
  throw error;
}

const pause = new Int32Array(new SharedArrayBuffer(4));
