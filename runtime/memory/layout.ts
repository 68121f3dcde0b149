/**
 * Layout of a region, for a given number of threads and the requested sizes.
 *
 * Takes the program's needs and the user's options; gives the size of a region (a power of two, so that the thread of
 * an address is a shift) and the bounds of stack, heaps and the network's part. Untouched memory is not committed, so
 * regions are large: unrequested space is divided between the two heaps. What others reach comes first, static objects and the shared heap, so
 * that one comparison finds it; the private heap is the last part, as it alone is large and of no use to others: so what a network registers
 * of a region is one piece, its beginning, with the stack.
 */
import { ADDRESSABLE, behindGuard, LEAST_ROOM, regionAtMost } from '../abi.ts';
import { inUnits, LaunchError } from '../errors.ts';
import { SHOWN_BYTES } from './control.ts';
import { GUARD } from './guards.ts';
import { UNIT as SHADOWED, shadowBytes } from './shadow.ts';

export interface LayoutRequest {
  readonly threads: number;
  /** Threads of the largest process, where there are several. */
  readonly perProcess?: number;
  /** Threads of most processes whose regions a memory has: those of a host that map each other's. */
  readonly perMemory?: number;
  /** Ends of the program's private and shared statics. */
  readonly privateEnd: number;
  readonly sharedEnd: number;
  /** Private statics may be coarrays. */
  readonly coarrays?: true | undefined;
  /** The program has images (core/imagearea.ts). */
  readonly images?: boolean | undefined;
  /** Bytes per thread; undefined for the default. */
  readonly stack?: number;
  readonly sharedHeap?: number;
  readonly heap?: number;
  /** Bytes that stack and heaps have at least. */
  readonly least?: typeof LEAST_ROOM | undefined;
  /** -g: a part of each region is the shadow of all of it (memory/shadow.ts). */
  readonly shadow?: boolean | undefined;
  /** Bytes of each region's network part. */
  readonly network?: number;
  /** Arrays may be phantom: half of the addresses, or what the regions leave, are theirs. */
  readonly phantoms?: boolean;
  /** Maximum address space of a memory unless the sizes require more; unlimited by default. */
  readonly addresses?: number;
}

/** Byte offsets in a region. */
export interface Layout {
  readonly threads: number;
  /** Regions that a memory has room for. */
  readonly regions: number;
  /** Processes of a host map each other's regions: loads and stores reach all that a memory has. */
  readonly isMapped: boolean;
  readonly shift: number;
  readonly privateStaticsEnd: number;
  /** Whether other threads may access private statics. */
  readonly coarrays: boolean;
  /** Whether the network's part has what images need. */
  readonly images: boolean;
  readonly sharedStaticsStart: number;
  readonly sharedStaticsEnd: number;
  readonly staticsEnd: number;
  readonly sharedHeapStart: number;
  readonly sharedHeapEnd: number;
  /** The stack must stay above `stackLimit` and begins at `stackStart`. */
  readonly stackLimit: number;
  readonly stackStart: number;
  readonly stackTop: number;
  /** The network's part: all that other threads reach lies before its end. */
  readonly networkStart: number;
  readonly networkEnd: number;
  readonly heapStart: number;
  readonly heapEnd: number;
  /** Where the copies of what ranks of other processes show begin, in the first region of a memory. */
  readonly copies: number;
  /** The address from which on phantom arrays lie, behind all regions; 2^32 without. */
  readonly phantomsStart: number;
}

const KIB = 1024;
const MIB = 1024 * KIB;
/** The last bytes of a region stay free, so that the end of a block is always an address of the same thread. */
const LAST = 64;

/** Parts of larger regions are whole pages. */
const SMALL = 128 * KIB;

/** Default size of the stack, space permitting. */
const USUAL_STACK = 8 * MIB;

/** A shared heap without room for any block has its guard and the ends of its two rows of blocks all the same. */
const EMPTY_SHARED_HEAP = 2 * GUARD;

/** Lays out a region, or throws a LaunchError that names the part without room. */
export function layOut(asked: LayoutRequest): Layout {
  checkSizes(asked);
  const { sharedHeap } = asked;
  const request = sharedHeap === undefined ? asked : { ...asked, sharedHeap: Math.max(sharedHeap, EMPTY_SHARED_HEAP) };
  const statics = align(request.sharedEnd);
  const regions = regionsOf(request);
  const available = regionAtMost(regions);
  const least =
    statics +
    GUARD +
    total(request, request.least ?? LEAST_ROOM) +
    align(request.network ?? 0) +
    copyBytes(request) +
    LAST;
  const needed = request.shadow ? Math.ceil((least * SHADOWED) / (SHADOWED - 1)) : least;
  if (needed > available) throw new LaunchError(tooLarge(request, needed, available));
  const addresses = Math.min(request.addresses ?? ADDRESSABLE, request.phantoms ? ADDRESSABLE / 2 : ADDRESSABLE);
  const shared = powerAtMost(addresses / regions);
  const region = Math.max(powerAtLeast(needed), Math.min(shared, available));
  return divide(request, statics, region);
}

/** Every C program needs some stack and heap: the streams of stdio are on the heap. */
function checkSizes(request: LayoutRequest): void {
  const { least = LEAST_ROOM } = request;
  for (const name of ['stack', 'heap'] as const) {
    const size = request[name];
    if (size !== undefined && size < least[name])
      throw new LaunchError(`--${name}=${size}: at least ${inUnits(least[name])} are needed; a size takes K, M or G`);
  }
}

