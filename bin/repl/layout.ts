/**
 * Which thread holds which element: drawn for any shared array, block size and number of dimensions.
 *
 *     shared [2] int a[10]: blocks of 2
 *     thread 0 | a[0] a[1] | a[8] a[9]
 *     thread 1 | a[2] a[3]
 *
 * One idea: a row for each thread, its blocks in the order in which they lie in its memory.
 */

import type { Coshape, ObjectSymbol } from '../../compiler/frontends/c/semantics/facts.ts';
import { blockSizeOf, isShared } from '../../compiler/frontends/c/semantics/types/primitives.ts';
import { elementCount, sizeOf } from '../../compiler/frontends/c/semantics/types/sizes.ts';
import type { CType, QualifiedType } from '../../compiler/frontends/c/semantics/types/types.ts';
import { declarationText } from '../../compiler/frontends/c/semantics/types/typetext.ts';

const WIDTH = 100;
const MOST_THREADS = 64;

/** The drawing of an object. */
export function layoutText({ name, type, coshape }: ObjectSymbol, threads: number): string {
  if (coshape) return imagesText(name, type, coshape, threads);
  const heading = declarationText(type, name);
  if (!isShared(type)) return `${heading}: not shared, each thread has its own${sizeText(type)}`;
  const lengths = lengthsOf(type.type);
  const count = elementCount(type.type) ?? 0;
  const block = blockSizeOf(type);
  if (lengths.length === 0) return `${heading}: one object, on thread 0${sizeText(type)}`;
  if (block === 0) return `${heading}: all ${count} elements on thread 0${sizeText(type)}`;
  const elements = (thread: number) => blocksOf(thread, block, count, threads);
  const rows = Array.from({ length: Math.min(threads, MOST_THREADS) }, (_, thread) =>
    rowText(`thread ${thread}`.padEnd(`thread ${threads - 1}`.length), elements(thread), name, lengths),
  );
  const more = threads > MOST_THREADS ? [`... ${threads - MOST_THREADS} more threads`] : [];
  const kind = block === 1 ? 'dealt one by one' : `in blocks of ${block}`;
  return [`${heading}: ${count} elements ${kind}`, ...rows, ...more].join('\n');
}

/** A coarray: each image's value, by its cosubscripts. */
function imagesText(name: string, type: QualifiedType, { extents }: Coshape, threads: number): string {
  const known = extents.map((extent) => (typeof extent === 'number' ? extent : undefined));
  const codimensions = [...known.map((extent) => `[${extent ?? '?'}]`), '[*]'].join('');
  const heading = `${declarationText(type, name)}:${codimensions}: each image has its own${sizeText(type)}`;
  if (known.includes(undefined)) return heading;
  const rows = Array.from({ length: Math.min(threads, MOST_THREADS) }, (_, image) => {
    return `image ${image} | ${name}:${cosubscripts(image, known as number[])}`;
  });
  return [heading, ...rows].join('\n');
}

/** The cosubscripts of an image: the first counts fastest (Fortran 2018, 9.6). */
function cosubscripts(image: number, extents: readonly number[]): string {
  let rest = image;
  const parts = extents.map((extent) => {
    const own = rest % extent;
    rest = Math.floor(rest / extent);
    return `[${own}]`;
  });
  return [...parts, `[${rest}]`].join('');
}

function sizeText(type: QualifiedType): string {
  const size = sizeOf(type.type);
  return size === undefined ? '' : `, ${size} byte${size === 1 ? '' : 's'}`;
}

/** Lengths of the dimensions, outermost first. */
function lengthsOf(type: CType): number[] {
  if (type.kind !== 'array') return [];
  return [typeof type.length === 'number' ? type.length : 0, ...lengthsOf(type.element.type)];
}

interface Block {
  readonly first: number;
  readonly length: number;
}

/** The blocks of a thread, in order. */
function* blocksOf(thread: number, block: number, count: number, threads: number): Iterable<Block> {
  for (let first = thread * block; first < count; first += threads * block)
    yield { first, length: Math.min(block, count - first) };
}

/** One line; elements that do not fit are counted. */
function rowText(head: string, blocks: Iterable<Block>, name: string, lengths: readonly number[]): string {
  let text = `${head} `;
  let hidden = 0;
  for (const { first, length } of blocks) {
    text += hidden > 0 ? '' : '|';
    for (let index = first; index < first + length; index++) {
      const next = ` ${name}${indexText(index, lengths)}`;
      if (hidden > 0 || text.length + next.length > WIDTH) {
        hidden += first + length - index;
        break;
      }
      text += next;
    }
    text += hidden > 0 ? '' : ' ';
  }
  return `${text.trimEnd()}${hidden > 0 ? ` ... ${hidden} more` : ''}`;
}

/** `[1][2]` for the element with that number. */
function indexText(index: number, lengths: readonly number[]): string {
  let rest = index;
  const parts = [...lengths].reverse().map((length) => {
    const own = rest % length;
    rest = Math.floor(rest / length);
    return `[${own}]`;
  });
  return parts.reverse().join('');
}
