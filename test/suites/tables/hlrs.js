/**
 * The examples and solutions of the course in MPI of Edinburgh (EPCC) and Stuttgart (HLRS), by chapter, as a repository of course notes keeps them. The chapters on
 * one-sided and shared memory are the same; skeletons (`_skel`) are what pupils begin with.
 */
import { MPICH } from '../references.js';

const CHAPTERS = ['Ch1', 'Ch2', 'Ch3', 'Ch4', 'Ch6', 'Ch8', 'Ch9', 'Ch11', 'Ch12', 'Ch13', 'heat', 'isc13', 'optim', 'totalview'];

export default {
  repository: 'bbw7561135/MPI_ETHZ',
  ways: ['smp, 2', 'smp, 4', 'sfi, 2 processes'],
  folders: CHAPTERS.map((chapter) => `MPI/course/C/${chapter}`),
  flags: ['-std=gnu99'],
  reference: MPICH,
  programs: {},
};
