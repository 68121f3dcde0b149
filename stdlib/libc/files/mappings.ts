/**
 * <sys/mman.h>: anonymous memory and files in memory. (POSIX)
 * The idea: memory here has no pages, so a mapping is a block of the private heap that holds a copy of the part of the file. The
 * thread's own reads and writes of the file and the copy are kept alike; a shared writable copy is written back by msync,
 * munmap and the end of the thread. Protection is not enforced.
 */
import type { BigIntStats } from 'node:fs';
import type { LibraryEnvironment, LibraryFactory } from '../../../runtime/abi.ts';
import { EACCES, EINVAL, ENOMEM, SystemError, systemCall } from '../errno.ts';
import { filesOf, type OpenFile } from '../stdio/open-files.ts';
import { fs } from '../system.ts';

const PAGE = 4096;
const [PROT_WRITE, PROT_EXEC] = [2, 4];
const [MAP_SHARED, MAP_TYPE, MAP_FIXED, MAP_ANONYMOUS] = [1, 3, 0x10, 0x20];
const MAP_FAILED = -1;
const MREMAP_MAYMOVE = 1;

const roundUp = (size: number) => Math.ceil(size / PAGE) * PAGE;
const statusOf = (descriptor: number) => fs.fstatSync(descriptor, { bigint: true });
const isEmpty = (mapping: Mapping) => mapping.isEmpty;
const isSame = (left: BigIntStats, right: BigIntStats) => left.dev === right.dev && left.ino === right.ino;

/** Part of a file, from `offset` on. */
interface FilePart {
  readonly file: OpenFile;
  readonly status: BigIntStats;
  readonly offset: number;
  /** To be written back. */
  readonly shared: boolean;
}

export class Mapping {
  /** Which pages are still mapped. */
  private readonly pages: Uint8Array;

  constructor(
    private readonly environment: LibraryEnvironment,
    /** The heap's block that the pages lie in. */
    readonly block: number,
    readonly address: number,
    readonly size: number,
    readonly part: FilePart | undefined,
  ) {
    this.pages = new Uint8Array(Math.ceil(size / PAGE)).fill(1);
    if (part !== undefined) part.file.users++;
  }

  get end(): number {
    return this.address + roundUp(this.size);
  }

  /** Takes the file's bytes, zeros behind its end. */
  load(): void {
    const { address, size, part } = this;
    this.environment.U8.fill(0, address, this.end);
    if (part === undefined) return;
    for (let done = 0; done < size; ) {
      const count = part.file.device.read(this.environment.U8, address + done, size - done, part.offset + done);
      if (count === 0) return;
      done += count;
    }
  }

  /** Gives the file the bytes of the pages that are still mapped, as far as it goes. */
  save(): void {
    const { address, part } = this;
    if (part?.shared !== true) return;
    const size = part.file.device.size() - part.offset;
    for (const [from, end] of this.runs()) {
      const to = Math.min(size, end);
      if (from < to) part.file.device.write(this.environment.U8, address + from, address + to, part.offset + from);
    }
  }

  /** Runs of bytes that are still mapped, as offsets in the mapping. */
  private *runs(): Iterable<[from: number, to: number]> {
    const { pages } = this;
    for (let first = pages.indexOf(1), end = 0; first >= 0; first = pages.indexOf(1, end)) {
      const gap = pages.indexOf(0, first);
      end = gap < 0 ? pages.length : gap;
      yield [first * PAGE, Math.min(end * PAGE, this.size)];
    }
  }

  /** The thread has written to a file. */
  written(descriptor: number, bytes: Uint8Array, start: number, end: number, position: number): void {
    const { part } = this;
    if (part === undefined || descriptor < 0 || !isSame(statusOf(descriptor), part.status)) return;
    const shift = start - position;
    for (const [first, last] of this.runs()) {
      const from = Math.max(position, part.offset + first);
      const to = Math.min(position + end - start, part.offset + last);
      if (from < to)
        this.environment.U8.set(bytes.subarray(from + shift, to + shift), this.address + from - part.offset);
    }
  }

  unmap(from: number, to: number): void {
    this.pages.fill(0, Math.max(0, (from - this.address) / PAGE), Math.max(0, (to - this.address) / PAGE));
  }

  /** Whether nothing is left of it. */
  get isEmpty(): boolean {
    return !this.pages.includes(1);
  }
}

