/**
 * Whether wide pointers-to-shared (pointers.ts) have room for rank and phase in one word.
 *
 * Takes: the elements of the program's largest block, and the job's threads. Gives: the answer, and the words for "no".
 */
import { rankBits } from './pointers.ts';

const WORD_BITS = 32;

/** Phases are below the block size, as ranks are below the number of threads: so their bits are counted alike. */
export function phasesFit(block: number, threads: number): boolean {
  return rankBits(threads) + rankBits(block) <= WORD_BITS;
}

export function phasesText(block: number, threads: number): string {
  return (
    `a pointer-to-shared has no room for both a thread of ${threads} (${rankBits(threads)} bits) and a place in a block of ` +
    `${block} elements (${rankBits(block)} bits): together ${WORD_BITS} bits at most`
  );
}
