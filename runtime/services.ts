/**
 * What each thread of a process offers to ranks of other processes (core/am/services.ts): its ranks, and its progress thread.
 */
import { CHANGED, type Offers, RING, ROUSE, SHOW } from './core/am/services.ts';
import { ringing, rousing } from './core/farbells.ts';
import { changing, showing } from './core/shown.ts';
import type { Space } from './memory/space.ts';
import type { ProcessHeap } from './segment/processheap.ts';

export function offersOf(space: Space, heap: ProcessHeap): Offers {
  const told = {
    ...{ [RING]: ringing(space), [ROUSE]: rousing(space) },
    ...{ [SHOW]: showing(space), [CHANGED]: changing(space) },
  };
  return { answered: heap.answered, told };
}
