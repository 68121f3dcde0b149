/**
 * What each thread of a process offers to ranks of other processes (core/am/services.ts): its ranks, and its progress thread.
 */
import { ENTER, LAND, type Offers, RING, SHOW } from './core/am/services.ts';
import { entering } from './core/boardletters.ts';
import { ringing } from './core/farbells.ts';
import { landing } from './core/landings.ts';
import { showing } from './core/shown.ts';
import type { Space } from './memory/space.ts';
import type { ProcessHeap } from './segment/processheap.ts';

/** `landings`: offset of the receives that ranks show. */
export function offersOf(space: Space, heap: ProcessHeap, landings: number): Offers {
  const told = {
    [RING]: ringing(space),
    [SHOW]: showing(space),
    [ENTER]: entering(space),
    [LAND]: landing(space, landings),
  };
  return { answered: heap.answered, told };
}
