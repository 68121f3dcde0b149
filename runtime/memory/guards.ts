/**
 * Guard words: page 0 of each region, and between statics, shared heap and stack.
 *
 * Without -g accesses are unchecked, so a write through a null pointer or beyond the last array would go unnoticed.
 * Guards are filled before the threads start, and checked when the job ends, and the first six words of page 0 at
 * barriers. The fill word is not 0, the most common value written, and as a pointer it leads to page 0 again: reading
 * through a null pointer goes unnoticed and does no damage. Thousands of (simulated) threads have no memory for that: their guards are zero, and not
 * touched, so that a null written there goes unnoticed too.
 */
import { NULL_PAGE } from '../abi.ts';
import { overwritten, writtenThroughNull } from '../errors.ts';
import type { Layout } from './layout.ts';
import type { Shadow } from './shadow.ts';
import { offsetOf, type Space, wordOf } from './space.ts';

const WORD = 0x0bd0;
/** Threads whose guards are filled. */
const MANY = 1024;

const wordFor = ({ THREADS }: Pick<Space, 'THREADS'>): number => (THREADS > MANY ? 0 : WORD);

/** Bytes, as offsets in a region. */
interface Guard {
  readonly start: number;
  readonly end: number;
  /** The part of the region that ends here; none of page 0. */
  readonly behind?: string;
}

/** Bytes of the guards between parts of a region. */
export const GUARD = 64;

function guardsOf(layout: Layout): readonly Guard[] {
  const { privateStaticsEnd, sharedStaticsStart, sharedStaticsEnd, sharedHeapStart, sharedHeapEnd, stackTop } = layout;
  return [
    { start: 0, end: NULL_PAGE },
    { start: privateStaticsEnd, end: sharedStaticsStart, behind: 'private static objects' },
    { start: sharedStaticsEnd, end: sharedHeapStart, behind: 'static objects' },
    { start: sharedHeapEnd - GUARD, end: sharedHeapEnd, behind: 'shared heap' },
    { start: stackTop - GUARD, end: stackTop, behind: 'stack' },
  ];
}

/** To be called for all threads before one of them runs. */
export function fillGuards(space: Space, layout: Layout, thread: number): void {
  const word = wordFor(space);
  for (const { start, end } of guardsOf(layout))
    if (changesOf(space, thread, start, end, word)[1] > 0)
      space.I32.fill(word, wordOf(space, thread, start), wordOf(space, thread, end));
}

/** -g: poisons the guards behind this thread's static objects, and the network's part between the heaps. */
export function closeGuards(shadow: Shadow, { BASE }: Space, layout: Layout): void {
  const { privateStaticsEnd, sharedStaticsStart, sharedStaticsEnd, sharedHeapStart, networkStart, networkEnd } = layout;
  shadow.close(BASE + privateStaticsEnd, sharedStaticsStart - privateStaticsEnd);
  shadow.close(BASE + sharedStaticsEnd, sharedHeapStart - sharedStaticsEnd);
  shadow.close(BASE + networkStart, networkEnd - networkStart);
}

/** Why an access to a poisoned guard is invalid; undefined where no guard lies. */
export function guardFault(space: Space, layout: Layout, address: number, size: number): string | undefined {
  const offset = offsetOf(space, address) >>> 0;
  const guard = guardsOf(layout).find(({ start, end }) => offset + size > start && offset < end);
  return guard?.behind === undefined ? undefined : `beyond the ${guard.behind}`;
}

/** Whether the first six words of this thread's page 0 are unchanged: most writes through null reach them. */
export function nullPageTest(space: Space): () => boolean {
  const { I32, BASE } = space;
  const at = BASE >>> 2;
  const word = wordFor(space);
  return () =>
    ((I32[at]! ^ word) |
      (I32[at + 1]! ^ word) |
      (I32[at + 2]! ^ word) |
      (I32[at + 3]! ^ word) |
      (I32[at + 4]! ^ word) |
      (I32[at + 5]! ^ word)) ===
    0;
}

/** A line for each overwritten guard of the thread's region. */
export function overwrittenGuards(space: Space, layout: Layout, thread: number): string[] {
  return guardsOf(layout).flatMap(({ start, end, behind }) => {
    const [first, count] = changesOf(space, thread, start, end, wordFor(space));
    if (count === 0) return [];
    const bytes = 4 * count;
    return behind === undefined
      ? writtenThroughNull(bytes, 4 * (first - wordOf(space, thread, 0)), thread)
      : overwritten(bytes, behind, thread);
  });
}

/** Changed words: the first, and their number. */
function changesOf(
  space: Space,
  thread: number,
  start: number,
  end: number,
  filled: number,
): [first: number, count: number] {
  const { I32 } = space;
  const [from, to] = [wordOf(space, thread, start), wordOf(space, thread, end)];
  let [first, count] = [to, 0];
  for (let word = to - 1; word >= from; word--)
    if (I32[word] !== filled) {
      first = word;
      count++;
    }
  return [first, count];
}
