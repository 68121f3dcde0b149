/** JavaScript that has loaded the program: what threads and their supervisor tell it, in place of standard error. */
import { platform } from '../platform/linked.ts';
import type { ForCaller, Told } from './board.ts';

/** From a thread: by way of its supervisor. */
export function tellCaller(told: Told): void {
  platform.threads.tell({ forCaller: told } satisfies ForCaller);
}
