/**
 * Phantom arrays: blocks of the heaps that have addresses and sizes, and no bytes.
 *
 * Takes what a rank allocates while it expects one. Gives addresses behind all regions, the same on all ranks (addresses.ts): symmetric blocks from the lowest on,
 * as all agree on them; blocks of one rank from the end of an area down, each rank for itself. One idea: ranks that allocate alike get the same addresses, so that one block of
 * memory, which is taken where a program writes to it, serves all.
 */
import { ADDRESSABLE, type Heap } from '../abi.ts';
import { inUnits, noRoomForPhantom, ProgramError } from '../errors.ts';
import type { SharedHeaps } from '../segment/jobheap.ts';
import { isPhantom, numberOf, ownerOf, phantomsLie } from './addresses.ts';

/** Blocks begin on pages. */
const PAGE = 4096;

/** Blocks in [0, Infinity), each in the first gap that is large enough. */
class Blocks {
  /** By start, in order. */
  private readonly blocks: { readonly start: number; readonly bytes: number }[] = [];

  take(bytes: number): number {
    let start = 0;
    let index = 0;
    for (; index < this.blocks.length && this.blocks[index]!.start < start + bytes; index++) {
      const block = this.blocks[index]!;
      start = roundUp(block.start + block.bytes);
    }
    this.blocks.splice(index, 0, { start, bytes });
    return start;
  }

  give(start: number): boolean {
    const index = this.blocks.findIndex((block) => block.start === start);
    if (index >= 0) this.blocks.splice(index, 1);
    return index >= 0;
  }

  get end(): number {
    const last = this.blocks.at(-1);
    return last === undefined ? 0 : roundUp(last.start + last.bytes);
  }
}

const roundUp = (bytes: number) => Math.ceil(bytes / PAGE) * PAGE;

/** Blocks of single ranks, each rank for itself from the area's end down. */
class OwnBlocks {
  /** How far any rank's blocks have come. */
  deepest = 0;
  /** Of each rank: where they lie from the end, and by address their place there and size. */
  private readonly blocks: Blocks[];
  private readonly known: Map<number, { readonly place: number; readonly bytes: number }>[];

  constructor(
    private readonly end: number,
    ranks: number,
  ) {
    this.blocks = Array.from({ length: ranks }, () => new Blocks());
    this.known = Array.from({ length: ranks }, () => new Map());
  }

  /** The address. */
  take(rank: number, bytes: number): number {
    const room = roundUp(Math.max(bytes, 1));
    const place = this.blocks[rank]!.take(room);
    const address = this.end - place - room;
    this.deepest = Math.max(this.deepest, place + room);
    this.known[rank]!.set(address, { place, bytes });
    return address;
  }

  give(rank: number, address: number): boolean {
    const block = this.known[rank]!.get(address >>> 0);
    if (block === undefined) return false;
    this.known[rank]!.delete(address >>> 0);
    return this.blocks[rank]!.give(block.place);
  }

  sizeOf(rank: number, address: number): number | undefined {
    return this.known[rank]!.get(address >>> 0)?.bytes;
  }
}

export class Phantoms {
  /** Of all ranks together: how many there have been, and their bytes. */
  count = 0;
  bytes = 0;
  readonly shared: OwnBlocks;
  readonly private: OwnBlocks;
  private readonly symmetric = new Blocks();
  private readonly expecting: boolean[];
  /** Bytes of addresses for either heap. */
  private readonly room: number;

  /** They lie in [start, 2^32), the second half of the private heaps. */
  constructor(
    private readonly start: number,
    private readonly ranks: number,
  ) {
    const middle = start + roundUp((ADDRESSABLE - start) / 2);
    this.room = ADDRESSABLE - PAGE - middle;
    this.shared = new OwnBlocks(middle, ranks);
    this.private = new OwnBlocks(ADDRESSABLE - PAGE, ranks);
    this.expecting = Array.from({ length: ranks }, () => false);
    phantomsLie(start, middle);
  }

  expect(rank: number, isExpected: boolean): void {
    this.expecting[rank] = isExpected;
  }

  /** Whether the block that a rank allocates now is a phantom one. */
  isExpected(rank: number): boolean {
    return this.expecting[rank]!;
  }

  /** A block of one rank: its address. */
  take(of: OwnBlocks, rank: number, bytes: number): number {
    const address = of.take(rank, bytes);
    this.took(rank, 1, bytes);
    return numberOf(rank, address);
  }

  /** A block of all ranks, which one of them allocates: its address in rank 0. */
  takeSymmetric(rank: number, bytes: number): number {
    const address = this.start + this.symmetric.take(bytes);
    this.took(rank, this.ranks, bytes);
    return numberOf(0, address);
  }

  giveSymmetric(address: number): boolean {
    return this.symmetric.give((address >>> 0) - this.start);
  }

  private took(rank: number, ranks: number, bytes: number): void {
    this.expect(rank, false);
    this.count += ranks;
    this.bytes += ranks * bytes;
    const shared = this.shared.deepest + this.symmetric.end;
    if (Math.max(shared, this.private.deepest) > this.room)
      throw new ProgramError(noRoomForPhantom(inUnits(bytes), inUnits(this.room)));
  }
}

/** A rank's private heap, with phantom blocks where they are expected. */
export function heapWith(phantoms: Phantoms, heap: Heap, rank: number): Heap {
  const allocate = (size: number) =>
    phantoms.isExpected(rank) ? phantoms.take(phantoms.private, rank, size >>> 0) | 0 : heap.allocate(size);
  const free = (address: number) => {
    if (!isPhantom(address) || !phantoms.private.give(rank, address)) heap.free(address);
  };
  return {
    allocate,
    free,
    reallocate(address, size) {
      if (!isPhantom(address)) return heap.reallocate(address, size);
      phantoms.private.give(rank, address);
      return phantoms.take(phantoms.private, rank, size >>> 0) | 0;
    },
    sizeOf: (address) => phantoms.private.sizeOf(rank, address) ?? heap.sizeOf(address),
    keep: (lists) => heap.keep(lists),
  };
}

/** The shared heaps, likewise. */
export function sharedHeapWith(phantoms: Phantoms, heap: SharedHeaps, rank: number): SharedHeaps {
  const own: Partial<SharedHeaps> = {
    allocateSymmetric: (name, bytes) =>
      phantoms.isExpected(rank) ? phantoms.takeSymmetric(rank, bytes) : heap.allocateSymmetric(name, bytes),
    trySymmetric: (bytes) =>
      phantoms.isExpected(rank) ? phantoms.takeSymmetric(rank, bytes) : heap.trySymmetric(bytes),
    allocateLocal: (name, bytes) =>
      phantoms.isExpected(rank) ? phantoms.take(phantoms.shared, rank, bytes) : heap.allocateLocal(name, bytes),
    tryLocal: (bytes) =>
      phantoms.isExpected(rank) ? phantoms.take(phantoms.shared, rank, bytes) : heap.tryLocal(bytes),
    free(name, address) {
      if (
        isPhantom(address) &&
        (phantoms.giveSymmetric(address) || phantoms.shared.give(ownerOf(address, rank), address))
      )
        return;
      heap.free(name, address);
    },
  };
  return new Proxy(heap, {
    get: (target, name) => own[name as keyof SharedHeaps] ?? bound(target, target[name as keyof SharedHeaps]),
  });
}

const bound = (target: SharedHeaps, value: unknown): unknown =>
  typeof value === 'function' ? value.bind(target) : value;
