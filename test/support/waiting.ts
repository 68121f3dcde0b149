/** Waits of ranks that share one thread: between two looks at the condition something else has its turn. */
import type { Host } from '../../runtime/conduits/conduit.ts';

/** `turn` is given the number of the turn, and throws when there were too many. */
export function waitingBy(turn: (number: number) => void): Pick<Host, 'waitFor' | 'lookForEnd'> {
  return {
    waitFor(_whom, holds) {
      for (let number = 0; !holds(); number++) turn(number);
    },
    lookForEnd() {},
  };
}
