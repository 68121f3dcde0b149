/** The demonstrations and solutions of MPI's part of CSC's summer school in high-performance computing; its heat equation needs libpng. */
import { MPICH } from '../references.js';

const EXERCISES = ['cartesian-grid', 'datatypes', 'datatypes-extent', 'datatypes-struct', 'hello-world', 'message-exchange'];

export default {
  repository: 'csc-training/summerschool',
  ways: ['smp, 2', 'smp, 4', 'sfi, 2 processes'],
  folders: ['mpi/demos', ...EXERCISES.map((exercise) => `mpi/${exercise}/solution`)],
  flags: ['-std=gnu99'],
  reference: MPICH,
  programs: {},
};
