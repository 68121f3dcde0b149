/** The simulation of this bundle, in the place of launch/simulation.ts. */
import type { Simulation } from '../launch/simulation.ts';
import { showHowFar } from './howfar.ts';
import { callAfterMain, instantiate } from './instance.ts';
import { libraryOf } from './library.ts';
import { heapOf, marks, sharedHeapOf } from './marks.ts';
import { faultOf, matching, misplacing, modelOf, nodes } from './model.ts';
import { ended, run } from './ranks.ts';

/** Thousands of ranks share the addresses that threads have. */
const leastRoom = { stack: 4 * 2 ** 10, sharedHeap: 2 ** 10, heap: 6 * 2 ** 10 };

export const simulation: Simulation = {
  ...{ showHowFar, run, ended, faultOf, misplacing, nodes, modelOf, matching },
  ...{ heapOf, sharedHeapOf, marks, leastRoom, libraryOf, instantiate, callAfterMain },
};
