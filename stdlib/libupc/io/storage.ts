/** What is done to the storage of a file of the system: all of it allocated, all of it on the device. */
import { fs } from '../../libc/system.ts';

const CHUNK = 1 << 20;
/** Unit of struct stat's count of blocks. */
const STAT_BLOCK = 512;

/** An open file; `canRead`: by its descriptor. */
export interface Stored {
  readonly descriptor: number;
  readonly path: string | Buffer;
  readonly canRead: boolean;
}

/** Storage is allocated by writing: the file's own data if there are holes in it, zeros beyond its end. */
export function preallocate(file: Stored, size: number): void {
  const { descriptor } = file;
  const status = fs.fstatSync(descriptor);
  if (status.blocks * STAT_BLOCK < Math.min(status.size, size)) rewrite(file, Math.min(status.size, size));
  const zeros = new Uint8Array(CHUNK);
  for (let at = status.size; at < size; ) at += fs.writeSync(descriptor, zeros, 0, Math.min(CHUNK, size - at), at);
}

function rewrite({ descriptor, canRead, path }: Stored, size: number): void {
  const reader = canRead ? descriptor : fs.openSync(path, 'r');
  try {
    const bytes = new Uint8Array(CHUNK);
    for (let at = 0; at < size; ) {
      const count = fs.readSync(reader, bytes, 0, Math.min(CHUNK, size - at), at);
      if (count === 0) return;
      at += fs.writeSync(descriptor, bytes, 0, count, at);
    }
  } finally {
    if (!canRead) fs.closeSync(reader);
  }
}

/** Flushes the system's buffers to the device; terminals, /dev/null and the like have none. */
export function flush(descriptor: number): void {
  try {
    fs.fsyncSync(descriptor);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== 'EINVAL' && code !== 'ENOTSUP' && code !== 'EROFS') throw error;
  }
}