function divide(request: LayoutRequest, statics: number, region: number): Layout {
  const copies = region - LAST - (request.shadow ? shadowBytes(region) : 0) - copyBytes(request);
  const network = align(request.network ?? 0);
  let left = copies - network - statics - GUARD - total(request, { stack: 0, sharedHeap: 0, heap: 0 });
  const { least = LEAST_ROOM } = request;
  const stack = request.stack ?? takeAway(Math.max(least.stack, Math.min(USUAL_STACK, left / 4)));
  const sharedHeap = request.sharedHeap ?? takeAway(request.heap === undefined ? left / 2 : left);
  const heap = request.heap ?? left;
  const sharedHeapStart = statics + GUARD;
  const sharedHeapEnd = sharedHeapStart + align(sharedHeap);
  const stackTop = sharedHeapEnd + align(stack);
  const heapStart = stackTop + network;
  return {
    threads: request.threads,
    regions: regionsOf(request),
    isMapped: request.perMemory !== undefined,
    shift: 31 - Math.clz32(region),
    privateStaticsEnd: request.privateEnd,
    coarrays: request.coarrays ?? false,
    images: request.images ?? false,
    sharedStaticsStart: Math.min(behindGuard(request.privateEnd), request.sharedEnd),
    sharedStaticsEnd: request.sharedEnd,
    staticsEnd: statics,
    sharedHeapStart,
    sharedHeapEnd,
    stackLimit: sharedHeapEnd,
    stackStart: stackTop - GUARD,
    stackTop,
    networkStart: stackTop,
    networkEnd: heapStart,
    heapStart,
    heapEnd: Math.min(heapStart + align(heap), copies),
    copies,
    phantomsStart: request.phantoms ? regionsOf(request) * region : ADDRESSABLE,
  };

  function takeAway(size: number): number {
    const unit = region > SMALL ? 4096 : 64;
    const taken = Math.floor(size / unit) * unit;
    left -= taken;
    return taken;
  }
}

/** A memory has room for the regions of a process, or of several. */
function regionsOf({ threads, perProcess = threads, perMemory = perProcess }: LayoutRequest): number {
  return perMemory;
}

/** Bytes for copies of what ranks of other processes show. */
function copyBytes({ threads, perProcess = threads }: LayoutRequest): number {
  return perProcess === threads ? 0 : threads * SHOWN_BYTES;
}

function total(request: LayoutRequest, defaults: { stack: number; sharedHeap: number; heap: number }): number {
  const { stack, sharedHeap, heap } = defaults;
  return align(request.stack ?? stack) + align(request.sharedHeap ?? sharedHeap) + align(request.heap ?? heap);
}

function tooLarge(request: LayoutRequest, needed: number, available: number): string {
  const parts = [`${inUnits(request.sharedEnd)} of static data`];
  if (request.sharedHeap !== undefined) parts.push(`${inUnits(request.sharedHeap)} of shared heap`);
  if (request.heap !== undefined) parts.push(`${inUnits(request.heap)} of private heap`);
  if (request.stack !== undefined) parts.push(`${inUnits(request.stack)} of stack`);
  if (request.least !== undefined) parts.push(...leastParts(request, request.least));
  if (request.shadow) parts.push(`${inUnits(needed / SHADOWED)} for the checks of -g`);
  const [share, change] = remedy(request, inUnits(available), needed);
  return (
    `${share} of the ${inUnits(ADDRESSABLE)} that addresses reach, but ${parts.join(' + ')} need ${inUnits(needed)} per thread: ` +
    `use ${change}, or smaller --shared-heap, --heap or --stack`
  );
}

/** Where many threads share the addresses, all counts. */
function leastParts(request: LayoutRequest, least: typeof LEAST_ROOM): string[] {
  const asked = { stack: request.stack ?? 0, sharedHeap: request.sharedHeap ?? 0, heap: request.heap ?? 0 };
  const rest = total(request, least) - asked.stack - asked.sharedHeap - asked.heap;
  return [`${inUnits(rest)} of stack and heaps at least`, `${inUnits(request.network ?? 0)} for the network`];
}

/** What a thread has, and what gives it more. */
function remedy(request: LayoutRequest, available: string, needed: number): [string, string] {
  const { threads, perProcess = threads } = request;
  const sharers = regionsOf(request);
  if (sharers === 1) return [`one thread has ${available} at most`, 'more threads (-n), each with less'];
  const isDivided = perProcess < threads;
  return [
    `${sharers} threads${isDivided ? ' of a process' : ''} have ${available} each`,
    isDivided ? 'more processes (--processes)' : `fewer threads (-n${fitting(request, needed)})`,
  ];
}

const fitting = ({ least }: LayoutRequest, needed: number): string =>
  least === undefined ? '' : ` ${ADDRESSABLE / powerAtLeast(needed)} will do`;

function align(size: number): number {
  return Math.ceil(size / 64) * 64;
}

function powerAtMost(size: number): number {
  return 2 ** Math.floor(Math.log2(size));
}

function powerAtLeast(size: number): number {
  return 2 ** Math.ceil(Math.log2(size));
}
