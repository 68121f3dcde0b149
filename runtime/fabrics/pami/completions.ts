/**
 * Completion queue of a context: event functions of completed operations that have not been called yet.
 *
 * PAMI's calls never call back; event functions are called when the context is advanced, in the order of completion.
 */

import type { Context } from './context.ts';
import { PAMI_SUCCESS } from './results.ts';

/** pami_event_function. The cookie is a word, as void * is. */
export type EventFunction = (context: Context, cookie: number, result: number) => void;

const FIRST_CAPACITY = 16;
const NONE = new Int32Array(0);

export class Completions {
  /** None until there is a first completion: a simulated job has thousands of contexts. */
  private functions: (EventFunction | undefined)[] = [];
  private cookies = NONE;
  private mask = -1;
  /** Sequence numbers of the oldest queued completion, and of the next one. */
  told = 0;
  coming = 0;

  push(event: EventFunction, cookie: number): void {
    if (this.coming - this.told > this.mask) this.grow();
    const slot = this.coming++ & this.mask;
    this.functions[slot] = event;
    this.cookies[slot] = cookie;
  }

  /** Calls the event functions queued at entry; returns their number. */
  tell(context: Context): number {
    const end = this.coming;
    const count = end - this.told;
    while (this.told < end) {
      const slot = this.told++ & this.mask;
      this.functions[slot]!(context, this.cookies[slot]!, PAMI_SUCCESS);
    }
    return count;
  }

  private grow(): void {
    const { functions, cookies, mask, told, coming } = this;
    this.mask = Math.max(2 * functions.length, FIRST_CAPACITY) - 1;
    this.functions = Array.from({ length: this.mask + 1 }, () => undefined);
    this.cookies = new Int32Array(this.mask + 1);
    for (let number = told; number < coming; number++) {
      this.functions[number & this.mask] = functions[number & mask];
      this.cookies[number & this.mask] = cookies[number & mask]!;
    }
  }
}
