/**
 * Gives each static object its offset in the region and builds the initial contents.
 *
 * Takes: the objects that are used. Gives: offsets (private statics from STATICS, then shared ones), data segments
 * and the words to relocate. Every thread's region has the same layout (runtime/abi.ts).
 */

import { behindGuard, type PlacedObject, STATICS } from '../../runtime/abi.ts';
import type { Datum, Static } from '../ir/ir.ts';

export interface DataSegment {
  readonly offset: number;
  readonly bytes: Uint8Array;
  readonly thread?: number;
}

export interface Relocation {
  readonly offset: number;
  readonly value: number;
  readonly kind: 'private' | 'shared' | 'function' | 'phase';
  readonly thread?: number;
}

export interface Placement {
  readonly offsets: ReadonlyMap<string, number>;
  readonly privateEnd: number;
  readonly sharedEnd: number;
  readonly data: readonly DataSegment[];
  readonly relocations: readonly Relocation[];
}

/** No scalar lies partly within the private or the shared objects. */
const LARGEST_ALIGNMENT = 16;

/** Between objects under -g no access may reach so many bytes; the next one begins with a unit of the shadow. */
const RED_ZONE = 16;
const SHADOW_UNIT = 8;

/** Places the objects, with zones between them where `zoned`; `tableIndex` numbers the functions whose address is taken. */
export function place(statics: readonly Static[], tableIndex: ReadonlyMap<string, number>, zoned: boolean): Placement {
  const offsets = new Map<string, number>();
  const inSpace = (space: Static['space']): Static[] => statics.filter((s) => s.space === space);
  const privateEnd = aligned(placeFrom(STATICS, inSpace('private'), offsets, zoned), LARGEST_ALIGNMENT);
  const sharedEnd = aligned(placeFrom(behindGuard(privateEnd), inSpace('shared'), offsets, zoned), LARGEST_ALIGNMENT);
  const spaces = new Map(statics.map((s) => [s.name, s.space]));
  return { offsets, privateEnd, sharedEnd, ...contentsOf(statics, { offsets, spaces }, tableIndex) };
}

/** Objects that have their places for the life of a session, and where the next ones go. */
export interface Places {
  readonly offsets: ReadonlyMap<string, number>;
  readonly spaces: ReadonlyMap<string, Static['space']>;
  readonly privateEnd: number;
  readonly sharedEnd: number;
}

/** Places further objects behind those that are placed. */
export function placeAfter(earlier: Places, statics: readonly Static[]): Places {
  const offsets = new Map(earlier.offsets);
  const inSpace = (space: Static['space']): Static[] => statics.filter((s) => s.space === space);
  const privateEnd = placeFrom(earlier.privateEnd, inSpace('private'), offsets);
  const sharedEnd = placeFrom(earlier.sharedEnd, inSpace('shared'), offsets);
  const spaces = new Map([...earlier.spaces, ...statics.map((s) => [s.name, s.space] as const)]);
  return { offsets, spaces, privateEnd, sharedEnd };
}

/** Initial contents of the objects, wherever they were placed. */
export function contentsOf(
  statics: readonly Static[],
  { offsets, spaces }: Pick<Places, 'offsets' | 'spaces'>,
  tableIndex: ReadonlyMap<string, number>,
): Pick<Placement, 'data' | 'relocations'> {
  const data: DataSegment[] = [];
  const relocations: Relocation[] = [];
  for (const s of statics) {
    const base = offsets.get(s.name) as number;
    for (const segment of segmentsOf(s, base)) data.push(segment);
    for (const d of s.data) {
      if ('symbol' in d) relocations.push(relocation(s, base, d, offsets, spaces, tableIndex));
      else if ('phase' in d)
        relocations.push({ offset: base + d.offset, value: d.phase, kind: 'phase', ...threadOf(s, d) });
    }
  }
  return { data: joined(data), relocations };
}

const aligned = (offset: number, alignment: number): number => Math.ceil(offset / alignment) * alignment;

