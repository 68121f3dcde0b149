/**
 * The layout of shared memory as cells: rows of cells, a row for each thread, a cell for so many elements as fit the page.
 *
 * Takes: an array of the program, or a part of the shared heap. Gives: how many cells a thread has, what each stands for, and
 * which of them an access reaches. One idea: elements of a thread that are neighbours in its memory are neighbours in its row.
 */
import { dealingText, elementAt, indexText, localCount } from '../../../compiler/layout.ts';
import type { SharedArray } from '../../../compiler/sharedarray.ts';
import type { HeapPart } from './heap.ts';
import type { Reached } from './trace.ts';

type Place = Omit<Reached, 'does'>;

const MOST_CELLS = 1024;
const LEAST_CELLS_OF_A_ROW = 16;
export const MOST_ROWS = 64;

export interface Drawn {
  readonly title: string;
  /** What the title says in words, and what the drawing leaves out. */
  readonly notes: readonly string[];
  readonly threads: number;
  /** Elements of a cell, and bytes of an element. */
  readonly each: number;
  readonly elementSize: number;
  /** Where it begins in each thread's region, once that is known. */
  readonly offset: number | undefined;
  countOf(thread: number): number;
  /** Does the `place`-th element of a thread begin a block? */
  beginsBlock(place: number): boolean;
  /** Of the `place`-th element of a thread, for people, and as short as a cell. */
  nameOf(thread: number, place: number): string;
  shortOf(thread: number, place: number): string;
}

export function drawnArray(array: SharedArray, threads: number): Drawn {
  const elementOf = (thread: number, place: number) => elementAt(array, thread, place, threads);
  const textOf = (thread: number, place: number) => indexText(array, elementOf(thread, place), threads);
  const most = localCount(array, 0, threads);
  const each = elementsOfACell(most, array.block || Math.max(most, 1), threads);
  return {
    ...{ title: array.declaration, threads, each, elementSize: array.elementSize },
    notes: [dealingText(array, threads), ...leftOut(each, 'elements', threads)],
    offset: array.offset,
    countOf: (thread) => localCount(array, thread, threads),
    beginsBlock: (place) => array.block > 1 && place % array.block === 0,
    nameOf: (thread, place) => `${array.name}${textOf(thread, place)}`,
    shortOf: (thread, place) => textOf(thread, place).slice(1, -1).replaceAll('][', ','),
  };
}

/** Words of 8 bytes. */
const WORD = 8;

export function drawnHeap({ offset, size, base }: HeapPart, threads: number): Drawn {
  const count = Math.ceil(size / WORD);
  const each = elementsOfACell(count, 1, threads);
  const addressOf = (place: number) => `+${offset - base + place * WORD}`;
  const from = offset === base ? '' : `, from byte ${addressOf(0)} on`;
  return {
    ...{ title: `Allocated memory${from}`, threads, each, elementSize: WORD, offset },
    notes: ['what was accessed of it, and of coarrays', ...leftOut(each, 'words of 8 bytes', threads)],
    countOf: () => count,
    beginsBlock: () => false,
    nameOf: (_, place) => `byte ${addressOf(place)} of allocated memory`,
    shortOf: (_, place) => addressOf(place),
  };
}

/** No cell has parts of two blocks. */
function elementsOfACell(most: number, block: number, threads: number): number {
  const cells = Math.max(LEAST_CELLS_OF_A_ROW, Math.floor(MOST_CELLS / Math.min(threads, MOST_ROWS)));
  const least = Math.max(1, Math.ceil(most / cells));
  if (most <= block) return least; // one block a thread: its last cell may be short
  if (least >= block) return Math.ceil(least / block) * block;
  let parts = Math.floor(block / least);
  while (block % parts !== 0) parts--;
  return block / parts;
}

function leftOut(each: number, what: string, threads: number): string[] {
  return [
    ...(each > 1 ? [`a cell stands for ${each.toLocaleString('en')} ${what}`] : []),
    ...(threads > MOST_ROWS ? [`the first ${MOST_ROWS} of ${threads} threads are drawn`] : []),
  ];
}

export const cellsOf = ({ countOf, each }: Drawn, thread: number): number => Math.ceil(countOf(thread) / each);

/** The cells that an access reaches, first and last; undefined where none does. */
export function cellsAt(drawn: Drawn, reached: Place): readonly [number, number] | undefined {
  const places = placesAt(drawn, reached);
  return places && [Math.floor(places[0] / drawn.each), Math.floor(places[1] / drawn.each)];
}

/** Its elements by their names: "a[3]", "a[3] to a[6]". */
export function elementsAt(drawn: Drawn, reached: Place): string {
  const [first, last] = placesAt(drawn, reached) ?? [0, 0];
  const names = [first, ...(last > first ? [last] : [])].map((place) => drawn.nameOf(reached.thread, place));
  return names.join(' … ');
}

/** Numbers of the first and the last element among those of the thread. */
function placesAt(drawn: Drawn, { thread, offset, bytes }: Place): readonly [number, number] | undefined {
  if (drawn.offset === undefined) return undefined;
  const placeOf = (byte: number) => Math.floor((byte - drawn.offset!) / drawn.elementSize);
  const [first, last, end] = [placeOf(offset), placeOf(offset + bytes - 1), drawn.countOf(thread) - 1];
  return first >= 0 && first <= end ? [first, Math.min(last, end)] : undefined;
}
