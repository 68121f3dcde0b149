/** The simulation of this bundle, in the place of launch/simulation.ts. */
import type { Simulation } from '../launch/simulation.ts';
import { instantiate } from './instance.ts';
import { libraryOf } from './library.ts';
import { heapOf, marks, rankEnds, sharedHeapOf } from './marks.ts';
import { faultOf, modelOf } from './model.ts';
import { run } from './ranks.ts';

export const simulation: Simulation = {
  run,
  faultOf,
  modelOf,
  heapOf,
  sharedHeapOf,
  rankEnds,
  marks,
  libraryOf,
  instantiate,
};
