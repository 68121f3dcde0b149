/**
 * Reduction of many elements: each thread combines its share and contributes the value; a thread that gets the result
 * combines these in the order of the threads.
 */

import { rankOf } from '../memory/space.ts';
import type { AllThreads } from './allthreads.ts';
import type { SharedArray } from './blocked.ts';
import { byAffinity, inOrder, type Partition } from './partition.ts';
import { load, type Reduction, store } from './reduction.ts';

/** With `toAll`, `destination` is this thread's own. */
export function reduceParts(
  team: AllThreads,
  reduction: Reduction,
  source: SharedArray,
  count: number,
  destination: number,
  toAll: boolean,
): void {
  const { space } = team;
  // All elements of an indefinite block are one thread's: only a partition by index involves the others.
  const partition = reduction.ordered || source.block === 0 ? inOrder : byAffinity;
  const own = partition(space, source, count, space.MYTHREAD);
  const value = team.ownValue();
  if (own.count > 0) {
    if (partition === inOrder) team.beforeTouchingAll();
    else team.beforeTouching(space.MYTHREAD);
    store(reduction, value, reduction.visits.fold(reduction, own));
  }
  const root = rankOf(space, destination);
  const isCombined = allHaveSome(team, source, count) && team.combineContributed(reduction);
  if (!isCombined) team.contribute(toAll ? undefined : root);
  if (space.MYTHREAD === root)
    store(
      reduction,
      destination,
      isCombined ? load(reduction, value) : combined(team, reduction, source, count, partition),
    );
  if (toAll) team.leave();
  else team.leaveAfter(root);
}

/** Whether that is sure. */
const allHaveSome = ({ space }: AllThreads, { block }: SharedArray, count: number): boolean =>
  count >= space.THREADS * Math.max(block, 1);

function combined(
  team: AllThreads,
  reduction: Reduction,
  source: SharedArray,
  count: number,
  partition: Partition,
): unknown {
  const { space } = team;
  const haveSome = allHaveSome(team, source, count);
  let result: unknown;
  for (let thread = 0; thread < space.THREADS; thread++) {
    const at = team.contribution(thread);
    if (!haveSome && partition(space, source, count, thread).count === 0) continue;
    const value = load(reduction, at);
    result = result === undefined ? value : reduction.loops.combine(result, value);
  }
  return result;
}
