/**
 * The memories of a job, one per process, which hold the regions of its ranks.
 *
 * A rank loads and stores only its own process's memory. Others are accessed here, by drivers of fabrics only: by rank and offset, as only
 * the memory that a region lies in has addresses of it.
 */
import type { BulkOperations } from './copy.ts';
import type { Layout } from './layout.ts';
import { addressOf, isReached, makeSpace, reachesAll, type Space } from './space.ts';

export interface Memories {
  /** Whether the memory of a rank's region is in this process of the operating system; whether that of all is. */
  has(rank: number): boolean;
  readonly hasAll: boolean;
  /** That memory. */
  at(rank: number): Space;
  /** Copies bytes from an address of this rank's memory to an offset in the region of `rank`: 1, 2, 4 or 8 aligned ones atomically. */
  write(rank: number, offset: number, from: number, size: number): void;
  /** Copies bytes from an offset in the region of `rank` to an address of this rank's memory. */
  read(rank: number, offset: number, to: number, size: number): void;
}

/** A process's first rank, its host by number, and its memory: undefined where that is in another process of the operating system. */
export interface ProcessMemory {
  readonly first: number;
  readonly host: number;
  readonly memory: WebAssembly.Memory | undefined;
}

/** Ranks of the largest process; `firsts`: the first rank of each. */
export function mostRanks(ranks: number, firsts: readonly number[]): number {
  return Math.max(...firsts.map((first, index) => (firsts[index + 1] ?? ranks) - first));
}

/** Ranks on the host of `rank`, of so many in all. */
export function ranksOnHost(processes: readonly ProcessMemory[], ranks: number, rank: number): number {
  const { host } = processes.findLast(({ first }) => first <= rank)!;
  const end = (index: number) => processes[index + 1]?.first ?? ranks;
  return processes.reduce((all, each, index) => all + (each.host === host ? end(index) - each.first : 0), 0);
}

/** What a layout says of regions. */
type Ranks = Pick<Layout, 'threads' | 'isMapped' | 'shift' | 'copies'>;

/** A process by its first rank and its host. */
type Placed = Pick<ProcessMemory, 'first' | 'host'>;

/** The ranks with which memories begin: each process has its own, or consecutive processes of a host that map each other's have the same. */
export function originsOf(processes: readonly Placed[], { isMapped }: Pick<Layout, 'isMapped'>): number[] {
  return processes
    .filter(({ host }, index) => !isMapped || host !== processes[index - 1]?.host)
    .map(({ first }) => first);
}

/** Where the region of each rank starts in the memory of its process; `origins`: the first ranks of memories. */
export function basesOf(
  { threads, shift }: Pick<Layout, 'threads' | 'shift'>,
  origins: readonly number[],
): (rank: number) => number {
  if (origins.length === 1) return (rank) => rank << shift;
  const bases = Int32Array.from({ length: threads }, (_, rank) => (rank - startOf(origins, rank)) << shift);
  return (rank) => bases[rank]!;
}

/** The greatest of `firsts` that is not above the rank. */
export const startOf = (firsts: readonly number[], rank: number): number => firsts.findLast((first) => first <= rank)!;

/** Views of its process's memory for a thread. */
export function spaceOf(processes: readonly ProcessMemory[], thread: number, layout: Ranks): Space {
  const { threads, shift, isMapped, copies } = layout;
  const firsts = processes.map(({ first }) => first);
  const origins = originsOf(processes, layout);
  const [FIRST, ORIGIN] = [startOf(firsts, thread), startOf(origins, thread)];
  const endOf = (starts: readonly number[]) => starts.find((start) => start > thread) ?? threads;
  const window = {
    ...{ FIRST, ORIGIN, isLoaded: isMapped },
    REACH: endOf(firsts) - FIRST,
    REGIONS: endOf(origins) - ORIGIN,
  };
  return makeSpace(processes[firsts.indexOf(FIRST)]!.memory!, thread, threads, shift, window, copies);
}

/** Of a job of several processes, or of one. */
export function memoriesOf(
  space: Space,
  bulk: BulkOperations,
  layout: Ranks,
  processes: readonly ProcessMemory[] = [],
): Memories {
  if (processes.length <= 1) return oneMemory(space, bulk);
  return processes.every(({ memory }) => memory !== undefined)
    ? separateMemories(space, bulk, processes, layout)
    : ownMemory(space, bulk);
}

/** Other memories are in other processes of the operating system: only the fabric accesses them. */
export function ownMemory(space: Space, bulk: BulkOperations): Memories {
  return { ...oneMemory(space, bulk), has: (rank) => isReached(space, rank), hasAll: reachesAll(space) };
}

/** All ranks share the memory of `space`. */
export function oneMemory(space: Space, bulk: BulkOperations): Memories {
  return {
    has: () => true,
    hasAll: true,
    at: () => space,
    write: (rank, offset, from, size) => bulk.copy(addressOf(space, rank, offset), from, size),
    read: (rank, offset, to, size) => bulk.copy(to, addressOf(space, rank, offset), size),
  };
}

/** Each process has its own memory; `processes` are in the order of their ranks. */
export function separateMemories(
  space: Space,
  bulk: BulkOperations,
  processes: readonly ProcessMemory[],
  layout: Ranks,
): Memories {
  const spaces = spacesOf(space, processes, layout);
  const at = (rank: number) => spaces[rank]!;
  return {
    has: () => true,
    hasAll: true,
    at,
    write: (rank, offset, from, size) => {
      const there = at(rank);
      const to = addressOf(there, rank, offset);
      if (there === space) bulk.copy(to, from, size);
      else copyBetween(there, to, space, from, size >>> 0);
    },
    read: (rank, offset, to, size) => {
      const there = at(rank);
      const from = addressOf(there, rank, offset);
      if (there === space) bulk.copy(to, from, size);
      else copyBetween(space, to, there, from, size >>> 0);
    },
  };
}

/** By rank; the ranks of a process have the same. */
function spacesOf(space: Space, processes: readonly ProcessMemory[], layout: Ranks): Space[] {
  return processes.flatMap(({ first }) => {
    const one = first === space.FIRST ? space : spaceOf(processes, first, layout);
    return Array.from({ length: one.REACH }, () => one);
  });
}

function copyBetween(there: Space, to: number, here: Space, from: number, size: number): void {
  const isAligned = ((to | from) & (size - 1)) === 0;
  if (size === 8 && isAligned) there.I64[to >>> 3] = here.I64[from >>> 3]!;
  else if (size === 4 && isAligned) there.I32[to >>> 2] = here.I32[from >>> 2]!;
  else if (size === 2 && isAligned) there.I16[to >>> 1] = here.I16[from >>> 1]!;
  else there.U8.set(here.U8.subarray(from >>> 0, (from >>> 0) + size), to >>> 0);
}
