/**
 * The memory of a process from one of its threads: the views, the thread's own region, arithmetic on regions.
 */
import type { Environment } from '../abi.ts';
import { addressOf, offsetOf, type Regions, rankOf, regionBytes } from './addresses.ts';
import { SHOWN, SHOWN_BYTES } from './control.ts';

export {
  addressIn,
  addressOf,
  isAddress,
  isEverybodys,
  isInMemory,
  isInSegment,
  isLoaded,
  isOwn,
  offsetOf,
  offsetsEnd,
  type Regions,
  rankOf,
  regionBytes,
} from './addresses.ts';

export type Space = Pick<
  Environment,
  'MYTHREAD' | 'THREADS' | 'SHIFT' | 'BASE' | 'memory' | 'I8' | 'U8' | 'I16' | 'U16' | 'I32' | 'I64' | 'F32' | 'F64'
> & {
  /** The ranks of this process: [FIRST, FIRST + REACH). */
  readonly FIRST: number;
  readonly REACH: number;
  /**
   * The ranks whose regions lie in this memory, in their order from address 0 on: [ORIGIN, ORIGIN + REGIONS). They are those of the
   * process, or of all processes of a host that map each other's, where a region has the same address in each.
   */
  readonly ORIGIN: number;
  readonly REGIONS: number;
  /** Address of the process's first region, where its own words lie (memory/control.ts). */
  readonly HOME: number;
  /** The ranks whose memory this thread loads and stores on a network: [NEAREST, NEAREST + NEAR), itself or all that this memory has. */
  readonly NEAREST: number;
  readonly NEAR: number;
  /** Address of the copies of what ranks show whose regions are not in this memory: SHOWN_BYTES for each rank of the job. */
  readonly COPIES: number;
};

/** Which ranks a thread's memory has: those of the process alone unless ORIGIN and REGIONS say more. */
export interface Window {
  readonly FIRST: number;
  readonly REACH: number;
  readonly ORIGIN?: number;
  readonly REGIONS?: number;
  /** Whether loads and stores reach all of them on a network. */
  readonly isLoaded?: boolean;
}

/** Views of `memory` for one thread; `copies`: offset in the process's first region. */
export function makeSpace(
  memory: WebAssembly.Memory,
  MYTHREAD: number,
  THREADS: number,
  SHIFT: number,
  { FIRST, REACH, ORIGIN = FIRST, REGIONS = REACH, isLoaded = false }: Window = { FIRST: 0, REACH: THREADS },
  copies = 0,
): Space {
  const { I8, U8, I16, U16, I32, I64, F32, F64 } = viewsOf(memory);
  const HOME = (FIRST - ORIGIN) << SHIFT;
  return {
    MYTHREAD,
    THREADS,
    FIRST,
    REACH,
    ORIGIN,
    REGIONS,
    HOME,
    NEAREST: isLoaded ? ORIGIN : MYTHREAD,
    NEAR: isLoaded ? REGIONS : 1,
    COPIES: (HOME + copies) | 0,
    SHIFT,
    BASE: (MYTHREAD - ORIGIN) << SHIFT,
    memory,
    I8,
    U8,
    I16,
    U16,
    I32,
    I64,
    F32,
    F64,
  };
}

type Views = Pick<Space, 'I8' | 'U8' | 'I16' | 'U16' | 'I32' | 'I64' | 'F32' | 'F64'>;

/** All simulated ranks of a memory have the same. */
const known = new WeakMap<WebAssembly.Memory, Views>();

function viewsOf(memory: WebAssembly.Memory): Views {
  const views = known.get(memory) ?? makeViews(memory.buffer);
  known.set(memory, views);
  return views;
}

const makeViews = (buffer: ArrayBufferLike): Views => ({
  I8: new Int8Array(buffer),
  U8: new Uint8Array(buffer),
  I16: new Int16Array(buffer),
  U16: new Uint16Array(buffer),
  I32: new Int32Array(buffer),
  I64: new BigInt64Array(buffer),
  F32: new Float32Array(buffer),
  F64: new Float64Array(buffer),
});

/** Whether `rank` is one of this process. */
export function isHere({ FIRST, REACH }: Pick<Space, 'FIRST' | 'REACH'>, rank: number): boolean {
  return (rank - FIRST) >>> 0 < REACH;
}

/** Whether all threads of the job are those of one process. */
export function isOne({ REACH, THREADS }: Pick<Space, 'REACH' | 'THREADS'>): boolean {
  return REACH === THREADS;
}

/** Whether this memory has the regions of all ranks. */
export function reachesAll({ REGIONS, THREADS }: Pick<Space, 'REGIONS' | 'THREADS'>): boolean {
  return REGIONS === THREADS;
}

/** Whether this memory has the region of `rank`. */
export function isReached({ ORIGIN, REGIONS }: Pick<Space, 'ORIGIN' | 'REGIONS'>, rank: number): boolean {
  return (rank - ORIGIN) >>> 0 < REGIONS;
}

/** Whether it has regions of other processes too, which have its own. */
export function isMapped({ REACH, REGIONS }: Pick<Space, 'REACH' | 'REGIONS'>): boolean {
  return REACH < REGIONS;
}

/** Whether this thread loads and stores the memory of `rank` on a network. */
export function isNear({ NEAREST, NEAR }: Pick<Space, 'NEAREST' | 'NEAR'>, rank: number): boolean {
  return (rank - NEAREST) >>> 0 < NEAR;
}

// ---------------------------------------------------------------- addresses

/** The number of a byte of the job on which all processes agree, of null 0: the regions follow each other in the order of ranks. */
export function positionOf(space: Regions, address: number): number {
  if (address === 0) return 0;
  return rankOf(space, address) * regionBytes(space.SHIFT) + (offsetOf(space, address) >>> 0);
}

/** The byte of the region of `rank` that lies there as the one at an address in its own: of a symmetric object the part of that rank. */
export function counterpart(space: Regions, address: number, rank: number): number {
  return addressOf(space, rank, offsetOf(space, address));
}

/** Rank and offset of an address that another process is told of: null has one name in all. */
export function partsOf(space: Regions, address: number): readonly [rank: number, offset: number] {
  return address === 0 ? [0, 0] : [rankOf(space, address), offsetOf(space, address)];
}

/** Index in I32 of a word of the process (memory/control.ts). */
export function processWord({ HOME }: Pick<Space, 'HOME'>, offset: number): number {
  return (HOME + offset) >>> 2;
}

/** Index in I32 of the word at `offset` of the region of `thread`; of a rank that is not reached, of the copy of a word that it shows. */
export function wordOf(space: Space, thread: number, offset: number): number {
  if (!isReached(space, thread)) return copyOf(space, thread, offset);
  return addressOf(space, thread, offset) >>> 2;
}

/** Index in I32, in memories of processes that do not reach `thread`, of the copy of a word that it shows. */
export function copyOf({ COPIES }: Pick<Space, 'COPIES'>, thread: number, offset: number): number {
  return (COPIES + thread * SHOWN_BYTES + offset - SHOWN) >>> 2;
}
