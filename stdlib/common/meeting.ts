/**
 * The words that barriers in C read: the own arrival line, and whether anybody sleeps (meeting.h).
 *
 * Gives the addresses of these words; 0 where the module's own code cannot meet the others: not all memory is reached, or accesses are checked or recorded.
 */

import { arrivalLine } from '../../runtime/core/arrival.ts';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { SLEEPERS } from '../../runtime/memory/control.ts';
import { nearRanks } from './neighbours.ts';

export function meetingWords(environment: RuntimeEnvironment): readonly [line: number, sleepers: number] {
  const { runtime, MYTHREAD, THREADS } = environment;
  const [, near] = nearRanks(environment);
  if (!runtime.atomic.isDirect || near < THREADS) return [0, 0];
  return [4 * arrivalLine(environment, MYTHREAD), SLEEPERS];
}
