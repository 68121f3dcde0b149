/**
 * Which thread holds which element: drawn for any shared array, block size and number of dimensions.
 *
 *     shared [2] int a[10]: blocks of 2
 *     thread 0 | a[0] a[1] | a[8] a[9]
 *     thread 1 | a[2] a[3]
 *
 * One idea: a row for each thread, its blocks in the order in which they lie in its memory.
 */

import { arrayOf } from '../../compiler/frontends/c/arrays.ts';
import type { Coshape, ObjectSymbol } from '../../compiler/frontends/c/semantics/facts.ts';
import { sizeOf } from '../../compiler/frontends/c/semantics/types/sizes.ts';
import type { QualifiedType } from '../../compiler/frontends/c/semantics/types/types.ts';
import { declarationText } from '../../compiler/frontends/c/semantics/types/typetext.ts';
import { type Block, blocksOf, dealingText, indexText } from '../../compiler/layout.ts';
import type { SharedArray } from '../../compiler/sharedarray.ts';

const WIDTH = 100;
const MOST_THREADS = 64;

/** The drawing of an object. */
export function layoutText(symbol: ObjectSymbol, threads: number): string {
  const { name, type, coshape } = symbol;
  if (coshape) return imagesText(name, type, coshape, threads);
  const array = arrayOf(symbol);
  if (array === undefined)
    return `${declarationText(type, name)}: not shared, each thread has its own${sizeText(type)}`;
  const heading = `${array.declaration}: ${dealingText(array, threads)}`;
  if (array.block === 0 || array.lengths.length === 0) return `${heading}${sizeText(type)}`;
  const rows = Array.from({ length: Math.min(threads, MOST_THREADS) }, (_, thread) => {
    const head = `thread ${thread}`.padEnd(`thread ${threads - 1}`.length);
    return rowText(head, blocksOf(array, thread, threads), (element) => elementText(array, element, threads));
  });
  const more = threads > MOST_THREADS ? [`... ${threads - MOST_THREADS} more threads`] : [];
  return [heading, ...rows, ...more].join('\n');
}

const elementText = (array: SharedArray, element: number, threads: number): string =>
  `${array.name}${indexText(array, element, threads)}`;

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

/** One line; elements that do not fit are counted. */
function rowText(head: string, blocks: Iterable<Block>, textOf: (element: number) => string): string {
  let text = `${head} `;
  let hidden = 0;
  for (const { first, length } of blocks) {
    text += hidden > 0 ? '' : '|';
    for (let index = first; index < first + length; index++) {
      const next = ` ${textOf(index)}`;
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
