/**
 * Reductions of arrays over the members of a team whose memory is far: by letters of the engine.
 *
 * One idea: elements are combined in the order of the images, as where memory is near (collectives.ts), so that all ways give the same bits. Of short arrays
 * each member gets all; of longer ones its share of all, and then the results of all shares (Rabenseifner 2004).
 */
import { exchange, gatherAll } from '../collectives/algorithms.ts';
import type { Part, Steps } from '../collectives/engine.ts';
import type { Combiner } from './combiners.ts';

/** Bytes of a short array. */
const SHORT = 256;

/** An array of each member, at an address of its own memory. */
export interface Elements {
  readonly address: number;
  readonly count: number;
  readonly size: number;
}

/** The result replaces the array of those who want it. */
export function* combined(
  part: Part,
  { address, count, size }: Elements,
  combiner: Combiner,
  isWanted: boolean,
): Steps {
  const bytes = count * size;
  if (bytes === 0) return;
  const share = bytes <= SHORT ? bytes : Math.ceil(count / part.size) * size;
  const all = part.room(share * part.size);
  if (bytes <= SHORT) {
    yield* gatherAll(part, all, address, bytes);
    fold(part.size, all, share, bytes, combiner);
  } else {
    const [given, own] = [part.room(share * part.size), part.room(share * part.size)];
    part.copy(given, address, bytes);
    yield* exchange(part, own, given, share);
    fold(part.size, own, share, Math.min(share, bytes - part.rank * share), combiner);
    yield* gatherAll(part.next(), all, own, share);
  }
  if (isWanted) part.copy(address, all, bytes);
}

/** Combines the first bytes of each of so many blocks into those of the first; there may be none. */
function fold(number: number, blocks: number, block: number, bytes: number, combiner: Combiner): void {
  if (bytes <= 0) return;
  for (let i = 1; i < number; i++) combiner(blocks, (blocks + i * block) | 0, (blocks + bytes) | 0);
}
