/**
 * Takes bytes and positions, gives the synchronous file calls of Node for one descriptor.
 * The idea: Node has no lseek, so a regular file is read and written at explicit positions; unseekable ones
 * (terminals, pipes) and descriptors whose position another owner may have moved use the system's position.
 */
import type { LibraryEnvironment } from '../../../runtime/abi.ts';
import { fs } from '../system.ts';

/** Storage behind an open file: a descriptor of the system, memory, a pipe. */
export interface Device {
  /** The system's; -1 if it has none. */
  readonly descriptor: number;
  /** The position means something: a regular file or a block device. */
  readonly seekable: boolean;
  readonly terminal: boolean;
  /** From now on positions count. */
  position(): void;
  size(): number;
  /** Number of bytes read; 0 at the end. Throws Node's errors. */
  read(bytes: Uint8Array, start: number, length: number, position: number): number;
  /** Writes all bytes. Throws Node's errors. */
  write(bytes: Uint8Array, start: number, end: number, position: number): void;
  close(): void;
}

/** Wait while a non-blocking descriptor has nothing or takes nothing, in milliseconds. */
const PAUSE = 5;

export class SystemDevice implements Device {
  readonly seekable: boolean;
  readonly terminal: boolean;
  /** Positions are passed to the system; else it uses its own. */
  private explicit: boolean;

  constructor(
    private readonly environment: LibraryEnvironment,
    readonly descriptor: number,
    opened: boolean,
  ) {
    const status = statusOf(descriptor);
    this.seekable = status !== undefined && (status.isFile() || status.isBlockDevice());
    this.terminal = status?.isCharacterDevice() === true && descriptor <= 2;
    this.explicit = opened && this.seekable;
  }

  position(): void {
    this.explicit = this.seekable;
  }

  size(): number {
    return fs.fstatSync(this.descriptor).size;
  }

  read(bytes: Uint8Array, start: number, length: number, position: number): number {
    if (this.descriptor === 0 && !this.environment.ownsInput) return 0;
    for (;;) {
      try {
        return this.readOnce(bytes, start, length, position);
      } catch (error) {
        if (isEnd(error)) return 0;
        this.pauseOrThrow(error);
      }
    }
  }

  private readOnce(bytes: Uint8Array, start: number, length: number, position: number): number {
    const read = () => fs.readSync(this.descriptor, bytes, start, length, this.explicit ? position : null);
    return this.seekable ? read() : this.environment.awaiting(this.descriptor, read);
  }

  write(bytes: Uint8Array, start: number, end: number, position: number): void {
    if (this.descriptor === 1 || this.descriptor === 2) {
      this.environment.writeOut(this.descriptor, bytes.subarray(start, end));
      return;
    }
    const origin = position - start;
    while (start < end) start += this.writeSome(bytes, start, end, origin + start);
  }

  private writeSome(bytes: Uint8Array, start: number, end: number, position: number): number {
    try {
      return fs.writeSync(this.descriptor, bytes, start, end - start, this.explicit ? position : null);
    } catch (error) {
      this.pauseOrThrow(error);
      return 0;
    }
  }

  private pauseOrThrow(error: unknown): void {
    const { code } = error as { code?: string };
    if (code === 'EAGAIN') this.environment.sleep(PAUSE);
    else if (code !== 'EINTR') throw error;
  }

  close(): void {
    if (this.descriptor > 2) fs.closeSync(this.descriptor);
  }
}

function statusOf(descriptor: number): ReturnType<typeof fs.fstatSync> | undefined {
  try {
    return fs.fstatSync(descriptor);
  } catch {
    return undefined;
  }
}

/** Windows reports the end of a pipe as an error. */
function isEnd(error: unknown): boolean {
  return (error as { code?: string }).code === 'EOF';
}