export const mappingsLibrary: LibraryFactory = (env) => {
  let watching = false;

  const { fail, attempt } = systemCall(env);
  const mappings = () => filesOf(env).mappings;
  const overlapping = (from: number, to: number) => mappings().filter((one) => one.address < to && from < one.end);
  const saveAll = () => {
    for (const mapping of mappings()) mapping.save();
  };

  function partOf(descriptor: number, offset: bigint, protection: number, flags: number): FilePart | undefined {
    if ((flags & MAP_ANONYMOUS) !== 0) return undefined;
    const { file } = filesOf(env).find(descriptor);
    if (!file.device.seekable) throw new SystemError('ENODEV');
    const shared = (flags & MAP_TYPE) === MAP_SHARED && (protection & PROT_WRITE) !== 0;
    if ((file.flags & 3) === 1 || (shared && (file.flags & 3) !== 2)) throw new SystemError('EACCES');
    file.device.position();
    return { file, status: statusOf(file.device.descriptor), offset: Number(offset), shared };
  }

  function mmap(
    ...[hint, length, protection, flags, descriptor, offset]: [number, number, number, number, number, bigint]
  ): number {
    const size = length >>> 0;
    if (size === 0 || (flags & MAP_TYPE) === 0 || offset % BigInt(PAGE) !== 0n) return fail(EINVAL);
    if ((protection & PROT_EXEC) !== 0) return fail(EACCES);
    return attempt(() => {
      const part = partOf(descriptor, offset, protection, flags);
      saveAll(); // what other mappings of the file have
      return (flags & MAP_FIXED) === 0 ? place(size, part) : placeInside(hint >>> 0, size, part);
    });
  }

  function place(size: number, part: FilePart | undefined): number {
    const block = roundUp(size) + PAGE < 2 ** 32 ? env.heap.allocate((roundUp(size) + PAGE) | 0) : 0;
    return block === 0 ? fail(ENOMEM) : enter(new Mapping(env, block, roundUp(block >>> 0), size, part));
  }

  /** MAP_FIXED replaces pages of a mapping that there is; other memory cannot be. */
  function placeInside(address: number, size: number, part: FilePart | undefined): number {
    const around = mappings().find((mapping) => mapping.address <= address && address + size <= mapping.end);
    if (around === undefined || address % PAGE !== 0) return fail(ENOMEM);
    const replaced = unmapAll(address, address + roundUp(size));
    const placed = enter(new Mapping(env, 0, address, size, part));
    removeEmpty(replaced);
    return placed;
  }

  function enter(mapping: Mapping): number {
    mapping.load();
    mappings().push(mapping);
    if (!watching) env.atExit(saveAll);
    watching = true;
    return mapping.address | 0;
  }

  function munmap(start: number, length: number): number {
    const from = start >>> 0;
    const to = from + roundUp(length >>> 0);
    if (from % PAGE !== 0 || length === 0) return fail(EINVAL);
    return attempt(() => {
      removeEmpty(unmapAll(from, to));
      return 0;
    });
  }

  /** The mappings that had some of these pages. */
  function unmapAll(from: number, to: number): readonly Mapping[] {
    const touched = overlapping(from, to);
    for (const mapping of touched) {
      mapping.save();
      mapping.unmap(from, to);
    }
    return touched;
  }

  /** A block stays as long as another mapping lies in it. */
  function removeEmpty(touched: readonly Mapping[]): void {
    for (const mapping of touched) {
      const sharers = mapping.block === 0 ? [mapping] : overlapping(mapping.address, mapping.end);
      if (sharers.every(isEmpty)) remove(mapping);
    }
  }

  function remove(mapping: Mapping): void {
    mappings().splice(mappings().indexOf(mapping), 1);
    if (mapping.part !== undefined) filesOf(env).release(mapping.part.file);
    if (mapping.block !== 0) env.heap.free(mapping.block);
  }

  function mremap(old: number, oldSize: number, size: number, flags: number): number {
    const mapping = mappings().find(({ address, block }) => address === old >>> 0 && block !== 0);
    if (mapping === undefined || size === 0) return fail(EINVAL);
    if (roundUp(size >>> 0) <= roundUp(oldSize >>> 0)) return old;
    if ((flags & MREMAP_MAYMOVE) === 0) return fail(ENOMEM);
    const address = attempt(() => place(size >>> 0, mapping.part));
    if (address === MAP_FAILED) return MAP_FAILED;
    env.copy(address, old, oldSize);
    munmap(old, oldSize);
    return address;
  }

  /** All memory can be read and written, whatever was asked for; none can be executed. */
  function mprotect(start: number, _length: number, protection: number): number {
    if ((start >>> 0) % PAGE !== 0) return fail(EINVAL);
    return (protection & PROT_EXEC) === 0 ? 0 : fail(EACCES);
  }

  return {
    mmap,
    munmap,
    mremap,
    mprotect,
    msync: (start: number) =>
      (start >>> 0) % PAGE !== 0
        ? fail(EINVAL)
        : attempt(() => {
            saveAll();
            return 0;
          }),
  };
};
