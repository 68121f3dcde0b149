/**
 * UPC locks among the blocks of the shared heap: a session frees those held by threads that no longer exist.
 */
import { FREE_LOCK } from '../abi.ts';
import { freeForm } from '../core/holder.ts';
import { LOCAL_BINS } from '../memory/control.ts';
import { type Space, wordOf } from '../memory/space.ts';
import { Blocks } from './blocks.ts';
import { BEFORE } from './redzones.ts';

/** Frees all locks of a session whose blocks lie between red zones. */
export function freeLocks(space: Space): void {
  const { I32 } = space;
  for (let thread = 0; thread < space.THREADS; thread++) {
    const blocks = new Blocks(I32, I32, wordOf(space, thread, LOCAL_BINS), 'down');
    for (const start of blocks.used()) {
      const word = start + BEFORE / 4;
      if (freeForm(I32[word] as number) === FREE_LOCK) I32.set([FREE_LOCK, 0], word);
    }
  }
}
