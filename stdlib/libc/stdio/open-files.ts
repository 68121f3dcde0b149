/**
 * The open files of a thread, by descriptor. (POSIX, "open file description")
 * The idea: the system has neither lseek nor dup here, so the place in a file and the sharing of it by several
 * descriptors are the library's own. A descriptor is the system's number where the system opened the file; dup and pipe
 * take a number from the system too, by opening its null device, so that no two things ever have the same.
 */
import type { LibraryEnvironment } from '../../../runtime/abi.ts';
import { SystemError } from '../errno.ts';
import type { Mapping } from '../files/mappings.ts';
import { fs, os } from '../system.ts';
import { type Device, SystemDevice } from './device.ts';

export const O_APPEND = 0o2000;

/** An open file description: dup's descriptors and a stream over one of them share it. */
export class OpenFile {
  place = 0;
  /** Descriptors that it has. */
  users = 0;

  constructor(
    readonly device: Device,
    /** Linux's, of open and fcntl. */
    public flags: number,
    private readonly mappings: readonly Mapping[],
  ) {}

  read(bytes: Uint8Array, start: number, length: number): number {
    const count = this.readAt(bytes, start, length, this.place);
    this.place += count;
    return count;
  }

  write(bytes: Uint8Array, start: number, end: number): void {
    if ((this.flags & O_APPEND) !== 0 && this.device.seekable) this.place = this.device.size();
    this.writeAt(bytes, start, end, this.place);
    this.place += end - start;
  }

  readAt(bytes: Uint8Array, start: number, length: number, position: number): number {
    for (const mapping of this.mappings) mapping.save();
    return this.device.read(bytes, start, length, position);
  }

  writeAt(bytes: Uint8Array, start: number, end: number, position: number): void {
    this.device.write(bytes, start, end, position);
    for (const mapping of this.mappings) mapping.written(this.device.descriptor, bytes, start, end, position);
  }
}

/** One number of a file. dup2 gives it another file, and a stream over it follows. */
export class Descriptor {
  /** FD_CLOEXEC. */
  flags = 0;

  constructor(
    readonly number: number,
    public file: OpenFile,
    readonly close: () => void,
  ) {
    file.users++;
  }
}

const badDescriptor = (): never => {
  throw new SystemError('EBADF');
};
const CLOSED: Device = {
  ...{ descriptor: -1, seekable: false, terminal: false },
  ...{ position() {}, size: () => 0, read: badDescriptor, write: badDescriptor, close() {} },
};

export class OpenFiles {
  /** Parts of files that lie in memory. */
  readonly mappings: Mapping[] = [];
  private readonly descriptors = new Map<number, Descriptor>();

  constructor(private readonly environment: LibraryEnvironment) {}

  /** A descriptor of the system that has just been opened. */
  add(number: number, flags: number): Descriptor {
    const device = new SystemDevice(this.environment, number, true);
    const file = this.fileOf(device, flags);
    const taken = this.descriptors.get(number);
    return this.enter(taken === undefined || taken.file.device === CLOSED ? number : this.reserve(), file);
  }

  fileOf(device: Device, flags: number): OpenFile {
    return new OpenFile(device, flags, this.mappings);
  }

  /** A descriptor of what the system knows nothing of. */
  addDevice(device: Device, flags: number): Descriptor {
    return this.enter(this.reserve(), this.fileOf(device, flags));
  }

  /** Also one of the three that every process has, or one that was opened elsewhere. Throws EBADF. */
  find(number: number): Descriptor {
    const known = this.descriptors.get(number);
    if (known !== undefined) return known.file.device === CLOSED ? badDescriptor() : known;
    if (number < 0) badDescriptor();
    fs.fstatSync(number); // throws where it is none
    return this.enter(number, this.fileOf(new SystemDevice(this.environment, number, false), number === 0 ? 0 : 2));
  }

  /** The system's number: a pipe's is of its null device. */
  systemOf(number: number): number {
    const { descriptor } = this.find(number).file.device;
    return descriptor < 0 ? number : descriptor;
  }

  /** dup; its number is not below `least` (F_DUPFD). */
  duplicate(number: number, least: number): Descriptor {
    const { file } = this.find(number);
    const free = this.reserve();
    if (free >= least) return this.enter(free, file);
    this.unreserve(free);
    for (let at = least; ; at++) if (!this.isOpen(at)) return this.enter(at, file);
  }

  private isOpen(number: number): boolean {
    try {
      return this.find(number) !== undefined;
    } catch {
      return false;
    }
  }

  /** dup2: `number` is another name of the file from now on. */
  replace({ file }: Descriptor, number: number): Descriptor {
    const known = number <= 2 ? this.find(number) : this.descriptors.get(number);
    if (known === undefined) return this.enter(number, file);
    file.users++;
    this.release(known.file);
    known.file = file;
    return known;
  }

  close(number: number): void {
    const descriptor = this.find(number);
    const { file } = descriptor;
    descriptor.file = this.fileOf(CLOSED, 0);
    this.release(file);
    if (number <= 2 || file.device.descriptor === number) {
      if (number > 2 && file.users === 0) this.descriptors.delete(number);
      return;
    }
    this.descriptors.delete(number);
    this.unreserve(number);
  }

  private enter(number: number, file: OpenFile): Descriptor {
    const descriptor = new Descriptor(number, file, () => this.closeStream(number));
    this.descriptors.set(number, descriptor);
    return descriptor;
  }

  /** fclose: the three that every process has stay. */
  private closeStream(number: number): void {
    if (number > 2) this.close(number);
  }

  release(file: OpenFile): void {
    if (--file.users > 0) return;
    file.device.close();
  }

  private readonly reserved = new Set<number>();
  private reserve(): number {
    const number = fs.openSync(os.devNull, 'r+');
    this.reserved.add(number);
    return number;
  }
  private unreserve(number: number): void {
    if (this.reserved.delete(number)) fs.closeSync(number);
  }
}

const tables = new WeakMap<LibraryEnvironment, OpenFiles>();

/** Those of the thread. */
export function filesOf(environment: LibraryEnvironment): OpenFiles {
  let files = tables.get(environment);
  if (files === undefined) tables.set(environment, (files = new OpenFiles(environment)));
  return files;
}
