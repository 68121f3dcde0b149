/**
 * Validity of a program's accesses.
 *
 * Functions return the reason why an access is invalid, or undefined; they take addresses of any rank. `rangeFault` is cheap
 * and checks only regions: bulk copies always call it. `accessFault` checks the layout too: code compiled with -g calls it at
 * every access, after `accessTest`, the fast path for this memory.
 */
import { ENDS, ERRNO, NULL_PAGE, STATICS } from '../abi.ts';
import { inHex } from '../errors.ts';
import type { Layout } from './layout.ts';
import type { Shadow } from './shadow.ts';
import {
  isAddress,
  isInMemory,
  isInSegment,
  isOne,
  isOwn,
  offsetOf,
  offsetsEnd,
  rankOf,
  regionBytes,
  type Space,
} from './space.ts';

/** Why an access is invalid, or undefined. */
export type Fault = (address: number, size: number, isStore?: boolean) => string | undefined;

/** Whether [address, address + size) is certainly in one thread's memory: the fast path. */
export function surelyInside(space: Space, address: number, size: number): boolean {
  const offset = offsetOf(space, address) >>> 0;
  return offset >= STATICS && isAddress(space, address) && offset + size <= offsetsEnd(space);
}

/** Why [address, address + size) is not in one thread's memory; undefined if it is. */
export function rangeFault(space: Space, address: number, size: number): string | undefined {
  return located(space, address, regionFault(space, address, size));
}

/** In a job of several processes the address of another thread's memory says little: thread and offset stand behind. */
function located(space: Space, address: number, fault: string | undefined): string | undefined {
  if (fault === undefined || isOne(space) || isOwn(space, address)) return fault;
  if (isNull(address) || !isAddress(space, address)) return fault;
  return `${fault} (offset ${inHex(offsetOf(space, address))} of thread ${rankOf(space, address)})`;
}

const isNull = (address: number) => address >= 0 && address < NULL_PAGE;

function regionFault(space: Space, address: number, size: number): string | undefined {
  if (isNull(address)) return 'null pointer';
  if (!isAddress(space, address)) return `no thread has this address (THREADS is ${space.THREADS})`;
  const thread = rankOf(space, address);
  const offset = offsetOf(space, address) >>> 0;
  if (offset < NULL_PAGE) return thread === 0 ? 'null pointer' : `null pointer, moved to thread ${thread}`;
  if (offset < STATICS && !isErrno(offset, size)) return "the runtime's own memory";
  if (offset + size > offsetsEnd(space)) return `reaches beyond the memory of thread ${thread}`;
  return undefined;
}

/** The same of bytes that are loaded and stored: they must be in this memory. */
export function memoryFault(space: Space, address: number, size: number): string | undefined {
  return rangeFault(space, address, size) ?? elsewhereFault(space, address);
}

/** Why an address of the job is none of this memory; undefined if it is one. */
export function elsewhereFault(space: Space, address: number): string | undefined {
  return isInMemory(space, address) ? undefined : 'no thread of this process has this address';
}

/** errno is the only word of the runtime that a program may access. */
function isErrno(offset: number, size: number): boolean {
  return offset >= ERRNO && offset + size <= ERRNO + 4;
}

/** Bounds that change at run time. */
export interface HeapEnds {
  /** End of the thread's private heap in use, as offset. */
  readonly end: number;
}

/** Why an access of the running program is invalid; undefined if it is valid. */
export function accessFault(
  space: Space,
  layout: Layout,
  heap: HeapEnds,
  address: number,
  size: number,
): string | undefined {
  const fault = regionFault(space, address, size) ?? areaFault(space, layout, heap, address, size);
  return located(space, address, fault);
}

