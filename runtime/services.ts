/**
 * What each thread of a process offers to ranks of other processes (core/am/services.ts): its ranks, and its progress thread.
 */
import { ENTER, type Offers, RING, SHOW } from './core/am/services.ts';
import { entering } from './core/boardletters.ts';
import { ringing } from './core/farbells.ts';
import { showing } from './core/shown.ts';
import type { Space } from './memory/space.ts';
import type { ProcessHeap } from './segment/processheap.ts';

export function offersOf(space: Space, heap: ProcessHeap): Offers {
  const told = { [RING]: ringing(space), [SHOW]: showing(space), [ENTER]: entering(space) };
  return { answered: heap.answered, told };
}