function placeFrom(start: number, statics: readonly Static[], offsets: Map<string, number>, zoned = false): number {
  let end = start;
  for (const s of statics) {
    end = aligned(end, Math.max(zoned ? SHADOW_UNIT : 1, s.alignment));
    offsets.set(s.name, end);
    end += zoned ? s.size + RED_ZONE : s.size;
  }
  return end;
}

/** The objects as the image of a program with zones has them: where each is, and its declaration. */
export function objectsOf({
  statics,
  offsets,
}: {
  readonly statics: readonly Static[];
  readonly offsets: ReadonlyMap<string, number>;
}): PlacedObject[] {
  return statics
    .map(({ name, size, typeText, at }): PlacedObject => {
      const declared = at === undefined ? '' : `, declared at ${at.name}:${at.line}`;
      return [offsets.get(name) as number, size, `${typeText === undefined ? '' : ` (${typeText})`}${declared}`];
    })
    .sort(([one], [other]) => one - other);
}

/** Shared data belong to a thread, private data to every one. */
function threadOf(s: Static, d: Datum): { thread?: number } {
  return s.space === 'shared' ? { thread: d.thread ?? 0 } : {};
}

function relocation(
  s: Static,
  base: number,
  d: Extract<Datum, { symbol: string }>,
  offsets: ReadonlyMap<string, number>,
  spaces: ReadonlyMap<string, Static['space']>,
  tableIndex: ReadonlyMap<string, number>,
): Relocation {
  const offset = base + d.offset;
  const space = spaces.get(d.symbol);
  if (space) return { offset, value: (offsets.get(d.symbol) as number) + d.addend, kind: space, ...threadOf(s, d) };
  return { offset, value: tableIndex.get(d.symbol) as number, kind: 'function', ...threadOf(s, d) };
}

const NO_BYTES = new Uint8Array();

/** The bytes of one object. Where parts overlap the later one wins, as in C (6.7.8p19). */
function segmentsOf(s: Static, base: number): DataSegment[] {
  const parts: DataSegment[] = [];
  for (const d of s.data) {
    const bytes = 'bytes' in d ? d.bytes : NO_BYTES;
    if (bytes.length > 0) parts.push({ offset: base + d.offset, bytes, ...threadOf(s, d) });
  }
  return parts;
}

const MOST_GAP = 32;

/** Joins neighbours of one thread; small gaps become zeros. */
function joined(parts: readonly DataSegment[]): DataSegment[] {
  const byThread = new Map<number | undefined, DataSegment[]>();
  for (const part of parts) {
    const list = byThread.get(part.thread);
    if (list) list.push(part);
    else byThread.set(part.thread, [part]);
  }
  return [...byThread.values()].flatMap((list) => runsOf(list).map(join)).sort((a, b) => a.offset - b.offset);
}

/** Groups of parts that touch or nearly do, each group in the order in which the parts were given. */
function runsOf(parts: readonly DataSegment[]): DataSegment[][] {
  const order = parts.map((_, index) => index).sort((a, b) => at(parts, a) - at(parts, b) || a - b);
  const runs: number[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const index of order) {
    const part = parts[index] as DataSegment;
    if (part.offset <= end + MOST_GAP) (runs.at(-1) as number[]).push(index);
    else runs.push([index]);
    end = Math.max(end, part.offset + part.bytes.length);
  }
  return runs.map((run) => run.sort((a, b) => a - b).map((index) => parts[index] as DataSegment));
}

const at = (parts: readonly DataSegment[], index: number): number => (parts[index] as DataSegment).offset;

function join(run: readonly DataSegment[]): DataSegment {
  const first = run[0] as DataSegment;
  if (run.length === 1) return first;
  let [start, end] = [first.offset, 0];
  for (const { offset, bytes } of run) {
    start = Math.min(start, offset);
    end = Math.max(end, offset + bytes.length);
  }
  const bytes = new Uint8Array(end - start);
  for (const part of run) bytes.set(part.bytes, part.offset - start);
  return { ...first, offset: start, bytes };
}