/** The same of an access within a region. */
function areaFault(space: Space, layout: Layout, heap: HeapEnds, address: number, size: number): string | undefined {
  const thread = rankOf(space, address);
  const offset = offsetOf(space, address) >>> 0;
  if (offset < STATICS && thread === space.MYTHREAD) return undefined; // errno
  const area = areaOf(layout, heap, offset);
  if (!area.shared && thread !== space.MYTHREAD)
    return `private memory of thread ${thread}, reached from thread ${space.MYTHREAD}`;
  return offset + size > area.end ? `beyond ${area.name}` : undefined;
}

/** Whether the address lies in this thread's private memory: statics, stack, heap. */
export function isPrivate(space: Space, layout: Layout, address: number): boolean {
  if (!isOwn(space, address)) return false;
  const offset = offsetOf(space, address) >>> 0;
  const isSharedStatic = offset >= layout.privateStaticsEnd && offset < layout.staticsEnd;
  return (
    !isSharedStatic &&
    (offset < layout.staticsEnd ||
      (offset >= layout.stackLimit && offset < layout.stackTop) ||
      !isInSegment(offset, 1, layout.heapStart))
  );
}

/**
 * Whether [address, address + size) is in this memory and `accessFault` would return undefined: fast path, for sizes up to
 * 2 GiB, errno excluded. All numbers are 32-bit integers, and bounds that do not change at run time are captured.
 */
export function accessTest(
  space: Space,
  layout: Layout,
  heap: HeapEnds,
  shadow?: Shadow,
): (address: number, size: number) => boolean {
  const isInPart = partTest(space, layout, heap);
  return shadow === undefined ? isInPart : (address, size) => isInPart(address, size) && shadow.isOpen(address, size);
}

function partTest(space: Space, layout: Layout, heap: HeapEnds): (address: number, size: number) => boolean {
  const { SHIFT, MYTHREAD, ORIGIN, REGIONS } = space;
  const own = MYTHREAD - ORIGIN;
  const { privateStaticsEnd, staticsEnd, stackTop, sharedHeapEnd, heapStart, coarrays } = layout;
  const mask = regionBytes(SHIFT) - 1;
  return (address, size) => {
    const offset = address & mask;
    if (offset < STATICS || size < 0) return false;
    const end = offset + size;
    const region = address >>> SHIFT;
    const mine = region === own;
    if (offset < privateStaticsEnd) return end <= privateStaticsEnd && (coarrays ? region < REGIONS : mine);
    if (offset < staticsEnd) return end <= staticsEnd && region < REGIONS;
    if (offset < sharedHeapEnd) return end <= sharedHeapEnd && region < REGIONS;
    if (offset < stackTop) return mine && end <= stackTop;
    return mine && offset >= heapStart && end <= heap.end;
  };
}

/** -g: stores the constant bounds where modules read them. */
export function tellEnds({ I32, BASE }: Space, { staticsEnd, sharedHeapEnd, stackTop }: Layout): void {
  I32[(BASE + ENDS.statics) >>> 2] = staticsEnd - STATICS;
  I32[(BASE + ENDS.sharedHeap) >>> 2] = sharedHeapEnd - STATICS;
  I32[(BASE + ENDS.stack) >>> 2] = stackTop - STATICS;
}

interface Area {
  readonly end: number;
  readonly name: string;
  /** Accessible to any thread. */
  readonly shared?: boolean;
}

/** The part of a region in which an offset lies; no object reaches into the next. */
function areaOf(layout: Layout, heap: HeapEnds, offset: number): Area {
  if (offset < layout.privateStaticsEnd)
    return { end: layout.privateStaticsEnd, name: 'the static objects', shared: layout.coarrays };
  if (offset < layout.staticsEnd) return { end: layout.staticsEnd, name: 'the shared static objects', shared: true };
  if (offset < layout.sharedHeapEnd) return { end: layout.sharedHeapEnd, name: 'the shared heap', shared: true };
  if (offset < layout.heapStart) return { end: layout.stackTop, name: 'the stack' };
  return { end: heap.end, name: 'all memory that malloc has given' };
}
